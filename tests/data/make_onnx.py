#!/usr/bin/env python3
"""Makes tiny_classifier.onnx, and others like it into the folder of the script: fixed_batch.onnx, which is for one
image at a time (a Reshape to [1, 4] takes the place of Flatten in it), free_batch.onnx, which declares any number and
has that Reshape all the same, batch_of_3.onnx, declared_32.onnx (3 x 32 x 32 alone), channels_last.onnx
[n, 16, 16, 3], grey_28.onnx [1, 1, 28, 28] of 2 features, tokens.onnx [1, 12], and weights_apart.onnx, whose weights
of the convolution stand in weights_apart.bin.
tiny_classifier.onnx: 1x1 convolution (3 -> 4), ReLU, global mean, flatten, fully connected (4 -> 5),
Identity, Softmax. Written as raw protobuf (https://onnx.ai/onnx/repo-docs/IR.html), so that nothing is needed."""
import os, struct


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


def write(name, image, flatten, constants, first=(), pool=node('GlobalAveragePool', ['relu'], ['pooled']),
          weights=weights):
    read = 'turned' if first else 'image'
    nodes = [*first, node('Conv', [read, 'w', 'b'], ['conv'], ints('kernel_shape', [1, 1])), node('Relu', ['conv'], ['relu']),
             pool, flatten,
             node('Gemm', ['flat', 'fw', 'fb'], ['scores'], whole('transB', 1)), node('Identity', ['scores'], ['same']),
             node('Softmax', ['same'], ['probabilities'], whole('axis', 1))]
    graph = b''.join(field(1, n) for n in nodes) + field(2, 'tiny') + b''.join(field(5, w) for w in weights + constants)
    graph += field(11, value_info('image', image)) + field(12, value_info('probabilities', [image[0], 5]))
    model = field(1, 7) + field(2, 'tests/data/make_onnx.py') + field(7, graph) + field(8, field(1, '') + field(2, 12))
    open(os.path.join(folder, name + '.onnx'), 'wb').write(model)


folder = os.path.dirname(os.path.abspath(__file__))
flat = node('Flatten', ['pooled'], ['flat'], whole('axis', 1))
reshape = node('Reshape', ['pooled', 'shape'], ['flat'])
write('tiny_classifier', [None, 3, 224, 224], flat, [])
write('fixed_batch', [1, 3, 224, 224], reshape, [int64s('shape', [1, 4])])
write('free_batch', [None, 3, 224, 224], reshape, [int64s('shape', [1, 4])])
write('batch_of_3', [3, 3, 8, 8], reshape, [int64s('shape', [3, 4])])
write('declared_32', [None, 3, 32, 32], flat, [], pool=node('AveragePool', ['relu'], ['pooled'], ints('kernel_shape', [32, 32])))
write('channels_last', [None, 16, 16, 3], flat, [], first=[node('Transpose', ['image'], ['turned'], ints('perm', [0, 3, 1, 2]))])
write('grey_28', [1, 1, 28, 28], reshape, [int64s('shape', [1, 2])],
      weights=[tensor('w', [2, 1, 1, 1], [1, -1]), tensor('b', [2], [0.5, 0.5]), tensor('fw', [5, 2], [0.1 * i for i in range(10)]), weights[3]])
write('tokens', [1, 12], flat, [])
entry = lambda key, value: field(13, field(1, key) + field(2, value))
apart = b''.join(field(1, d) for d in [4, 3, 1, 1]) + field(2, 1) + field(8, 'w')
apart += entry('location', 'weights_apart.bin') + entry('offset', '16') + entry('length', '48') + field(14, 1)
open(os.path.join(folder, 'weights_apart.bin'), 'wb').write(bytes(16) + struct.pack('<12f', 1, 0, 0, 0, 1, 0, 0, 0, 1, -1, -1, -1))
write('weights_apart', [None, 3, 16, 16], flat, [], weights=[apart] + weights[1:])
