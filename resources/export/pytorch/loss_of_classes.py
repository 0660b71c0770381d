def loss_and_hits(logits, labels, smoothing=0.0):
    """The mean loss of what has a label, how many answers are right, and how many there are."""
    logits, labels = logits.reshape(-1, logits.shape[-1]), labels.reshape(-1)
    loss = F.cross_entropy(logits, labels, ignore_index=-1, label_smoothing=smoothing)
    return loss, int((logits.argmax(-1) == labels).sum()), int((labels >= 0).sum())
