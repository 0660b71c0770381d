#!/usr/bin/env python3
"""Trains twins of the presets addition-mod, characters and patches out of PyTorch's own modules: data, settings and number of
epochs of our runs, three seeds.

usage: peer_presets.py ATTENTION_EXPLORER [--device cpu|cuda] RUN ...     (runs as presets.py --runs leaves them)

The data come from the file that `export` writes, network and training are written here. Initial weights are drawn by PyTorch
(tables as large as ours), and so is the order of the rows. Prints for each run the share of right answers in the test data of
both, of a language model the bits for a token; then for each preset the means, and whether they differ by at most two
standard deviations (of the seeds of the side that varies more), or by 2 % of the bits. The exit status is 1 if one does not.
"""
import argparse
import importlib.util
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import torch
from torch import nn


class NoNorm(nn.Identity):
    """Takes the place of a layer's norm. PyTorch asks each norm for its epsilon."""
    eps = 0.0


class Twin(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config, width = config, config['model_dim']
        if config['embedding_table']:
            self.embed = nn.Embedding(config['input_dim'], width)
            nn.init.uniform_(self.embed.weight, -0.05, 0.05)
        else:
            self.embed = nn.Linear(config['input_dim'], width)
        if config['class_token']:
            self.token = nn.Parameter(0.02 * torch.randn(width))
        self.positions = nn.Parameter(0.02 * torch.randn(config['max_positions'], width))
        layer = nn.TransformerEncoderLayer(width, config['num_heads'], config['dim_feedforward'], config['dropout'],
                                           config['activation'], batch_first=True, norm_first=config['norm_first'])
        if config['norm'] == 'none':
            layer.norm1, layer.norm2 = NoNorm(), NoNorm()
        # Copies of a layer would begin with the same weights; the projection of the heads begins as those into them.
        self.layers = nn.TransformerEncoder(layer, config['num_layers'], enable_nested_tensor=False,
                                            norm=nn.LayerNorm(width) if config['norm_first'] else None)
        for module in self.layers.modules():
            if isinstance(module, nn.MultiheadAttention):
                module._reset_parameters()
                nn.init.xavier_uniform_(module.out_proj.weight)
            elif type(module) is nn.Linear:
                module.reset_parameters()
        self.answer = nn.Linear(width, config['num_classes'])
        if config['tied_output']:
            self.answer.weight = self.embed.weight
            nn.init.zeros_(self.answer.bias)

    def forward(self, x):
        x = self.embed(x)
        if self.config['class_token']:
            x = torch.cat([self.token.expand(len(x), 1, -1), x], 1)
        length = x.shape[1]
        later = torch.ones(length, length, dtype=torch.bool, device=x.device).triu(1) if self.config['causal'] else None
        x = self.layers(x + self.positions[:length], mask=later)
        if self.config['output'] == 'pooled':
            x = x[:, {'first': 0, 'last': -1}[self.config['pooling']]]
        return self.answer(x)


def factor(training, step, total):
    """The share of the learning rate at a step, by the formula of training.schedule."""
    warm, share = training['warmup'], step / total
    if training['schedule'] == 'linear_warmup':
        return min(1.0, step / warm)
    if training['schedule'] == 'cosine_warmup':
        return 0.5 * (1 + math.cos(math.pi * share)) * min(1.0, step / warm)
    if training['schedule'] == 'warmup_cosine_decay':
        return step / warm if step < warm else 0.5 * (1 + math.cos(math.pi * (step - warm) / (total - warm)))
    sys.exit(f"no formula here for the schedule {training['schedule']}")


@torch.no_grad()
def measure(network, x, labels):
    """Share of right answers, mean loss in nats."""
    right = loss = answers = 0
    for at in range(0, len(x), 500):
        logits, wanted = network(x[at:at + 500]).flatten(0, -2), labels[at:at + 500].flatten()
        right += (logits.argmax(-1) == wanted).sum().item()
        loss += nn.functional.cross_entropy(logits, wanted, reduction='sum', ignore_index=-1).item()
        answers += (wanted >= 0).sum().item()
    return right / answers, loss / answers


def train(config, splits, seed, device):
    """(right, nats) on the test data with the parameters that were best on the validation data; how long it took to leap."""
    torch.manual_seed(seed)
    training = config['training']
    # The network stays in training mode, also where it is measured: without dropout nothing differs.
    assert config['network']['dropout'] == config['network']['input_dropout'] == 0 and training['optimiser'] == 'adamw'
    network = Twin(config['network']).to(device)
    optimiser = torch.optim.AdamW(network.parameters(), training['learning_rate'], (training['beta1'], training['beta2']),
                                  training['epsilon'], training['weight_decay'])
    (x, labels), step = splits['train'], 0
    batch = len(x) if training['full_batch'] else training['batch_size']
    steps = len(x) // batch
    best, kept, leapt = (-1.0, 0.0), None, None
    for _ in range(training['epochs']):
        order = torch.randperm(len(x), device=device)
        for rows in order[:steps * batch].split(batch):
            for group in optimiser.param_groups:
                group['lr'] = training['learning_rate'] * factor(training, step, steps * training['epochs'])
            optimiser.zero_grad()
            nn.functional.cross_entropy(network(x[rows]).flatten(0, -2), labels[rows].flatten(), ignore_index=-1).backward()
            if training['clip_norm']:
                nn.utils.clip_grad_norm_(network.parameters(), training['clip_norm'])
            optimiser.step()
            step += 1
        right, loss = measure(network, *splits['validation'])
        leapt = leapt or (step if right > 0.9 else None)
        if (right, -loss) > best:
            best, kept = (right, -loss), {name: value.clone() for name, value in network.state_dict().items()}
        if training['target_accuracy'] and right >= training['target_accuracy']:
            break
    network.load_state_dict(kept)
    return (*measure(network, *splits['test']), leapt)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program')
    parser.add_argument('runs', nargs='+', type=pathlib.Path)
    parser.add_argument('--device', default='cpu')
    a = parser.parse_args()
    found = {}
    for run in a.runs:
        told = json.loads((run / 'run.json').read_text())
        config, result = told['config'], told['result']
        with tempfile.TemporaryDirectory() as folder:
            code = pathlib.Path(folder) / 'network.py'
            subprocess.run([a.program, 'export', run, '--out', code], check=True, stdout=subprocess.DEVNULL)
            spec = importlib.util.spec_from_file_location('network', code)
            exported = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(exported)
            splits = {}
            for name, data in exported.make_data().items():
                rows, labels, _ = exported.arranged(data)
                splits[name] = (exported.inputs(data, rows).to(a.device), labels.to(a.device))
        right, nats, leapt = train(config, splits, config['seed'], a.device)
        language = config['data']['task'] == 'language'
        ours, twin = (result['test_acc'], right)
        if language:
            evaluated = subprocess.run([a.program, 'evaluate', run, '--json'], check=True, capture_output=True).stdout
            ours, twin = json.loads(evaluated)['test_loss'] / math.log(2), nats / math.log(2)
        print(f"{config['preset']}, seed {config['seed']}: {ours:.4f}, PyTorch {twin:.4f}" + (' bits' if language else '') +
              (f', whose validation passed 0.9 after {leapt} steps' if config['preset'] == 'addition-mod' else ''), flush=True)
        found.setdefault((config['preset'], language), []).append((ours, twin))
    apart = False
    for (preset, language), pairs in found.items():
        (ours, twin), deviations = np.mean(pairs, 0), np.std(pairs, 0, ddof=1)
        most = 0.02 * twin if language else 2 * max(deviations)
        apart |= abs(ours - twin) > most
        print(f'{preset}: means {ours:.4f} and {twin:.4f}, {abs(ours - twin):.4f} apart, at most {most:.4f} wanted; '
              f'standard deviations {deviations[0]:.4f} and {deviations[1]:.4f}')
    return int(apart)


if __name__ == '__main__':
    sys.exit(main())
