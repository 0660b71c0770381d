def learning_rate(step, total):
    return LEARNING_RATE * min(step / WARMUP, 1) if WARMUP else LEARNING_RATE
