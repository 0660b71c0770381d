"""The committed fixtures of test_golden and test_golden_explain, computed in float64 with PyTorch (python3-torch):

    python3 tests/data/make_fixtures.py

Tensor names: param.NAME, input.*, expect.*; the configuration stands in the metadata as JSON. The sizes
are odd on purpose: 3 heads of width 3, an odd model width, sequences of 5.
"""
import json
import math
import os
import struct

import torch
import torch.nn.functional as F
from torch import nn

torch.set_default_dtype(torch.float64)
HERE = os.path.dirname(os.path.abspath(__file__))


def save(name, tensors, metadata):
    header = {'__metadata__': {k: json.dumps(v) for k, v in metadata.items()}}
    blobs, offset = [], 0
    for key, tensor in tensors.items():
        array = tensor.detach().numpy()
        array = array.astype('<i8' if array.dtype.kind == 'i' else '<f4')
        header[key] = dict(dtype='I64' if array.dtype.kind == 'i' else 'F32', shape=list(array.shape),
                           data_offsets=[offset, offset + array.nbytes])
        blobs.append(array.tobytes())
        offset += array.nbytes
    text = json.dumps(header).encode()
    text += b' ' * (-len(text) % 8)
    with open(os.path.join(HERE, name + '.safetensors'), 'wb') as file:
        file.write(struct.pack('<Q', len(text)) + text + b''.join(blobs))


class SelfAttention(nn.Module):
    def __init__(self, width, heads, key_dim=None):
        super().__init__()
        self.heads, self.key_dim = heads, key_dim or width // heads
        self.qkv_proj = nn.Linear(width, 3 * heads * self.key_dim)
        self.o_proj = nn.Linear(heads * self.key_dim, width)

    def forward(self, x, lengths=None):
        b, t, _ = x.shape
        q, k, v = self.qkv_proj(x).reshape(b, t, self.heads, -1).transpose(1, 2).chunk(3, dim=-1)
        logits = q @ k.transpose(-2, -1) / math.sqrt(self.key_dim)
        if lengths is not None:
            padding = torch.arange(t)[None, None, None] >= lengths[:, None, None, None]
            logits = logits.masked_fill(padding, -math.inf)
        self.probabilities = logits.softmax(-1)
        if self.probabilities.requires_grad:
            self.probabilities.retain_grad()
        return self.o_proj((self.probabilities @ v).transpose(1, 2).reshape(b, t, -1))


class Layer(nn.Module):
    def __init__(self, width, heads, inner, eps, key_dim=None):
        super().__init__()
        self.self_attn = SelfAttention(width, heads, key_dim)
        self.linear_net = nn.Sequential(nn.Linear(width, inner), nn.Identity(), nn.ReLU(), nn.Linear(inner, width))
        self.norm1, self.norm2 = nn.LayerNorm(width, eps=eps), nn.LayerNorm(width, eps=eps)

    def forward(self, x, lengths):
        x = self.norm1(x + self.self_attn(x, lengths))
        return self.norm2(x + self.linear_net(x))


