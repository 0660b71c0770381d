#!/bin/bash
# Kills `sweep run` (SIGKILL) at random moments and starts it again, with two runs at a time. Nothing may be lost or done
# twice: in the end every run is finished once, the table is complete, and each run is, bit for bit, that of a sweep
# which nobody killed.
#   bash tests/bench/sweep_kills.sh [KILLS [SEED [attention-explorer]]]
set -eu
kills=${1:-10}
RANDOM=${2:-1}
program=$(realpath "${3:-build/release/bin/attention-explorer}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

for name in whole killed; do
    "$program" sweep plan --preset reverse --device cpu --epochs 3 --set data.train_size=12800 \
        --set data.validation_size=500 --set data.test_size=500 --set training.checkpoint_seconds=0.1 \
        --set training.learning_rate=1e-4,1e-3 --seeds 6 --out "$name" > /dev/null
done
begin=$(date +%s%N)
"$program" sweep run whole --jobs 2 --cores 2 --json > whole.json 2> whole.log || { cat whole.log >&2; exit 1; }
took=$((($(date +%s%N) - begin) / 1000000)) # milliseconds
runs=12

: > began
done=0 status=137
while [ "$status" -ne 0 ]; do
    "$program" sweep run killed --jobs 2 --cores 2 --json > killed.json 2> killed.log &
    process=$!
    if [ "$done" -lt "$kills" ]; then
        # So that the kills fall before the end, and some into the first moments.
        most=$((RANDOM % 4 == 0 ? 300 : took / kills))
        sleep "$(awk -v t=$((RANDOM % (most + 1))) 'BEGIN { print t / 1000 }')"
        kill -9 "$process" 2> /dev/null || true
    fi
    status=0
    wait "$process" 2> /dev/null || status=$?
    if [ "$status" -eq 137 ]; then
        done=$((done + 1))
    elif [ "$status" -ne 0 ]; then
        cat killed.log >&2
        exit 1
    fi
    # What is finished keeps its run.json, which tells the seconds that it took: it is not trained again.
    for json in killed/*/run.json; do
        [ -e "$json" ] || continue
        text=$(cat "$json") # read once: a training that is ending may replace the file at any moment
        case $text in *'"result": null'* | *'"reason": "stopped"'*) continue ;; esac
        stamp="$json $(printf %s "$text" | sha256sum)"
        grep -qxF "$stamp" began || echo "$stamp" >> began
    done
done
"$program" collect killed --out table.csv > /dev/null
finished=$(grep -c ',finished,' table.csv || true)
twice=$((runs < $(wc -l < began) ? $(wc -l < began) - runs : 0))
different=0
for run in whole/[0-9]*; do
    other=killed/${run#whole/}
    cmp -s "$run/metrics.csv" "$other/metrics.csv" && cmp -s "$run/model.safetensors" "$other/model.safetensors" ||
        { different=$((different + 1)); echo "$other ended differently" >&2; }
done
rows=$(($(wc -l < table.csv) - 1))
echo "$done kills of a sweep that takes $took ms: $finished of $runs runs finished, $rows rows, $twice done twice," \
    "$different different"
[ "$finished" -eq "$runs" ] && [ "$rows" -eq "$runs" ] && [ "$twice" -eq 0 ] && [ "$different" -eq 0 ]
