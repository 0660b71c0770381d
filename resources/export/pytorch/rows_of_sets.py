def draw_sets(classes, odd, draws):
    """For each odd row its set [len(odd), LENGTH] of rows, the others of one other class, and the odd one's place."""
    members = {}
    for row, c in enumerate(classes):
        members.setdefault(c, []).append(row)
    present, sets, places = sorted(members), [], []
    for row in odd:
        main = present[draws.below(len(present) - 1)]
        pool = members[present[-1] if main == classes[row] else main]
        others = LENGTH - 1
        for i in range(others):
            j = draws.below(len(pool) - i)
            pool[i], pool[i + j] = pool[i + j], pool[i]
        chosen = pool[:others] + [row]
        place = {{PLACE}}
        chosen[-1], chosen[place] = chosen[place], chosen[-1]
        sets.append(chosen)
        places.append(place)
    return torch.tensor(sets), torch.tensor(places)


def arranged(split, epoch=None, draws=1):
    """The sets of an epoch of training, or (None) those that measure: rows of the features, odd places, no mask."""
    classes, rows = split["classes"].tolist(), len(split["features"])
    odd = list(range(rows)) * draws if epoch is None else shuffled(rows, Draws(SEED, 2, epoch))
    sets, places = draw_sets(classes, odd, Draws(DATA_SEED, 5) if epoch is None else Draws(SEED, 4, epoch))
    return sets, places, None


def inputs(split, sets):
    return split["features"][sets]
