#!/usr/bin/env python3
"""The peer of attx-bench: the same training steps in PyTorch, on data drawn at random, as one would write them.

usage: peer.py reverse|anomaly|text-imdb|language|vision [--steps N] [--threads N]
       peer.py --grow [--threads N]

Prints one JSON object. Needs PyTorch that multiplies at its best: Debian's goes through libblas.so.3, and the reference
library behind it is ten times too slow; libopenblas0-pthread makes it fast. This is checked first.
"""
import argparse
import json
import math
import os
import statistics
import sys
import time

# OpenBLAS reads this when it is loaded; otherwise it takes every core, also where PyTorch has one thread.
os.environ["OPENBLAS_NUM_THREADS"] = sys.argv[sys.argv.index("--threads") + 1] if "--threads" in sys.argv[:-1] else "1"

import torch
import torch.nn.functional as F
from torch import nn


def require_fast_products():
    a = torch.rand(512, 512)
    times = []
    for _ in range(20):
        start = time.process_time()
        torch.mm(a, a)
        times.append(time.process_time() - start)
    rate = 2 * 512 ** 3 / min(times[1:]) / 1e9  # of the processor's time, whatever else runs
    if rate < 30:
        sys.exit(f"PyTorch multiplies at {rate:.0f} GFLOP/s here: that is the reference BLAS. Install "
                 "libopenblas0-pthread; beside a peer without it no ratio counts.")
    return rate


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.qkv(x).reshape(b, t, self.heads, -1).permute(0, 2, 1, 3).chunk(3, dim=-1)
        p = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(-1)
        return self.out((p @ v).permute(0, 2, 1, 3).reshape(b, t, c))


class Layer(nn.Module):
    def __init__(self, width, heads, dropout):
        super().__init__()
        self.attention = Attention(width, heads)
        self.feed_forward = nn.Sequential(nn.Linear(width, 2 * width), nn.Dropout(dropout), nn.ReLU(),
                                          nn.Linear(2 * width, width))
        self.norm1, self.norm2, self.dropout = nn.LayerNorm(width), nn.LayerNorm(width), nn.Dropout(dropout)

    def forward(self, x):
        x = self.norm1(x + self.dropout(self.attention(x)))
        return self.norm2(x + self.dropout(self.feed_forward(x)))


class Encoder(nn.Module):
    """The presets reverse and anomaly; `positions` [T, width] or None."""

    def __init__(self, inputs, width, classes, heads, layers, dropout, positions):
        super().__init__()
        self.input = nn.Sequential(nn.Dropout(dropout), nn.Linear(inputs, width))
        self.layers = nn.Sequential(*(Layer(width, heads, dropout) for _ in range(layers)))
        self.output = nn.Sequential(nn.Linear(width, width), nn.LayerNorm(width), nn.ReLU(), nn.Dropout(dropout),
                                    nn.Linear(width, classes))
        self.positions = positions

    def forward(self, x):
        x = self.input(x)
        return self.output(self.layers(x if self.positions is None else x + self.positions))


class TextClassifier(nn.Module):
    """The preset text-imdb: Keras's example, with queries, keys and values of 2 heads of 32."""

    def __init__(self, words=20000, width=32, heads=2):
        super().__init__()
        self.words, self.heads, self.width = nn.Embedding(words, width), heads, width
        self.q, self.k, self.v = (nn.Linear(width, heads * width) for _ in range(3))
        self.o, self.f1, self.f2 = nn.Linear(heads * width, width), nn.Linear(width, width), nn.Linear(width, width)
        self.n1, self.n2 = nn.LayerNorm(width, eps=1e-3), nn.LayerNorm(width, eps=1e-3)
        self.classifier = nn.Linear(width, 1)

    def forward(self, tokens):
        x = self.words(tokens)
        b, t, c = x.shape
        q, k, v = (f(x).reshape(b, t, self.heads, c).transpose(1, 2) for f in (self.q, self.k, self.v))
        p = (q @ k.transpose(-2, -1) / math.sqrt(c)).softmax(-1)
        x = self.n1(x + self.o((p @ v).transpose(1, 2).reshape(b, t, -1)))
        x = self.n2(x + self.f2(F.relu(self.f1(x))))
        return self.classifier(F.dropout(x.max(1)[0], 0.5, self.training)).squeeze(-1)


class PreNormLayer(nn.Module):
    def __init__(self, width, heads, causal):
        super().__init__()
        self.heads, self.causal = heads, causal
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.feed_forward = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)

    def attention(self, x):
        b, t, c = x.shape
        q, k, v = self.qkv(x).reshape(b, t, self.heads, -1).permute(0, 2, 1, 3).chunk(3, dim=-1)
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        if self.causal:
            scores = scores.masked_fill(torch.ones(t, t, dtype=torch.bool).triu(1), -math.inf)
        return self.out((scores.softmax(-1) @ v).permute(0, 2, 1, 3).reshape(b, t, c))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.feed_forward(self.norm2(x))


class Language(nn.Module):
    """A small GPT."""

    def __init__(self, words=256, width=128, heads=4, layers=4, length=128):
        super().__init__()
        self.words, self.positions = nn.Embedding(words, width), nn.Parameter(0.02 * torch.randn(length, width))
        self.layers = nn.Sequential(*(PreNormLayer(width, heads, True) for _ in range(layers)))
        self.norm, self.output = nn.LayerNorm(width), nn.Linear(width, words)

    def forward(self, tokens):
        return self.output(self.norm(self.layers(self.words(tokens) + self.positions)))


