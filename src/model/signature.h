// Signatures: two ids of bodies (or flexes, numbered after the bodies) in one number, by which
// lists of pairs are sorted and looked up: the lower id times 2^16, plus the higher one. Published
// in pair_signature and exclude_signature.

#pragma once

enum { lbSIGNATURE_BITS = 16 };

static inline int lb_pairSignature(int id1, int id2) {
  return id1 < id2 ? (id1 << lbSIGNATURE_BITS) + id2 : (id2 << lbSIGNATURE_BITS) + id1;
}

static inline int lb_lowerId(int signature) {
  return signature >> lbSIGNATURE_BITS;
}

static inline int lb_higherId(int signature) {
  return signature & ((1 << lbSIGNATURE_BITS) - 1);
}
