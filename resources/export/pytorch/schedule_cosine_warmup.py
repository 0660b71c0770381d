def learning_rate(step, total):
    factor = 0.5 * (1 + math.cos(math.pi * step / total))
    return LEARNING_RATE * (factor * step / WARMUP if 0 < WARMUP and step <= WARMUP else factor)
