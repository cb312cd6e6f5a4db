# Needs nothing but make and Python 3.11 or newer. `make help` lists what there is.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
LOCKS  := requirements.lock requirements-dev.lock
SOURCE := rules bot cogs tests
PIP    := --disable-pip-version-check --quiet

HAVE_CHROMIUM := { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null
GET_CHROMIUM  := apt-get -qq install -y --no-install-recommends chromium
FREEZE        := pip freeze --all --exclude pip --exclude audioop-lts --exclude-editable

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup run test browser lint format lock clean python-is-new-enough

help: ## list these commands
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(STAMP) ## make .venv with everything from the lock files

run: setup ## start the bot: on Discord with DISCORD_TOKEN, else at the local table in the browser
	@$(BIN)/herold run

test: lint browser ## style, types, and all tests
	@$(BIN)/python -m pytest -n 2 --hypothesis-profile=ci

# Never fails: without Chromium its tests are skipped and say so, except where CI=true, where they fail.
browser: ## get Chromium for the tests of the web page, where apt may install it
	@$(HAVE_CHROMIUM) || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && export DEBIAN_FRONTEND=noninteractive && \
	  { $(GET_CHROMIUM) || { apt-get -qq update && $(GET_CHROMIUM); }; } >/dev/null 2>&1; $(HAVE_CHROMIUM); \
	} || echo 'Chromium is missing, so the web page is not tested in a browser; install the command "chromium".' >&2

lint: setup ## style and types only
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --no-error-summary $(SOURCE)

format: setup ## put the code into the house's format
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

# discord.py needs audioop-lts from Python 3.13 on, so it is pinned under that condition, whichever Python this runs on.
lock: | python-is-new-enough ## pin the newest versions that pyproject.toml allows
	@rm -rf build/lock && $(PYTHON) -m venv build/lock
	@build/lock/bin/pip install $(PIP) --upgrade setuptools
	@build/lock/bin/pip install $(PIP) --no-build-isolation --editable .
	@build/lock/bin/$(FREEZE) > build/runtime.lock
	@build/lock/bin/pip install $(PIP) --no-build-isolation --editable '.[dev,bench]'
	@build/lock/bin/$(FREEZE) > build/everything.lock
	@build/lock/bin/pip download $(PIP) --no-deps --only-binary=:all: --python-version 3.13 --dest build/late audioop-lts
	@ls build/late | sed -n 's/^audioop_lts-\([^-]*\)-.*/audioop-lts==\1; python_version >= "3.13"/p' > build/late.lock
	@test -s build/late.lock
	@{ echo '# Made by `make lock`: what Herold needs to run.'; cat build/runtime.lock build/late.lock; } > requirements.lock
	@{ echo '# Made by `make lock`: what its development needs on top.'; echo '-r requirements.lock'; \
	   grep -vxFf build/runtime.lock build/everything.lock; } > requirements-dev.lock
	@rm -rf build

clean: ## remove .venv and everything made by tools
	@rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): $(LOCKS) pyproject.toml | python-is-new-enough
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install $(PIP) -r requirements-dev.lock
	@$(BIN)/pip install $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

python-is-new-enough:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo 'Herold needs Python 3.11 or newer; "$(PYTHON)" is missing or older. Try: make PYTHON=python3.11 setup' >&2; exit 1; }
