# The parameters in the order in which they are drawn, with the bound of their uniform distribution: 0, all zero; None, all one;
# "normal", a normal one of deviation 0.02.
INITIAL = [
{{INITIAL}}]


def initialise(network):
    parameters = dict(network.named_parameters())
    with torch.no_grad():
        for number, (name, bound) in enumerate(INITIAL):
            p = parameters[name]
            if bound == "normal":
                p.copy_(torch.from_numpy(np.float32(0.02) * Draws(SEED, 1, number).normal(p.numel())).reshape(p.shape))
            elif bound:
                p.copy_(torch.from_numpy(Draws(SEED, 1, number).uniform(bound, p.numel())).reshape(p.shape))
            else:
                p.fill_(1.0 if bound is None else 0.0)
