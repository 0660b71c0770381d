def batches(split, arrangement, whole):
    x, labels, mask = arrangement
    batch = BATCH or len(x)
    for at in range(0, len(x) // batch * batch if whole else len(x), batch):
        part = slice(at, at + batch)
        yield inputs(split, x[part]), labels[part], None if mask is None else mask[part]


# --- The training ---
