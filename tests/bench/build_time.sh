#!/usr/bin/env bash
# How long a build from nothing takes, beside another commit's, in turn on the same machine, without a compiler cache:
#
#   tests/bench/build_time.sh [BEFORE [NOW]]     default: c25e589 HEAD
#
# Each commit is cloned into a temporary folder and configured as ./run does; then `attention-explorer` is built alone,
# then all the rest. ROUNDS (default 1) repeats it; the table has the smallest times. TESTS=1 runs `ctest -LE long` of NOW
# too, JOBS (default: the processors) is the number of compilations at once.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
before=$(git -C "$root" rev-parse --short "${1:-c25e589}^{commit}")
now=$(git -C "$root" rev-parse --short "${2:-HEAD}^{commit}")
jobs=${JOBS:-$(nproc)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
log=$folder/log
load=$(cut -d ' ' -f 1 /proc/loadavg)

# timed COMMIT PART COMMAND...: the command's seconds become a line of the results; what it says is shown where it fails.
timed() {
    local commit=$1 part=$2 begin end
    shift 2
    begin=$(date +%s.%N)
    "$@" >"$log" 2>&1 || { tail -n 30 "$log" >&2; echo "$commit: $part failed: $*" >&2; exit 1; }
    end=$(date +%s.%N)
    awk -v commit="$commit" -v part="$part" -v begin="$begin" -v end="$end" \
        'BEGIN { printf "%s %s %.1f\n", commit, part, end - begin }' | tee -a "$folder/results" >&2
}

for ((round = 0; round < ${ROUNDS:-1}; ++round)); do
    for commit in "$before" "$now"; do
        rm -rf "$folder/source"
        git clone --quiet --no-checkout "$root" "$folder/source"
        git -C "$folder/source" checkout --quiet "$commit"
        # A launcher that is set before is none of the commit's business either; CCACHE is looked for where it is not set.
        (cd "$folder/source" && env -u CMAKE_CXX_COMPILER_LAUNCHER cmake --preset release -DCCACHE=OFF) >"$log" 2>&1 ||
            { cat "$log" >&2; exit 1; }
        timed "$commit" program cmake --build "$folder/source/build/release" --parallel "$jobs" --target attention-explorer
        timed "$commit" rest cmake --build "$folder/source/build/release" --parallel "$jobs"
        ! grep -q ccache "$folder/source/build/release/build.ninja" || { echo "$commit: built with a compiler cache" >&2; exit 1; }
    done
done
if [[ -n ${TESTS:-} ]]; then
    timed "$now" tests ctest --test-dir "$folder/source/build/release" -LE '^long$' --parallel "$jobs" --output-on-failure
fi

echo "Load before: $load; $jobs compilations at once; smallest of ${ROUNDS:-1}."
awk -v before="$before" -v now="$now" '
    { key = $1 " " $2; if (!(key in least) || $3 < least[key]) least[key] = $3 }
    function row(name, a, b) { printf "| %s | %.0f | %.0f | %.2f |\n", name, a, b, b / a }
    END {
        printf "| seconds | %s | %s | ratio |\n|---|---|---|---|\n", before, now
        row("attention-explorer alone", least[before " program"], least[now " program"])
        row("program and tests", least[before " program"] + least[before " rest"], least[now " program"] + least[now " rest"])
        if ((now " tests") in least) printf "\n`ctest -LE long` of %s: %.0f s\n", now, least[now " tests"]
    }' "$folder/results"
