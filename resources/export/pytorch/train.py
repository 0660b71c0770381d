def train(network, data, steps, with_dropout):
    """Leaves the network with the parameters of the best epoch: the most accurate on the validation data, of equals the one of
    least loss."""
    initialise(network)
    optimiser = {{OPTIMISER}}
    rows = len(data["train"]["{{ROWS}}"]{{EACH_ROW}})
    per_epoch = rows // (BATCH or rows)
    total = per_epoch * EPOCHS if EPOCHS else MAX_STEPS
    steps, step = min([n for n in (steps, total, MAX_STEPS) if n], default=0), 0
    best, kept, without_gain = (-1.0, 0.0), None, 0
    for epoch in range(-(-steps // per_epoch)):
        for x, labels, mask in batches(data["train"], arranged(data["train"], epoch), whole=True):
            if step == steps:
                break
            network.train(with_dropout)
            for group in optimiser.param_groups:
                group["lr"] = learning_rate(step, max(total, 1))
            loss, right, count = loss_and_hits(network(x, mask), labels, SMOOTHING)
            optimiser.zero_grad()
            loss.backward()
            if CLIP_NORM:
                nn.utils.clip_grad_norm_(network.parameters(), CLIP_NORM)
            optimiser.step()
            step += 1
            print(f"step {step}  loss {loss.item():.7f}  accuracy {right / max(count, 1):.4f}", flush=True)
        loss, accuracy = evaluate(network, data["validation"])
        gain = (accuracy, -loss) > best
        print("epoch %d  validation loss %.6f  accuracy %.6f%s" % (epoch + 1, loss, accuracy, "  best" if gain else ""), flush=True)
        without_gain = 0 if gain else without_gain + 1
        if gain:
            best, kept = (accuracy, -loss), {name: p.clone() for name, p in network.state_dict().items()}
        if (TARGET_ACCURACY and accuracy >= TARGET_ACCURACY) or (PATIENCE and without_gain >= PATIENCE):
            break
    if kept:
        network.load_state_dict(kept)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--steps", type=int, default=0, help="ends the training after so many")
    parser.add_argument("--no-dropout", action="store_true")
    parser.add_argument("--out", help="where to keep what was trained, with torch.save")
    parser.add_argument("--logits", type=int, metavar="N")
{{TEXT_OPTION}}    a = parser.parse_args()
    torch.manual_seed(SEED % 2 ** 63)
    network = Network()
{{TEXT_ANSWER}}    data = make_data()
    if a.train:
        train(network, data, a.steps, not a.no_dropout)
        if a.out:
            torch.save(network.state_dict(), a.out)
        return
    network.load_state_dict(read_tensors(WEIGHTS))
    if a.logits is not None:
        network.eval()
        x, _, mask = arranged(data["validation"])
        one = slice(a.logits, a.logits + 1)
        with torch.no_grad():
            logits = network(inputs(data["validation"], x[one]), None if mask is None else mask[one])
        print(json.dumps(logits[0].tolist()))
        return
    print("validation  loss %.6f  accuracy %.6f" % evaluate(network, data["validation"]))
    if len(data["test"].get("{{ROWS}}", [])):
        print("test        loss %.6f  accuracy %.6f" % evaluate(network, data["test"]{{TEST_DRAWS}}))


if __name__ == "__main__":
    main()
