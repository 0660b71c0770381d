#!/usr/bin/env bash
# Whether comments behind code can be read by themselves. One that begins with a preposition or a conjunction
# ("///< of its folder", "// as far as it goes") leans on the name before it. Their number may only fall, to one in 200.
#   check_words.sh SOURCE_DIR [--list [PATH ...]]     --list: those in the paths, with file and line
set -euo pipefail
cd "$1"
leaning='about|above|across|after|against|along|among|and|around|as|at|because|before|behind|below|beside|beyond|between|but'
leaning+='|by|during|else|except|for|from|if|in|inside|into|lest|like|near|nor|of|off|on|onto|or|outside|over|per|since|so|than'
leaning+='|that|though|through|to|toward|towards|under|unless|until|up|upon|when|where|whereas|which|while|whom|whose|with|within'
leaning+='|without'
paths=(model gpu ui app)
[[ ${2:-} != --list || $# == 2 ]] || paths=("${@:3}")
trailing() { # files of C++ and shaders; what stands behind code on its line
    grep -rnE --include='*.'{h,cpp,glsl,comp} '[^[:space:]/].*[[:space:]]//[/!]?<?[[:space:]]' "${paths[@]}" |
        grep -vE '^[^:]*:[0-9]+:[[:space:]]*//' |
        grep -vE '// (namespace|IWYU|NOLINT|clang-format)'
}
# Words that come of translation, or speak of users and code as "somebody".
strange='anew|whoever|nobody|somebody|likewise|worthless|in place of|is asked for'
strangers() {
    grep -rniE --include='*.'{h,cpp,glsl,comp} "//.*\b($strange)\b" "${paths[@]}" || true
}
lean() { trailing | grep -iE "[[:space:]]//[/!]?<?[[:space:]]+($leaning)[[:space:],]" || true; }
if [[ ${2:-} == --list ]]; then
    lean
    exit
fi
most=10
all=$(trailing | wc -l) found=$(lean | wc -l)
echo "$found of $all comments behind code begin with a preposition or a conjunction; at most $most may."
((found <= most)) || { lean; exit 1; }
[[ -z $(strangers) ]] || { echo "Comments have words that plain English does not need:"; strangers; exit 1; }
