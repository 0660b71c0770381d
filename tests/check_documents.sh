#!/usr/bin/env bash
# check_documents.sh [SOURCE_DIR]: README.md has at most 8 KB, and no line of it, of the READMEs of rooms and of the
# manual more than 110 characters; every page of the manual begins with its title, and every German one has an English
# one; links between documents lead to files. Prints what does not hold.
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"
export LC_ALL=C.UTF-8  # Characters are counted, not bytes.
most_bytes=8192 most_characters=110
failed=0
complain() {
    printf '%s\n' "$*"
    failed=1
}

size=$(wc -c <README.md)
((size <= most_bytes)) || complain "README.md: has $size bytes, more than $most_bytes; move details to resources/manual"

documents=(README.md ./*/README.md resources/manual/*.md resources/manual/de/*.md)
for file in "${documents[@]}"; do
    long=$(grep -nE "^.{$((most_characters + 1)),}" "$file" | cut -d: -f1 | tr '\n' ' ' || true)
    [[ -z $long ]] || complain "$file: more than $most_characters characters in line $long"
    while IFS= read -r link; do
        [[ -e $(dirname "$file")/$link ]] || complain "$file: there is no $link, to which it has a link"
    done < <(sed 's/`[^`]*`//g' "$file" | grep -oE '\]\([^)]+\)' | sed -E 's/^\]\((.*)\)$/\1/; /^https?:/d')
done
for file in resources/manual/*.md resources/manual/de/*.md; do
    [[ $(head -n 1 "$file") == '# '?* ]] || complain "$file: does not begin with a line \"# Title\""
done
for file in resources/manual/de/*.md; do
    [[ -e resources/manual/${file##*/} ]] || complain "$file: there is no English page of this name"
done
for file in resources/manual/*.md; do
    [[ -e resources/manual/de/${file##*/} ]] || complain "$file: there is no German page of this name"
done
((failed)) || echo "${#documents[@]} documents, none too long."
exit "$failed"
