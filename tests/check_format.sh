#!/usr/bin/env bash
# check_format.sh CLANG_FORMAT SOURCE_DIR: every C++ file of the project is laid out as .clang-format says.
# To mend what it names:  clang-format-14 -i FILE
set -euo pipefail
clang_format=$1
cd "$2"
rooms=()
for room in app model gpu ui tests; do [[ ! -d $room ]] || rooms+=("$room"); done
find "${rooms[@]}" -type f \( -name '*.cpp' -o -name '*.h' \) -print0 |
    xargs -0 --no-run-if-empty "$clang_format" --style=file --dry-run --Werror
