# Two commands do all: `make serve` sets up, builds the sample and serves it, `make test` sets up and tests.
PYTHON ?= python3
BIN = .venv/bin
ALPHA = .venv-alpha/bin
BENCH_DATA ?= ../shared/corpus
PORT ?= 8001

.PHONY: serve test test-quick alpha check messages bench eval clean

serve: data/rulings.db
	$(BIN)/rulings-db serve --port $(PORT)

data/rulings.db: | .venv/installed
	$(BIN)/rulings-db build

test: .venv/installed
	@echo "About 7 minutes on 2 cores; 12 with the corpus, which RULINGS_DB_CORPUS and RULINGS_DB_SAMPLES name."
	@echo "Tests skip where the corpus or a browser is missing: the summary at the end says which and why."
	$(BIN)/python -m pytest $(TESTS)

# What needs neither the corpus nor a browser, and is fast: under a minute.
test-quick: .venv/installed
	$(BIN)/python -m pytest -q -m "not slow" $(TESTS)

# The pages on the newest alpha of Datasette 1.0, which pyproject.toml does not allow yet.
alpha: .venv-alpha/installed
	$(ALPHA)/python -m pip install --quiet --no-warn-conflicts --upgrade 'datasette>=1.0a0'
	@$(ALPHA)/datasette --version
	RULINGS_DB_REQUIRE= RULINGS_DB_CORPUS=none $(ALPHA)/python -m pytest -q --tb=line \
		-p no:cacheprovider --ignore-glob="*browser.py" --ignore-glob="*accessibility.py" tests/web

.venv-alpha/installed: pyproject.toml
	$(PYTHON) -m venv .venv-alpha
	$(ALPHA)/python -m pip install --quiet --editable '.[test]'
	touch $@

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
	rm -rf .venv .venv-alpha .cache build dist *.egg-info
