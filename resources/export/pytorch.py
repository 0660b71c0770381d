#!/usr/bin/env python3
"""{{TITLE}} as PyTorch: the network, its data and its training. Written by Attention Explorer {{VERSION}}.

    python3 {{FILE}}               loss and accuracy of the trained weights in {{WEIGHTS}}
    python3 {{FILE}} --train       trains from the first weights of the run; --out FILE.pt keeps the result
    python3 {{FILE}} --logits N    the answer to number N (from 0) of the validation data, as JSON

Needs PyTorch 1.13 or later, and NumPy. Weights, data and their order are drawn as the program draws them, so that losses
agree to rounding; what dropout drops is PyTorch's own choice, --no-dropout leaves it out.
"""
import argparse
import json
import math
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

FOLDER = Path(__file__).resolve().parent
WEIGHTS = FOLDER / "{{WEIGHTS}}"
#if data_file
# The rows as the program has read and dealt them{{FROM}}.
DATA = FOLDER / "{{DATA}}"
#endif
SEED, DATA_SEED = {{SEED}}, {{DATA_SEED}}
#if tokens
CATEGORIES = {{INPUT_DIM}}
#else
FEATURES = {{INPUT_DIM}}
#endif
D_MODEL, HEADS, HEAD_DIM, LAYERS, FEED_FORWARD = {{MODEL_DIM}}, {{HEADS}}, {{HEAD_DIM}}, {{LAYERS}}, {{FEED_FORWARD}}
CLASSES, LENGTH, NORM_EPS = {{CLASSES}}, {{LENGTH}}, {{NORM_EPS}}
DROPOUT, INPUT_DROPOUT, POOL_DROPOUT = {{DROPOUT}}, {{INPUT_DROPOUT}}, {{POOL_DROPOUT}}
BATCH, EPOCHS, LEARNING_RATE, WARMUP, CLIP_NORM = {{BATCH}}, {{EPOCHS}}, {{LEARNING_RATE}}, {{WARMUP}}, {{CLIP_NORM}}
MAX_STEPS = {{MAX_STEPS}}  # 0: no such end


# --- The network ---


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv_proj = nn.Linear(D_MODEL, 3 * HEADS * HEAD_DIM)
        self.o_proj = nn.Linear(HEADS * HEAD_DIM, D_MODEL)

    def forward(self, x, mask):
        b, t, _ = x.shape
        # The query, key and value of a head stand side by side.
        q, k, v = self.qkv_proj(x).reshape(b, t, HEADS, 3 * HEAD_DIM).permute(0, 2, 1, 3).chunk(3, dim=-1)
        scores = q @ k.transpose(-2, -1) / math.sqrt(HEAD_DIM)
        if mask is not None:
            scores = scores.masked_fill(~mask[:, None, None, :], -math.inf)
        self.map = scores.softmax(-1)  # [B, head, query, key]
        return self.o_proj((self.map @ v).permute(0, 2, 1, 3).reshape(b, t, HEADS * HEAD_DIM))


class EncoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attn = Attention()
        self.linear_net = nn.Sequential(nn.Linear(D_MODEL, FEED_FORWARD), nn.Dropout(DROPOUT), nn.ReLU(),
                                        nn.Linear(FEED_FORWARD, D_MODEL))
        self.norm1, self.norm2 = nn.LayerNorm(D_MODEL, eps=NORM_EPS), nn.LayerNorm(D_MODEL, eps=NORM_EPS)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, x, mask):
        x = self.norm1(x + self.dropout(self.self_attn(x, mask)))
        return self.norm2(x + self.dropout(self.linear_net(x)))


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(EncoderLayer() for _ in range(LAYERS))

    def forward(self, x, mask):
        for layer in self.layers:
            x = layer(x, mask)
        return x
#if positions


def positional_encoding(length):
    """[length, D_MODEL]: sines in the even, cosines in the odd dimensions (Vaswani et al. 2017)."""
    i = torch.arange(D_MODEL, dtype=torch.float64)
    angle = torch.arange(length)[:, None] * torch.exp(-math.log(10000.0) * (i - i % 2) / D_MODEL)
    return torch.where(i % 2 == 0, angle.sin(), angle.cos()).float()
#endif


