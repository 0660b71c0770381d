def arranged(split, epoch=None, draws=1):
    """The sequences of an epoch of training, or (None) those that measure: input, labels, mask."""
    x, labels, mask = split["tokens"], split["labels"], None
    if MASK_PADDING and "lengths" in split:
        mask = torch.arange(x.shape[1]) < split["lengths"][:, None]
    if epoch is None:
        return x, labels, mask
    order = shuffled(len(x), Draws(SEED, 2, epoch))
    return x[order], labels[order], None if mask is None else mask[order]


def inputs(split, tokens):
    return tokens
