#!/usr/bin/env bash
# Trains each preset that has a figure to reach for three seeds, and prints the rows of a table for RESULTS.md:
#   tests/bench/presets.sh [PROGRAM [PRESET ...]]     SEEDS="1 2 3" by default
# A row has the test accuracy, the seconds of the run and its steps by seed, and says what is missed. The exit
# status is 1 if anything is.
set -u
program=${1:-build/release/bin/attention-explorer}
shift
presets=${*:-"addition-mod induction recall brackets parity first-unique histogram palindrome sum masked"}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
missed=0
echo "| preset | test accuracy | seconds | steps | missed |"
echo "|---|---|---|---|---|"
for preset in $presets; do
    for seed in ${SEEDS:-1 2 3}; do
        run=$work/$preset-$seed
        "$program" train --preset "$preset" --set "seed=$seed" --set device=cpu --out "$run" >"$work/log" 2>&1 ||
            { cat "$work/log" >&2; exit 1; }
    done
    python3 - "$preset" "$work/$preset-"* <<'PYTHON' || missed=1
import csv
import json
import sys

preset, runs = sys.argv[1], sys.argv[2:]
most = 300 if preset == "addition-mod" else 90  # seconds
# Where both of a token and its image are hidden, 15 % of them, nothing tells what stood there.
least = 0.85 if preset == "masked" else 0.99
accuracies, seconds, steps, missed = [], [], [], []
for run in runs:
    result = json.load(open(run + "/run.json"))["result"]
    accuracies.append(result["test_accuracy"])
    seconds.append(result["seconds"])
    steps.append(result["steps"])
    if preset != "addition-mod":
        continue
    # Training perfect at least 500 steps before the validation passes 0.9.
    perfect = leapt = None
    for row in csv.DictReader(open(run + "/metrics.csv")):
        step = int(row["step"])
        if perfect is None and row.get("train_accuracy") and float(row["train_accuracy"]) == 1:
            perfect = step
        if leapt is None and row.get("validation_accuracy") and float(row["validation_accuracy"]) > 0.9:
            leapt = step
    missed.append("" if perfect and leapt and leapt - perfect >= 500 else f"grokked at {leapt}, perfect at {perfect}")
missed += [f"{a:.4f} right" for a in accuracies if a < least] + [f"{s:.0f} s" for s in seconds if s > most]
missed = [text for text in missed if text]
print("| `%s` | %s | %s | %s | %s |" % (preset, ", ".join(f"{a:.4f}" for a in accuracies),
      ", ".join(f"{s:.0f}" for s in seconds), ", ".join(map(str, steps)), "; ".join(missed) or "–"))
sys.exit(bool(missed))
PYTHON
done
exit $missed
