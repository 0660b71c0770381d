#!/usr/bin/env python3
"""A folder of BERT's size with random weights, and the time that PyTorch takes for its forward pass.

    bert.py make FOLDER [VOCABULARY]     config.json, model.safetensors (440 MB) and a tokenizer: vocab.txt as it is
                                         given, or of invented words
    bert.py time FOLDER [--tokens N] [--threads N] [--passes N]

`time` prints one JSON object with the milliseconds of a pass (median), and the logits, so that both programs can be
seen to compute the same. It needs PyTorch with a fast BLAS, which is checked (peer.py).
"""
import argparse
import ctypes
import json
import math
import os
import pathlib
import shutil
import statistics
import struct
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
WIDTH, LAYERS, HEADS, INNER, WORDS, POSITIONS, CLASSES = 768, 12, 12, 3072, 30522, 512, 2


def shapes():
    def norm(name):
        return {name + ".weight": (WIDTH,), name + ".bias": (WIDTH,)}

    def linear(name, rows, columns):
        return {name + ".weight": (rows, columns), name + ".bias": (rows,)}

    all_shapes = {"bert.embeddings.word_embeddings.weight": (WORDS, WIDTH),
                  "bert.embeddings.position_embeddings.weight": (POSITIONS, WIDTH),
                  "bert.embeddings.token_type_embeddings.weight": (2, WIDTH), **norm("bert.embeddings.LayerNorm")}
    for layer in range(LAYERS):
        name = f"bert.encoder.layer.{layer}."
        for part in ("query", "key", "value"):
            all_shapes |= linear(f"{name}attention.self.{part}", WIDTH, WIDTH)
        all_shapes |= linear(name + "attention.output.dense", WIDTH, WIDTH)
        all_shapes |= norm(name + "attention.output.LayerNorm")
        all_shapes |= linear(name + "intermediate.dense", INNER, WIDTH) | linear(name + "output.dense", WIDTH, INNER)
        all_shapes |= norm(name + "output.LayerNorm")
    return all_shapes | linear("bert.pooler.dense", WIDTH, WIDTH) | linear("classifier", CLASSES, WIDTH)


def make(folder, vocabulary):
    import torch

    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(1)
    header, at = {}, 0
    for name, shape in shapes().items():
        size = 4 * math.prod(shape)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(folder / "model.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for name, shape in shapes().items():
            values = torch.randn(shape) * 0.05
            if "LayerNorm.weight" in name:
                values += 1
            file.write(ctypes.string_at(values.data_ptr(), 4 * values.numel()))
    config = {"architectures": ["BertForSequenceClassification"], "model_type": "bert", "hidden_act": "gelu",
              "hidden_size": WIDTH, "intermediate_size": INNER, "layer_norm_eps": 1e-12,
              "max_position_embeddings": POSITIONS, "num_attention_heads": HEADS, "num_hidden_layers": LAYERS,
              "pad_token_id": 0, "position_embedding_type": "absolute", "type_vocab_size": 2, "vocab_size": WORDS}
    (folder / "config.json").write_text(json.dumps(config, indent=1))
    (folder / "tokenizer_config.json").write_text(json.dumps({"do_lower_case": True, "tokenizer_class": "BertTokenizer"}))
    if vocabulary:
        shutil.copyfile(vocabulary, folder / "vocab.txt")
        return
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    (folder / "vocab.txt").write_text("\n".join(special + [f"word{i}" for i in range(WORDS - len(special))]) + "\n")


def weights(folder):
    import torch

    data = (folder / "model.safetensors").read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    entries = json.loads(data[8:8 + length])
    view = memoryview(bytearray(data[8 + length:]))
    return {name: torch.frombuffer(view, dtype=torch.float32, offset=entry["data_offsets"][0],
                                   count=math.prod(entry["shape"])).view(entry["shape"])
            for name, entry in entries.items()}


def tokens_of(count):  # attx-bench --folder has the same
    return [1000 + 37 * i % 20000 for i in range(count)]


def measure(folder, count, threads, passes):
    import torch
    import torch.nn.functional as F
    from peer import require_fast_products

    torch.set_num_threads(1)
    rate = require_fast_products()
    torch.set_num_threads(threads)
    w = weights(folder)

    def linear(x, name):
        return F.linear(x, w[name + ".weight"], w[name + ".bias"])

    def norm(x, name):
        return F.layer_norm(x, (WIDTH,), w[name + ".weight"], w[name + ".bias"], 1e-12)

    def forward(tokens):
        table = "bert.embeddings."
        x = norm(w[table + "word_embeddings.weight"][tokens] + w[table + "position_embeddings.weight"][:len(tokens)]
                 + w[table + "token_type_embeddings.weight"][0], table + "LayerNorm")
        for layer in range(LAYERS):
            name = f"bert.encoder.layer.{layer}."
            q, k, v = (linear(x, f"{name}attention.self.{part}").view(-1, HEADS, WIDTH // HEADS).transpose(0, 1)
                       for part in ("query", "key", "value"))
            p = (q @ k.transpose(1, 2) / math.sqrt(WIDTH // HEADS)).softmax(-1)
            mixed = (p @ v).transpose(0, 1).reshape(-1, WIDTH)
            x = norm(x + linear(mixed, name + "attention.output.dense"), name + "attention.output.LayerNorm")
            inner = F.gelu(linear(x, name + "intermediate.dense"))
            x = norm(x + linear(inner, name + "output.dense"), name + "output.LayerNorm")
        return linear(torch.tanh(linear(x[0], "bert.pooler.dense")), "classifier")

    times = []
    with torch.inference_mode():
        tokens = torch.tensor(tokens_of(count))
        for i in range(passes + 2):  # the first two warm up
            start = time.process_time()  # the processor's time, whatever else runs
            logits = forward(tokens)
            if i >= 2:
                times.append(time.process_time() - start)
    print(json.dumps({"ms": round(1e3 * statistics.median(times), 2), "least_ms": round(1e3 * min(times), 2),
                      "logits": [float(f"{x:.7g}") for x in logits.tolist()],
                      "gflops_of_a_product": round(rate, 1), "torch": torch.__version__, "threads": threads}))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("make", "time"))
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("vocabulary", nargs="?", type=pathlib.Path)
    parser.add_argument("--tokens", type=int, default=128)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--passes", type=int, default=20)
    a = parser.parse_args()
    if a.what == "make":
        make(a.folder, a.vocabulary)
    else:
        measure(a.folder, a.tokens, a.threads, a.passes)


if __name__ == "__main__":
    if "--threads" in sys.argv[:-1]:  # OpenBLAS reads it when it is loaded
        os.environ["OPENBLAS_NUM_THREADS"] = sys.argv[sys.argv.index("--threads") + 1]
    main()
