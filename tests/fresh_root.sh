# fresh_root.sh, to be sourced: fresh roots of Debians, made by debootstrap from where this machine's apt gets its packages.
declare -A names=([bookworm]="Debian 12" [trixie]="Debian 13")

say() { printf '%s\n' "$*" >&2; }

# isolated COMMAND...: its mounts and its processes go when it ends, whatever ends it.
isolated() { unshare --mount --pid --fork --kill-child -- "$@"; }

# require_fresh_roots WHAT: where none can be made, says that WHAT is not tried and why, and ends with status 0.
require_fresh_roots() {
    local what=$1 name
    not_here() {
        say "$what: $*"
        exit 0
    }
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
}

# make_root SUITE ROOT: a minimal system whose apt works.
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
}

# inside ROOT FOLDER COMMAND: in FOLDER of the root.
inside() {
    isolated bash -c 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
        exec chroot "$1" env -i "${@:4}" bash -c "cd $2 && $3"' - "$1" "$2" "$3" "${environment[@]}"
}