class Vision(nn.Module):
    """A small ViT."""

    def __init__(self, inputs=48, width=192, heads=3, layers=6, patches=64, classes=10):
        super().__init__()
        self.input, self.token = nn.Linear(inputs, width), nn.Parameter(0.02 * torch.randn(width))
        self.positions = nn.Parameter(0.02 * torch.randn(patches + 1, width))
        self.layers = nn.Sequential(*(PreNormLayer(width, heads, False) for _ in range(layers)))
        self.norm, self.output = nn.LayerNorm(width), nn.Linear(width, classes)

    def forward(self, x):
        x = torch.cat([self.token.expand(len(x), 1, -1), self.input(x)], 1) + self.positions
        return self.output(self.norm(self.layers(x))[:, 0])


def sine_positions(length, width):
    at, rate = torch.arange(length)[:, None], torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))
    positions = torch.zeros(length, width)
    positions[:, 0::2], positions[:, 1::2] = torch.sin(at * rate), torch.cos(at * rate)
    return positions


def sequences(width=32, layers=1, heads=1, length=16, batch=128):
    model = Encoder(10, width, 10, heads, layers, 0.0, sine_positions(length, width))
    tokens = torch.randint(10, (max(1024, batch), length))

    def loss(rows):
        x = tokens[rows]
        return F.cross_entropy(model(F.one_hot(x, 10).float()).reshape(-1, 10), x.flip(1).reshape(-1))

    return model, loss, len(tokens), batch, torch.optim.Adam(model.parameters(), lr=5e-4), 1.0


def anomaly():
    model = Encoder(512, 256, 1, 4, 4, 0.1, None)
    features = torch.rand(6400, 512) * 2 - 1

    def loss(rows):
        x = features[torch.randint(6400, (len(rows), 10))]
        return F.cross_entropy(model(x).squeeze(-1), torch.full((len(rows),), 9))

    return model, loss, 6400, 64, torch.optim.Adam(model.parameters(), lr=5e-4), 1.0


def text():
    model = TextClassifier()
    tokens, labels = torch.randint(20000, (1600, 600)), torch.randint(2, (1600,)).float()

    def loss(rows):
        return F.binary_cross_entropy_with_logits(model(tokens[rows]), labels[rows])

    return model, loss, 1600, 32, torch.optim.RMSprop(model.parameters(), lr=1e-3, alpha=0.9, eps=1e-7), None


def language():
    model = Language()
    tokens = torch.randint(256, (1024, 128))

    def loss(rows):
        x = tokens[rows]
        return F.cross_entropy(model(x)[:, :-1].reshape(-1, 256), x[:, 1:].reshape(-1))

    return model, loss, 1024, 64, torch.optim.Adam(model.parameters(), lr=5e-4), 1.0


def vision():
    model = Vision()
    pictures, labels = torch.rand(256, 64, 48) * 2 - 1, torch.randint(10, (256,))

    def loss(rows):
        return F.cross_entropy(model(pictures[rows]), labels[rows])

    return model, loss, 256, 64, torch.optim.Adam(model.parameters(), lr=5e-4), 1.0


def measure(task, steps, seconds=None):
    """Milliseconds of a step, by the clock and by the processor: medians; the first steps, which allocate and warm
    up, do not count."""
    model, loss, rows, batch, optimiser, clip = task
    model.train()
    times, worked, end = [], [], time.perf_counter() + (seconds or 1e9)
    for step in range(steps + 2):
        start, busy = time.perf_counter(), time.process_time()
        value = loss(torch.randint(rows, (batch,)))
        optimiser.zero_grad(set_to_none=True)
        value.backward()
        if clip:
            nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimiser.step()
        if step >= 2:
            times.append(time.perf_counter() - start)
            worked.append(time.process_time() - busy)
        if len(times) >= 3 and time.perf_counter() > end:
            break
    return 1e3 * statistics.median(times), 1e3 * statistics.median(worked)


TASKS = {"reverse": sequences, "anomaly": anomaly, "text-imdb": text, "language": language, "vision": vision}


def growth_sizes():  # those of attx-bench --grow
    base = dict(width=128, layers=2, heads=4, length=64, batch=64)
    changes = [("width", (32, 64, 256, 512)), ("layers", (1, 4, 8)), ("heads", (1, 2, 8, 16, 32)),
               ("length", (16, 256, 1024)), ("batch", (32, 256, 1024))]
    return [base] + [dict(base, **{name: value}) for name, values in changes for value in values]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("task", nargs="?", choices=tuple(TASKS))
    parser.add_argument("--grow", action="store_true")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--threads", type=int, default=1)
    a = parser.parse_args()
    if bool(a.task) == a.grow:
        parser.error("a task or --grow")
    torch.set_num_threads(1)
    rate = require_fast_products()
    torch.set_num_threads(a.threads)
    if a.grow:
        points = []
        for size in growth_sizes():
            ms, processor_ms = measure(sequences(**size), 1000, seconds=0.5)
            points.append(dict(size, ms=round(ms, 3), processor_ms=round(processor_ms, 3)))
        print(json.dumps({"grow": points}))
        return
    ms, processor_ms = measure(TASKS[a.task](), a.steps)
    print(json.dumps({"task": a.task, "device": f"PyTorch {torch.__version__}, {a.threads} threads",
                      "us_per_step": round(1e3 * ms, 1),
                      "processor_us": round(1e3 * processor_ms, 1), "gflops_of_a_product": round(rate, 1)}))


if __name__ == "__main__":
    main()
