def evaluate(network, split, draws=1):
    network.eval()
    losses = hits = answers = 0
    with torch.no_grad():
        for x, labels, mask in batches(split, arranged(split, draws=draws), whole=False):
            loss, right, count = loss_and_hits(network(x, mask), labels)
            losses, hits, answers = losses + loss.item() * count, hits + right, answers + count
    return losses / max(answers, 1), hits / max(answers, 1)
