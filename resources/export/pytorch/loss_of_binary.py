def loss_and_hits(logits, labels, smoothing=0.0):
    """The mean loss of what has a label, how many answers are right, and how many there are."""
    logits, labels = logits[labels >= 0, 0], labels[labels >= 0]
    loss = F.binary_cross_entropy_with_logits(logits, labels * (1 - smoothing) + smoothing / 2)
    return loss, int(((logits > 0).long() == labels).sum()), len(labels)
