# Two commands do all: `make serve` sets up, builds the sample and serves it, `make test` sets up and tests.
PYTHON ?= python3
BIN = .venv/bin
BENCH_DATA ?= ../shared/corpus
PORT ?= 8001

.PHONY: serve test check bench eval clean

serve: data/rulings.db
	$(BIN)/rulings-db serve --port $(PORT)

data/rulings.db: | .venv/installed
	$(BIN)/rulings-db build

test: .venv/installed
	$(BIN)/python -m pytest $(TESTS)

check: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/installed
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	$(BIN)/python bench/run.py $(BENCH_DATA)

eval: .venv/installed
	$(BIN)/python bench/evaluate.py $(BENCH_DATA)

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[test,dev]'
	touch $@

clean:
	rm -rf .venv .cache build dist *.egg-info
