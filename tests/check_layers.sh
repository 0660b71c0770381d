#!/usr/bin/env bash
# check_layers.sh [SOURCE_DIR]: every file stands in a sub-room of tests/layers.txt, and every #include points
# the way that this file allows; prints those that do not. The tests' folders have the same names. No source
# has more than 500 lines, no test more than 600, and no folder more than 30 sources; no two sources of a
# sub-room have a local name in common.
# check_layers.sh --draw [SOURCE_DIR]: the drawing of the house in README.md, made from the same file.
set -euo pipefail
draw=false
if [[ ${1:-} == --draw ]]; then draw=true; shift; fi
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"
layers=tests/layers.txt

if $draw; then
    awk -F '|' '!/^#/ && NF == 3 {
        gsub(/ +/, " "); gsub(/^ | $/, "", $1); gsub(/^ | $/, "", $2); gsub(/^ | $/, "", $3)
        n = split($3, room, " "); line = sprintf("%-6s", $1 "/")
        for (i = 1; i <= n; ++i) line = line (i == 1 ? " " : i % 9 == 0 ? "\n       → " : " → ") room[i]
        print line ($2 == "" ? "" : "      (and " $2 ")")
    }' "$layers"
    exit
fi

libraries=$(awk -F '|' '!/^#/ && NF == 3 { gsub(/ /, "", $1); print $1 }' "$layers")

# Lines "FILE:NUMBER:#include "PATH"" of every source and test; files without any include are listed too.
list_includes() {
    # shellcheck disable=SC2086  # names of folders without blanks
    find $libraries tests \( -name data -o -name corpus \) -path 'tests/*' -prune -o -type f \
        \( -name '*.cpp' -o -name '*.h' -o -name '*.comp' -o -name '*.glsl' \) -print0 |
        LC_ALL=C sort -z | xargs -0 --no-run-if-empty awk '
            FNR == 1 { print FILENAME ":0:" }
            /^[ \t]*#[ \t]*include[ \t]*"/ { print FILENAME ":" FNR ":" $0 }'
}

list_includes | awk -v layers="$layers" '
    function complain(text) { print text; ++faults }
    # The sub-room of model/data/table.h is "data"; "" if the file lies in none.
    function subroom(path,    part) { return split(path, part, "/") > 2 ? part[2] : "" }
    BEGIN {
        while ((getline line < layers) > 0) {
            if (line ~ /^#/ || split(line, field, "|") != 3) continue
            library = field[1]; gsub(/ /, "", library)
            known[library] = 1
            n = split(field[2], word, " "); for (i = 1; i <= n; ++i) if (word[i] != "") allowed[library, word[i]] = 1
            n = split(field[3], word, " "); for (i = 1; i <= n; ++i) level[library, word[i]] = i
        }
    }
    {
        file = $0; sub(/:.*/, "", file)
        rest = substr($0, length(file) + 2); number = rest; sub(/:.*/, "", number)
        library = file; sub(/\/.*/, "", library); room = subroom(file)
        if (number == 0) {
            ++files
            if (library == "tests") {
                split(file, part, "/")
                if (part[2] in known && file ~ /\/test_[^\/]*$/ && !((part[2], part[3]) in level))
                    complain(file ": no sub-room of that name in " layers)
            } else if (!((library, room) in level)) {
                complain(file ": lies in no sub-room of " layers)
            }
            next
        }
        if (library == "tests") next
        target = rest; sub(/^[^"]*"/, "", target); sub(/".*/, "", target)
        other = target; sub(/\/.*/, "", other)
        if (!(other in known)) next
        ++includes
        if (other == library) {
            if (!((library, subroom(target)) in level))
                complain(file ":" number ": includes " target ", which lies in no sub-room")
            else if (level[library, subroom(target)] > level[library, room])
                complain(file ":" number ": " library "/" room " must not include " target ": " subroom(target) " stands above it")
        } else if (!((library, other) in allowed)) {
            complain(file ":" number ": " library " must not include " target)
        }
    }
    END {
        if (files == 0) complain("No source was found.")
        if (faults) exit 1
        print files " files, " includes " includes: all point the right way."
    }'

# What is too large has more than one subject.
sizes() {
    local tooLarge
    # shellcheck disable=SC2086  # names of folders without blanks
    tooLarge=$(find $libraries tests -type f \( -name '*.cpp' -o -name '*.h' -o -name '*.comp' -o -name '*.glsl' \) \
            -exec awk '{ ++lines[FILENAME] } END { for (file in lines) print lines[file], file }' {} + | awk '
        { most = $2 ~ /^tests\// ? 600 : 500 }
        $1 > most { print $2 ": has " $1 " lines, more than " most }
        $2 !~ /^tests\// && $2 ~ /\.(cpp|comp)$/ { folder = $2; sub(/\/[^\/]*$/, "", folder); ++sources[folder] }
        END { for (folder in sources) if (sources[folder] > 30)
                  print folder ": has " sources[folder] " sources, more than 30" }')
    [[ -z $tooLarge ]] || { echo "$tooLarge"; return 1; }
}
sizes

# Sources of a sub-room are compiled as one (attx_compile_together), by tens: what is local to one of them has a
# name of its own in the sub-room, or another source breaks the build when it moves both into one ten.
localNames() {
    local twice
    # shellcheck disable=SC2086  # names of folders without blanks
    twice=$(find $libraries -mindepth 2 -name '*.cpp' | LC_ALL=C sort | xargs awk '
        FNR == 1 { inside = 0; split(FILENAME, part, "/"); room = part[1] "/" part[2] }
        /^namespace \{/ { inside = 1 }
        /^}  \/\/ namespace$/ { inside = 0 }
        inside && /^(constexpr|const|struct|class|enum class) / {
            rest = $0; sub(/\/\/.*/, "", rest); gsub(/"[^"]*"/, "", rest)
            if (rest ~ /^(struct|class|enum)/) { sub(/^(struct|enum class|class) /, "", rest); sub(/[^A-Za-z0-9_].*/, " =", rest) }
            while (match(rest, /[A-Za-z_][A-Za-z0-9_]*(\[[^]]*\])? ?[={]/)) {
                name = substr(rest, RSTART, RLENGTH); sub(/[^A-Za-z0-9_].*/, "", name)
                rest = substr(rest, RSTART + RLENGTH)
                if (name ~ /_t$/) continue
                if ((room, name) in first && first[room, name] != FILENAME)
                    print FILENAME ": " name " is a local name of " first[room, name] ", too"
                else first[room, name] = FILENAME
            }
        }')
    [[ -z $twice ]] || { echo "$twice"; return 1; }
}
localNames

# What a network reads and answers is asked in `model`, whose functions say what follows from it. Helpers that
# answer the same question count as well.
asked=$(grep -rhoE '\b(OutputKind|InputKind)::|\b(readsVectors|answersOnce|answersEachPosition)\(' --include='*.cpp' --include='*.h' app ui | wc -l)
if ((asked > 20)); then
    echo "app and ui ask $asked times for OutputKind or InputKind, more than 20: let the model say what follows."
    exit 1
fi

# The drawing in the README is the one that this file gives.
drawing=$(sed -n '/^<!-- rooms -->$/,/^<!-- end of rooms -->$/p' README.md | sed '1d;$d' | grep -v '^```' || true)
if [[ $drawing != "$(bash tests/check_layers.sh --draw .)" ]]; then
    echo "README.md: the drawing of the rooms differs from tests/layers.txt; make it again: tests/check_layers.sh --draw"
    exit 1
fi
