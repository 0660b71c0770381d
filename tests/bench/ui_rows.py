#!/usr/bin/env python3
"""Rows of attx-ui-bench of two versions, each in a process of its own and in turn: what ran before a row in
the same process moves it by some per cent.

    tests/bench/ui_rows.py ROUNDS BEFORE/attx-ui-bench NOW/attx-ui-bench [WORDS]

Both binaries take WORDS. With WORDS here only the rows whose name holds them. Prints a table in Markdown:
medians of the rounds' medians, in ms."""
import os
import re
import statistics
import subprocess
import sys

environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")


def rows_of(bench, words):
    """Medians by the names of the rows that `bench` measures for `words`."""
    out = subprocess.run([bench, words], env=environment, capture_output=True, text=True, check=True).stdout
    return {name.strip(): float(median) for name, median in re.findall(r"^(.+?) +median +([\d.]+)", out, re.M)}


def main():
    rounds, before, now = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    names = [name for name in rows_of(before, sys.argv[4] if len(sys.argv) > 4 else "")]
    print("| row | before, ms | now, ms | now : before |\n|---|---|---|---|")
    for name in names:
        times = {before: [], now: []}
        for _ in range(rounds):
            for bench in times:
                times[bench].append(rows_of(bench, name)[name])
        old, new = statistics.median(times[before]), statistics.median(times[now])
        print(f"| {name} | {old:.2f} | {new:.2f} | {new / old:.3f} |", flush=True)


if __name__ == "__main__":
    main()
