# Needs make and Python 3.11 or newer, nothing else: the rest is put into .venv on first use.

PYTHON ?= python3
BIN := .venv/bin
# Folders with typed code.
TYPED := src tests lab docs/pictures
# make test ARGS="-k jail"
ARGS ?=
SEED ?= 1
# Tests start Python hundreds of times: keep what it compiles, even where the environment says not to.
export PYTHONDONTWRITEBYTECODE :=
# Tests wait now and then, for a program or a clock: run twice as many at once as there are cores.
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) * 2 )))

.DEFAULT_GOAL := help
.PHONY: help .venv play quick test test-frozen test-long test-lab check check-deps bench bench-against bench-ui measure ladder markers pace tables puzzles exploits seats balance calibration tune captures pictures film docs keep-cards coverage-rules mutations usage kills powerdome-games monkey late keys damage seasons drama habits outfits mixture powerdome-bars powerdome-powers

help: ## Show what make can do here
	@awk -F ':.*## ' '/^[a-z.-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.venv: .venv/developing ## Set up the environment with every tool

play: .venv/playing ## Play a match
	@$(BIN)/deathdome play $(ARGS)

test-long: .venv/developing ## Run one more of each kind that `make test` has already (long)
	@$(BIN)/pytest -n $(WORKERS) --dist loadgroup -m long $(ARGS)

test-frozen: .venv/developing ## Compare all frozen outputs, of which `make test` takes a sample
	@$(BIN)/pytest -n $(WORKERS) --dist loadgroup -m frozen $(ARGS)

quick: .venv/developing ## Check a change in 90 seconds: style, types, imports, nearest tests (ARGS="--since main")
	@$(BIN)/python tests/quick.py $(ARGS)

test: .venv/developing ## Run the tests on all cores (WORKERS=1 for one at a time, ARGS="-k jail" to choose)
	@$(BIN)/pytest -n $(WORKERS) --dist loadgroup $(ARGS)

test-lab: .venv/developing ## Run the tests of the tools in lab/ (ARGS="-k ladder" to choose)
	@$(BIN)/pytest -n $(WORKERS) --dist loadgroup lab/tests $(ARGS)

check: .venv/developing ## Everything that must hold before a push: style, types, imports, tests, frozen outputs
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy $(TYPED)
	$(BIN)/lint-imports --no-logo
	@echo "Longest modules:"
	@find src -name '*.py' -exec wc -l {} + | grep -v ' total$$' | sort -rn | head -n 6
	@# All frozen records are compared here: the sample of them that `make test` takes is left out.
	@$(BIN)/pytest -n $(WORKERS) --dist loadgroup -m "not long" tests lab/tests $(ARGS) \
	  --deselect tests/test_frozen.py::test_every_tenth_frozen_record_comes_out_again

check-deps: ## Test with the lowest and newest dependencies allowed (minutes; ARGS="lowest" for one)
	@$(PYTHON) tests/check_deps.py $(ARGS)

bench: .venv/developing ## Measure speed
	@$(BIN)/python -m lab.bench $(ARGS)

bench-against: .venv/developing ## Compare the speed of engine and managers with a commit (COMMIT=HEAD~1 ARGS="--quick")
	@$(BIN)/python -m lab.bench.against $(or $(COMMIT),HEAD) $(ARGS)

bench-ui: .venv/developing ## Measure the screen beside a bare Textual app (ARGS="--quick")
	@$(BIN)/python -m lab.bench.ui $(ARGS)

measure: .venv/developing ## Write every measured table of the documentation (6 hours; ARGS="--list", "--jobs 2")
	@$(BIN)/python -m lab.measure $(ARGS)

ladder: .venv/developing ## Measure the managers against their targets (hours; ARGS="--quick" for a look)
	@$(BIN)/python -m lab.ladder.ladder $(ARGS)

markers: .venv/developing ## Measure what personalities are known by (hours; ARGS="--quick" for a look)
	@$(BIN)/python -m lab.ladder.markers $(ARGS)

pace: .venv/developing ## Measure how long managers think (ARGS="--quick" for a look)
	@$(BIN)/python -m lab.ladder.timing $(ARGS)

tables: .venv/developing ## Write docs/ladder.md from what was measured
	@$(BIN)/python -m lab.ladder.pages $(ARGS)

puzzles: .venv/developing ## Let the managers solve the puzzles (ARGS="--managers greedy,tactical --wrong")
	@$(BIN)/python -m lab.ladder.puzzles $(ARGS)

exploits: .venv/developing ## Measure how often single ideas beat the managers (hours; ARGS="--quick" for a look)
	@$(BIN)/python -m lab.exploits.exploits $(ARGS)

calibration: .venv/developing ## See whether the managers' odds come true (hours; ARGS="--matches 60 --out DIR")
	@$(BIN)/python -m lab.study.calibration $(ARGS)

tune: .venv/developing ## Measure the weights of the managers in self-play (hours; docs/tuning.md)
	@$(BIN)/python -m lab.tuning.tune $(ARGS)

seats: .venv/developing ## Measure the seats of the boards (an hour; ARGS="--seats 3 --blocks 20" for a look)
	@$(BIN)/python -m lab.study.seats $(ARGS)

