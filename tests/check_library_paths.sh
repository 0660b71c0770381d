#!/usr/bin/env bash
# check_library_paths.sh FOLDER: no program in it names folders to look for libraries in. An empty name, or a relative one,
# would be the folder that the program is started in, such as that of a data set with a library of somebody else's.
# And what is loaded when it is needed (model/files/module.h) is not loaded at each start.
set -euo pipefail

folder=$1
failed=0
program=$folder/attention-explorer
readelf -d "$program" | grep -q '(NEEDED)' || {
    printf '%s: expected a program that is linked with libraries, found none.\n' "$program" >&2
    exit 1
}
if late=$(readelf -d "$program" | grep -E '\(NEEDED\).*(opencv|hdf5)'); then
    printf '%s: expected to load OpenCV and HDF5 when they are needed, found %s\n' "$program" "$late" >&2
    failed=1
fi
for program in "$folder"/*; do
    [[ -f $program && -x $program ]] || continue
    if paths=$(readelf -d "$program" 2>/dev/null | grep -E '\((RPATH|RUNPATH)\)'); then
        printf '%s: expected no paths of libraries, found %s\n' "$program" "$paths" >&2
        failed=1
    fi
done
exit "$failed"