class Network(nn.Module):
    def __init__(self):
        super().__init__()
#if table
        self.embedding = nn.Embedding(CATEGORIES, D_MODEL)
#else
        self.input_net = nn.Sequential(nn.Dropout(INPUT_DROPOUT), nn.Linear({{INPUT}}, D_MODEL))
#endif
        self.transformer = Encoder()
#if linear_output
        self.classifier = nn.Linear(D_MODEL, CLASSES)
#else
        self.output_net = nn.Sequential(nn.Linear(D_MODEL, D_MODEL), nn.LayerNorm(D_MODEL, eps=NORM_EPS), nn.ReLU(),
                                        nn.Dropout(DROPOUT), nn.Linear(D_MODEL, CLASSES))
#endif

    def forward(self, x, mask=None):
        """x: {{X_SHAPE}}; mask: [B, T], False where there is padding. Logits {{LOGITS_SHAPE}}."""
#if table
        x = self.embedding(x) * F.dropout(torch.ones(*x.shape, 1), INPUT_DROPOUT, self.training)
#else
#if tokens
        x = F.one_hot(x, CATEGORIES).float()
#endif
        x = self.input_net(x)
#endif
#if positions
        x = x + positional_encoding(x.shape[1])
#endif
        x = self.transformer(x, mask)
#if pooled
        if mask is not None:
            x = x.masked_fill(~mask[:, :, None], -math.inf)
        return self.classifier(F.dropout(x.max(1)[0], POOL_DROPOUT, self.training))
#else
#if linear_output
        logits = self.classifier(x)
#else
        logits = self.output_net(x)
#endif
#if set
        return logits.squeeze(-1)
#else
        return logits
#endif
#endif


# --- Random numbers: Philox4x32-10 (Salmon et al. 2011), so that every machine draws the same ---


