"""The committed checkpoints of test_foreign_checkpoint, as other programs write them (python3-torch):

    python3 tests/data/make_checkpoints.py

One small network in every container: a Lightning checkpoint in PyTorch's zip, the bare state_dict in the stream of
old, a wrapped one in short floats, and Flax's MessagePack. fixture_foreign.safetensors says what it answers.
"""
import argparse
import collections
import os
import struct

import torch
import torch.nn.functional as F
from make_fixtures import HERE, Network, save

SIZES = dict(input_dim=5, model_dim=6, num_classes=5, num_heads=2, num_layers=2, dim_feedforward=7)


def msgpack(value):
    """As flax.serialization.to_bytes packs nested dictionaries of arrays."""
    if isinstance(value, dict):
        return bytes([0x80 | len(value)]) + b''.join(msgpack(k) + msgpack(v) for k, v in value.items())
    if isinstance(value, str):
        return bytes([0xa0 | len(value)]) + value.encode()
    if isinstance(value, int):
        return struct.pack('>BI', 0xce, value)
    array = value.detach().float().contiguous().numpy()
    shape = bytes([0x90 | array.ndim]) + b''.join(msgpack(n) for n in array.shape)
    data = array.tobytes()
    content = b'\x93' + shape + msgpack('float32') + struct.pack('>BI', 0xc6, len(data)) + data
    return struct.pack('>BIb', 0xc9, len(content), 1) + content


def flax_tree(state):
    """PyTorch's names as those of the reference notebooks' Flax modules."""
    tree = {}
    for name, tensor in state.items():
        for old, new in (('input_net.1', 'input_layer'), ('output_net.', 'output_net_'), ('layers.', 'layers_'),
                         ('linear_net.', 'linear_')):
            name = name.replace(old, new)
        *path, leaf = name.split('.')
        if leaf == 'weight':
            leaf, tensor = ('kernel', tensor.T) if tensor.ndim == 2 else ('scale', tensor)
        node = tree
        for key in path:
            node = node.setdefault(key, {})
        node[leaf] = tensor
    return tree


class Call:
    """Unpickling this would run a program."""

    def __reduce__(self):
        return os.system, ('true',)


def main():
    torch.manual_seed(11)
    network = Network(SIZES['input_dim'], SIZES['model_dim'], SIZES['num_classes'], SIZES['num_heads'],
                      SIZES['num_layers'], SIZES['dim_feedforward'], 1e-5, True)
    with torch.no_grad():
        for p in network.parameters():
            p.copy_((p + 0.3 * torch.randn_like(p)).bfloat16())  # the same in short floats
    state = collections.OrderedDict((k, v.float()) for k, v in network.state_dict().items())
    path = lambda name: os.path.join(HERE, name)
    stream = dict(_use_new_zipfile_serialization=False)
    lightning = {'epoch': 3, 'global_step': 12, 'pytorch-lightning_version': '1.0.2', 'state_dict': state,
                 'callbacks': {argparse.ArgumentParser: {'best_model_score': torch.tensor(0.5), 'wait': 0}},
                 'optimizer_states': [{'state': {0: {'step': 1, 'exp_avg': torch.zeros(2)}}}], 'lr_schedulers': [],
                 'hparams_name': 'kwargs', 'hyper_parameters': dict(SIZES, dropout=0.1, lr=1e-3)}
    torch.save(lightning, path('lightning_zip.ckpt'))
    torch.save(state, path('state_stream.pt'), **stream)
    short = collections.OrderedDict(('model.' + k, v.bfloat16() if 'weight' in k else v.half())
                                    for k, v in state.items())
    square = short['model.output_net.0.weight']
    short['model.output_net.0.weight'] = square.T.contiguous().T  # seen with strides
    torch.save({'model_state_dict': short, 'hparams': argparse.Namespace(n_heads=2)}, path('short_floats.pth'))
    with open(path('flax.ckpt'), 'wb') as file:
        file.write(msgpack({'step': 12, 'params': flax_tree(state)}))
    torch.save({'state_dict': state, 'extra': Call()}, path('calls.pt'), **stream)
    torch.save({'weight': torch.zeros(2, 3), 'bias': torch.zeros(2)}, path('other.pt'))

    tokens = torch.randint(SIZES['input_dim'], (3, 4))
    logits = network(F.one_hot(tokens, SIZES['input_dim']).double())
    save('fixture_foreign', {'input.tokens': tokens, 'expect.logits': logits}, SIZES)


if __name__ == '__main__':
    main()
