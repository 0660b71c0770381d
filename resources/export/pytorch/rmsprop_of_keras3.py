class RMSprop(torch.optim.Optimizer):
    """As Keras 3 has it: epsilon stands under the root."""

    def __init__(self, parameters):
        super().__init__(parameters, {"lr": LEARNING_RATE})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                v = self.state[p].setdefault("v", torch.zeros_like(p))
                v.mul_({{RHO}}).add_((1 - {{RHO}}) * p.grad ** 2)
                p -= group["lr"] * p.grad / (v + {{EPSILON}}).sqrt()
