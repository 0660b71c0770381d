#!/usr/bin/env python3
"""Makes many run folders for measuring the page Runs: copies of a trained one with other rates, heads, seeds and
results, and a few damaged and half-written ones.

    python3 tests/bench/make_runs.py RUN FOLDER [COUNT]

RUN: a finished run of the preset reverse. FOLDER is made."""
import json
import math
import pathlib
import random
import sys

source, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
count = int(sys.argv[3]) if len(sys.argv) > 3 else 500
folder.mkdir(parents=True)
random.seed(1)
run = json.loads((source / "run.json").read_text())
header, *lines = (source / "metrics.csv").read_text().splitlines()
fields = [line.split(",") for line in lines]

for number in range(count):
    place = folder / f"{number:05}"
    place.mkdir()
    if number % 100 == 57:  # half-written
        (place / "last.safetensors").write_bytes(b"half")
        continue
    if number % 100 == 83:  # damaged
        (place / "run.json").write_text('{"program": ')
        continue
    rate = 10 ** random.uniform(-5, -2)
    heads, layers = random.choice([1, 2, 4]), random.choice([1, 2, 3])
    result = math.exp(-(math.log10(rate) + 3) ** 2) * (0.9 + 0.03 * layers) * random.uniform(0.97, 1.0)
    config = run["config"]
    config["training"]["learning_rate"] = rate
    config["network"]["num_heads"], config["network"]["num_layers"] = heads, layers
    config["network"]["dropout"] = random.choice([0.0, 0.1, 0.2])
    config["seed"] = 42 + number % 5
    run["created"] = f"2026-01-{1 + number % 28:02}T12:00:00Z"
    run["result"]["val_acc"] = run["result"]["test_acc"] = result
    run["result"]["seconds"] = random.uniform(3, 9)
    (place / "run.json").write_text(json.dumps(run, indent=1))
    rows = [header]
    for line in fields:
        if line[8]:
            line = line[:8] + [repr(float(line[8]) / max(result, 0.1)), repr(float(line[9]) * result)] + line[10:]
        rows.append(",".join(line))
    (place / "metrics.csv").write_text("\n".join(rows) + "\n")
print(f"{count} runs in {folder}")
