def learning_rate(step, total):
    if step < WARMUP:
        return LEARNING_RATE * step / WARMUP
    return LEARNING_RATE * 0.5 * (1 + math.cos(math.pi * min((step - WARMUP) / max(total - WARMUP, 1), 1)))
