"""Findings: all that a run and its studies compare, what of it stands out, and in which order."""