class Draws:
    """Words of 32 bits from one stream: 1 weights, 2 order of the rows, 3 data, 4 sets, 5 sets that measure."""

    def __init__(self, seed, stream, a=0):
        self.seed, self.counter, self.block, self.left = seed, (a, 0, stream), 0, iter(())

    def words(self, count):
        """The next ones, in whole blocks of four."""
        n, low, half = -(-count // 4), np.uint64(0xFFFFFFFF), np.uint64(32)
        c = [np.arange(self.block, self.block + n, dtype=np.uint64)] + [np.full(n, x, np.uint64) for x in self.counter]
        k0, k1 = self.seed & 0xFFFFFFFF, self.seed >> 32
        for _ in range(10):
            p0, p1 = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
            c = [(p1 >> half) ^ c[1] ^ np.uint64(k0), p1 & low, (p0 >> half) ^ c[3] ^ np.uint64(k1), p0 & low]
            k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
        self.block += n
        return np.stack(c, 1).ravel()

    def uniform(self, bound, count):
        """Numbers in [-bound, bound)."""
        unit = (self.words(count)[:count] >> np.uint64(8)).astype(np.float32) * np.float32(2 ** -24)
        return np.float32(-bound) + np.float32(2 * bound) * unit

    def below(self, bound):
        """A whole number from 0 to bound - 1, without bias (Lemire 2019)."""
        while True:
            word = next(self.left, None)
            if word is None:
                self.left = iter(self.words(1 << 12).tolist())
                continue
            product = word * bound
            if product & 0xFFFFFFFF >= (2 ** 32 - bound) % bound:
                return product >> 32


def shuffled(rows, draws):
    order = list(range(rows))
    for i in range(rows, 1, -1):
        j = draws.below(i)
        order[i - 1], order[j] = order[j], order[i - 1]
    return order


# --- The data ---


def read_tensors(path):
    """A safetensors file: the length of the header, the header as JSON, the numbers."""
    raw = path.read_bytes()
    start = 8 + int.from_bytes(raw[:8], "little")
    types, found = {"F32": np.float32, "I64": np.int64}, {}
    for name, t in json.loads(raw[8:start]).items():
        if name != "__metadata__":
            values = np.frombuffer(raw[start + t["data_offsets"][0]:start + t["data_offsets"][1]], types[t["dtype"]])
            found[name] = torch.from_numpy(values.reshape(t["shape"]).copy())
    return found


def make_data():
    """For each split a dictionary of what its rows hold."""
#if data_file
    splits = {"train": {}, "validation": {}, "test": {}}
    for name, tensor in read_tensors(DATA).items():
        split, what = name.split(".")
        splits[split][what] = tensor
    return splits
#else
    splits = {}
    for number, (name, rows) in enumerate([("train", {{TRAIN}}), ("validation", {{VALIDATION}}), ("test", {{TEST}})]):
        draws = Draws(DATA_SEED, 3, number)
        words = draws.words(rows * LENGTH + 1024) * np.uint64(CATEGORIES)
        words = words[(words & np.uint64(0xFFFFFFFF)) >= np.uint64((2 ** 32 - CATEGORIES) % CATEGORIES)]  # without bias
        tokens = torch.from_numpy((words >> np.uint64(32)).astype(np.int64)[:rows * LENGTH].reshape(rows, LENGTH))
        splits[name] = {"tokens": tokens, "labels": {{RULE}}}
    return splits
#endif
#if set


def draw_sets(classes, odd, draws):
    """For each odd row its set [len(odd), LENGTH] of rows, the others of one other class, and the odd one's place."""
    members = {}
    for row, c in enumerate(classes):
        members.setdefault(c, []).append(row)
    present, sets, places = sorted(members), [], []
    for row in odd:
        main = present[draws.below(len(present) - 1)]
        pool = members[present[-1] if main == classes[row] else main]
        others = LENGTH - 1
        for i in range(others):
            j = draws.below(len(pool) - i)
            pool[i], pool[i + j] = pool[i + j], pool[i]
        chosen, place = pool[:others] + [row], others
#if shuffle_place
        place = others - draws.below(LENGTH)
        chosen[-1], chosen[place] = chosen[place], chosen[-1]
#endif
        sets.append(chosen)
        places.append(place)
    return torch.tensor(sets), torch.tensor(places)
#endif


def arranged(split, epoch=None, draws=1):
    """The sequences of an epoch of training, or (None) those that measure: input, labels, mask."""
#if set
    classes, rows = split["classes"].tolist(), len(split["features"])
    odd = list(range(rows)) * draws if epoch is None else shuffled(rows, Draws(SEED, 2, epoch))
    sets, places = draw_sets(classes, odd, Draws(DATA_SEED, 5) if epoch is None else Draws(SEED, 4, epoch))
    return sets, places, None  # rows of the features, which batches() looks up
#else
    x, labels = split["tokens"], split["labels"]
    mask = None
#if masked
    if "lengths" in split:
        mask = torch.arange(x.shape[1]) < split["lengths"][:, None]
#endif
    if epoch is None:
        return x, labels, mask
    order = shuffled(len(x), Draws(SEED, 2, epoch))
    return x[order], labels[order], None if mask is None else mask[order]
#endif


def batches(split, arrangement, whole):
    x, labels, mask = arrangement
    for at in range(0, len(x) // BATCH * BATCH if whole else len(x), BATCH):
        part = slice(at, at + BATCH)
#if set
        yield split["features"][x[part]], labels[part], None
#else
        yield x[part], labels[part], None if mask is None else mask[part]
#endif


# --- The training ---


def loss_and_hits(logits, labels):
    """The mean loss of what has a label, how many answers are right, and how many there are."""
#if binary
    loss = F.binary_cross_entropy_with_logits(logits[:, 0], labels.float())
    return loss, int(((logits[:, 0] > 0).long() == labels).sum()), len(labels)
#else
#if per_position
    logits, labels = logits.reshape(-1, CLASSES), labels.reshape(-1)
#endif
    loss = F.cross_entropy(logits, labels, ignore_index=-1)
    return loss, int((logits.argmax(-1) == labels).sum()), int((labels >= 0).sum())
#endif


def evaluate(network, split, draws=1):
    network.eval()
    losses = hits = answers = 0
    with torch.no_grad():
        for x, labels, mask in batches(split, arranged(split, draws=draws), whole=False):
            loss, right, count = loss_and_hits(network(x, mask), labels)
            losses, hits, answers = losses + loss.item() * count, hits + right, answers + count
    return losses / max(answers, 1), hits / max(answers, 1)


def learning_rate(step, total):
#if cosine_warmup
    factor = 0.5 * (1 + math.cos(math.pi * step / total))
    return LEARNING_RATE * (factor * step / WARMUP if 0 < WARMUP and step <= WARMUP else factor)
#endif
#if warmup_cosine_decay
    if step < WARMUP:
        return LEARNING_RATE * step / WARMUP
    return LEARNING_RATE * 0.5 * (1 + math.cos(math.pi * min((step - WARMUP) / max(total - WARMUP, 1), 1)))
#endif
#if constant
    return LEARNING_RATE
#endif
#if keras3


class RMSprop(torch.optim.Optimizer):
    """As Keras 3 has it: epsilon stands under the root."""

    def __init__(self, parameters):
        super().__init__(parameters, {"lr": LEARNING_RATE})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                v = self.state[p].setdefault("v", torch.zeros_like(p))
                v.mul_({{RHO}}).add_((1 - {{RHO}}) * p.grad ** 2)
                p -= group["lr"] * p.grad / (v + {{EPSILON}}).sqrt()
#endif


# The parameters in the order in which they are drawn, with the bound of their uniform distribution: 0, all zero; None, all one.
INITIAL = [
{{INITIAL}}]


def initialise(network):
#if by_hand
    network.load_state_dict(read_tensors(WEIGHTS))  # the run began with weights made by hand: those of the file
#else
    parameters = dict(network.named_parameters())
    with torch.no_grad():
        for number, (name, bound) in enumerate(INITIAL):
            p = parameters[name]
            if bound:
                p.copy_(torch.from_numpy(Draws(SEED, 1, number).uniform(bound, p.numel())).reshape(p.shape))
            else:
                p.fill_(1.0 if bound is None else 0.0)
#endif


def train(network, data, steps, with_dropout):
    initialise(network)
    optimiser = {{OPTIMISER}}
    per_epoch = len(data["train"]["{{ROWS}}"]) // BATCH
    total = per_epoch * EPOCHS if EPOCHS else MAX_STEPS
    steps, step = min([n for n in (steps, total, MAX_STEPS) if n], default=0), 0
    for epoch in range(-(-steps // per_epoch)):
        for x, labels, mask in batches(data["train"], arranged(data["train"], epoch), whole=True):
            if step == steps:
                return
            network.train(with_dropout)
            for group in optimiser.param_groups:
                group["lr"] = learning_rate(step, max(total, 1))
            loss, right, count = loss_and_hits(network(x, mask), labels)
            optimiser.zero_grad()
            loss.backward()
            if CLIP_NORM:
                nn.utils.clip_grad_norm_(network.parameters(), CLIP_NORM)
            optimiser.step()
            step += 1
            print(f"step {step}  loss {loss.item():.7f}  accuracy {right / max(count, 1):.4f}", flush=True)
        print("epoch %d  validation loss %.6f  accuracy %.6f" % (epoch + 1, *evaluate(network, data["validation"])), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--steps", type=int, default=0, help="ends the training after so many")
    parser.add_argument("--no-dropout", action="store_true")
    parser.add_argument("--out", help="where to keep what was trained, with torch.save")
    parser.add_argument("--logits", type=int, metavar="N")
    a = parser.parse_args()
    torch.manual_seed(SEED % 2 ** 63)
    data, network = make_data(), Network()
    if a.train:
        train(network, data, a.steps, not a.no_dropout)
        if a.out:
            torch.save(network.state_dict(), a.out)
        return
    network.load_state_dict(read_tensors(WEIGHTS))
    if a.logits is not None:
        network.eval()
        x, _, mask = arranged(data["validation"])
        one = slice(a.logits, a.logits + 1)
        with torch.no_grad():
#if set
            logits = network(data["validation"]["features"][x[one]])
#else
            logits = network(x[one], None if mask is None else mask[one])
#endif
        print(json.dumps(logits[0].tolist()))
        return
    print("validation  loss %.6f  accuracy %.6f" % evaluate(network, data["validation"]))
    if len(data["test"].get("{{ROWS}}", [])):
        print("test        loss %.6f  accuracy %.6f" % evaluate(network, data["test"]{{TEST_DRAWS}}))


if __name__ == "__main__":
    main()
