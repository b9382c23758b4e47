"""The command ``granja``: its commands, and what becomes of errors.

Exit codes: 0 ok, 1 a finding or a failed check (commands raise ``typer.Exit(1)``), 2 usage or bad
input, 70 a bug in granja, 130 interrupted, 141 nobody reads the output any more.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import Annotated

import typer

from analyzer import __version__
from analyzer.cli.bench import bench
from analyzer.cli.bots import bots
from analyzer.cli.cards import cards
from analyzer.cli.check import check
from analyzer.cli.compare import compare
from analyzer.cli.describe import describe
from analyzer.cli.exit_codes import BAD_INPUT, BUG, INTERRUPTED, OUTPUT_CLOSED
from analyzer.cli.export import export
from analyzer.cli.gate import gate
from analyzer.cli.ladder import ladder
from analyzer.cli.new import new
from analyzer.cli.output import complain, say
from analyzer.cli.probe import probe
from analyzer.cli.report import report
from analyzer.cli.rules import rules
from analyzer.cli.run import run
from analyzer.cli.runs import clean, runs
from analyzer.cli.sweep import sweep
from analyzer.cli.trace import trace
from analyzer.cli.tune import tune
from analyzer.cli.verify import verify
from analyzer.errors import UserError

# Troubles of the machine, not of the program: no right to read or write, no room.
MACHINE_TROUBLES = (errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EDQUOT, errno.EROFS)

app = typer.Typer(
    name="granja",
    rich_markup_mode=None,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS = (
    run, sweep, runs, verify, clean, probe, compare, ladder, gate, report, export, describe, trace, rules,
    cards, bots, check, new, tune, bench,
)  # fmt: skip
for command in COMMANDS:
    app.command()(command)


def show_version(wanted: bool) -> None:
    """Print the version and the engine signature, by which two builds or machines compare."""
    if wanted:
        from analyzer.simulate.signature import engine_signature

        say(f"granja {__version__} (engine {engine_signature()})")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def granja(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 (the callback has done it)
        bool,
        typer.Option(
            "--version", callback=show_version, is_eager=True, help="Show version and engine signature."
        ),
    ] = False,
) -> None:
    """A Monte Carlo laboratory for the board game La Granja.

    Change a rule, a card or a bot in a text file, play a million games, and read what the change
    does. SCENARIO is the name of a shipped scenario (four-players) or the path of a file.

    An unofficial tool, not connected with the game's authors or publishers.
    """
    if context.invoked_subcommand is None:
        say(context.get_help())


def main() -> None:
    """Run the command line and end the process with its exit code."""
    try:
        code = typer.main.get_command(app).main(prog_name="granja", standalone_mode=False)
        sys.stdout.flush()
    except UserError as error:
        complain(str(error))
        code = BAD_INPUT
    except typer.TyperException as error:
        complain(_usage(error))
        code = BAD_INPUT
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except BrokenPipeError:
        code = _leave_closed_output()
    except SystemExit as end:
        # typer and rich end so when they meet a closed pipe.
        if not isinstance(end.__context__, BrokenPipeError):
            raise
        code = _leave_closed_output()
    except Exception as error:
        code = _explain(error)
    sys.exit(code)


def _usage(error: typer.TyperException) -> str:
    """What was wrong with the words of the command, and where they are explained."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "granja"
    message = error.format_message()
    end = "" if message.endswith((".", "?")) else "."
    return f"{message}{end} See '{command} --help'."


def _leave_closed_output() -> int:
    """The reader of stdout is gone (``granja trace … | head``): end without a word."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return OUTPUT_CLOSED


def _explain(error: Exception) -> int:
    """Say what an unexpected error means for the user, and return the exit code."""
    if isinstance(error, OSError) and error.errno in MACHINE_TROUBLES:
        where = f"{error.filename}: " if error.filename else ""
        complain(f"{where}{error.strerror}.")
        return BAD_INPUT
    if isinstance(error, ImportError) and (error.name or "").partition(".")[0] == "cext":
        complain(f"The compiled core can't be loaded ({error}). Build it with 'make build'.")
        return BAD_INPUT
    _report_bug(error)
    return BUG


def _report_bug(error: Exception) -> None:
    import tempfile
    import traceback

    details = "".join(traceback.format_exception(error))
    if os.environ.get("GRANJA_DEBUG") == "1":
        typer.echo(details, err=True, nl=False)
        place = "The traceback stands above."
    else:
        with tempfile.NamedTemporaryFile(
            "w", prefix="granja-bug-", suffix=".txt", delete=False, encoding="utf-8"
        ) as file:
            file.write(
                f"granja {__version__}, Python {sys.version}, {sys.platform}\n{sys.argv!r}\n\n{details}"
            )
        place = f"The traceback is in {file.name} (GRANJA_DEBUG=1 shows it here)."
    complain(f"This is a bug in granja: {type(error).__name__}: {error}. {place}")


if __name__ == "__main__":
    main()
