def make_data():
    """For each split a dictionary of what its rows hold."""
    splits = {"train": {}, "validation": {}, "test": {}}
    for name, tensor in read_tensors(DATA).items():
        split, what = name.split(".")
        splits[split][what] = tensor
    return splits
