#!/usr/bin/env bash
# Takes the README's pictures of the window anew, 1280 x 800, in a display of its own: needs Xvfb, xdotool and
# ImageMagick's `import`. The networks are trained for it, half a minute each at most.
#   bash resources/screenshots/renew.sh [attention-explorer]
set -euo pipefail
pictures=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
program=$(realpath "${1:-$pictures/../../build/release/bin/attention-explorer}")
folder=$(mktemp -d)
export HOME=$folder DISPLAY=:97 QT_SCALE_FACTOR=1 LC_ALL=C.UTF-8
unset XDG_CONFIG_HOME XDG_DATA_HOME
Xvfb "$DISPLAY" -screen 0 1280x800x24 -nolisten tcp 2>/dev/null &
display=$!
trap 'kill "$display"; rm -rf "$folder"' EXIT

# take NAME THEME PRESET [KEY]: the window with a run of the preset, after a key.
take() {
    local window
    [[ -d $folder/$3 ]] || "$program" train --preset "$3" --out "$folder/$3" >/dev/null 2>&1
    mkdir -p "$HOME/.config/attention-explorer"
    printf '[window]\ntheme=%s\nlanguage=en\n' "$2" > "$HOME/.config/attention-explorer/attention-explorer.ini"
    "$program" "$folder/$3" 2>/dev/null &
    window=$!
    sleep 8 # until all is drawn
    xdotool search --onlyvisible --name "Attention Explorer" windowmove 0 0 windowsize 1280 800 windowfocus
    sleep 1
    [[ -z ${4:-} ]] || xdotool key "$4"
    xdotool mousemove 1279 799
    sleep 3
    import -window root "$pictures/$1.png"
    kill "$window"
    wait "$window" 2>/dev/null || true
}

take window-light light reverse
take window-dark dark reverse 1
take sets-light light anomaly-shapes F1
take text-dark dark text-demo F1
