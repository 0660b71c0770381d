#!/usr/bin/env python3
"""Training steps of reverse, anomaly and text-imdb by PyTorch or JAX on a graphics card, each at its best.

usage: peers.py torch|jax|all [--seconds S]

PyTorch: a step compiled by torch.compile, and one that is recorded as a CUDA graph and replayed; TF32 off, as everything
here computes in single precision. JAX: one lax.scan over all steps. Prints a JSON object a line: what, task, microseconds
of a step (the median of repeated blocks, data on the card, the first block left out).
"""
import argparse
import functools
import json
import math
import statistics
import time

TASKS = {  # inputs, width, classes, heads, layers, feed-forward, positions, batch, dropout
    "reverse": dict(inputs=10, width=32, classes=10, heads=1, layers=1, hidden=64, length=16, batch=128, dropout=0.0),
    "anomaly": dict(inputs=512, width=256, classes=1, heads=4, layers=4, hidden=512, length=10, batch=64, dropout=0.1),
    "text-imdb": dict(inputs=20000, width=32, classes=1, heads=2, layers=1, hidden=32, length=600, batch=32, dropout=0.5)}
BLOCK = 50  # steps that are timed together; in one scan, ten times as many


def timed(block, wait, seconds, steps=BLOCK):
    """Median microseconds of a step over blocks of `steps`; the first compiles and warms up."""
    block()
    wait()
    times, end = [], time.perf_counter() + seconds
    while not times or time.perf_counter() < end:
        start = time.perf_counter()
        block()
        wait()
        times.append((time.perf_counter() - start) / steps * 1e6)
    return statistics.median(times)


def sine_positions(length, width):
    import numpy
    at, rate = numpy.arange(length)[:, None], numpy.exp(numpy.arange(0, width, 2) * (-math.log(10000.0) / width))
    positions = numpy.zeros((length, width), numpy.float32)
    positions[:, 0::2], positions[:, 1::2] = numpy.sin(at * rate), numpy.cos(at * rate)
    return positions


