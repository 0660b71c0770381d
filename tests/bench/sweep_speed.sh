#!/bin/bash
# How much `sweep run` costs beside the trainings: RUNS x reverse by `sweep run --jobs 2`, against two single-threaded
# trainings side by side, RUNS / 2 each, one after the other. On a computer that does nothing else.
#   bash tests/bench/sweep_speed.sh [RUNS [attention-explorer]]
set -eu
runs=${1:-100}
program=$(realpath "${2:-build/release/bin/attention-explorer}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
seconds() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", (b - a) / 1e9 }'; }

"$program" sweep plan --preset reverse --device cpu --seeds "$runs" --out sweep > /dev/null
a=$(date +%s%N)
"$program" sweep run sweep --jobs 2 --cores 2 > /dev/null
b=$(date +%s%N)
several() {
    for i in $(seq "$1" 2 $((runs - 1))); do
        "$program" train --preset reverse --device cpu --set threads=1 --seed $((42 + i)) --out "alone/$i" > /dev/null
    done
}
several 0 & first=$!
several 1 & second=$!
wait "$first"
wait "$second"
c=$(date +%s%N)
awk -v runs="$runs" -v s="$(seconds "$a" "$b")" -v t="$(seconds "$b" "$c")" 'BEGIN {
    printf "%d runs: %.1f s by sweep run --jobs 2, %.1f s by two trainings side by side: %.1f %% of their throughput\n",
        runs, s, t, 100 * t / s }'
