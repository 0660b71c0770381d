def loss_and_hits(logits, labels):
    """The mean loss, how many answers are right, and how many there are."""
    loss = F.binary_cross_entropy_with_logits(logits[:, 0], labels.float())
    return loss, int(((logits[:, 0] > 0).long() == labels).sum()), len(labels)
