#!/usr/bin/env python3
"""Makes tiny_classifier.onnx, and fixed_batch.onnx, which is for one image at a time: a Reshape to [1, 4] takes the
place of Flatten in it.
tiny_classifier.onnx: 1x1 convolution (3 -> 4), ReLU, global mean, flatten, fully connected (4 -> 5),
Identity, Softmax. Written as raw protobuf (https://onnx.ai/onnx/repo-docs/IR.html), so that nothing is needed."""
import struct, sys


def varint(n):
    out = b''
    while True:
        out += bytes([(n & 127) | (128 if n > 127 else 0)])
        n >>= 7
        if not n:
            return out


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, str):
        value = value.encode()
    return varint(number << 3 | 2) + varint(len(value)) + value


def tensor(name, shape, values):
    return b''.join(field(1, d) for d in shape) + field(2, 1) + field(8, name) + field(9, struct.pack(f'<{len(values)}f', *values))


def node(op, inputs, outputs, *attributes):
    return b''.join(field(1, i) for i in inputs) + b''.join(field(2, o) for o in outputs) + field(3, outputs[0] + '_' + op) + field(4, op) + b''.join(field(5, a) for a in attributes)


def value_info(name, shape):
    dims = b''.join(field(1, field(2, 'n') if d is None else field(1, d)) for d in shape)
    return field(1, name) + field(2, field(1, field(1, 1) + field(2, dims)))


ints = lambda name, values: field(1, name) + b''.join(field(8, v) for v in values) + field(20, 7)
whole = lambda name, value: field(1, name) + field(3, value) + field(20, 2)

def int64s(name, values):
    return field(1, len(values)) + field(2, 7) + field(8, name) + field(9, struct.pack(f'<{len(values)}q', *values))


weights = [tensor('w', [4, 3, 1, 1], [1, 0, 0, 0, 1, 0, 0, 0, 1, -1, -1, -1]), tensor('b', [4], [0.5, 0.5, 0.5, 0.5]),
           tensor('fw', [5, 4], [0.1 * i for i in range(20)]), tensor('fb', [5], [0] * 5)]


def write(path, batch, flatten, constants):
    nodes = [node('Conv', ['image', 'w', 'b'], ['conv'], ints('kernel_shape', [1, 1])), node('Relu', ['conv'], ['relu']),
             node('GlobalAveragePool', ['relu'], ['pooled']), flatten,
             node('Gemm', ['flat', 'fw', 'fb'], ['scores'], whole('transB', 1)), node('Identity', ['scores'], ['same']),
             node('Softmax', ['same'], ['probabilities'], whole('axis', 1))]
    graph = b''.join(field(1, n) for n in nodes) + field(2, 'tiny') + b''.join(field(5, w) for w in weights + constants)
    graph += field(11, value_info('image', [batch, 3, 224, 224])) + field(12, value_info('probabilities', [batch, 5]))
    model = field(1, 7) + field(2, 'tests/data/make_onnx.py') + field(7, graph) + field(8, field(1, '') + field(2, 12))
    open(path, 'wb').write(model)


write(sys.argv[1] if len(sys.argv) > 1 else 'tiny_classifier.onnx', None,
      node('Flatten', ['pooled'], ['flat'], whole('axis', 1)), [])
write(sys.argv[2] if len(sys.argv) > 2 else 'fixed_batch.onnx', 1,
      node('Reshape', ['pooled', 'shape'], ['flat']), [int64s('shape', [1, 4])])
