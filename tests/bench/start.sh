#!/usr/bin/env bash
# How long two versions of the program take to start, in turn, as a table in Markdown:
#
#   tests/bench/start.sh BEFORE AFTER [ROUNDS]     two programs; 15 rounds
#
# The command "--version", and the window on an X server of its own (Xvfb and openbox) from the start of the process
# until it is mapped: the first time, with the cards, and again, with what the first left. Milliseconds: the median and
# the least.
set -euo pipefail

before=$1 after=$2 rounds=${3:-15}
place=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$place"' EXIT
export DISPLAY=:57 XDG_RUNTIME_DIR=$place QT_LOGGING_RULES='*=false'
Xvfb :57 -screen 0 1366x768x24 >/dev/null 2>&1 &
sleep 1
openbox >/dev/null 2>&1 &
sleep 1

# window PROGRAM HOME: milliseconds until its window is there.
window() {
    local from to
    from=$(date +%s%N)
    HOME=$2 XDG_CONFIG_HOME=$2 XDG_DATA_HOME=$2 "$1" >/dev/null 2>&1 &
    local process=$!
    until xdotool search --onlyvisible --pid "$process" --name 'Attention Explorer' >/dev/null 2>&1; do
        kill -0 "$process"
    done
    to=$(date +%s%N)
    sleep 1 # what it does next is no part of the other's start
    kill "$process"
    wait "$process" 2>/dev/null || true
    awk -v from="$from" -v to="$to" 'BEGIN { printf "%.0f\n", (to - from) / 1e6 }'
}

command_start() {
    local from to
    from=$(date +%s%N)
    for _ in 1 2 3 4 5 6 7 8 9 10; do "$1" --version >/dev/null; done
    to=$(date +%s%N)
    awk -v from="$from" -v to="$to" 'BEGIN { printf "%.1f\n", (to - from) / 1e7 }'
}

for ((round = 0; round < rounds; round++)); do
    for which in before after; do
        program=${!which}
        home=$place/$which
        rm -rf "$home" && mkdir -p "$home"
        command_start "$program" >>"$place/command.$which"
        window "$program" "$home" >>"$place/first.$which"
        window "$program" "$home" >>"$place/again.$which"
    done
done
printf '| start, ms: median (least) | before | after |\n|---|---|---|\n'
for what in command first again; do
    row=
    for which in before after; do
        row+=$(sort -n "$place/$what.$which" | awk '{ v[NR] = $1 } END { printf " %s (%s) |", v[int((NR + 1) / 2)], v[1] }')
    done
    case $what in
        command) name='a command' ;;
        first) name='the window, the first time' ;;
        again) name='the window, again' ;;
    esac
    printf '| %s |%s\n' "$name" "$row"
done
