"""Builds the compiled core: ``cext.types``, ``cext.core`` and ``cext.sums``.

One source, three builds, chosen by the environment variable GRANJA_BUILD:

- ``release`` (the default): optimised, asserts compiled out, for the x86-64 level of this machine's
  processor (``GRANJA_MARCH`` names another, or nothing). It lies beside its sources.
- ``check``: asserts kept and GRANJA_CHECK defined, in ``build/check``.
- ``sanitize``: the check build under the address and undefined-behaviour sanitizers, in
  ``build/sanitize``.

The same variable makes ``cext`` load that build at run time (``cext/__init__.py``). The C code is
the same for all three and is written to ``build/cython``.
"""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

BUILD = os.environ.get("GRANJA_BUILD") or "release"
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
COMPILE_ARGS = {
    # No automatic vectors: the game's loops are a few steps long, and their set-up costs more than it
    # saves (the long ones are written as vectors, cext/vectors.pxd).  The warning: what only an assert used.
    "release": ["-O3", "-fno-tree-vectorize", "-fno-tree-slp-vectorize", "-Wno-unused-variable"],
    "check": ["-O1", "-g", "-UNDEBUG"],
    "sanitize": ["-O1", "-g", "-UNDEBUG", "-fno-omit-frame-pointer", *SANITIZERS],
}
LINK_ARGS = {"sanitize": SANITIZERS}
MACROS: dict[str, list[tuple[str, str | None]]] = {
    "release": [("CYTHON_WITHOUT_ASSERTIONS", "1")],
    "check": [("GRANJA_CHECK", "1")],
    "sanitize": [("GRANJA_CHECK", "1")],
}
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "nonecheck": False,
}


# What the levels x86-64-v3 and -v2 promise, as Linux names it.
LEVELS = {
    "x86-64-v3": {"avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"},
    "x86-64-v2": {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"},
}


def march() -> list[str]:
    """The compiler's flag for the processor's level; none where it can't be told.

    A game is integers only, so the level changes its speed and never its course.
    """
    wanted = os.environ.get("GRANJA_MARCH")
    if wanted is not None:
        return [f"-march={wanted}"] if wanted else []
    cpuinfo = Path("/proc/cpuinfo")
    if platform.machine() != "x86_64" or not cpuinfo.exists():
        return []
    flags = set(cpuinfo.read_text().partition("\nflags")[2].partition("\n")[0].split())
    return next(([f"-march={level}"] for level, needed in LEVELS.items() if needed <= flags), [])


class BuildCore(build_ext):
    """``build_ext`` that knows the three builds and compiles the modules at once."""

    def initialize_options(self) -> None:
        super().initialize_options()
        self.parallel = 2

    def finalize_options(self) -> None:
        super().finalize_options()
        if BUILD != "release":
            self.inplace = False
        if BUILD != "release" or self.inplace or self.editable_mode:
            self.build_lib = f"build/{BUILD}"
            self.build_temp = f"build/temp-{BUILD}"

    def build_extensions(self) -> None:
        from Cython.Build import cythonize

        written_in_c = cythonize(
            self.extensions,
            build_dir="build/cython",
            compiler_directives=DIRECTIVES,
            force=self.force,
        )
        for extension, in_c in zip(self.extensions, written_in_c, strict=True):
            extension.sources = in_c.sources
        super().build_extensions()


def extension(name: str, declarations: str) -> Extension:
    """The module ``cext.<name>``; it is built again when one of its declarations (a glob) changes."""
    windows = sys.platform == "win32"
    return Extension(
        f"cext.{name}",
        sources=[f"cext/{name}.pyx"],
        depends=["setup.py", *sorted(str(path) for path in Path("cext").rglob(declarations))],
        define_macros=MACROS[BUILD],
        extra_compile_args=[] if windows else [*COMPILE_ARGS[BUILD], *march(), "-Wno-unused-function"],
        extra_link_args=LINK_ARGS.get(BUILD, []),
    )


if BUILD not in COMPILE_ARGS:
    raise SystemExit(f"setup.py: GRANJA_BUILD={BUILD} is unknown; it is one of {', '.join(COMPILE_ARGS)}")
if BUILD != "release" and "build_ext" not in sys.argv:
    raise SystemExit(f"setup.py: the {BUILD} build is never installed; unset GRANJA_BUILD and try again")

setup(
    ext_modules=[
        extension("core", "*.px[di]"),
        extension("types", "types.pxd"),
        extension("sums", "sums.pyx"),
    ],
    cmdclass={"build_ext": BuildCore},
)
