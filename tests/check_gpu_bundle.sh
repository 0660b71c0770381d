#!/usr/bin/env bash
# check_gpu_bundle.sh SOURCE_DIR BUNDLE.tar: the bundle of attx-gpu-report in a fresh root of Debian 13: without any driver,
# which it says, with lavapipe, and with SwiftShader (of chromium-common). What it said stays in build/gpu-report beside it.
set -euo pipefail
source_dir=$(realpath "$1")
bundle=$(realpath "$2")
. "$source_dir/tests/fresh_root.sh"
require_fresh_roots "The bundle is not tried"
place=$source_dir/build/gpu-report
new=$place/trixie
mkdir -p "$place"
rm -rf --one-file-system "$new"
say "The bundle in ${names[trixie]}:"
make_root trixie "$new" >"$new.log" 2>&1 || { say "    no root could be made; see $new.log"; exit 1; }
tar -C "$new" -xf "$bundle"

# try NAME STATUS WORDS ENVIRONMENT...: the report ends so, and its text has these words.
try() {
    local name=$1 expected=$2 words=$3 status=0
    shift 3
    inside "$new" / "env $* /attx-gpu-report/report --seconds 100 --output /$name.json" >"$place/$name.txt" 2>&1 || status=$?
    cp "$new/$name.json" "$place" 2>/dev/null || true
    if ((status != expected)) || ! grep -q "$words" "$place/$name.txt"; then
        say "    $name: FAILED ($status)"
        tail -n 20 "$place/$name.txt" >&2
        failed=1
    else
        say "    $name: $(grep -m 1 "$words" "$place/$name.txt")"
    fi
}
install() { inside "$new" / "DEBIAN_FRONTEND=noninteractive apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends $*" >>"$new.log" 2>&1; }

failed=0
try none 0 "No Vulkan device here" LC_ALL=C
install mesa-vulkan-drivers
try lavapipe 0 "llvmpipe" LC_ALL=C
install chromium-common
shader=/usr/lib/chromium/vk_swiftshader_icd.json
try swiftshader 0 "SwiftShader" "VK_DRIVER_FILES=$shader" "VK_ICD_FILENAMES=$shader"
((failed)) || rm -rf --one-file-system "$new"
exit "$failed"
