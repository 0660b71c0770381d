#!/usr/bin/env bash
# check_package.sh SOURCE_DIR PACKAGE.deb: the package in a fresh Debian 12: installed over an older version, started,
# trained with, and removed. Its root is made in SOURCE_DIR/build/package and removed when all has passed. Where none can
# be made, that is said and the exit status is 0.
set -euo pipefail

source_dir=$(realpath "$1")
made=$(realpath "$2")
. "$source_dir/tests/fresh_root.sh"
require_fresh_roots "The package is not installed for a trial"

place=$source_dir/build/package
new=$place/bookworm
log=$place/install-test.log
version=$(dpkg-deb -f "$made" Version)

# The same files as an older version, with one that the newer one has no more.
make_older() {
    local content=$place/older
    rm -rf "$content" && dpkg-deb -R "$made" "$content"
    sed -i 's/^Version: .*/Version: 0.0.1/' "$content/DEBIAN/control"
    echo "of an older version" >"$content/usr/share/doc/attention-explorer/older"
    (cd "$content" && find usr -type f -exec md5sum {} + >DEBIAN/md5sums)
    dpkg-deb --root-owner-group -b "$content" "$new/root/older.deb"
    rm -rf "$content"
}

fail() {
    say "    FAILED: $*"
    tail -n 30 "$log" >&2
    say "    its root is kept in $new, what was said in $log"
    exit 1
}

# try WHAT COMMAND: in the root; what it says goes to the log.
try() {
    local start=$SECONDS
    printf '\n== %s: %s\n' "$1" "$2" >>"$log"
    inside "$new" /root "$2" >>"$log" 2>&1 || fail "$1"
    say "    $1: $((SECONDS - start)) s"
}

say "${names[bookworm]} (bookworm), with $(basename "$made"):"
rm -rf --one-file-system "$new"
: >"$log"
make_root bookworm "$new" >>"$log" 2>&1 || fail "no root could be made"
make_older >>"$log"
cp "$made" "$new/root/newer.deb"
install='DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Options::=--force-unsafe-io install -y --no-install-recommends'
try "installs an older version" "apt-get -q update && $install /root/older.deb"
try "upgrades it" "$install /root/newer.deb && attention-explorer --version | grep -F ' $version' &&
    test ! -e /usr/share/doc/attention-explorer/older"
owned=$(inside "$new" /root 'dpkg -L attention-explorer')
try "trains" "attention-explorer train --preset reverse --steps 100 --out run --json | tee /dev/stderr | grep -q val_acc"
try "draws" "attention-explorer render run --figure attention --out attention.png && test -s attention.png &&
    attention-explorer thumbnail run/model.safetensors --out thumbnail.png --size 128 && test -s thumbnail.png"
# Whoever starts the window ends it, here after some seconds: it must still have been there.
try "opens its window" "status=0; QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=/tmp timeout 8 attention-explorer run || status=\$?
    test \$status = 124"
try "is removed" "DEBIAN_FRONTEND=noninteractive apt-get -q purge -y attention-explorer"

left=$(printf '%s\n' "$owned" | while IFS= read -r file; do
    [[ -d $new$file || ! -e $new$file && ! -L $new$file ]] || printf '%s\n' "$file"
done)
left+=$(cd "$new" && find . -xdev \( -iname '*attention*explorer*' -o -iname '*AttentionExplorer*' \) \
    -not -path './root/*' -not -path './proc/*' -not -path './var/log/*')
[[ -z $left ]] || fail "files are left: $left"
say "    nothing of it is left"
rm -rf --one-file-system "$new"
