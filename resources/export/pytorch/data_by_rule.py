def make_data():
    """For each split a dictionary of what its rows hold."""
    splits = {}
    for number, (name, rows) in enumerate([("train", {{TRAIN}}), ("validation", {{VALIDATION}}), ("test", {{TEST}})]):
        draws = Draws(DATA_SEED, 3, number)
        words = draws.words(rows * LENGTH + 1024) * np.uint64(CATEGORIES)
        words = words[(words & np.uint64(0xFFFFFFFF)) >= np.uint64((2 ** 32 - CATEGORIES) % CATEGORIES)]  # without bias
        tokens = torch.from_numpy((words >> np.uint64(32)).astype(np.int64)[:rows * LENGTH].reshape(rows, LENGTH))
        splits[name] = {"tokens": tokens, "labels": {{RULE}}}
    return splits
