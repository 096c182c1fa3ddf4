# `make test` and `make demo` need python3 (3.11 or newer) with its venv module, and nothing else: the first
# of them makes .venv from requirements.lock, later ones find it ready.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
IS_NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
# A generator writes one page under docs/, and with --check says whether the page is up to date.
GENERATORS := caveat.cli.reference

export PIP_DISABLE_PIP_VERSION_CHECK := 1

# A tree that was moved or copied together with its .venv would import the code of the old place.
ifneq ($(shell cat $(READY) 2>/dev/null),$(CURDIR))
$(shell rm -f $(READY))
endif

.NOTPARALLEL:
.PHONY: help setup test lint types imports pages unit demo docs lock clean

help:
	@echo 'make setup   create .venv from requirements.lock and install caveat into it'
	@echo 'make test    every check: lint, types, imports, generated pages, tests'
	@echo 'make demo    the tour of caveat on the example vault'
	@echo 'make docs    rewrite the generated pages'
	@echo 'make lock    pin the dependencies anew (UPGRADE=1 moves every pin)'
	@echo 'make clean   remove .venv, caches and build results'

setup: $(READY)

# Made again when the lock or the project file changes. A .venv whose Python does not start is replaced, one
# that was made in another way is completed.
$(READY): requirements.lock pyproject.toml
	@$(BIN)/python -c '$(IS_NEW_ENOUGH)' 2>/dev/null || { \
	    $(PYTHON) -c '$(IS_NEW_ENOUGH)' 2>/dev/null || { \
	        echo 'caveat needs Python 3.11 or newer; $(PYTHON) is:' "$$($(PYTHON) --version 2>&1)" >&2; \
	        echo 'Name another one: make $(or $(MAKECMDGOALS),setup) PYTHON=python3.12' >&2; exit 1; }; \
	    $(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	        echo 'The venv module of $(PYTHON) is missing.' >&2; \
	        echo 'On Debian and Ubuntu: apt-get install python3-venv' >&2; exit 1; }; \
	    echo '== set-up: a new $(VENV)'; $(PYTHON) -m venv --clear $(VENV); }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null
	@echo '== set-up: packages of requirements.lock'
	@$(BIN)/python -m pip install -qq --require-hashes --no-deps -r requirements.lock
	@$(BIN)/python -m pip install -qq --no-deps --no-build-isolation --editable .
	@printf '%s\n' '$(CURDIR)' >$@

test: lint types imports pages unit

lint: $(READY)
	@echo '== lint'
	@$(BIN)/python -m ruff check --quiet
	@$(BIN)/python -m ruff format --check --quiet || { echo 'Not formatted; run: $(BIN)/ruff format' >&2; exit 1; }

types: $(READY)
	@echo '== types'
	@$(BIN)/python -m mypy --no-error-summary

imports: $(READY)
	@echo '== imports'
	@$(BIN)/python -c 'from importlinter.cli import lint_imports_command as run; run()' \
	    --no-logo --no-cache >$(VENV)/imports.log 2>&1 || { cat $(VENV)/imports.log; exit 1; }

pages: $(READY)
	@echo '== generated pages'
	@for page in $(GENERATORS); do $(BIN)/python -m $$page --check || exit 1; done

unit: $(READY)
	@echo '== tests'
	@$(BIN)/python -m pytest -q

demo: $(READY)
	@$(BIN)/python examples/demo.py

docs: $(READY)
	@for page in $(GENERATORS); do $(BIN)/python -m $$page || exit 1; done

lock:
	@$(PYTHON) tools/lock.py $(if $(UPGRADE),--upgrade)

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
