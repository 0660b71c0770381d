#!/bin/sh
# report [ARGUMENT...]: attx-gpu-report (see its --help) from its bundle, with the system's libraries, and the bundle's for
# those that the system lacks: a driver's own are never replaced by others of the same name.
# report --peers torch|jax|all: the same tasks by a PyTorch or JAX that python3 finds here.
here=$(dirname "$(readlink -f "$0")")
if [ "$1" = --peers ]; then
    shift
    exec python3 "$here/peers.py" "$@"
fi
extra=$(mktemp -d) || exit 1
trap 'rm -rf "$extra"' EXIT
trap 'exit 1' HUP INT TERM
paths=$extra${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
lacking() { LD_LIBRARY_PATH=$paths LD_TRACE_LOADED_OBJECTS=1 "$here/attx-gpu-report" 2>&1; }
while missing=$(lacking | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | sort -u) && [ -n "$missing" ]; do
    for library in $missing; do
        [ -e "$here/lib/$library" ] || { echo "This system lacks $library, and the bundle does too." >&2; exit 1; }
        ln -s "$here/lib/$library" "$extra/$library"
    done
done
if ! { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null; } | grep -q 'libvulkan\.so\.1 '; then
    ln -s "$here/lib/libvulkan.so.1" "$extra/libvulkan.so.1"
fi
# A driver that cannot be opened is named by the loader alone.
VK_LOADER_DEBUG=${VK_LOADER_DEBUG-error} LD_LIBRARY_PATH=$paths "$here/attx-gpu-report" --golden "$here/golden" "$@"
