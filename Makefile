# Keyed: `make run` serves, `make test` tests; `make help` lists the rest.
SHELL  := /bin/sh
PY     ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
JUDGES := .judges
STAMPS := $(VENV)/.stamps
VENDOR := static/vendor/manifest.json
NODE   := PATH="$(abspath $(BIN)):$$PATH"
LOG     = $(VENV)/setup-$(@F).log  # one for each step: those for tests run side by side
PIP    := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help setup run test gate bench lint lock clean chromium ready

help: ## list the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

$(STAMPS)/venv:
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Keyed needs Python 3.11 or newer, and $(PY) is older or missing. Name another one: make PY=python3.12 run" >&2; exit 1; }
	@$(PY) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python's venv module is missing. On Debian install it: apt install python3-venv" >&2; exit 1; }
	@test -x $(BIN)/python || $(PY) -m venv $(VENV) || \
	  { echo "The folder $(VENV) could not be made. Is this folder writable, and is the disk not full?" >&2; exit 1; }
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/run: pyproject.toml constraints.txt | $(STAMPS)/venv
	@echo "Installing the pinned packages (once, about a minute) …"
	@$(PIP) --editable . >$(LOG) 2>&1 || { tail -n 3 $(LOG) >&2; \
	  echo "The packages could not be installed. The first set-up needs the network and about 2 GB of disk; the whole log is in $(LOG)." >&2; exit 1; }
	@touch $@

$(STAMPS)/test: $(STAMPS)/run
	@echo "Installing what the tests need beyond that …"
	@$(PIP) --editable '.[test]' >$(LOG) 2>&1 || { tail -n 3 $(LOG) >&2; \
	  echo "The packages for the tests could not be installed. This needs the network; the whole log is in $(LOG)." >&2; exit 1; }
	@touch $@

# Programs of others that judge what is exported have an environment and a process of their own.
$(STAMPS)/judges: tests/judges/requirements.txt | $(STAMPS)/venv
	@$(PY) -m venv $(JUDGES)
	@$(JUDGES)/bin/python -m pip --disable-pip-version-check install --quiet --no-deps --no-compile --requirement $< >$(LOG) 2>&1 || { tail -n 3 $(LOG) >&2; \
	  echo "The programs that judge exports could not be installed. This needs the network; the whole log is in $(LOG)." >&2; exit 1; }
	@touch $@

$(STAMPS)/player: tests/judges/package.json tests/judges/package-lock.json .npmrc | $(STAMPS)/run
	@mkdir -p $(JUDGES)/npm && cp $^ $(JUDGES)/npm
	@cd $(JUDGES)/npm && $(NODE) npm ci --silent >$(abspath $(LOG)) 2>&1 || { tail -n 3 $(abspath $(LOG)) >&2; \
	  echo "The program that plays exports could not be installed. This needs the network; the whole log is in $(LOG)." >&2; exit 1; }
	@touch $@

$(STAMPS)/npm: package.json package-lock.json .npmrc | $(STAMPS)/run
	@$(NODE) npm ci --silent >$(LOG) 2>&1 || { tail -n 3 $(LOG) >&2; \
	  echo "The front-end packages could not be installed. The first set-up needs the network; the whole log is in $(LOG)." >&2; exit 1; }
	@touch $@

$(VENDOR): $(STAMPS)/npm static/build.mjs $(wildcard static/src/*) $(wildcard static/css/*)
	@$(NODE) node static/build.mjs

setup: $(STAMPS)/run $(VENDOR) ## install what serving needs

run: setup ## serve on http://127.0.0.1:8000
	@exec $(BIN)/python -m app serve

# What tests need is set up side by side, as far as one does not need the other.
ready: setup $(STAMPS)/test $(STAMPS)/judges $(STAMPS)/player chromium

chromium: | $(STAMPS)/venv
	@$(BIN)/python -m tests.chromium

test: ## run all tests (under 20 minutes on two cores)
	@$(MAKE) --no-print-directory --jobs=3 ready
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

gate: ## the same tests with full counts and under load, with times
	@$(MAKE) --no-print-directory --jobs=3 ready
	KEYED_GATE=1 $(BIN)/python -m pytest --durations=40

bench: setup $(STAMPS)/test ## measure speed, memory and weight; prints medians and ratios
	$(BIN)/python -m bench

lint: setup $(STAMPS)/test ## style, types, imports
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports

lock: $(STAMPS)/run ## refresh constraints.txt and package-lock.json
	$(BIN)/python -m pip --disable-pip-version-check install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --all-extras --upgrade \
	  --no-header --no-annotate --no-emit-index-url --no-emit-find-links pyproject.toml -o constraints.txt
	$(NODE) npm install --package-lock-only
	cd tests/judges && $(NODE) npm install --package-lock-only --omit-lockfile-registry-resolved --silent

clean: ## remove what was installed and built; data in var/ stays
	rm -rf $(VENV) $(JUDGES) node_modules static/vendor *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
