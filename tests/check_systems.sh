#!/usr/bin/env bash
# check_systems.sh SOURCE_DIR [SUITE...]: the README's two commands in a fresh root of each Debian that they are
# promised for, as somebody would give them who has just got the sources: `./run`, then `./run tests`.
# Roots are made by debootstrap in SOURCE_DIR/build/systems, from where this machine's apt gets its packages, and
# removed when all has passed; SUITE.*log beside them hold what was said. Where none can be made, that is said and
# the exit status is 0.
set -euo pipefail

source_dir=$(realpath "$1")
shift
. "$source_dir/tests/fresh_root.sh"
suites=("$@")
((${#suites[@]})) || suites=(bookworm trixie)
place=$source_dir/build/systems

for suite in "${suites[@]}"; do
    [[ -n ${names[$suite]:-} ]] || { say "Unknown system \"$suite\"; there are: ${!names[*]}"; exit 2; }
done
require_fresh_roots "The other systems are not tried"

# make_root_with_sources SUITE ROOT: with the sources of this project in /attention-explorer.
make_root_with_sources() {
    make_root "$@" || return
    mkdir "$2/attention-explorer"
    git -C "$source_dir" ls-files -z --cached --others --exclude-standard |
        tar -C "$source_dir" --null -T - -c | tar -C "$2/attention-explorer" -x
}

# try ROOT COMMAND LOG: its time, and of the tests their totals; false if it failed.
try() {
    local start=$SECONDS status=0
    inside "$1" /attention-explorer "$2" >"$3" 2>&1 || status=$?
    say "    $2: $( ((status)) && echo "FAILED ($status)" || echo passed) in $((SECONDS - start)) s"
    sed -n '/% tests passed/p; /^The following tests/,$p' "$3" | sed 's/^/        /' >&2
    ((status == 0)) || { tail -n 30 "$3" >&2; return 1; }
}

failed=0
mkdir -p "$place"
for suite in "${suites[@]}"; do
    new=$place/$suite
    say "${names[$suite]} ($suite), from its packages on:"
    rm -rf --one-file-system "$new"
    if ! make_root_with_sources "$suite" "$new" >"$new.log" 2>&1; then
        say "    no root could be made; see $new.log"
        failed=1
    elif try "$new" ./run "$new.run.log" && try "$new" "./run tests" "$new.tests.log"; then
        rm -rf --one-file-system "$new"
    else
        say "    its root is kept in $new"
        failed=1
    fi
done
exit "$failed"