def run_torch(name, seconds):
    import torch
    import torch.nn.functional as F
    from torch import nn
    t = TASKS[name]
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.manual_seed(0)
    text, sets = name == "text-imdb", name == "anomaly"
    head = 32 if text else t["width"] // t["heads"]

    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            inner, p = t["heads"] * head, 0.0 if text else t["dropout"]
            self.qkv, self.out = nn.Linear(t["width"], 3 * inner), nn.Linear(inner, t["width"])
            self.ff = nn.Sequential(nn.Linear(t["width"], t["hidden"]), nn.Dropout(p), nn.ReLU(),
                                    nn.Linear(t["hidden"], t["width"]))
            self.n1, self.n2, self.drop = nn.LayerNorm(t["width"]), nn.LayerNorm(t["width"]), nn.Dropout(p)

        def forward(self, x):
            b, n, _ = x.shape
            q, k, v = self.qkv(x).reshape(b, n, t["heads"], 3 * head).permute(0, 2, 1, 3).chunk(3, dim=-1)
            y = F.scaled_dot_product_attention(q, k, v).permute(0, 2, 1, 3).reshape(b, n, -1)
            x = self.n1(x + self.drop(self.out(y)))
            return self.n2(x + self.drop(self.ff(x)))

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = nn.Embedding(t["inputs"], t["width"]) if text else nn.Sequential(
                nn.Dropout(t["dropout"]), nn.Linear(t["inputs"], t["width"]))
            self.layers = nn.Sequential(*(Layer() for _ in range(t["layers"])))
            self.head = nn.Linear(t["width"], 1) if text else nn.Sequential(
                nn.Linear(t["width"], t["width"]), nn.LayerNorm(t["width"]), nn.ReLU(), nn.Dropout(t["dropout"]),
                nn.Linear(t["width"], t["classes"]))
            if name == "reverse":
                self.register_buffer("positions", torch.tensor(sine_positions(t["length"], t["width"])))

        def forward(self, x):
            x = self.embed(x)
            x = self.layers(x + self.positions if name == "reverse" else x)
            if text:
                return self.head(F.dropout(x.max(1)[0], t["dropout"], self.training)).squeeze(-1)
            return self.head(x)

    on = "cuda" if torch.cuda.is_available() else "cpu"
    model = Network().to(on).train()
    b, n = t["batch"], t["length"]
    if sets:
        x, y = torch.rand(b, n, t["inputs"], device=on) * 2 - 1, torch.full((b,), 9, device=on)
    else:
        x = torch.randint(t["inputs"], (b, n), device=on)
        y = torch.randint(2, (b,), device=on).float() if text else x.flip(1).reshape(-1)
    optimiser = (torch.optim.RMSprop(model.parameters(), lr=1e-3, alpha=0.9, eps=1e-7, capturable=on == "cuda") if text
                 else torch.optim.Adam(model.parameters(), lr=5e-4, capturable=on == "cuda", fused=on == "cuda"))

    def loss_of(x, y):
        z = model(F.one_hot(x, t["inputs"]).float() if name == "reverse" else x)
        if text:
            return F.binary_cross_entropy_with_logits(z, y)
        return F.cross_entropy(z.squeeze(-1) if sets else z.reshape(-1, t["classes"]), y)

    def step(loss_function):
        optimiser.zero_grad(set_to_none=False)
        loss = loss_function(x, y)
        loss.backward()
        if not text:
            nn.utils.clip_grad_norm_(model.parameters(), 1.0, error_if_nonfinite=False)
        optimiser.step()

    def blocks(loss_function):
        return lambda: [step(loss_function) for _ in range(BLOCK)]

    def graph(loss_function):
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(5):
                step(loss_function)
        torch.cuda.current_stream().wait_stream(stream)
        recorded = torch.cuda.CUDAGraph()
        with torch.cuda.graph(recorded):
            step(loss_function)
        return lambda: [recorded.replay() for _ in range(BLOCK)]

    compiled = torch.compile(loss_of) if on == "cuda" else None
    kinds = [("eager", lambda: blocks(loss_of))]
    if on == "cuda":
        kinds += [("CUDA graph", lambda: graph(loss_of)), ("torch.compile, CUDA graph", lambda: graph(compiled))]
    for kind, make in kinds:
        try:
            us = timed(make(), torch.cuda.synchronize if on == "cuda" else lambda: None, seconds)
            yield {"peer": f"PyTorch {torch.__version__}, {kind}", "task": name,
                   "device": torch.cuda.get_device_name() if on == "cuda" else on, "us_per_step": round(us, 1)}
        except Exception as error:  # a version that cannot record this is no reason to stop
            yield {"peer": f"PyTorch {torch.__version__}, {kind}", "task": name, "problem": str(error)[:200]}


