#!/usr/bin/env bash
# check_systems.sh SOURCE_DIR [SUITE...]: the README's two commands in a fresh root of each Debian that they are
# promised for, as somebody would give them who has just got the sources: `./run`, then `./run tests`.
# Roots are made by debootstrap in SOURCE_DIR/build/systems, from where this machine's apt gets its packages, and
# removed when all has passed; SUITE.*log beside them hold what was said. Where none can be made, that is said and
# the exit status is 0.
set -euo pipefail

source_dir=$(realpath "$1")
shift
declare -A names=([bookworm]="Debian 12" [trixie]="Debian 13")
suites=("$@")
((${#suites[@]})) || suites=(bookworm trixie)
place=$source_dir/build/systems

say() { printf '%s\n' "$*" >&2; }
not_here() {
    say "The other systems are not tried: $*"
    exit 0
}

# isolated COMMAND...: its mounts and its processes go when it ends, whatever ends it.
isolated() { unshare --mount --pid --fork --kill-child -- "$@"; }

for suite in "${suites[@]}"; do
    [[ -n ${names[$suite]:-} ]] || { say "Unknown system \"$suite\"; there are: ${!names[*]}"; exit 2; }
done
((EUID == 0)) || not_here "making their roots takes root's rights."
command -v debootstrap >/dev/null || not_here "debootstrap is not installed."
command -v apt-get >/dev/null || not_here "this system has no apt, from whose settings theirs are made."
isolated mount -t proc proc /proc 2>/dev/null || not_here "nothing can be mounted here."
codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    sed -n "s/ $codename main\$//p" | head -n 1)
[[ -n ${names[$codename]:-} && -n $mirror ]] || not_here "the packages of this machine are not those of a Debian."

# The environment of somebody who has just logged in, and the way out of this network.
environment=(HOME=/root "TERM=${TERM:-dumb}" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
    [[ -z ${!name:-} ]] || environment+=("$name=${!name}")
done

# make_root SUITE ROOT: a minimal system with the sources of this project in /attention-explorer.
make_root() {
    local suite=$1 new=$2 file
    isolated debootstrap --variant=minbase --include=ca-certificates "$suite" "$new" "$mirror" || return
    rm -f "$new/etc/apt/sources.list"
    while IFS= read -r file; do
        sed "s/\b$codename/$suite/g" "$file" >"$new$file"
    done < <(find /etc/apt/sources.list /etc/apt/sources.list.d -name '*.list' -o -name '*.sources')
    apt-config dump | grep '^Acquire::' | grep -v '^Acquire::IndexTargets' >"$new/etc/apt/apt.conf.d/99machine"
    for file in /usr/share/keyrings /etc/apt/keyrings /etc/apt/trusted.gpg /etc/apt/trusted.gpg.d; do
        [[ ! -e $file ]] || cp --no-clobber -rL "$file" "$new$(dirname "$file")"
    done
    cp -L /etc/resolv.conf /etc/hosts "$new/etc"
    mkdir "$new/attention-explorer"
    git -C "$source_dir" ls-files -z --cached --others --exclude-standard |
        tar -C "$source_dir" --null -T - -c | tar -C "$new/attention-explorer" -x
}

# inside ROOT COMMAND: in the folder of the sources.
inside() {
    isolated bash -c 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
        exec chroot "$1" env -i "${@:3}" bash -c "cd /attention-explorer && $2"' - "$1" "$2" "${environment[@]}"
}

# try ROOT COMMAND LOG: its time, and of the tests their totals; false if it failed.
try() {
    local start=$SECONDS status=0
    inside "$1" "$2" >"$3" 2>&1 || status=$?
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
    if ! make_root "$suite" "$new" >"$new.log" 2>&1; then
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
