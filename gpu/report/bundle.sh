#!/usr/bin/env bash
# bundle.sh PROGRAM SOURCE_DIR FILE.tar: attx-gpu-report with what it needs on a bare x86-64 Linux that has a Vulkan driver:
# its libraries and a loader, which report.sh takes where the system has none, reference values, and the peers.
set -euo pipefail
program=$1 source=$2 target=$3
most=$((56 * 1000 * 1000))
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
place=$folder/attx-gpu-report
mkdir -p "$place/lib" "$place/golden"
cp "$program" "$place/attx-gpu-report"
strip "$place/attx-gpu-report"
# The C library is the system's: one of another version cannot be mixed with the system's own parts.
while read -r library; do
    case ${library##*/} in
        libc.so.* | libm.so.* | libdl.so.* | libpthread.so.* | librt.so.* | libresolv.so.* | ld-linux*) ;;
        *) cp -L "$library" "$place/lib" ;;
    esac
done < <(ldd "$program" | sed -n 's/.* => \(\/[^ ]*\).*/\1/p')
loader=$(ldconfig -p | sed -n 's/.*libvulkan\.so\.1 .*x86-64.* => //p' | head -n 1)
[[ -n $loader ]] || { echo "There is no libvulkan.so.1 here to put into the bundle (Debian: libvulkan1)." >&2; exit 1; }
cp -L "$loader" "$place/lib/libvulkan.so.1"
cp "$source"/tests/data/fixture_{reverse,masked,set,text}.safetensors "$place/golden"
cp "$source/gpu/report/peers.py" "$source/LICENSE" "$place"
cp "$source/gpu/report/report.sh" "$place/report"
chmod 755 "$place/report" "$place/peers.py"
tar -C "$folder" --owner=0 --group=0 -czf "$target" attx-gpu-report # which "tar xf" sees by itself
size=$(stat -c %s "$target")
((size <= most)) || { echo "$target has $size bytes, more than the $most that it may have." >&2; exit 1; }
echo "$target: $((size / 1000000)) MB. Elsewhere:  tar xf ${target##*/} && attx-gpu-report/report --output report.json"
