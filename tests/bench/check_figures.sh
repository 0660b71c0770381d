#!/usr/bin/env bash
# The figures that are promised of whole runs, measured with the program as it is shipped:
#
#   tests/bench/check_figures.sh [PROGRAM]     default: build/release/bin/attention-explorer
#
# For the seeds 1 to 5 of the preset "reverse": test accuracy 1.0; the largest weight of every query of the
# first twenty validation sequences on the anti-diagonal; at most 300 MB of memory; and the same seed twice
# gives the same model, byte for byte. Takes about a minute; needs python3. Not run with the tests.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=${1:-$root/build/release/bin/attention-explorer}
most_kilobytes=$((300 * 1024))
samples=20
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# train SEED FOLDER: the command's JSON object, with "kilobytes", its largest resident size.
train() {
    python3 - "$program" train --preset reverse --seed "$1" --out "$2" --json 2>/dev/null <<'EOF'
import json, resource, subprocess, sys
run = json.loads(subprocess.run(sys.argv[1:], check=True, stdout=subprocess.PIPE).stdout)
run["kilobytes"] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(json.dumps(run))
EOF
}

# on_anti_diagonal FILE: "RIGHT ALL" rows of attention.0 whose largest weight stands at T - 1 - query.
on_anti_diagonal() {
    python3 - "$1" <<'EOF'
import array, json, struct, sys
data = open(sys.argv[1], "rb").read()
size = struct.unpack("<Q", data[:8])[0]
entry = json.loads(data[8:8 + size])["attention.0"]
T = entry["shape"][-1]
begin, end = (8 + size + offset for offset in entry["data_offsets"])
weights = array.array("f", data[begin:end])
rows = [weights[i:i + T] for i in range(0, len(weights), T)]
print(sum(row.index(max(row)) == T - 1 - i % T for i, row in enumerate(rows)), len(rows))
EOF
}

failed=0
for seed in 1 2 3 4 5; do
    result=$(train "$seed" "$work/$seed")
    right=0 all=0
    for ((sample = 0; sample < samples; ++sample)); do
        "$program" inspect "$work/$seed" --sample "$sample" --out "$work/seen.safetensors" >/dev/null
        read -r r a < <(on_anti_diagonal "$work/seen.safetensors")
        right=$((right + r)) all=$((all + a))
    done
    python3 - "$result" "$seed" "$right" "$all" "$most_kilobytes" <<'EOF' || failed=1
import json, sys
run, (seed, right, all_rows, most) = json.loads(sys.argv[1]), map(int, sys.argv[2:])
good = run["test_acc"] == 1.0 and right == all_rows and run["kilobytes"] <= most
print("%s  seed %d: test accuracy %.4f, %d of %d rows on the anti-diagonal, %.1f s, %.3f ms a step, %.1f MB"
      % ("ok  " if good else "FAIL", seed, run["test_acc"], right, all_rows, run["seconds"], run["ms_per_step"],
         run["kilobytes"] / 1024))
sys.exit(not good)
EOF
done
train 1 "$work/again" >/dev/null
if cmp -s "$work/1/model.safetensors" "$work/again/model.safetensors"; then
    echo "ok    seed 1 twice: identical models"
else
    echo "FAIL  seed 1 twice: the models differ"
    failed=1
fi
exit "$failed"
