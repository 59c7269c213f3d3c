# Two commands for a fresh machine with Python >= 3.11 and make: `make play` and `make test`. Each sets up what it uses.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --no-input -q
RUN    := $(BIN)/python
STAMP  = $(VENV)/.stamp-$(1)

.PHONY: play test check suites browser oracle bench site clean

play: $(call STAMP,base)
	$(BIN)/maskscope play

test: $(call STAMP,test)
	$(RUN) -m pytest -n 2 -m "not browser and not oracle and not suite"

check: $(call STAMP,lint)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

suites: $(call STAMP,test)
	$(RUN) -m pytest -n 2 -m suite -rsx

browser: $(call STAMP,browser) chromium
	$(RUN) -m pytest -m browser

oracle: $(call STAMP,oracle)
	$(RUN) -m pytest -n 2 -m oracle

bench: $(call STAMP,oracle)
	$(RUN) -m tests.bench

site: $(call STAMP,base)
	$(BIN)/maskscope site out/site --offline

# A Chromium for the browser tests: the system's own, or Debian's where we may install it.
.PHONY: chromium
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	  || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; }

# Each stamp is made anew when pyproject.toml changes; `--group` needs pip 25.1, so pip comes first.
$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "maskscope needs Python 3.11 or newer; try: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install "pip>=25.1"

$(VENV)/.stamp-base: pyproject.toml | $(VENV)/bin/python
	$(PIP) install -e .
	@touch $@

$(VENV)/.stamp-%: pyproject.toml $(VENV)/.stamp-base
	$(PIP) install $(foreach g,$(GROUPS_$*),--group $(g))
	@touch $@

GROUPS_test    := test
GROUPS_lint    := lint test
GROUPS_oracle  := test oracle
GROUPS_browser := test browser

clean:
	rm -rf $(VENV) out .pytest_cache .mypy_cache .ruff_cache .hypothesis
