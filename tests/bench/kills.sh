#!/bin/bash
# Kills `train` (SIGKILL) at random moments and goes on with --resume until the end, over the three tasks at small
# sizes. Nothing may be lost: what each run ends with is compared, bit for bit, with a run that nobody killed.
#   bash tests/bench/kills.sh [KILLS [SEED [attention-explorer]]]
# Of three kills one falls into the first second after a start. A run meets one to four kills.
set -eu
kills=${1:-200}
RANDOM=${2:-1}
program=$(realpath "${3:-build/release/bin/attention-explorer}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

words="a an the film plot was is great good fine bad dull poor very not quite actor scene end"
awk -v words="$words" 'BEGIN {
    srand(7); n = split(words, word, " ")
    print "text,label"
    for (i = 0; i < 600; ++i) {
        line = i % 2 ? "good" : "bad"
        for (k = 0; k < 12; ++k) line = line " " word[1 + int(rand() * n)]
        print line "," (i % 2 ? "pos" : "neg")
    }
}' > texts.csv
for class in 1 2 3 4 5 6; do mkdir -p "images/class$class"; done
awk 'BEGIN {
    srand(8)
    for (class = 1; class <= 6; ++class)
        for (image = 1; image <= 60; ++image) {
            file = "images/class" class "/" image ".ppm"
            print "P3 8 8 255" > file
            for (i = 0; i < 64; ++i)
                print int(rand() * 200) + (i % 6 == class - 1 ? 55 : 0), int(rand() * 255), int(rand() * 255) > file
            close(file)
        }
}'

common="--device cpu --set threads=1 --set training.checkpoint_seconds=0.1 --set training.snapshot_every=20"
reverse="--preset reverse --epochs 5 --set data.train_size=12800 --set data.validation_size=1000 --set data.test_size=1000"
anomaly="--preset anomaly --data images --set data.extractor=pixels --epochs 6 --set data.set_size=4 \
    --set training.batch_size=4 --set network.model_dim=64 --set network.dim_feedforward=64 --set training.warmup=5"
text="--preset text-imdb --data texts.csv --epochs 5 --set data.length=16 --set training.batch_size=8 \
    --set network.model_dim=32 --set network.dim_feedforward=32"

# The tensors of a safetensors file; its header also tells the time that the run took.
tensors() { tail -c +$(($(od -An -tu8 -N8 "$1") + 9)) "$1"; }
compared() { # WHAT a run ends with
    cmp -s "$1/metrics.csv" "$2/metrics.csv" && cmp -s "$1/model.safetensors" "$2/model.safetensors" &&
        [ "$(tensors "$1/last.safetensors" | sha256sum)" = "$(tensors "$2/last.safetensors" | sha256sum)" ]
}

done=0 tasks=3 runs=0 lost=0 different=0 early=0
for task in reverse anomaly text; do
    begin=$(date +%s%N)
    # shellcheck disable=SC2086
    "$program" train --out "$task" ${!task} $common > log 2>&1 || { cat log >&2; exit 1; }
    took=$((($(date +%s%N) - begin) / 1000000)) # milliseconds
    share=$(((kills - done + tasks - 1) / tasks)) here=0 tasks=$((tasks - 1))
    while [ "$here" -lt "$share" ]; do
        rm -rf run images/.attx images/*.npz  # the features are made anew, too
        wanted=$((1 + RANDOM % 4)) met=0
        while :; do
            # Before run.json stands there the run has not begun: the same command begins it.
            if [ -e run/run.json ]; then
                "$program" train --resume run > log 2>&1 &
            else
                # shellcheck disable=SC2086
                "$program" train --out run ${!task} $common > log 2>&1 &
            fi
            process=$!
            if [ "$met" -lt "$wanted" ] && [ "$here" -lt "$share" ]; then
                most=$((RANDOM % 3 == 0 && took > 1000 ? 1000 : took))
                sleep "$(awk -v t=$(((RANDOM * 32768 + RANDOM) % (most + 1))) 'BEGIN { print t / 1000 }')"
                kill -9 "$process" 2> /dev/null || true
            fi
            status=0
            wait "$process" 2> /dev/null || status=$?
            [ "$status" -eq 137 ] || break # the run's end came first
            met=$((met + 1)) here=$((here + 1))
            [ -e run/run.json ] || early=$((early + 1))
        done
        runs=$((runs + 1))
        if [ "$status" -ne 0 ]; then
            lost=$((lost + 1))
            echo "$task: a run was lost:" >&2
            cat log >&2
            continue
        fi
        if ! compared run "$task"; then
            different=$((different + 1))
            echo "$task: a run ended differently" >&2
            cp -r run "$task-different-$different"
        fi
    done
    done=$((done + here))
    printf '%-8s %4d kills, a run takes %d ms\n' "$task" "$here" "$took"
done
echo "$done kills ($early before run.json stood), $runs runs: $lost lost, $different ended differently"
[ "$lost" -eq 0 ] && [ "$different" -eq 0 ]
