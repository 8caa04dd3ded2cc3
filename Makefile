# The front door. Every target sets up what it needs: packages, configuration, build.
.PHONY: help demo check test dev build torch dlib mpi static wheel deb docker models debug asan fuzz bench valgrind lint format docs clean
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -ec

JOBS ?= $(shell nproc)

help:
	@echo "make demo    build, then show the program's main job on data that it makes itself"
	@echo "make build   leave the program at build/eqnet"
	@echo "make torch   leave libeqnet-torch.so beside it: the models gru and stackrnn, on libtorch"
	@echo "make dlib    leave libeqnet-dlib.so beside it: what eqnet tune proposes with"
	@echo "make mpi     leave libeqnet-mpi.so beside it: train, evaluate, index and tune under mpirun and srun"
	@echo "make check   the tests that matter while working: under a minute once built"
	@echo "make test    all tests: release, sanitizers, fuzz smoke"
	@echo "make static  leave one file for any x86-64 Linux at build/static/eqnet (some minutes)"
	@echo "make wheel   leave the Python package, with all that it needs, at dist/"
	@echo "make deb     leave Debian's packages eqnet, libeqnet0, libeqnet-dev, python3-eqnet at dist/"
	@echo "make docker  the image eqnet around the program of make static, where docker is"
	@echo "make models  train the pretrained models of models/ anew (some minutes)"
	@echo "make bench   print the tables of docs/performance.md"
	@echo "make valgrind  run the tests of kernels, networks and engine under valgrind (some minutes)"
	@echo "make fuzz    run each fuzz target for a minute"
	@echo "make lint    clang-format and clang-tidy;  make format rewrites the files"
	@echo "make docs    rewrite docs/cli.md from the program's own help"

# $(call cmake,PRESET,TARGETS): configured and built; says how far it is, and what is wrong.
cmake = cmake --preset $(1) -Wno-dev --log-level=WARNING >/dev/null && \
  cmake --build --preset $(1) -j $(JOBS) $(if $(2),--target $(2)) | scripts/progress "building $(1)"

build:
	@scripts/setup build
	@$(call cmake,release,eqnet_program)

torch:
	@scripts/setup build torch
	@$(call cmake,torch,eqnet_program eqnet_torch)

dlib:
	@scripts/setup build dlib
	@$(call cmake,dlib,eqnet_program eqnet_dlib)

mpi:
	@scripts/setup build mpi
	@$(call cmake,mpi,eqnet_program eqnet_mpi)

# FLINT and Arb have to be built from their sources: Debian has no archives of them.
static:
	@scripts/setup build
	@scripts/static-libraries build/static/libraries
	@$(call cmake,static)
	@strip build/static/eqnet

wheel:
	@scripts/setup build wheel
	@$(call cmake,release,eqnet_shared)
	@scripts/wheel build/libeqnet.so dist

deb:
	@scripts/setup build deb
	@scripts/deb dist

docker:
	@command -v docker >/dev/null || { echo "make: docker is not here" >&2; exit 1; }
	@$(MAKE) --no-print-directory static
	@docker build -t eqnet -f Dockerfile build/static

# The program has the old ones built in until it is built again.
models: build
	@scripts/setup models
	@scripts/models build/eqnet models build/models
	@$(call cmake,release,eqnet_program)

demo: build
	@scripts/demo $(CURDIR)/build/eqnet build/demo

debug asan:
	@scripts/setup build test
	@$(call cmake,$@)

# What is built with the release flags: everything that `make test` and `make check` run without sanitizers.
dev:
	@scripts/setup build test
	@$(call cmake,dev)

check: dev
	@ctest --preset dev -j $(JOBS) -L fast --output-on-failure

# Two CTest runs; the last one's closing lines are the run's. On a bare system most packages are for the tests, and the
# program is built while they are installed; what goes wrong there is said when dev is built. Pages in a browser leave a core
# idle half of the time, so there is one job more than cores.
test:
	@scripts/setup build
	@{ $(call cmake,release,eqnet_program); } >/dev/null 2>&1 & scripts/setup build test; wait
	@$(MAKE) --no-print-directory -j2 dev asan
	@ctest --preset asan -j $(JOBS)
	@ctest --preset dev -j $$(($(JOBS) + 1))

fuzz:
	@scripts/setup build test
	@$(call cmake,fuzz)
	@for target in build/asan/fuzz_*; do \
	  name=$${target##*/fuzz_} && mkdir -p build/asan/corpus/$$name && \
	  $$target -max_total_time=60 -timeout=10 -rss_limit_mb=4096 build/asan/corpus/$$name fuzz/seeds/$$name || exit 1; \
	done

# Beside the sanitizers: valgrind sees into OpenBLAS too. The slow tests are left out, one whose time would be over, and the searches for algebras, which have no OpenBLAS;
# a test of the engine has an operator new of its own, and valgrind flushes no subnormal numbers.
valgrind: dev
	@scripts/setup valgrind
	@for module in kernels encode models api train; do \
	  valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite --show-mismatched-frees=no \
	    build/$${module}_tests --gtest_brief=1 --gtest_filter='-Train.*:FlushSubnormals.*:Learning.*:MulTraining.*:*OverTheWholeRange:*ManyAs*:*LongAgo*:*AnyRows:*BruteForce*:BlockSearch.*:Tabulate.*:Table*:Words.*:Forms.*:Equations.*:Decompose*:*SaysWhereAShortestForm*' || exit 1; \
	done

bench:
	@scripts/setup build torch bench
	@$(call cmake,bench)
	@bench/run build

format:
	@scripts/setup lint
	@git ls-files -co --exclude-standard '*.cc' '*.h' | xargs clang-format -i

lint:
	@scripts/setup build test lint
	@cmake --preset lint -Wno-dev --log-level=WARNING >/dev/null
	@git ls-files -co --exclude-standard '*.cc' '*.h' | xargs clang-format --dry-run -Werror
	@git ls-files 'src/*.cc' | xargs -P $(JOBS) -n 4 clang-tidy -p build/lint --quiet --extra-arg=-Wno-unknown-warning-option

docs: build
	@scripts/cli-docs build/eqnet > docs/cli.md

clean:
	rm -rf build web/node_modules
