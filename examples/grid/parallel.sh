#!/bin/bash
# The grid of `eqnet reproduce` by GNU parallel: one job per cell that is still to do, on this machine's cores, or with
# --sshloginfile on others that see the same folders. What fails is tried three times; given again, it goes on.
#
#   EQNET=build/eqnet GRID="data -o results --seeds 3" examples/grid/parallel.sh [OPTION OF parallel…]
set -eu
# Asked anew each time, and kept nowhere: it says what is still to do, whatever was done and asked for before.
# shellcheck disable=SC2086  # GRID is several words
cells=$("$EQNET" reproduce $GRID --list)
if [ -n "$cells" ]; then
  parallel --joblog cells.log --retries 3 "$@" "$EQNET reproduce $GRID --threads 1 --quiet --cell {}" <<< "$cells"
fi
# shellcheck disable=SC2086
"$EQNET" reproduce $GRID --no-run
