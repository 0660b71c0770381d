#!/usr/bin/env python3
"""evaluate_onnx.py NETWORK.onnx: checks it with onnx.checker and computes it with NumPy, from the inputs on stdin as JSON.
Prints the logits as JSON, flat. Knows the operators that the export writes, and no other."""
import json
import math
import sys

import numpy as np
import onnx
from onnx import numpy_helper


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def keep(a):
    return dict(axis=tuple(a["axes"]), keepdims=bool(a["keepdims"]))


OPERATORS = {
    "MatMul": lambda x, a: x[0] @ x[1],
    "Add": lambda x, a: x[0] + x[1],
    "Sub": lambda x, a: x[0] - x[1],
    "Mul": lambda x, a: x[0] * x[1],
    "Div": lambda x, a: x[0] / x[1],
    "Sqrt": lambda x, a: np.sqrt(x[0]),
    "Relu": lambda x, a: np.maximum(x[0], 0),
    "Erf": lambda x, a: np.vectorize(math.erf)(x[0]).astype(np.float32),
    "Tanh": lambda x, a: np.tanh(x[0]),
    "Sigmoid": lambda x, a: 1 / (1 + np.exp(-x[0])),
    "Softmax": lambda x, a: softmax(x[0]),  # always over the last axis here
    "Transpose": lambda x, a: x[0].transpose(a["perm"]),
    "ReduceMean": lambda x, a: x[0].mean(**keep(a)),
    "ReduceSum": lambda x, a: x[0].sum(**keep(a)),
    "ReduceMax": lambda x, a: x[0].max(**keep(a)),
    "Gather": lambda x, a: np.take(x[0], x[1], axis=a["axis"]),
    "Flatten": lambda x, a: x[0].reshape(len(x[0]), -1),
    "Unsqueeze": lambda x, a: np.expand_dims(x[0], tuple(a["axes"])),
}

model = onnx.load(sys.argv[1])
onnx.checker.check_model(model, full_check=True)
for node in model.graph.node:
    for attribute in node.attribute:
        values = [attribute.i] if attribute.type == onnx.AttributeProto.INT else attribute.ints
        assert all(value >= 0 for value in values), f"{node.name}: an axis is counted from the end"
found = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
given = json.load(sys.stdin)
for value in model.graph.input:
    kind = value.type.tensor_type
    shape = [d.dim_value for d in kind.shape.dim]
    numbers = np.array(given.pop(value.name), np.int64 if kind.elem_type == onnx.TensorProto.INT64 else np.float32)
    found[value.name] = numbers.reshape([-1] + shape[1:])
assert not given, f"the network has no input {list(given)}"
for node in model.graph.node:
    attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
    found[node.output[0]] = OPERATORS[node.op_type]([found[name] for name in node.input], attributes)
for value in model.graph.output:
    expected = [d.dim_value for d in value.type.tensor_type.shape.dim][1:]
    assert list(found[value.name].shape[1:]) == expected, f"{value.name} has the shape {found[value.name].shape}"
print(json.dumps(found["logits"].ravel().tolist()))
