def learning_rate(step, total):
    return LEARNING_RATE
