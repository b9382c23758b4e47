"""The command line as a user meets it: every test is a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer import __version__

COMMANDS = (
    "run", "sweep", "runs", "verify", "clean", "probe", "compare", "ladder", "gate", "report", "export",
    "describe", "trace", "rules", "cards", "bots", "check", "new", "tune", "bench",
)  # fmt: skip
# What costs time to import; help and errors of usage must not wait for it.
HEAVY = ("cext.core", "jinja2", "matplotlib", "msgspec", "numpy", "polars", "rich", "scipy", "tqdm")


def granja(*words: str) -> subprocess.CompletedProcess[str]:
    """Run ``granja`` with these words."""
    return python("-m", "analyzer.cli.main", *words)


def python(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
    )


def with_command(body: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line with one more command, ``sample``, of this body."""
    program = (
        "import sys\n"
        "from analyzer.cli import main as cli\n"
        f"def sample() -> None:\n    {body}\n"
        "cli.app.command()(sample)\n"
        "sys.argv = ['granja', 'sample']\n"
        "cli.main()\n"
    )
    return python("-c", program, **environment)


def test_help_lists_every_command() -> None:
    done = granja("--help")
    assert done.returncode == 0
    assert done.stderr == ""
    listed = re.findall(r"^  ([a-z]+)  ", done.stdout.partition("Commands:")[2], re.MULTILINE)
    assert sorted(COMMANDS) == sorted(listed)


def test_no_words_show_the_help() -> None:
    assert granja().stdout == granja("--help").stdout == granja("-h").stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(command: str) -> None:
    done = granja(command, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: granja {command} ")


def test_help_imports_nothing_heavy() -> None:
    program = f"import sys, analyzer.cli.main; print([name for name in {HEAVY} if name in sys.modules])"
    assert python("-c", program).stdout == "[]\n"


def test_version_shows_the_engine() -> None:
    done = granja("--version")
    assert done.returncode == 0
    assert re.fullmatch(rf"granja {re.escape(__version__)} \(engine \S+\)\n", done.stdout)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("rnu",), "Error: No such command 'rnu'. Did you mean 'run'? See 'granja --help'.\n"),
        (("qwxyz",), "Error: No such command 'qwxyz'. See 'granja --help'.\n"),
        (("--frob",), "Error: No such option: --frob. See 'granja --help'.\n"),
        (("run",), "Error: Missing argument 'SCENARIO'. See 'granja run --help'.\n"),
    ],
)
def test_wrong_words(words: tuple[str, ...], sentence: str) -> None:
    done = granja(*words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)


@pytest.mark.parametrize(
    "words",
    [
        ("run", "no-such-scenario"),
        ("run", "four-players", "-n", "many"),
        ("sweep", "no-such-sweep"),
        ("sweep", "--resume", "no-such-folder"),
        ("report", "no-such-run"),
        ("export", "no-such-run"),
        ("export", "no-such-run", "--csv", "--parquet"),
        ("export", "no-such-run", "--parquet", "--decimal-comma"),
        ("describe", "no-such-table"),
        ("ladder", "first", "no-such-bot"),
        ("trace", "no-such-scenario", "--game", "0"),
        ("rules", "no-such-scenario"),
        ("cards", "no such card"),
        ("cards", "--use", "no-such-run"),
        ("bots", "no-such-bot"),
        ("bots", "--in", "no-such-folder"),
        ("run", "two-players", "--bot", "no-such-file.py:clever"),
        ("trace", "two-players", "--bot", "no-such-bot"),
        ("check", "no-such-scenario"),
        ("compare", "balanced", "no-such-bot"),
        ("gate", "gate.json", "no-such-scenario"),
        ("gate", "no-such-file.json", "four-players"),
        ("ladder", "balanced", "no-such-bot"),
        ("tune", "balanced", "--against", "no-such-file.py:clever"),
        ("tune", "no-such-bot", "--against", "random"),
    ],
    ids=" ".join,
)
def test_bad_input_is_told_without_a_traceback(words: tuple[str, ...]) -> None:
    done = granja(*words)
    assert done.returncode == 2
    assert done.stderr.startswith("Error: ")
    assert "Traceback" not in done.stderr
    assert any(word in done.stderr for word in words[1:])


def test_user_error_is_shown_as_it_is() -> None:
    done = with_command("raise cli.UserError('deck.csv, row 3: [vp] is no good; write vp.')")
    assert done.returncode == 2
    assert done.stderr == "Error: deck.csv, row 3: [vp] is no good; write vp.\n"


def test_finding_ends_with_1() -> None:
    assert with_command("raise cli.typer.Exit(1)").returncode == 1


def test_interrupt_ends_with_130() -> None:
    done = with_command("raise KeyboardInterrupt")
    assert (done.returncode, done.stderr) == (130, "")


def test_full_disk_is_no_bug() -> None:
    done = with_command("raise OSError(28, 'No space left on device', 'runs/x/part-0.parquet')")
    assert done.returncode == 2
    assert done.stderr == "Error: runs/x/part-0.parquet: No space left on device.\n"


def test_bug_leaves_its_traceback_in_a_file(tmp_path: Path) -> None:
    done = with_command("raise ZeroDivisionError('on [purpose]')", TMPDIR=str(tmp_path))
    assert done.returncode == 70
    assert "This is a bug in granja: ZeroDivisionError: on [purpose]." in done.stderr
    assert "Traceback" not in done.stderr
    (file,) = tmp_path.glob("granja-bug-*.txt")
    assert str(file) in done.stderr
    assert "Traceback" in file.read_text(encoding="utf-8")


def test_bug_shows_its_traceback_when_debugging() -> None:
    done = with_command("1 / 0", GRANJA_DEBUG="1")
    assert done.returncode == 70
    assert "Traceback" in done.stderr
    assert done.stderr.endswith("The traceback stands above.\n")


@pytest.mark.parametrize("lines", [1, 100_000])
@pytest.mark.skipif(os.name == "nt", reason="pipes close otherwise on Windows")
def test_closed_output_ends_quietly(lines: int) -> None:
    program = (
        "import sys, time\n"
        "from analyzer.cli import main as cli\n"
        "def sample() -> None:\n"
        "    sys.stdin.read()\n"
        f"    for n in range({lines}): cli.say(f'line {{n}}')\n"
        "cli.app.command()(sample)\n"
        "sys.argv = ['granja', 'sample']\n"
        "cli.main()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 141


def test_missing_build_is_told() -> None:
    done = python("-m", "analyzer.cli.main", "--version", GRANJA_BUILD="none-such")
    assert done.returncode == 2
    assert "GRANJA_BUILD=none-such" in done.stderr
    assert "make build" in done.stderr
