"""Bots that are Python functions: what they are shown, how they are asked, what can go wrong."""
