#!/usr/bin/env python3
"""How runs of `anomaly` do on the very test sets that PyTorch's figure was measured on, and on four other draws.

usage: peer_sets.py ATTENTION_EXPLORER FEATURE_FOLDER RUN...

FEATURE_FOLDER holds test_set_features.npz and cifar-100-binary-subset.tar.gz, and RUN... were trained there.
The draw is that of peer_torch.py (seed 123): of 1,500 sets, so that one draw differs from another by about 0.01.
"""
import json, pathlib, struct, subprocess, sys, tarfile, tempfile
import numpy as np

RECORD = 2 + 3 * 32 * 32  # coarse label, fine label, pixels


def write_features(path, features):
    header = json.dumps({'features': {'dtype': 'F32', 'shape': list(features.shape),
                                      'data_offsets': [0, features.nbytes]}}).encode()
    path.write_bytes(struct.pack('<Q', len(header)) + header + features.tobytes())


def read_tensor(path, name):
    data = path.read_bytes()
    start = 8 + struct.unpack('<Q', data[:8])[0]
    entry = json.loads(data[8:start])[name]
    begin, end = entry['data_offsets']
    return np.frombuffer(data[start + begin:start + end], np.float32).reshape(entry['shape'])


def main(program, folder, *runs):
    folder = pathlib.Path(folder)
    features = np.load(folder / 'test_set_features.npz')['feats'].astype(np.float32)
    with tarfile.open(folder / 'cifar-100-binary-subset.tar.gz') as archive:
        test = next(member for member in archive if member.name.endswith('test.bin'))
        records = np.frombuffer(archive.extractfile(test).read(), np.uint8).reshape(-1, RECORD)
    labels = records[:, 1].astype(int)
    by_class = np.argsort(labels, kind='stable').reshape(100, -1)
    for seed in (123, 1, 2, 3, 4):
        random = np.random.default_rng(seed)
        others = random.integers(99, size=len(labels))
        others += others >= labels
        pick = np.argsort(random.random((len(labels), by_class.shape[1])), 1)[:, :9]
        sets = np.concatenate([by_class[others[:, None], pick], np.arange(len(labels))[:, None]], 1)
        accuracies = []
        with tempfile.TemporaryDirectory() as place:
            asked, answer = pathlib.Path(place) / 'sets.safetensors', pathlib.Path(place) / 'answer.safetensors'
            write_features(asked, np.ascontiguousarray(features[sets]))
            for run in runs:
                subprocess.run([program, 'inspect', run, '--input', asked, '--out', answer], check=True,
                               stdout=subprocess.DEVNULL)
                accuracies.append((read_tensor(answer, 'logits').argmax(-1) == 9).mean())
        print(f'draw {seed}: {np.round(accuracies, 4).tolist()}, mean {np.mean(accuracies):.4f}')


if __name__ == '__main__':
    main(*sys.argv[1:])
