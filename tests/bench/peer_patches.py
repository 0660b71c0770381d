#!/usr/bin/env python3
"""The preset `patches` next to PyTorch's own modules: the same drawn pictures, settings and number of steps, three seeds.

usage: peer_patches.py ATTENTION_EXPLORER [--epochs N]

Trains the preset with seeds 1, 2 and 3, and a network of nn.TransformerEncoderLayer (norm first, GELU) with a class token and
learned positions on the pictures that `export` writes; prints the test accuracies of both, and whether the means differ by less
than two standard deviations. Initial weights and the order of the pictures are each side's own.
"""
import json, math, pathlib, struct, subprocess, sys, tempfile
import numpy as np
import torch
from torch import nn

SEEDS = (1, 2, 3)
TYPES = {'F32': np.float32, 'I64': np.int64}


def read_tensors(path):
    data = path.read_bytes()
    start = 8 + struct.unpack('<Q', data[:8])[0]
    tensors = {}
    for name, entry in json.loads(data[8:start]).items():
        if name == '__metadata__':
            continue
        begin, end = entry['data_offsets']
        numbers = np.frombuffer(data[start + begin:start + end], TYPES[entry['dtype']])
        tensors[name] = torch.from_numpy(numbers.reshape(entry['shape']).copy())
    return tensors


class VisionTransformer(nn.Module):
    def __init__(self, config, patches):
        super().__init__()
        width = config['model_dim']
        self.embed = nn.Linear(config['input_dim'], width)
        self.token = nn.Parameter(0.02 * torch.randn(width))
        self.positions = nn.Parameter(0.02 * torch.randn(patches + 1, width))
        layer = nn.TransformerEncoderLayer(width, config['num_heads'], config['dim_feedforward'], config['dropout'], 'gelu',
                                           batch_first=True, norm_first=True)
        self.layers = nn.TransformerEncoder(layer, config['num_layers'], norm=nn.LayerNorm(width), enable_nested_tensor=False)
        self.answer = nn.Linear(width, config['num_classes'])

    def forward(self, x):
        x = torch.cat([self.token.expand(len(x), 1, -1), self.embed(x)], 1) + self.positions
        return self.answer(self.layers(x)[:, 0])


def accuracy(network, x, labels):
    network.eval()
    with torch.no_grad():
        right = sum((network(x[at:at + 500]).argmax(-1) == labels[at:at + 500]).sum().item() for at in range(0, len(x), 500))
    return right / len(x)


def train_twin(config, data, seed):
    torch.manual_seed(seed)
    patches = (config['data']['picture_size'] // config['data']['patch_size'])**2
    split = {part: (data[part + '.features'].view(-1, patches, config['network']['input_dim']),
                    data[part + '.labels'][::patches]) for part in ('train', 'validation', 'test')}
    network, training = VisionTransformer(config['network'], patches), config['training']
    optimiser = torch.optim.AdamW(network.parameters(), training['learning_rate'], (training['beta1'], training['beta2']),
                                  training['epsilon'], training['weight_decay'])
    x, labels = split['train']
    steps = len(x) // training['batch_size']
    total, best, kept = steps * training['epochs'], -1.0, None
    for epoch in range(training['epochs']):
        network.train()
        order = torch.randperm(len(x))
        for step in range(steps):
            batch = order[step * training['batch_size']:(step + 1) * training['batch_size']]
            at = epoch * steps + step
            factor = 0.5 * (1 + math.cos(math.pi * at / total)) * min(1.0, at / training['warmup'])
            for group in optimiser.param_groups:
                group['lr'] = training['learning_rate'] * factor
            optimiser.zero_grad()
            nn.functional.cross_entropy(network(x[batch]), labels[batch]).backward()
            nn.utils.clip_grad_norm_(network.parameters(), training['clip_norm'])
            optimiser.step()
        found = accuracy(network, *split['validation'])
        if found > best:
            best, kept = found, {name: value.clone() for name, value in network.state_dict().items()}
    network.load_state_dict(kept)
    return accuracy(network, *split['test'])


def main(program, *options):
    ours, twins = [], []
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        for seed in SEEDS:
            run = folder / f'run{seed}'
            subprocess.run([program, 'train', '--preset', 'patches', '--seed', str(seed), '--out', run, *options], check=True,
                           stdout=subprocess.DEVNULL)
            told = json.loads((run / 'run.json').read_text())
            ours.append(told['result']['test_acc'])
            subprocess.run([program, 'export', run, '--out', folder / 'net.py'], check=True, stdout=subprocess.DEVNULL)
            twins.append(train_twin(told['config'], read_tensors(folder / 'net-data.safetensors'), seed))
            print(f'seed {seed}: {ours[-1]:.4f}, PyTorch {twins[-1]:.4f}', flush=True)
    deviation = max(np.std(ours, ddof=1), np.std(twins, ddof=1))
    apart = abs(np.mean(ours) - np.mean(twins))
    print(f'means {np.mean(ours):.4f} and {np.mean(twins):.4f}, {apart:.4f} apart, standard deviation {deviation:.4f}')
    return 0 if apart <= 2 * deviation else 1


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
