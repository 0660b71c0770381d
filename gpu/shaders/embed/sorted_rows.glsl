// The rows of a step in the order of their tokens, equal tokens in the order of the rows: what the host uploads behind
// the rows of all slots.
layout(push_constant, std430) uniform Push { SortedRowsBlock p; };
uint rowAt(uint i) { return uint(rows[p.sortedFirst + p.slot * p.batch * p.positions + i]); }
uint tokenAt(uint n) {
    return uint(tokens[tableRow(p.slot, n / p.positions, p.batch, 1u) * p.tokenStride + n % p.positions]);
}
uint placeIn(uint token, uint c) { return F0 == EMBED_TABLE ? token * p.channels + c : c * p.categories + token; }
