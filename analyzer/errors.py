"""The one kind of error that is the user's to mend."""

from __future__ import annotations


class UserError(Exception):
    """What the user gave doesn't work.

    The message is one sentence: file, place, what is wrong, what to do. The command line shows it
    without a traceback and ends with exit code 2.
    """


class BotError(UserError):
    """A bot that is a Python function can't be loaded, or did not answer a question as it should."""
