def batches(split, arrangement, whole):
    x, labels, mask = arrangement
    for at in range(0, len(x) // BATCH * BATCH if whole else len(x), BATCH):
        part = slice(at, at + BATCH)
        yield inputs(split, x[part]), labels[part], None if mask is None else mask[part]


# --- The training ---