class Network(nn.Module):
    """The reference notebooks' TransformerPredictor without dropout."""

    def __init__(self, inputs, width, classes, heads, layers, inner, eps, positions):
        super().__init__()
        self.positions = positions
        self.input_net = nn.Sequential(nn.Identity(), nn.Linear(inputs, width))
        self.transformer = nn.Module()
        self.transformer.layers = nn.ModuleList(Layer(width, heads, inner, eps) for _ in range(layers))
        self.output_net = nn.Sequential(nn.Linear(width, width), nn.LayerNorm(width, eps=eps), nn.ReLU(), nn.Identity(),
                                        nn.Linear(width, classes))

    def forward(self, x, lengths=None):
        x = self.input_net(x)
        if self.positions:
            t, c = x.shape[1:]
            angle = torch.arange(t)[:, None] * torch.exp(torch.arange(0, c, 2) * (-math.log(10000.0) / c))
            table = torch.zeros(t, c)
            table[:, 0::2], table[:, 1::2] = angle.sin(), angle.cos()[:, :c // 2]
            x = x + table
        for layer in self.transformer.layers:
            x = layer(x, lengths)
        return self.output_net(x)


class TextNetwork(nn.Module):
    """Embedding, heads of their own width, the largest of each feature over the valid positions, a classifier."""

    def __init__(self, vocabulary, width, classes, heads, key_dim, layers, inner, eps):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.transformer = nn.Module()
        self.transformer.layers = nn.ModuleList(Layer(width, heads, inner, eps, key_dim) for _ in range(layers))
        self.classifier = nn.Linear(width, classes)

    def forward(self, tokens, lengths):
        x = self.embedding(tokens)
        for layer in self.transformer.layers:
            x = layer(x, lengths)
        padding = torch.arange(tokens.shape[1])[None] >= lengths[:, None]
        return self.classifier(x.masked_fill(padding[..., None], -math.inf).max(1)[0])


def schedule(t, warmup, total):  # the reference notebooks' CosineWarmupScheduler.get_lr_factor
    factor = 0.5 * (1 + math.cos(math.pi * t / total))
    return factor * t / warmup if t <= warmup else factor


def record(name, network, inputs, logits_and_loss, metadata, optimiser):
    """inputs: what stands under input.*; logits_and_loss() is what the network makes of them."""
    with torch.no_grad():
        for p in network.parameters():
            p.add_(0.2 * torch.randn_like(p))
    tensors = {'param.' + n: p.detach().clone() for n, p in network.named_parameters()}
    tensors.update({'input.' + n: value for n, value in inputs.items() if value is not None})
    logits, value = logits_and_loss()
    value.backward()
    tensors.update({'expect.logits': logits, 'expect.loss': value.reshape(1)})
    for i, layer in enumerate(network.transformer.layers):
        tensors[f'expect.attention.{i}'] = layer.self_attn.probabilities
        tensors[f'expect.grad_attention.{i}'] = layer.self_attn.probabilities.grad
    for n, p in network.named_parameters():
        tensors['expect.grad.' + n] = p.grad.clone()
    warmup, total, rate, clip, steps = 2, 10, 1e-2, 1.0, 3
    opt, norms = optimiser(network.parameters(), rate), []
    for step in range(steps):
        opt.param_groups[0]['lr'] = rate * schedule(step + 1, warmup, total)
        opt.zero_grad()
        logits_and_loss()[1].backward()
        norms.append(nn.utils.clip_grad_norm_(network.parameters(), clip))
        opt.step()
    for n, p in network.named_parameters():
        tensors[f'expect.after{steps}.' + n] = p
    tensors['expect.grad_norms'] = torch.stack(norms)
    save(name, tensors, dict(metadata, lr=rate, warmup=warmup, max_iters=total, clip=clip, steps=steps))


def max_flow(capacity, source, sink):
    """Edmonds & Karp 1972: shortest augmenting paths on a dense capacity matrix, for its simplicity."""
    residual, total = capacity.clone(), 0.0
    while True:
        parent, queue = {source: source}, [source]
        while queue and sink not in parent:
            u = queue.pop(0)
            for v in (residual[u] > 1e-15).nonzero().flatten().tolist():
                if v not in parent:
                    parent[v] = u
                    queue.append(v)
        if sink not in parent:
            return total
        path, v = [], sink
        while v != source:
            path.append((parent[v], v))
            v = parent[v]
        bottleneck = min(residual[u, v].item() for u, v in path)
        total += bottleneck
        for u, v in path:
            residual[u, v] -= bottleneck
            residual[v, u] += bottleneck


def attention_flow(mean):
    """mean: [L, T, T], the mean over heads of one sequence."""
    layers, t = mean.shape[:2]
    capacity = torch.zeros((layers + 1) * t, (layers + 1) * t)
    for l in range(layers):
        capacity[t * (l + 1):t * (l + 2), t * l:t * (l + 1)] = 0.5 * mean[l] + 0.5 * torch.eye(t)
    return torch.tensor([[max_flow(capacity, layers * t + i, j) for j in range(t)] for i in range(t)])


def rollout(maps, share):
    """maps: [L, B, T, T], heads fused."""
    identity = torch.eye(maps.shape[-1])
    result = identity.expand_as(maps[0])
    for layer in maps:
        passed = (1 - share) * layer + share * identity
        result = passed / passed.sum(-1, keepdim=True) @ result
    return result


def relevance(attention, gradient):
    result = torch.eye(attention.shape[-1]).expand_as(attention[0, :, 0])
    for a, g in zip(attention, gradient):
        result = result + (g * a).clamp(min=0).mean(1) @ result
    return result


def record_explanations(name, network, tokens, lengths, metadata):
    """Shapes: attention [L, B, NH, T, T], as in the golden file of that kind."""
    with torch.no_grad():
        for p in network.parameters():
            p.add_(0.4 * torch.randn_like(p))
    tensors = {'param.' + n: p.detach().clone() for n, p in network.named_parameters()}
    tensors.update({'input.tokens': tokens, 'input.lengths': lengths})
    categories, t = metadata['input_dim'], tokens.shape[1]

    def explained(score_of):
        """Attention and the gradient of a score of the logits."""
        logits = network(F.one_hot(tokens, categories).double(), lengths)
        maps = [layer.self_attn.probabilities for layer in network.transformer.layers]
        gradients = torch.autograd.grad(score_of(logits), maps)
        return logits.detach(), torch.stack([m.detach() for m in maps]), torch.stack(gradients)

    valid = torch.arange(t)[None] < lengths[:, None]
    logits, attention, gradient = explained(lambda x: x.max(-1)[0][valid].sum())
    mean = attention.mean(2)
    tensors.update({
        'expect.logits': logits, 'expect.attention': attention, 'expect.grad_attention': gradient,
        'expect.standard_first': mean[0], 'expect.standard_last': mean[-1],
        'expect.rollout': rollout(mean, 0.5), 'expect.rollout_share_0.3': rollout(mean, 0.3),
        'expect.rollout_max': rollout(attention.max(2)[0], 0.5), 'expect.rollout_min': rollout(attention.min(2)[0], 0.5),
        'expect.rollout_skip_1': rollout(mean[1:], 0.5), 'expect.rollout_elementwise': mean.prod(0),
        'expect.flow': torch.stack([attention_flow(mean[:, b]) for b in range(len(tokens))]),
        'expect.attention_x_gradient': (attention * gradient).clamp(min=0).mean(2),
        'expect.attention_x_gradient_signed': (attention * gradient).mean(2),
        'expect.relevance': relevance(attention, gradient)})
    _, _, gradient = explained(lambda x: x[:, 1, 2].sum())
    tensors['expect.relevance_position_1_class_2'] = relevance(attention, gradient)
    _, _, gradient = explained(lambda x: F.cross_entropy(x[0], tokens[0].flip(0)))
    tensors['expect.relevance_loss'] = relevance(attention, gradient)[0]
    save(name, tensors, metadata)


def record_tokens(name, network, tokens, labels, lengths, metadata, optimiser):
    """A class for each position."""
    def logits_and_loss():
        logits = network(F.one_hot(tokens, metadata['input_dim']).double(), lengths)
        return logits, F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=-1)

    record(name, network, dict(tokens=tokens, labels=labels, lengths=lengths), logits_and_loss, metadata, optimiser)


