# Two commands do everything, set-up included:
#   make run    recompute the papers
#   make test   lint, types, import rules and tests
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
BROWSER := .venv/.browser

.PHONY: run test quick checks tricks kernels long fire fuzz proofs docs papers fonts lock clean

run: $(READY)
	$(BIN)/zerosum reproduce

# Three processes for two cores, since tests of the site and of commands often wait for others.
test: $(READY) $(BROWSER)
	$(MAKE) --no-print-directory -j 2 tricks checks kernels
	$(BIN)/pytest -n 3 --dist worksteal

# What a developer runs while working: under 90 seconds on two cores; lists the slowest 20.
quick: $(READY)
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2 --dist worksteal --quick --durations=20

# What takes longest of the tests, and finds least: sizes and rules beside those that `make test` has.
long: $(READY)
	$(BIN)/pytest -n 2 --dist worksteal -m long

checks:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Compiled once, while types are checked, and not by every worker of the tests; half of the time is one model's.
tricks:
	$(BIN)/python -m benchmarks.kernels tricks

kernels:
	$(BIN)/python -m benchmarks.kernels all but tricks

# The store and sweeps under fire: work killed at random moments, a hundred times and more; then resumed and compared.
fire: $(READY)
	ZEROSUM_KILLS=150 $(BIN)/pytest tests/store/test_under_fire.py
	ZEROSUM_KILLS=50 $(BIN)/pytest tests/sweeps/test_sweeps_under_fire.py

# Bad input by machine: twenty thousand command lines, files, certificates and answers of tournament entries, and a minute of
# fifty hostile clients at the site; `make test` has a thousand and a few seconds, always the same.
fuzz: $(READY)
	ZEROSUM_FUZZ=20000 $(BIN)/pytest -n 2 tests/fuzz

# Proofs of values for the Rocq prover, compiled by Debian's coq 8.16: Kuhn poker, a 20 x 20 matrix and others.
proofs: $(READY)
	command -v coqc >/dev/null || { apt-get update && apt-get install --yes --no-install-recommends coq; }
	ZEROSUM_PROOFS=1 $(BIN)/pytest -v tests/certificates/test_rocq.py

# The documentation as a site, docs/_build/html/index.html; warnings are errors.
docs: $(READY)
	$(BIN)/sphinx-build -W --keep-going -q docs docs/_build/html

# The list of errata and answers, from the claims themselves; long, since it does them all.
papers: $(READY)
	$(BIN)/zerosum reproduce --full --errata docs/papers.md

# The fonts of the site, of which only the Latin letters are used. Copies are kept in the package, so that a clone without npm, and an
# installed wheel, have them, too.
FONTS := src/zerosum/web/static/fonts
fonts: $(BROWSER)
	for font in inter source-serif-4; do \
	    cp node_modules/@fontsource-variable/$$font/files/$$font-latin-wght-normal.woff2 $(FONTS)/ && \
	    cp node_modules/@fontsource-variable/$$font/LICENSE $(FONTS)/$$font-LICENSE.txt || exit 1; \
	done

# Some systems ship Python without ensurepip; there, the pip on the machine furnishes the environment's own.
$(READY): requirements.lock pyproject.toml
	[ -x $(BIN)/python ] || $(PYTHON) -m venv .venv || { $(PYTHON) -m venv --clear --without-pip .venv && $(PYTHON) -m pip --python $(BIN)/python install pip; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(READY)

# A browser, and rules about accessibility, for the tests of the site. Where they cannot be had those tests are skipped.
$(BROWSER): $(READY) package-lock.json
	command -v chromium >/dev/null || { apt-get update && apt-get install --yes --no-install-recommends chromium; } >/dev/null 2>&1 \
	    || echo "chromium cannot be installed here: the tests of the site in a browser are skipped"
	npm ci --silent --no-audit --no-fund >/dev/null 2>&1 || echo "axe-core and the fonts cannot be installed here: their tests are skipped"
	touch $(BROWSER)

# Choose the versions anew. The lock holds names, versions and hashes, and no addresses.
lock:
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet pip-tools
	.venv-lock/bin/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe --strip-extras --extra dev --extra web --extra cluster --extra openspiel --extra docs \
	    --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-header --no-annotate \
	    --output-file requirements.lock pyproject.toml
	rm -rf .venv-lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
