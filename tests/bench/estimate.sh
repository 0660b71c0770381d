#!/bin/bash
# The time that a dry run says beside the time that the run takes, in turn; the window's form has it from the
# same trial. Usage: tests/bench/estimate.sh [PROGRAM]
set -euo pipefail
program=${1:-build/release/bin/attention-explorer}
runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT
seconds() { "$program" train "$@" --json 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["seconds"])'; }
printf '| train ... | said, s | took, s | ratio |\n|---|---|---|---|\n'
n=0
while read -r words; do
  n=$((n + 1))
  # shellcheck disable=SC2086
  said=$(seconds $words --dry-run)
  # shellcheck disable=SC2086
  took=$(seconds $words --out "$runs/$n")
  awk -v w="$words" -v s="$said" -v t="$took" 'BEGIN { printf "| `%s` | %.2f | %.2f | %.2f |\n", w, s, t, s / t }'
done <<'RUNS'
--preset reverse --epochs 3
--preset reverse --epochs 3 --set threads=1
--preset reverse-deep --epochs 2
--preset reverse --set network.model_dim=128 --set network.dim_feedforward=256 --steps 400
--preset anomaly-shapes --epochs 2
--preset text-demo --epochs 4
RUNS
