"""One game told: the event log, its readable form, and the check that a log obeys the rules."""
