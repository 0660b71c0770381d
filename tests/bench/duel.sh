#!/usr/bin/env bash
# Ours and PyTorch in turn, on the same machine in the same minute, as a table in Markdown:
#
#   tests/bench/duel.sh [--grow] [PROGRAM]     default: build/release/bin/attx-bench
#
# Five rounds of every task, each with one thread and with two; the table has the medians. --grow: the points of
# attx-bench --grow with one thread, three rounds; BEFORE names another attx-bench to stand beside them. PyTorch
# (peer.py) runs with OpenBLAS, which is checked by a product first: with its kernels for each of some processors, of
# which the fastest are taken, as a release does not know the processors that came after it and takes older kernels
# there. Times of one thread are the processor's, which are the clock's where nothing else runs. PYTHON names another
# python3 than the first that has PyTorch.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
part=tasks
if [[ ${1:-} == --grow ]]; then
    part=grow
    shift
fi
program=${1:-$here/../../build/release/bin/attx-bench}
for python in ${PYTHON:-python3 /usr/bin/python3}; do
    "$python" -c 'import torch' 2>/dev/null && break
done
results=$(mktemp)
trap 'rm -f "$results"' EXIT
load=$(cut -d ' ' -f 1 /proc/loadavg)

# note NAME TASK THREADS COMMAND...: its JSON object becomes a line of the results.
note() {
    local name=$1 task=$2 threads=$3
    shift 3
    local result
    result=$("$@" | tr '\n' ' ')
    printf '{"who": "%s", "task": "%s", "threads": %d, "result": %s}\n' "$name" "$task" "$threads" "$result" >>"$results"
}

kernels= # OpenBLAS's, by the name of the processor they are for; none: those that it chooses
fastest=0
for processor in '' Haswell Zen SkylakeX Cooperlake SapphireRapids; do
    rate=$(env ${processor:+OPENBLAS_CORETYPE=$processor} "$python" "$here/peer.py" reverse --steps 1 --threads 1 2>/dev/null |
        "$python" -c 'import json, sys; print(round(json.load(sys.stdin)["gflops_of_a_product"]))' 2>/dev/null) || continue
    ((rate <= fastest * 21 / 20)) || { fastest=$rate kernels=$processor; } # what is faster by the noise is not
done
[[ -z $kernels ]] || export OPENBLAS_CORETYPE=$kernels
note peer product 1 "$python" "$here/peer.py" reverse --steps 1 --threads 1 # PyTorch's version and its product
if [[ $part == grow ]]; then
    rounds=${ROUNDS:-3}
    for ((round = 0; round < rounds; ++round)); do
        note ours grow 1 "$program" --grow --threads 1 --json
        [[ -z ${BEFORE:-} ]] || note before grow 1 "$BEFORE" --grow --threads 1 --json
        note peer grow 1 "$python" "$here/peer.py" --grow --threads 1
    done
else
    rounds=${ROUNDS:-5}
    for ((round = 0; round < rounds; ++round)); do
        for task in reverse:1000:150 anomaly:20:10 text-imdb:20:5 language:10:5 vision:10:5; do
            IFS=: read -r name steps peer_steps <<<"$task"
            for threads in 1 2; do
                note ours "$name" "$threads" "$program" "$name" --steps "$steps" --threads "$threads" --json
                note avx2 "$name" "$threads" env ATTX_ISA=avx2 "$program" "$name" --steps "$steps" --threads "$threads" --json
                note peer "$name" "$threads" "$python" "$here/peer.py" "$name" --steps "$peer_steps" --threads "$threads"
            done
        done
    done
fi

"$python" - "$results" "$rounds" "$load" <<'PYTHON'
import datetime, json, os, platform, statistics, subprocess, sys

lines = [json.loads(line) for line in open(sys.argv[1])]
cpu = next((l.split(":", 1)[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")), platform.machine())
peer = lines.pop(0)["result"]
cores = subprocess.run(["nproc"], capture_output=True, text=True).stdout.strip()
print(f"{datetime.date.today()}, {cpu}, {cores} cores, load {sys.argv[3]} at the start; {peer['device'].split(',')[0]} with "
      f"OpenBLAS ({peer['gflops_of_a_product']:.0f} GFLOP/s in a product of 512 with its kernels for "
      f"{os.environ.get('OPENBLAS_CORETYPE', 'this processor')}); median of {sys.argv[2]} rounds in turn.\n")


def of(who, task, threads):
    return [l["result"] for l in lines if (l["who"], l["task"], l["threads"]) == (who, task, threads)]


def milliseconds(who, task, threads):
    return statistics.median(r["processor_us" if threads == 1 else "us_per_step"] for r in of(who, task, threads)) / 1e3


def share(who, task, threads):  # of the peak, with the time that is shown
    return 100 * statistics.median(r["gflops"] * r["us_per_step"] / r["processor_us" if threads == 1 else "us_per_step"]
                                   / r["peak_gflops"] for r in of(who, task, threads))


def growth():
    runs = {who: [r["grow"] for r in of(who, "grow", 1)] for who in ("ours", "before", "peer")}
    print("| width, layers, heads, length, batch | ours, ms | MB |", "before : ours |" if runs["before"] else "",
          "PyTorch, ms | PyTorch : ours |")
    print("|---|---|---|" + ("---|" if runs["before"] else "") + "---|---|")
    for i, point in enumerate(runs["ours"][0]):
        ms = {who: statistics.median(r[i]["processor_ms"] for r in all) for who, all in runs.items() if all}
        print("|", ", ".join(str(point[key]) for key in ("width", "layers", "heads", "length", "batch")),
              f"| {ms['ours']:.2f} | {point['megabytes']:.0f} |",
              f"{ms['before'] / ms['ours']:.2f} |" if runs["before"] else "",
              f"{ms['peer']:.1f} | {ms['peer'] / ms['ours']:.2f} |")


def tasks():
    print("| task, threads | ours, ms | share of the peak | with AVX2, ms | its share | PyTorch, ms "
          "| PyTorch at its best : ours |")
    print("|---|---|---|---|---|---|---|")
    for task in dict.fromkeys(l["task"] for l in lines):
        best = min(milliseconds("peer", task, threads) for threads in (1, 2))
        for threads in (1, 2):
            ours, avx2, theirs = (milliseconds(who, task, threads) for who in ("ours", "avx2", "peer"))
            print(f"| `{task}`, {threads} | {ours:.2f} | {share('ours', task, threads):.0f} % | {avx2:.2f} "
                  f"| {share('avx2', task, threads):.0f} % | {theirs:.2f} "
                  f"| {(theirs if threads == 1 else best) / ours:.2f} |")


growth() if of("ours", "grow", 1) else tasks()
PYTHON