powerdome-bars: .venv/developing ## Measure PowerDome's bots against their bars (hours; ARGS="--only duel")
	@$(BIN)/python -m lab.powerdome.bars $(ARGS)

powerdome-powers: .venv/developing ## Measure how often owners of each PowerDome power win (ARGS="--games 1500")
	@$(BIN)/python -m lab.powerdome.powers $(ARGS)

mixture: .venv/developing ## Choose the outfits that managers draw from (ARGS="--out FILE --weights FILE" writes them)
	@$(BIN)/python -m lab.study.mixture $(ARGS)

habits: .venv/developing ## Count what managers buy, do and leave undone (ARGS="--seats elite,tactical --matches 20")
	@$(BIN)/python -m lab.study.habits $(ARGS)

outfits: .venv/developing ## Search the store for outfits that beat the managers (hours; ARGS="--jobs 2")
	@$(BIN)/python -m lab.study.outfits $(ARGS)

drama: .venv/developing ## Measure how open seasons stay (hours; ARGS="--seasons 20" for a look)
	@$(BIN)/python -m lab.study.seasons $(ARGS)

balance: .venv/developing ## Measure whether the game is even (hours; ARGS="--pack FOLDER" for a change)
	@$(BIN)/python -m lab.study.balance $(ARGS)

keep-cards: .venv/developing ## Keep the cards that a change of data/cards replaces, then make docs
	@$(BIN)/python -m lab.pages.kept_cards
	@$(MAKE) --no-print-directory docs

docs: .venv/developing ## Write the pages and the compiled cards that are made from cards, rules and keys
	@$(BIN)/python -m lab.pages.documents
	@$(BIN)/python -m lab.pages.keys_page

coverage-rules: .venv/developing ## List the rules that no test proves
	@$(BIN)/python tests/coverage_rules.py

mutations: .venv/developing ## Break rules on purpose and see that the tests notice
	@$(BIN)/python tests/mutations.py $(ARGS)

usage: .venv/developing ## Play both games and list unused cards and powers (ARGS="--matches 60")
	@$(BIN)/python -m lab.study.usage $(ARGS); cards=$$?; $(BIN)/python -m lab.powerdome.usage $(ARGS) && exit $$cards

kills: .venv/developing ## Kill a program that keeps a match, and look at what it kept (ARGS="--kills 20")
	@$(BIN)/python tests/kills.py $(ARGS)

seasons: .venv/developing ## Play seasons at random under every pair of rules and audit them (ARGS="--seasons 9000 --jobs 2")
	@$(BIN)/python tests/seasons.py $(ARGS)

powerdome-games: .venv/developing ## Play random games of PowerDome and audit them (ARGS="--games 20000 --jobs 2")
	@PYTHONPATH=tests:tests/support $(BIN)/python tests/powerdome/auditing.py $(ARGS)

monkey: .venv/developing ## Type at random into the real program (ARGS="--seeds 20 --keys 100 --out found.jsonl")
	@$(BIN)/python tests/monkey.py $(ARGS)
	@$(BIN)/python tests/powerdome/tui/monkey.py 1 $(or $(GAMES),100)

late: .venv/developing ## Test the screens on an event loop where everything comes late (SEED=2 for another order)
	@LATE=$(SEED) $(BIN)/pytest -n $(WORKERS) --dist loadgroup tests/tui $(ARGS)

keys: .venv/developing ## Count the keys of forty turns, before and after "three keys per phase"
	@PYTHONPATH=tests $(BIN)/python tests/keys_per_turn.py $(ARGS)

damage: .venv/developing ## Damage files of every kind and read them (ARGS="--times 50000 --out found.txt")
	@PYTHONPATH=tests:tests/support $(BIN)/python -m hostile.damage $(ARGS)

captures: .venv/developing ## Play matches by keystrokes in a terminal and keep the screens
	@$(BIN)/python tests/tui/by_keys.py
	@PYTHONPATH=tests $(BIN)/python tests/powerdome/tui/by_keys.py

pictures: .venv/developing ## Take the pictures of the documentation (ARGS="store curtain" for some)
	@$(BIN)/python docs/pictures/make.py $(ARGS)

film: .venv/developing ## Film a scripted match for the README, as an asciicast and a moving picture
	@$(BIN)/python docs/pictures/film.py

# What a player needs. The stamps are younger than the files that decide what is installed.
.venv/playing: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "deathdome needs Python 3.11 or newer; $(PYTHON) is" \
	    "$$($(PYTHON) --version 2>/dev/null || echo 'not there')." \
	    "Name another one, for example: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up .venv (once; it takes a minute)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install -qq --disable-pip-version-check -c constraints.txt hatchling editables
	@$(BIN)/pip install -qq --disable-pip-version-check -c constraints.txt \
	  --no-build-isolation --editable .
	@touch $@

# What a developer needs besides.
.venv/developing: .venv/playing
	@echo "Adding the developer's tools to .venv"
	@$(BIN)/pip install -qq --disable-pip-version-check -c constraints.txt \
	  --no-build-isolation --editable '.[dev]'
	@touch $@
