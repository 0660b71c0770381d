#!/bin/sh
# What a run is said to take and what it takes: memory_bytes of `train --dry-run` beside the resident memory that
# GNU time measures (%M) of the same run, over an epoch with its validation, its saving and the test.
#   sh tests/bench/memory.sh [attention-explorer]
# A row is NAME, options. Width 128, 2 layers, 4 heads, length 64, batch 64, one thread unless it says so.
set -eu
program=$(realpath "${1:-build/release/bin/attention-explorer}")
[ -x /usr/bin/time ] || { echo "memory.sh needs GNU time (Debian: apt install time)." >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

printf '%-28s %12s %12s %10s %6s\n' point parameters 'said, MB' 'taken, MB' ratio
point() {
    name=$1 width=$2 layers=$3 length=$4 batch=$5 threads=$6
    set -- --preset reverse --device cpu --epochs 1 --set training.warmup=0 --set threads="$threads" \
        --set network.model_dim="$width" --set network.num_layers="$layers" --set network.num_heads=4 \
        --set network.dim_feedforward=$((4 * width)) --set data.length="$length" \
        --set training.batch_size="$batch" --set data.train_size=$((2 * batch)) \
        --set data.validation_size="$batch" --set data.test_size="$batch"
    said=$("$program" train --dry-run --json "$@" 2> /dev/null)
    parameters=$(echo "$said" | sed 's/.*"parameters": *\([0-9]*\).*/\1/')
    bytes=$(echo "$said" | sed 's/.*"memory_bytes": *\([0-9]*\).*/\1/')
    /usr/bin/time -o time -f %M "$program" train --out run "$@" > /dev/null
    awk -v name="$name" -v parameters="$parameters" -v said="$bytes" '{
        taken = $1 * 1024
        printf "%-28s %12d %12.0f %10.0f %6.2f\n", name, parameters, said / 1e6, taken / 1e6, said / taken }' time
    rm -rf run
}
#     name                width layers length batch threads
point 'width 32'             32      2     64    64       1
point 'width 128'           128      2     64    64       1
point 'width 512'           512      2     64    64       1
point '8 layers'            128      8     64    64       1
point 'length 1024'         128      2   1024    64       1
point 'batch 1024'          128      2     64  1024       1
point 'two threads'         512      2     64    64       2
point '100 million parameters' 1024  8     64     4       1
point 'the same, two threads'  1024  8     64     4       2
