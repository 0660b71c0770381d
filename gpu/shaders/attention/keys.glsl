// How many keys, from the first, a query of sequence b may look at.
uint keysOf(uint b, uint query) {
    uint keys = p.positions;
    if ((p.mask & ATTENTION_LENGTHS) != 0u) keys = uint(lengths[tableRow(p.slot, b, p.batch, p.rowsPerSequence)]);
    if ((p.mask & ATTENTION_CAUSAL) != 0u) keys = min(keys, query + 1u);
    return keys;
}
// With a causal mask: is that no key of the query?
bool isBehind(uint b, uint query, uint key) {
    return (p.mask & ATTENTION_CAUSAL) != 0u && key >= keysOf(b, query);
}
// What is taken from the score of a key for its distance.
float distanceTaken(uint head, uint query, uint key) {
    if ((p.mask & ATTENTION_ALIBI) == 0u) return 0.0;
    return exp2(-8.0 * float(head + 1u) / float(p.heads)) * abs(float(query) - float(key));
}
