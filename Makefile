# granja: everything starts here. `make help` lists the targets.
# Works with GNU make 3.81 (macOS) and later, a C compiler and Python 3.11 or later.

PYTHON ?= python3
VENV   ?= .venv
JOBS   ?= 2
GAMES  ?= 1000000
ARGS   ?=

BIN      := $(VENV)/bin
RUN      := runs/four-players-$(GAMES)
CORE     := setup.py $(wildcard cext/*.pyx cext/*.pxd cext/*/*.pxd)
GAME     := $(wildcard scenarios/*.toml scenarios/*/*.toml scenarios/*/*.csv)
PROGRAM  := Makefile $(wildcard analyzer/*.py analyzer/*/*.py analyzer/*/*/*.py reports/*.py reports/*/*.py reports/templates/*)
SETUP    := $(VENV)/setup.done
BROWSER  := $(VENV)/browser.done
RELEASE  := build/release.done
CHECK    := build/check.done
SANITIZE := build/sanitize.done

# The sanitizers' run time must come before Python's own allocator (Linux).
ASAN_LIBS = $(shell $(CC) -print-file-name=libasan.so) $(shell $(CC) -print-file-name=libubsan.so)
ASAN_ENV  = GRANJA_BUILD=sanitize LD_PRELOAD="$(ASAN_LIBS)" PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1

.DEFAULT_GOAL := help
.PHONY: help setup browser build check-build test signature kills lint format stubs report bench bench-report bench-sweep sanitize clean

help: ## this list
	@echo "granja: a Monte Carlo laboratory for the board game La Granja"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo "  Settings: PYTHON=$(PYTHON) VENV=$(VENV) JOBS=$(JOBS) GAMES=$(GAMES) ARGS=\"...\" (for test, bench)"

setup: $(SETUP) ## make the environment in .venv and install granja into it

build: $(RELEASE) ## build the core that plays (release)

check-build: $(CHECK) ## build the core with its assertions (what the tests run on)

browser: $(BROWSER) ## install what drives the system's Chromium in the tests of pages

test: $(RELEASE) $(CHECK) $(BROWSER) signature ## both builds play alike, then all tests on the check build
	@GRANJA_BUILD=check $(BIN)/python -m pytest -n $(JOBS) $(ARGS)

signature: $(RELEASE) $(CHECK) ## compare the engine signatures of the two builds
	@release="$$($(BIN)/granja --version)" && check="$$(GRANJA_BUILD=check $(BIN)/granja --version)" && \
	if [ "$$release" = "$$check" ]; then echo "$$release, the same in the release and the check build"; \
	else echo "release: $$release"; echo "check:   $$check"; echo "The two builds play differently."; exit 1; fi

kills: $(RELEASE) ## kill 50 runs and 50 sweeps at random moments, resume them, and compare the bytes
	GRANJA_KILLS=50 $(BIN)/python -m pytest tests/integration/test_interrupted.py tests/integration/test_interrupted_sweep.py $(ARGS)

lint: $(RELEASE) ## ruff, mypy and cython-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PATH="$(abspath $(BIN)):$$PATH" cython-lint cext

format: $(SETUP) ## let ruff format and sort
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

stubs: $(RELEASE) ## write cext/types.pyi anew from the built vocabulary
	$(BIN)/python -m tests.stubs

report: $(RUN)/report.html ## play GAMES four-player games and report on them, in runs/
	@echo "The run and its report are in $(RUN)."

bench: $(RELEASE) ## measure the speed of this machine
	$(BIN)/granja bench $(ARGS)

bench-report: $(RELEASE) ## measure time, memory and size of the report of RUN
	$(BIN)/python -m tests.bench.report $(RUN)

bench-sweep: $(RELEASE) ## measure what a sweep costs beyond its games (ten times 100,000)
	$(BIN)/python -m tests.bench.sweep $(ARGS)

sanitize: $(SANITIZE) ## build with the sanitizers and run the tests of rules and games (Linux)
	$(ASAN_ENV) $(BIN)/python -m pytest -n $(JOBS) tests/rules tests/property tests/golden \
		tests/unit/test_core.py $(ARGS)

clean: ## remove builds and caches (.venv and runs stay)
	rm -rf build dist *.egg-info cext/*.so .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

$(SETUP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	{ echo "granja needs Python 3.11 or later and '$(PYTHON)' is not: name one, as in 'make setup PYTHON=python3.12'."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	{ echo "Python's venv module is missing: install it (Debian, Ubuntu: apt install python3-venv) and run make again."; exit 1; }
	@$(PYTHON) -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' || \
	{ echo "Python's headers are missing: install them (Debian, Ubuntu: apt install python3-dev) and run make again."; exit 1; }
	@command -v $(CC) >/dev/null || \
	{ echo "There is no C compiler '$(CC)': install one (Debian, Ubuntu: apt install gcc; macOS: xcode-select --install) and run make again."; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip "setuptools>=77" "cython>=3.3"
	$(BIN)/python -m pip install --quiet --no-build-isolation -e ".[dev]"
	@touch $@

# Some platforms lack it: then the tests that need it are skipped, and say so.
$(BROWSER): $(SETUP)
	@$(BIN)/python -m pip install --quiet --group browser && touch $@ || \
	echo "Playwright could not be installed: pages are not tested in a browser (the next 'make test' tries again)."

$(RELEASE): $(SETUP) $(CORE)
	$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

# After the release build, whose C code they share.
$(CHECK): $(RELEASE)
	GRANJA_BUILD=check $(BIN)/python setup.py --quiet build_ext
	@touch $@

$(SANITIZE): $(RELEASE)
	GRANJA_BUILD=sanitize $(BIN)/python setup.py --quiet build_ext
	@touch $@

# The report is the last thing that a run writes.
$(RUN)/report.html: $(RELEASE) $(GAME) $(PROGRAM)
	$(BIN)/granja run four-players -n $(GAMES) --study probes,restrictions,luck --out $(RUN) --force
