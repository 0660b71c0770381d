#!/usr/bin/env bash
# Whether two builds of the program train the same networks, bit for bit:
#
#   tests/bench/same_bits.sh BEFORE AFTER [STEPS]     two programs (attention-explorer); 200 steps
#
# Both train the presets with the same seed, natively with each instruction set that the processor has and on
# the first Vulkan device, which VK_DRIVER_FILES chooses; VULKAN= leaves Vulkan out. The tensors of both
# checkpoints, optimiser included, must have the same names, shapes and bits; what the files say of themselves
# may differ. PRESETS names other presets than the usual ones. Needs python3. Not run with the tests.
set -euo pipefail

before=$(realpath "$1") after=$(realpath "$2") steps=${3:-200}
presets=${PRESETS:-reverse reverse-deep anomaly-shapes text-demo}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# same OPTION...: trains with both programs and compares what they leave.
same() {
    local name
    for name in before after; do
        "${!name}" train "$@" --steps "$steps" --seed 42 --out "$work/$name" >"$work/log" 2>&1 || {
            cat "$work/log"
            return 1
        }
    done
    python3 - "$work/before" "$work/after" <<'PYTHON'
import json, struct, sys

def tensors(path):
    data = open(path, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    head = json.loads(data[8:8 + size])
    head.pop("__metadata__", None)
    return {name: (t["dtype"], t["shape"], data[8 + size + t["data_offsets"][0]:8 + size + t["data_offsets"][1]])
            for name, t in head.items()}

count = 0
for file in ("last.safetensors", "model.safetensors"):
    before, after = (tensors(f"{folder}/{file}") for folder in sys.argv[1:])
    count += len(before)
    differ = sorted(before.keys() ^ after.keys())
    differ += [name for name in before if name in after and before[name] != after[name]]
    if differ:
        sys.exit(f"{file}: {len(differ)} of {len(before)} tensors differ: " + ", ".join(differ[:5]))
print(f"{count} tensors are the same")
PYTHON
}

instructions=$("$before" devices | sed -n 's/.*cpu:.* runs //p')
failed=0
# check LABEL OPTION...
check() {
    local label=$1
    shift
    rm -rf "$work/before" "$work/after"
    printf '%-40s ' "$label"
    same "$@" || failed=1
}
for preset in $presets; do
    for isa in avx512 avx2 baseline; do
        if [[ " $instructions " == *" $isa "* ]]; then
            check "$preset, $isa" --preset "$preset" --device cpu --isa "$isa"
        fi
    done
    if [[ -n ${VULKAN-yes} ]]; then check "$preset, Vulkan" --preset "$preset" --device vulkan; fi
done
exit "$failed"
