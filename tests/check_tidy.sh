#!/usr/bin/env bash
# check_tidy.sh CLANG_TIDY SOURCE_DIR BUILD_DIR [FILE...]: clang-tidy with the checks of .clang-tidy on the project's
# own sources, on all cores; with files (of SOURCE_DIR) on these alone, of a header on the sources that include it.
# What passed is left out until something that it includes, its compile command or the checks change;
# BUILD_DIR/tidy/passed keeps what was checked.
#
# clang-tidy reads a database of its own. For files given, it is made by configuring once more without
# CMAKE_UNITY_BUILD, so that each source is read by itself and has to include what it uses, and what is generated comes
# from BUILD_DIR. Without files it is that of the build, where the sources of a folder are read as one: Qt's headers,
# which take most of the time, are then gone through once for eight sources.
#   - only sources in the project's rooms, so nothing that was generated;
#   - each once: kernels.cpp is compiled for several instruction sets and checked for the first;
#   - without precompiled headers, which are GCC's and hold more than a source needs: a third of the time.
set -euo pipefail
clang_tidy=$1
source_dir=$(realpath "$2")
build_dir=$(realpath "$3")
shift 3
work_dir=$build_dir/tidy
database=$work_dir/compile_commands.json
rooms='app|model|gpu|ui'  # the tests would double its time

mkdir -p "$work_dir/passed"
if (($#)); then
    commands=$work_dir/plain
    cmake -S "$source_dir" -B "$commands" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=OFF > "$commands.log"
else
    commands=$build_dir
fi

# CMake writes each command as a block of lines, "{" and "}" alone at the ends.
awk -v source_dir="$source_dir/" -v build_dir="$build_dir/" -v rooms="^($rooms)/" '
    BEGIN { print "[" }
    /^\{/ { block = ""; wanted = 0 }
    /^ *"file": "/ {
        file = $0
        sub(/^ *"file": "/, "", file)
        sub(/",?$/, "", file)
        together = file ~ /\/Unity\/[^\/]*$/
        base = together ? build_dir : source_dir
        inside = index(file, base) == 1 && substr(file, length(base) + 1) ~ rooms
        wanted = inside && !(file in seen)
        seen[file] = 1
    }
    { block = block $0 "\n" }
    /^\}/ && wanted {
        sub(/,?\n$/, "", block)
        printf "%s%s", separator, block
        separator = ",\n"
    }
    END { print "\n]" }
' "$commands/compile_commands.json" > "$database"

sed -i -E "s| -Winvalid-pch||g; s| -include [^ \"]*/cmake_pch\\.hxx||g; s|$commands|$build_dir|g" "$database"

# One line for each source: itself, then what it and the sources that are compiled with it include from outside the
# system, as the compiler found it. With a compiler cache that has a base folder, the paths are relative to the build.
ninja -C "$build_dir" -t deps 2>/dev/null | awk -v build_dir="$build_dir/" '
    function whole(path) {
        if (path !~ /^\//) path = build_dir path
        while (sub(/\/[^\/.][^\/]*\/\.\.\//, "/", path)) {}
        return path
    }
    function told(    count, i, part) {
        count = split(sources, part, "\t")
        for (i = 1; i <= count; ++i) print part[i] included
        sources = included = ""
    }
    /^[^ ]/ { told() }
    /^    / {
        file = whole(substr($0, 5))
        if (file ~ /^\/usr\// || file ~ /\.gch$/) next
        if (file ~ /\.cpp$/) sources = sources == "" ? file : sources "\t" file
        included = included "\t" file
    }
    END { told() }
' > "$work_dir/includes"

# check_file FILE: 0 if it passes or passed before; else what is wrong, and 1.
check_file() {
    local file=$1 first=$1 together=() stamp includes='' key='' output
    stamp=$work_dir/passed/$(tr '/' '+' <<< "${file#"$source_dir"/}")
    if [[ $file == */Unity/* ]]; then
        first=$(sed -n 's/^#include "\(.*\.cpp\)"$/\1/p;T;q' "$file")
        # The sources are included here, which clang-tidy would find suspicious, and takes for headers.
        together=(--checks=-bugprone-suspicious-include
            --header-filter='/(app|model|gpu|ui|tests)/([^/]*/)*[^/]*\.(h|cpp)$')
    fi
    includes=$(awk -F '\t' -v file="$first" '$1 == file { print; exit }' "$work_dir/includes")
    if [[ -n $includes ]]; then
        key=$({
            "$clang_tidy" --version
            grep -F -B 2 "\"file\": \"$file\"" "$database"
            cat "$source_dir/.clang-tidy"
            cd "$build_dir"
            tr '\t' '\n' <<< "$includes" | sort -u | xargs -d '\n' sha256sum
        } | sha256sum)
        [[ -f $stamp && $(< "$stamp") == "$key" ]] && return 0
    fi
    if output=$("$clang_tidy" -p "$work_dir" --quiet "${together[@]}" --extra-arg=-Wno-error \
        --extra-arg=-Wno-unknown-warning-option "$file" 2>&1); then
        [[ -z $key ]] || printf '%s\n' "$key" > "$stamp"
    else
        grep -vE '^[0-9]+ warnings?( and [0-9]+ errors?)? (generated|treated)|^Error while processing |^Suppressed [0-9]+ warnings' <<< "$output"
        return 1
    fi
}
export -f check_file
export clang_tidy source_dir build_dir work_dir database

# The sources to check: all, or those that are or include one of the files given.
chosen() {
    local sources file
    sources=$(sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$database")
    if (($# == 0)); then
        printf '%s\n' "$sources"
        return
    fi
    for file in "$@"; do
        awk -F '\t' -v file="$source_dir/$file" '{ for (i = 1; i <= NF; ++i) if ($i == file) { print $1; next } }' \
            "$work_dir/includes"
        printf '%s\n' "$source_dir/$file"
    done | sort -u | grep -xF "$sources" || true
}

# shellcheck disable=SC2016  # $1 belongs to the inner shell
chosen "$@" |
    xargs -d '\n' --no-run-if-empty -P "$(nproc)" -I '{}' bash -c 'check_file "$1"' check_file '{}'
