#!/usr/bin/env bash
# Ours and PyTorch in turn, on the same machine in the same minute, as a table in Markdown:
#
#   tests/bench/duel.sh [PROGRAM]     default: build/release/bin/attx-bench
#
# Five rounds of every task, each with one thread and with two; the table has the median. PyTorch (peer.py) runs with
# OpenBLAS, which is checked by a product first. Takes about five minutes on two cores, which should have nothing else
# to do. PYTHON names another python3 than the one that is found.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=${1:-$here/../../build/release/bin/attx-bench}
python=${PYTHON:-python3}
rounds=${ROUNDS:-5}
results=$(mktemp)
trap 'rm -f "$results"' EXIT

# note NAME TASK THREADS COMMAND...: its JSON object becomes a line of the results.
note() {
    local name=$1 task=$2 threads=$3
    shift 3
    printf '{"who": "%s", "task": "%s", "threads": %d, "result": %s}\n' "$name" "$task" "$threads" "$("$@")" >>"$results"
}

for ((round = 0; round < rounds; ++round)); do
    for task in reverse:1000:150 anomaly:20:10 text-imdb:20:5; do
        IFS=: read -r name steps peer_steps <<<"$task"
        for threads in 1 2; do
            note ours "$name" "$threads" "$program" "$name" --steps "$steps" --threads "$threads" --json
            note avx2 "$name" "$threads" env ATTX_ISA=avx2 "$program" "$name" --steps "$steps" --threads "$threads" --json
            note peer "$name" "$threads" "$python" "$here/peer.py" "$name" --steps "$peer_steps" --threads "$threads"
        done
    done
done

"$python" - "$results" "$rounds" <<'PYTHON'
import datetime, json, platform, statistics, subprocess, sys

lines = [json.loads(line) for line in open(sys.argv[1])]
cpu = next((l.split(":", 1)[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")), platform.machine())
peer = next(l["result"] for l in lines if l["who"] == "peer")
cores = subprocess.run(["nproc"], capture_output=True, text=True).stdout.strip()


def median(who, task, threads, key):
    values = [l["result"][key] for l in lines if (l["who"], l["task"], l["threads"]) == (who, task, threads)]
    return statistics.median(values)


print(f"{datetime.date.today()}, {cpu}, {cores} cores; {peer['device'].split(',')[0]} with OpenBLAS "
      f"({peer['gflops_of_a_product']:.0f} GFLOP/s in a product of 512); median of {sys.argv[2]} rounds in turn.\n")
print("| task, threads | ours, ms | GFLOP/s | share of the peak | with AVX2, ms | its share | PyTorch, ms | PyTorch at its best : ours |")
print("|---|---|---|---|---|---|---|---|")
for task in dict.fromkeys(l["task"] for l in lines):
    best = min(median("peer", task, threads, "us_per_step") for threads in (1, 2))
    for threads in (1, 2):
        ours, avx2, theirs = (median(who, task, threads, "us_per_step") / 1e3 for who in ("ours", "avx2", "peer"))
        against = theirs if threads == 1 else best / 1e3
        print(f"| `{task}`, {threads} | {ours:.2f} | {median('ours', task, threads, 'gflops'):.0f} "
              f"| {100 * median('ours', task, threads, 'share_of_peak'):.0f} % | {avx2:.2f} "
              f"| {100 * median('avx2', task, threads, 'share_of_peak'):.0f} % | {theirs:.2f} | {against / ours:.2f} |")
PYTHON
