#!/bin/bash
# The grid of `eqnet reproduce` as a Slurm array: one task per cell that is still to do. A task that is killed is put back
# into the queue, and costs its own cell alone; what was done stays done. The folders must be seen by all nodes.
#
#   export EQNET=$(command -v eqnet) GRID="data -o results --seeds 3 --seed 1"
#   $EQNET reproduce $GRID --list > cells.txt
#   sbatch --export=ALL --array=1-$(wc -l < cells.txt) examples/grid/slurm.sh
#   $EQNET reproduce $GRID --no-run        # when all are done: the tables
#SBATCH --job-name=eqnet
#SBATCH --cpus-per-task=1
#SBATCH --mem=4G
#SBATCH --requeue
set -eu
# shellcheck disable=SC2086  # GRID is several words
exec "$EQNET" reproduce $GRID --threads 1 --quiet --cell "$(sed -n "${SLURM_ARRAY_TASK_ID}p" cells.txt)"
