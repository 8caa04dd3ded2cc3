# The front door. Every target sets up what it needs: packages, configuration, build.
.PHONY: help demo test build static models debug asan fuzz fuzz-smoke bench valgrind lint format docs clean setup

JOBS ?= $(shell nproc)
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
PACKAGES := $(shell sed 's/\#.*//' packages.txt)

help:
	@echo "make demo    build, then show the program's main job on data that it makes itself"
	@echo "make test    build, then run all tests: release, sanitizers, fuzz smoke"
	@echo "make build   leave the program at build/eqnet"
	@echo "make static  leave one file for any x86-64 Linux at build/static/eqnet (some minutes)"
	@echo "make models  train the pretrained models of models/ anew (some minutes)"
	@echo "make bench   print the tables of docs/performance.md"
	@echo "make valgrind  run the tests of kernels, networks and engine under valgrind (some minutes)"
	@echo "make fuzz    run each fuzz target for a minute"
	@echo "make lint    clang-format and clang-tidy;  make format rewrites the files"
	@echo "make docs    rewrite docs/cli.md from the program's own help"

# Installs what packages.txt names and the system lacks; silent when nothing is missing. A command that is there by other
# means than Debian's package (npm often is) will do.
setup:
	@missing=$$(for p in $(PACKAGES); do \
	    command -v $$p >/dev/null || \
	    dpkg-query -W -f '$${db:Status-Status}' $$p 2>/dev/null | grep -qx installed || echo $$p; done); \
	if [ -n "$$missing" ]; then \
	  echo "installing:" $$missing; \
	  $(SUDO) apt-get update -qq && \
	  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi

# $(call cmake,PRESET): configured and built, quietly unless something is wrong.
cmake = cmake --preset $(1) $(2) -Wno-dev --log-level=WARNING >/dev/null && cmake --build --preset $(1) -j $(JOBS) -- --quiet

build: setup
	@$(call cmake,release)

# FLINT has to be built from its source: Debian has no archive of it.
static: setup
	@scripts/static-flint build/static/flint
	@$(call cmake,static)
	@strip build/static/eqnet

# The program has the old ones built in until it is built again.
models: build
	@scripts/models build/eqnet models build/models
	@$(call cmake,release)

debug asan: setup
	@$(call cmake,$@)

demo: build
	@scripts/demo $(CURDIR)/build/eqnet build/demo

# Three CTest runs; the last one's closing lines are the run's.
test: build asan fuzz-smoke
	@ctest --preset asan -j $(JOBS)
	@ctest --preset release -j $(JOBS)

fuzz-smoke: setup
	@$(call cmake,fuzz)
	@ctest --preset fuzz -j $(JOBS)

fuzz: setup
	@$(call cmake,fuzz)
	@for target in cell model parser semvec text; do \
	  mkdir -p build/fuzz/corpus/$$target && \
	  build/fuzz/fuzz_$$target -max_total_time=60 -timeout=10 -rss_limit_mb=4096 build/fuzz/corpus/$$target fuzz/seeds/$$target || exit 1; \
	done

# Beside the sanitizers: valgrind sees into OpenBLAS too. The slow tests are left out; a test of the engine has an operator new of its own.
valgrind: build
	@for room in kernels encode models api train; do \
	  valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite --show-mismatched-frees=no \
	    build/$${room}_tests --gtest_brief=1 --gtest_filter='-Train.*:Learning.*:*OverTheWholeRange:*ManyAs*:*LongAgo*:*AnyRows:*BruteForce*' || exit 1; \
	done

bench: build
	@bench/run build

format: setup
	@git ls-files -co --exclude-standard '*.cc' '*.h' | xargs clang-format -i

lint: build
	@git ls-files -co --exclude-standard '*.cc' '*.h' | xargs clang-format --dry-run -Werror
	@git ls-files 'src/*.cc' | xargs -P $(JOBS) -n 4 clang-tidy -p build --quiet --extra-arg=-Wno-unknown-warning-option

docs: build
	@scripts/cli-docs build/eqnet > docs/cli.md

clean:
	rm -rf build web/node_modules
