# --- Random numbers: Philox4x32-10 (Salmon et al. 2011), so that every machine draws the same ---


class Draws:
    """Words of 32 bits from one stream: 1 weights, 2 order of the rows, 3 data, 4 sets, 5 sets that measure."""

    def __init__(self, seed, stream, a=0):
        self.seed, self.counter, self.block, self.left = seed, (a, 0, stream), 0, iter(())

    def words(self, count):
        """The next ones, in whole blocks of four."""
        n, low, half = -(-count // 4), np.uint64(0xFFFFFFFF), np.uint64(32)
        c = [np.arange(self.block, self.block + n, dtype=np.uint64)] + [np.full(n, x, np.uint64) for x in self.counter]
        k0, k1 = self.seed & 0xFFFFFFFF, self.seed >> 32
        for _ in range(10):
            p0, p1 = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
            c = [(p1 >> half) ^ c[1] ^ np.uint64(k0), p1 & low, (p0 >> half) ^ c[3] ^ np.uint64(k1), p0 & low]
            k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
        self.block += n
        return np.stack(c, 1).ravel()

    def uniform(self, bound, count):
        """Numbers in [-bound, bound)."""
        unit = (self.words(count)[:count] >> np.uint64(8)).astype(np.float32) * np.float32(2 ** -24)
        return np.float32(-bound) + np.float32(2 * bound) * unit

    def normal(self, count):
        """Of mean 0 and deviation 1, from two words each (Box & Muller 1958)."""
        u, v = ((self.words(2 * count)[:2 * count] >> np.uint64(8)).astype(np.float64) * 2.0 ** -24).reshape(-1, 2).T
        return (np.sqrt(-2 * np.log(u + 2.0 ** -24)) * np.cos(2 * np.pi * v)).astype(np.float32)

    def below(self, bound):
        """A whole number from 0 to bound - 1, without bias (Lemire 2019)."""
        while True:
            word = next(self.left, None)
            if word is None:
                self.left = iter(self.words(1 << 12).tolist())
                continue
            product = word * bound
            if product & 0xFFFFFFFF >= (2 ** 32 - bound) % bound:
                return product >> 32


def shuffled(rows, draws):
    order = list(range(rows))
    for i in range(rows, 1, -1):
        j = draws.below(i)
        order[i - 1], order[j] = order[j], order[i - 1]
    return order
