# Two commands do all: `make serve` sets up, builds the sample and serves it, `make test` sets up and tests.
PYTHON ?= python3
BIN = .venv/bin
BENCH_DATA ?= ../shared/corpus
PORT ?= 8001

.PHONY: serve test check messages bench eval clean

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

# Brings the catalogues of rulings_db/web/locale up to date; what is new in them waits for a translation.
messages: .venv/installed
	mkdir -p .cache
	$(BIN)/pybabel -q extract --mapping-file pyproject.toml --add-location file --no-wrap \
		--sort-by-file --output-file .cache/messages.pot rulings_db
	for file in rulings_db/web/locale/*.po; do \
		$(BIN)/pybabel -q update --input-file .cache/messages.pot --output-file $$file \
			--locale $$(basename $$file .po) --no-fuzzy-matching --ignore-obsolete \
			--ignore-pot-creation-date --no-wrap || exit 1; \
	done

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