def run_jax(name, seconds):
    import jax
    import jax.numpy as jnp
    jax.config.update("jax_default_matmul_precision", "highest")
    t = TASKS[name]
    text, sets = name == "text-imdb", name == "anomaly"
    head, width = (32 if text else t["width"] // t["heads"]), t["width"]
    inner, keys = t["heads"] * head, iter(jax.random.split(jax.random.PRNGKey(0), 200))

    def linear(inputs, outputs):
        return {"w": jax.random.normal(next(keys), (inputs, outputs)) / math.sqrt(inputs), "b": jnp.zeros(outputs)}

    def norm():
        return {"w": jnp.ones(width), "b": jnp.zeros(width)}

    parameters = {"embed": (jax.random.normal(next(keys), (t["inputs"], width)) * 0.05 if text
                            else linear(t["inputs"], width)),
                  "layers": [{"qkv": linear(width, 3 * inner), "out": linear(inner, width), "f1": linear(width, t["hidden"]),
                              "f2": linear(t["hidden"], width), "n1": norm(), "n2": norm()} for _ in range(t["layers"])],
                  "out": linear(width, 1) if text else {"f": linear(width, width), "n": norm(),
                                                        "o": linear(width, t["classes"])}}

    def apply(p, x):
        return x @ p["w"] + p["b"]

    def layer_norm(p, x):
        mean = x.mean(-1, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-5) * p["w"] + p["b"]

    def drop(x, key, p):
        return x if p == 0 else jnp.where(jax.random.bernoulli(key, 1 - p, x.shape), x / (1 - p), 0.0)

    def forward(p, x, key):
        rate = 0.0 if text else t["dropout"]
        sites = iter(jax.random.split(key, 2 + 3 * t["layers"]))
        x = p["embed"][x] if text else apply(p["embed"], drop(x, next(sites), rate))
        if name == "reverse":
            x = x + sine_positions(t["length"], width)
        b, n, _ = x.shape
        for q in p["layers"]:
            qkv = apply(q["qkv"], x).reshape(b, n, t["heads"], 3, head)
            scores = jnp.einsum("bnhd,bmhd->bhnm", qkv[..., 0, :], qkv[..., 1, :]) / math.sqrt(head)
            y = jnp.einsum("bhnm,bmhd->bnhd", jax.nn.softmax(scores), qkv[..., 2, :]).reshape(b, n, inner)
            x = layer_norm(q["n1"], x + drop(apply(q["out"], y), next(sites), rate))
            y = apply(q["f2"], jax.nn.relu(drop(apply(q["f1"], x), next(sites), rate)))
            x = layer_norm(q["n2"], x + drop(y, next(sites), rate))
        if text:
            return apply(p["out"], drop(x.max(1), next(sites), t["dropout"]))[:, 0]
        return apply(p["out"]["o"], drop(jax.nn.relu(layer_norm(p["out"]["n"], apply(p["out"]["f"], x))), next(sites), rate))

    b, n = t["batch"], t["length"]
    if sets:
        data, labels = jax.random.uniform(next(keys), (b, n, t["inputs"]), minval=-1), jnp.full((b,), n - 1)
    else:
        data = jax.random.randint(next(keys), (b, n), 0, t["inputs"])
        labels = jax.random.randint(next(keys), (b,), 0, 2) if text else data[:, ::-1]

    def loss(p, key):
        z = forward(p, jax.nn.one_hot(data, t["inputs"]) if name == "reverse" else data, key)
        if text:
            return jnp.mean(jnp.maximum(z, 0) - z * labels + jnp.log1p(jnp.exp(-jnp.abs(z))))
        z = jax.nn.log_softmax(z[..., 0] if sets else z)
        return -jnp.take_along_axis(z, labels[..., None], -1).mean()

    def adam(p, g, m, v, i):
        m = jax.tree.map(lambda a, b: 0.9 * a + 0.1 * b, m, g)
        v = jax.tree.map(lambda a, b: 0.999 * a + 0.001 * b * b, v, g)
        c1, c2 = 1 - 0.9 ** (i + 1), 1 - 0.999 ** (i + 1)
        return jax.tree.map(lambda a, x, y: a - 5e-4 * (x / c1) / (jnp.sqrt(y / c2) + 1e-8), p, m, v), m, v

    def step(state, i):
        p, m, v, key = state
        key, own = jax.random.split(key)
        value, g = jax.value_and_grad(loss)(p, own)
        if not text:
            size = jnp.sqrt(sum(jnp.sum(x * x) for x in jax.tree.leaves(g)))
            g = jax.tree.map(lambda x: x * jnp.minimum(1.0, 1.0 / (size + 1e-6)), g)
        return (*adam(p, g, m, v, i), key), value

    @functools.partial(jax.jit, donate_argnums=0)
    def many(state):
        return jax.lax.scan(step, state, jnp.arange(10 * BLOCK, dtype=jnp.float32))

    zeros = jax.tree.map(jnp.zeros_like, parameters)
    held = [(parameters, zeros, jax.tree.map(jnp.zeros_like, parameters), jax.random.PRNGKey(1))]

    def block():
        held[0], held_losses = many(held[0])
        held[1:] = [held_losses]

    us = timed(block, lambda: held[1].block_until_ready(), seconds, 10 * BLOCK)
    yield {"peer": f"JAX {jax.__version__}, lax.scan", "task": name, "device": str(jax.devices()[0]), "us_per_step": round(us, 1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("who", choices=("torch", "jax", "all"))
    parser.add_argument("--seconds", type=float, default=1.0, help="to time each for")
    a = parser.parse_args()
    for who, run in (("torch", run_torch), ("jax", run_jax)):
        if a.who not in (who, "all"):
            continue
        for name in TASKS:
            try:
                for line in run(name, a.seconds):
                    print(json.dumps(line), flush=True)
            except Exception as error:
                print(json.dumps({"peer": who, "task": name, "problem": str(error)[:300]}), flush=True)


if __name__ == "__main__":
    main()
