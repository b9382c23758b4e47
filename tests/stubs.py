"""Writes ``cext/types.pyi``, what mypy knows of the vocabulary: ``make stubs``.

mypy can't look into a compiled module. A unit test holds the file to the built enums.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import cext.types

STUB = Path(__file__).parent.parent / "cext" / "types.pyi"
HEADER = "# Written by `make stubs` from types.pxd, which explains every member.\nfrom enum import IntEnum\n"
FUNCTIONS = {
    "word": "def word(member: IntEnum) -> str: ...",
    "words": "def words(group: type[IntEnum]) -> dict[str, int]: ...",
}


def render() -> str:
    """The text of the stub file: every enum with its members and their values, then the functions."""
    names = vars(cext.types)["__all__"]
    parts = [FUNCTIONS.get(name) or _enum(getattr(cext.types, name)) for name in names]
    text = HEADER + "".join(f"\n{part}\n" for part in parts)
    # Neighbouring functions stand without a blank line, as ruff formats stub files.
    return text.replace(": ...\n\ndef ", ": ...\ndef ")


def _enum(enum: type[IntEnum]) -> str:
    members = [f"    {name} = {int(member)}" for name, member in enum.__members__.items()]
    return "\n".join([f"class {enum.__name__}(IntEnum):", *members])


if __name__ == "__main__":
    STUB.write_text(render(), encoding="utf-8")
