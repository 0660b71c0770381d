def arranged(split, epoch=None, draws=1):
    """The pictures of an epoch of training, or (None) those that measure: their numbers, labels, no mask."""
    labels = split["labels"][::LENGTH]  # each of the LENGTH patches of a picture has its label
    order = torch.arange(len(labels)) if epoch is None else torch.tensor(shuffled(len(labels), Draws(SEED, 2, epoch)))
    return order, labels[order], None


def inputs(split, pictures):
    return split["features"].view(-1, LENGTH, split["features"].shape[1])[pictures]
