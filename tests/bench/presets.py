#!/usr/bin/env python3
"""Trains presets for several seeds and prints a Markdown table of what came of them, for RESULTS.md.

usage: presets.py ATTENTION_EXPLORER [--seeds 1,2,3] [--together N] [--runs FOLDER] [--text FILE] [PRESET ...]

Each run has two cores of its own, and N run at the same time (1 if not said: a quiet machine of two cores). --runs keeps the
run folders as FOLDER/PRESET-SEED, where runs that are there already are read and not trained again. --text: what `characters`
and `words` learn from in place of the generated text. A figure that is missed (time, share of right answers, grokking) is said
in the last column, and then the exit status is 1.
"""
import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile

PRESETS = ('addition-mod', 'induction', 'recall', 'brackets', 'parity', 'first-unique', 'histogram', 'palindrome', 'sum',
           'masked', 'characters', 'words', 'patches')
MOST_SECONDS = {'addition-mod': 300, 'patches-cifar': 900}
# What the rule decides is exact. Of `masked`, where a token and its image are both hidden nothing tells what stood there.
LEAST_RIGHT = {'masked': 0.85, 'characters': None, 'words': None, 'patches': 0.9, 'patches-cifar': None}


def train(program, preset, seed, run, text, cores):
    if (run / 'run.json').exists():
        return run
    command = [program, 'train', '--preset', preset, '--set', f'seed={seed}', '--set', 'device=cpu', '--set', 'threads=2',
               '--out', run]
    if text and preset in ('characters', 'words'):
        command += ['--data', text]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=lambda: os.sched_setaffinity(0, cores))
    if done.returncode:
        sys.exit(f'{" ".join(map(str, command))}: {done.stderr}')
    return run


def leap(run):
    """The steps after which training was perfect and validation passed 0.9, None for what did not come."""
    perfect = leapt = None
    for row in csv.DictReader((run / 'metrics.csv').open()):
        if perfect is None and float(row['train_accuracy'] or 0) == 1:
            perfect = int(row['step'])
        if leapt is None and float(row['validation_accuracy'] or 0) > 0.9:
            leapt = int(row['step'])
    return perfect, leapt


def row(program, preset, runs):
    results = [json.loads((run / 'run.json').read_text())['result'] for run in runs]
    right, seconds = [r['test_acc'] for r in results], [r['seconds'] for r in results]
    most, least = MOST_SECONDS.get(preset, 90), LEAST_RIGHT.get(preset, 0.99)
    said, missed = [], [f'{s:.0f} s' for s in seconds if s > most]
    if least is not None:
        missed += [f'{r:.4f} right' for r in right if r < least]
    if preset == 'addition-mod':
        for perfect, leapt in map(leap, runs):
            said.append(f'{perfect} → {leapt}')
            if perfect is None or leapt is None or leapt - perfect < 500:
                missed.append(f'perfect at {perfect}, above 0.9 at {leapt}')
    if preset in ('characters', 'words'):
        for run in runs:
            told = json.loads(subprocess.run([program, 'evaluate', run, '--json'], check=True, capture_output=True).stdout)
            said.append(f"{told['test_bits_per_character']:.4f} bits")
    print('| `%s` | %s | %s | %s | %s | %s |' % (
        preset, ', '.join(f'{r:.4f}' for r in right), ', '.join(f'{s:.0f}' for s in seconds),
        ', '.join(str(r['steps']) for r in results), ', '.join(said) or '–', '; '.join(missed) or '–'), flush=True)
    return bool(missed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program', type=pathlib.Path)
    parser.add_argument('presets', nargs='*', default=PRESETS)
    parser.add_argument('--seeds', default='1,2,3')
    parser.add_argument('--together', type=int, default=1)
    parser.add_argument('--runs', type=pathlib.Path)
    parser.add_argument('--text')
    a = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2 * a.together:
        parser.error(f'{a.together} runs at the same time need {2 * a.together} cores, and here are {len(cores)}')
    free = [set(cores[2 * i:2 * i + 2]) for i in range(a.together)]
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(a.together) as pool:
        folder = a.runs or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)

        def one(preset, seed):
            mine = free.pop()
            try:
                return train(a.program.resolve(), preset, seed, folder / f'{preset}-{seed}', a.text, mine)
            finally:
                free.append(mine)

        runs = {preset: [pool.submit(one, preset, seed) for seed in a.seeds.split(',')] for preset in a.presets}
        print('| preset | right on test | seconds | steps | also | missed |\n|---|---|---|---|---|---|')
        missed = [row(a.program.resolve(), preset, [job.result() for job in jobs]) for preset, jobs in runs.items()]
    return int(any(missed))


if __name__ == '__main__':
    sys.exit(main())
