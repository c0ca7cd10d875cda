# Two commands do everything on a fresh Debian 12: `make run` and `make test`.
.DEFAULT_GOAL := help
python := PYTHONPATH=$(CURDIR):$(CURDIR)/lab:$(CURDIR)/bindings/python .venv/bin/python
pytest := $(python) -m pytest --numprocesses=auto --dist=worksteal

.PHONY: docs help pictures run records test test-slow test-all fuzz mutate prove check format generate compile-commands lock clean setup-test

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## install what is missing, measure on the simulated mote, print the tables, write the report
	@./motecurve run

records: ## measure every simulated board and write its committed records
	@./motecurve records

test: setup-test ## all tests but the slow ones
	$(pytest) -m "not slow"

test-slow: setup-test ## the tests that are too long for `make test`
	$(pytest) -m slow

test-all: setup-test ## every test, every field at every word size, every image: hours
	MC_TEST_ALL=1 $(pytest)

fuzz: setup-test ## fuzz what reads bytes from outside, a minute for each target
	@$(python) tools/fuzz.py

mutate: setup-test ## plant faults in the sources, and print those that no test notices
	@$(python) tools/mutate.py

prove: setup-test ## what kernels compute: certificates against the bytes, proofs of what changed (docs/assurance.md)
	@$(python) -m motelab prove

check: setup-test ## format, lint, symbol prefix, folder order, src/ and generated/
	@$(python) tools/check.py

format: setup-test ## reformat the sources
	@$(python) tools/check.py --format

generate: ## write every generated file
	@python3 -m codegen

compile-commands: ## build/compile-commands/compile_commands.json for clangd, of one field of each kind
	cmake -S . -B build/compile-commands -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DMC_FIELDS='fb163;fp256r1;fp255' \
	    -DMC_TESTS=ON

docs: setup-test ## the documentation as a site: build/site/index.html
	@NO_MKDOCS_2_WARNING=1 $(python) -m mkdocs build --quiet --strict
	@echo "$(CURDIR)/build/site/index.html"

pictures: setup-test ## the pictures of the documentation, of a run and of its report
	@$(python) tools/pictures.py

lock: ## pin the newest versions of lab/requirements.in (needs uv)
	uv pip compile -q --upgrade --generate-hashes --python-version 3.11 --no-header --no-annotate \
	    lab/requirements.in -o lab/requirements.lock

clean: ## delete everything that can be made again
	rm -rf build .venv .pytest_cache .ruff_cache

setup-test:
	@tools/setup.sh test