def record_set(name, network, features, places, metadata):
    """Which member is the odd one: softmax over the set."""
    def logits_and_loss():
        logits = network(features).squeeze(-1)
        return logits, F.cross_entropy(logits, places)

    record(name, network, dict(features=features, labels=places), logits_and_loss, metadata,
           lambda p, lr: torch.optim.Adam(p, lr=lr))


def record_text(name, network, tokens, labels, lengths, metadata):
    """A class for the whole."""
    def logits_and_loss():
        logits = network(tokens, lengths)
        return logits, F.cross_entropy(logits, labels, ignore_index=-1)

    record(name, network, dict(tokens=tokens, labels=labels, lengths=lengths), logits_and_loss, metadata,
           lambda p, lr: torch.optim.RMSprop(p, lr=lr, alpha=metadata['rho'], eps=metadata['rms_eps']))


def main():
    torch.manual_seed(7)
    tokens = torch.randint(4, (3, 5))
    record_tokens('fixture_reverse', Network(4, 9, 4, 3, 2, 7, 1e-5, True), tokens, tokens.flip(1), None,
                  dict(input_dim=4, model_dim=9, num_classes=4, num_heads=3, num_layers=2, dim_feedforward=7,
                       positional_encoding=True, layer_norm_eps=1e-5, optimizer='adam'),
                  lambda p, lr: torch.optim.Adam(p, lr=lr))
    # Padding, labels that do not count, AdamW, another epsilon, no positions.
    tokens, lengths = torch.randint(6, (4, 7)), torch.tensor([7, 3, 1, 5])
    labels = torch.where(torch.arange(7)[None] < lengths[:, None], (tokens + 1) % 6, torch.tensor(-1))
    record_tokens('fixture_masked', Network(6, 10, 6, 2, 1, 12, 1e-3, False), tokens, labels, lengths,
                  dict(input_dim=6, model_dim=10, num_classes=6, num_heads=2, num_layers=1, dim_feedforward=12,
                       positional_encoding=False, layer_norm_eps=1e-3, optimizer='adamw', weight_decay=0.1),
                  lambda p, lr: torch.optim.AdamW(p, lr=lr, weight_decay=0.1))
    # Explanations, of the predicted class at every position unless the name says otherwise.
    tokens, lengths = torch.randint(4, (2, 5)), torch.tensor([5, 3])
    record_explanations('fixture_explain', Network(4, 6, 4, 2, 3, 5, 1e-5, True), tokens, lengths,
                        dict(input_dim=4, model_dim=6, num_classes=4, num_heads=2, num_layers=3, dim_feedforward=5,
                             positional_encoding=True, layer_norm_eps=1e-5))
    record_set('fixture_set', Network(5, 9, 1, 3, 2, 7, 1e-5, False), torch.randn(3, 4, 5),
               torch.tensor([3, 0, 2]),
               dict(input_dim=5, model_dim=9, num_classes=1, num_heads=3, num_layers=2, dim_feedforward=7,
                    positional_encoding=False, layer_norm_eps=1e-5, optimizer='adam'))
    # Padding masked in attention and pooling, heads wider than their share, three classes, one text without.
    record_text('fixture_text', TextNetwork(11, 6, 3, 2, 5, 2, 7, 1e-3), torch.randint(11, (4, 6)),
                torch.tensor([2, -1, 0, 1]), torch.tensor([6, 4, 1, 5]),
                dict(task='text', vocab=11, embed_dim=6, num_classes=3, num_heads=2, key_dim=5, num_layers=2,
                     dense_dim=7, layer_norm_eps=1e-3, optimizer='rmsprop', rho=0.8, rms_eps=1e-7))


if __name__ == '__main__':
    main()
