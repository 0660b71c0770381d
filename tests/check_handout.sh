#!/usr/bin/env bash
# check_handout.sh BUILD_DIR ID VERSION: installs from the build into a folder and looks at what the desktop gets.
set -euo pipefail

build=$1 id=$2 version=$3
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failed=0
complain() {
    printf '%s\n' "$*" >&2
    failed=1
}

cmake --install "$build" --prefix "$place" >/dev/null
share=$place/share
expected=(
    bin/attention-explorer
    share/applications/"$id".desktop
    share/metainfo/"$id".metainfo.xml
    share/mime/packages/"$id".xml
    share/thumbnailers/"$id".thumbnailer
    share/icons/hicolor/scalable/apps/"$id".svg
    share/man/man1/attention-explorer.1.gz
    share/bash-completion/completions/attention-explorer
    share/doc/attention-explorer/copyright
    share/doc/attention-explorer/manual/commands.md
    share/doc/attention-explorer/manual/de/keys.md
)
for size in 16 22 24 32 48 64 128 256 512; do
    expected+=(share/icons/hicolor/"${size}x$size"/apps/"$id".png)
    # A PNG says its width and height at bytes 16 to 23.
    sides=$(od -An -tu1 -j16 -N8 "$share/icons/hicolor/${size}x$size/apps/$id.png" | awk '{print $3 * 256 + $4, $7 * 256 + $8}')
    [[ $sides == "$size $size" ]] || complain "The icon of $size pixels has $sides."
done
for file in "${expected[@]}"; do
    [[ -s $place/$file ]] || complain "Not installed, or empty: $file"
done

bash "$(dirname "$0")/check_library_paths.sh" "$place/bin" || failed=1

# The window says this name to Wayland, which looks for the entry, and so for the icon, by it. Without -q: grep would
# end before `strings` has said all, and the pipe would have failed.
strings -el "$place/bin/attention-explorer" | grep -Fx "$id" >/dev/null || complain "The program does not name itself $id."
grep -q "<release version=\"$version\"" "$share/metainfo/$id.metainfo.xml" ||
    complain "The metainfo has no release notes of version $version."
[[ $(grep -c '<screenshot' "$share/metainfo/$id.metainfo.xml") == 5 ]] || complain "Expected four screenshots."
while IFS= read -r picture; do
    [[ -s $(dirname "$0")/../resources/screenshots/$picture ]] || complain "There is no picture $picture."
done < <(sed -n 's,.*resources/screenshots/\(.*\)</image>.*,\1,p' "$share/metainfo/$id.metainfo.xml")

# Each command has its place in the manual, and the page has no mistake that groff knows.
manual=$(zcat "$share/man/man1/attention-explorer.1.gz")
while IFS= read -r command; do
    grep -Fq ".SS \"$command\"" <<<"$manual" || complain "The manual does not tell of \"$command\"."
done < <("$place/bin/attention-explorer" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]* \?[a-z]*\)  .*/\1/p' | sed 's/ *$//')
if command -v groff >/dev/null; then
    said=$(groff -man -Tutf8 -K utf8 -ww -z <<<"$manual" 2>&1 | grep -v "can't break line\|cannot adjust" || true)
    [[ -z $said ]] || complain "groff: $said"
fi

# complete WORDS...: what the completion offers for the last of them.
complete_words() {
    (
        . "$share/bash-completion/completions/attention-explorer"
        compopt() { :; }
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _attention_explorer "$1" "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
        echo "${COMPREPLY[*]}"
    )
}
[[ $(complete_words attention-explorer rend) == render ]] || complain "The completion does not know render."
[[ $(complete_words attention-explorer sweep pl) == plan ]] || complain "The completion does not know sweep plan."
[[ $(complete_words attention-explorer manual sw) == sweeps ]] || complain "nor the pages of the manual."
[[ $(complete_words attention-explorer train --preset reverse-d) == reverse-deep ]] || complain "nor the presets."
[[ $(complete_words attention-explorer train --set network.num_h) == network.num_heads= ]] || complain "nor the keys."
[[ $(complete_words attention-explorer render run --fig) == --figure ]] || complain "nor the options of render."

if command -v xmllint >/dev/null; then
    xmllint --noout "$share/mime/packages/$id.xml" || complain "The file types are no XML."
fi
exit "$failed"
