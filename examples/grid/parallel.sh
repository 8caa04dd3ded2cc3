#!/bin/bash
# The grid of `eqnet reproduce` by GNU parallel: one job per cell that is still to do, on this machine's cores, or with
# --sshloginfile on others that see the same folders. What fails is tried three times; given again, it goes on.
#
#   EQNET=build/eqnet GRID="data -o results --seeds 3" examples/grid/parallel.sh [OPTION OF parallel…]
set -eu
# The list is made once: parallel tells what it has done by the number of the line.
# shellcheck disable=SC2086  # GRID is several words
test -e cells.txt || "$EQNET" reproduce $GRID --list > cells.txt
parallel --joblog cells.log --resume-failed --retries 3 "$@" \
  "$EQNET reproduce $GRID --threads 1 --quiet --cell {}" < cells.txt
# shellcheck disable=SC2086
"$EQNET" reproduce $GRID --no-run
