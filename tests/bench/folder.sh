#!/usr/bin/env bash
# A network of BERT's size with random weights, opened: the forward pass of 128 tokens beside PyTorch's, one thread
# each and in turn, and what the command line takes from the folder to the first map.
#
#   tests/bench/folder.sh [BIN]     default: build/release/bin
#
# PyTorch runs with the fastest of the kernels that its OpenBLAS has. Times of a pass are the processor's, medians of 20
# passes. PYTHON names another python3 than the first that has PyTorch; GNU time (Debian: time) is needed.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bin=${1:-$here/../../build/release/bin}
for python in ${PYTHON:-python3 /usr/bin/python3}; do
    "$python" -c 'import torch' 2>/dev/null && break
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" "$here/bert.py" make "$work/bert"
value() { "$python" -c "import json, sys; print(json.load(sys.stdin)['$1'])"; }

kernels=
best=1000000000
for processor in '' Haswell Zen SkylakeX Cooperlake SapphireRapids; do
    took=$(env ${processor:+OPENBLAS_CORETYPE=$processor} "$python" "$here/bert.py" time "$work/bert" --passes 3 \
        2>/dev/null | value ms 2>/dev/null) || continue
    took=${took%.*}
    ((took < best)) && best=$took kernels=$processor
done
[[ -z $kernels ]] || export OPENBLAS_CORETYPE=$kernels
echo "load $(cut -d ' ' -f 1 /proc/loadavg), OpenBLAS's kernels for ${kernels:-this processor}"
for round in 1 2 3; do
    ours=$("$bin/attx-bench" --folder "$work/bert" --tokens 128 --json)
    peer=$("$python" "$here/bert.py" time "$work/bert" --tokens 128)
    echo "pass of 128 tokens: ours $(value ms <<<"$ours") ms, PyTorch $(value ms <<<"$peer") ms"
done
echo "logits: ours $(value logits <<<"$ours"), PyTorch $(value logits <<<"$peer")"

tokens=$(seq -s , 1000 37 $((1000 + 37 * 127)))
size=$(stat -c %s "$work/bert/model.safetensors")
for round in 1 2 3; do
    /usr/bin/time -o "$work/time" -f '%e %M' "$bin/attention-explorer" inspect "$work/bert" --tokens "$tokens" \
        --out "$work/out" >/dev/null
    awk -v size="$size" '{printf "folder to maps: %.2f s, %.0f MB, %.2f of the file\n", $1, $2 * 1024 / 1e6,
        $2 * 1024 / size}' "$work/time"
done
