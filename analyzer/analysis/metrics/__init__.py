"""Metrics: what runs are compared by."""
