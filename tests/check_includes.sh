#!/usr/bin/env bash
# check_includes.sh [SOURCE_DIR]: which share of the sources sees a header of the project, through others too, must not
# exceed what tests/includes.txt allows; prints those that do. What a header drags along is compiled with each of them.
# check_includes.sh --list [SOURCE_DIR]: for every header the sources that see it and their share, the most seen first.
set -euo pipefail
list=false
if [[ ${1:-} == --list ]]; then list=true; shift; fi
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"
limits=tests/includes.txt
libraries=$(awk -F '|' '!/^#/ && NF == 3 { gsub(/ /, "", $1); print $1 }' tests/layers.txt)

# Lines "HEADER SOURCES SHARE%" and, last, "headers MEAN" for each source. Includes from outside the libraries do not count.
# shellcheck disable=SC2086  # names of folders without blanks
seen=$(find $libraries -type f \( -name '*.cpp' -o -name '*.h' \) -exec awk '
    FNR == 1 { print FILENAME, "" }
    /^[ \t]*#[ \t]*include[ \t]*"/ { sub(/^[^"]*"/, ""); sub(/".*/, ""); print FILENAME, $0 }' {} + | awk '
    function visit(file,    i) {
        for (i = 1; i <= count[file]; ++i)
            if (included[file, i] in known && !((source, included[file, i]) in met)) {
                met[source, included[file, i]] = 1
                ++seen[included[file, i]]; ++all
                visit(included[file, i])
            }
    }
    NF == 1 { known[$1] = 1; next }
    { included[$1, ++count[$1]] = $2 }
    END {
        for (source in known) if (source ~ /\.cpp$/) { ++sources; visit(source) }
        for (header in seen)
            printf "%s %d %.1f%%\n", header, seen[header], 100 * seen[header] / sources | "sort -k2,2nr -k1,1"
        close("sort -k2,2nr -k1,1")
        printf "headers %.1f\n", sources ? all / sources : 0
    }')

if $list; then
    echo "$seen"
    exit
fi

echo "$seen" | awk -v limits="$limits" '
    function complain(text) { print text; ++faults }
    BEGIN {
        while ((getline line < limits) > 0)
            if (line !~ /^#/ && split(line, field, " ") == 2) most[field[1]] = field[2] + 0
    }
    { found[$1] = $NF + 0 }
    $1 == "headers" && $2 > most["headers"] {
        complain("A source sees " $2 " headers in the mean, more than " most["headers"])
    }
    NF == 3 && $3 + 0 > ($1 in most ? most[$1] : most["any"]) {
        complain($1 ": " $2 " sources see it, " $3 " of them all, more than " ($1 in most ? most[$1] : most["any"]) \
            " %: declare forward what is only named, or include it where it is used")
    }
    END {
        if (found["headers"] == 0) complain("No source was found.")
        else for (header in most)
            if (header != "any" && !(header in found)) complain(limits ": no source sees " header "; take its line out")
        if (faults) exit 1
        print NR - 1 " headers, a source sees " found["headers"] ": none is seen by more than may."
    }'
