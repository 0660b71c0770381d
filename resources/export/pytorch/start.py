#!/usr/bin/env python3
"""{{TITLE}} as PyTorch: the network, its data and its training. Written by Attention Explorer {{VERSION}}.

    python3 {{FILE}}               loss and accuracy of the trained weights in {{WEIGHTS}}
    python3 {{FILE}} --train       trains from the first weights of the run; --out FILE.pt keeps the result
    python3 {{FILE}} --logits N    the answer to number N (from 0) of the validation data, as JSON
{{TEXT_HELP}}
Needs PyTorch 1.13 or later, and NumPy. Weights, data and their order are drawn as the program draws them, so that losses
agree to rounding; what dropout drops is PyTorch's own choice, --no-dropout leaves it out. Training keeps the parameters
that are best by validation.
{{ASSUMED}}"""
import argparse
import json
import math
import re
import string
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

FOLDER = Path(__file__).resolve().parent
WEIGHTS = FOLDER / "{{WEIGHTS}}"
{{FIRST_FILE}}{{DATA_FILE}}SEED, DATA_SEED = {{SEED}}, {{DATA_SEED}}
{{INPUT}} = {{INPUT_DIM}}
D_MODEL, HEADS, HEAD_DIM, LAYERS, FEED_FORWARD = {{MODEL_DIM}}, {{HEADS}}, {{HEAD_DIM}}, {{LAYERS}}, {{FEED_FORWARD}}
CLASSES, LENGTH, NORM_EPS, MASK_PADDING = {{CLASSES}}, {{LENGTH}}, {{NORM_EPS}}, {{MASK_PADDING}}
DROPOUT, INPUT_DROPOUT, POOL_DROPOUT = {{DROPOUT}}, {{INPUT_DROPOUT}}, {{POOL_DROPOUT}}
# BATCH None: all rows. SMOOTHING: share of a label that training spreads evenly over the classes.
BATCH, EPOCHS, LEARNING_RATE, WARMUP, CLIP_NORM = {{BATCH}}, {{EPOCHS}}, {{LEARNING_RATE}}, {{WARMUP}}, {{CLIP_NORM}}
SMOOTHING = {{SMOOTHING}}
# 0: no such end. PATIENCE: epochs without a better one.
MAX_STEPS, TARGET_ACCURACY, PATIENCE = {{MAX_STEPS}}, {{TARGET_ACCURACY}}, {{PATIENCE}}
