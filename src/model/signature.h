// Signatures: two ids of bodies (or flexes, numbered after the bodies) in one number, by which
// lists of pairs are sorted and looked up: the lower id, then the higher one. Published, in
// pair_signature and exclude_signature, are 16 bits of each; the engine's own keys have 32.

#pragma once

#include <stdint.h>

enum { lbSIGNATURE_BITS = 16, lbSIGNATURE_IDS = 1 << lbSIGNATURE_BITS };

typedef uint64_t lbPairKey;

static inline lbPairKey lb_pairKey(int id1, int id2) {
  uint32_t low = (uint32_t)(id1 < id2 ? id1 : id2), high = (uint32_t)(id1 < id2 ? id2 : id1);
  return (lbPairKey)low << 32 | high;
}

static inline int lb_lowerId(lbPairKey key) {
  return (int)(key >> 32);
}

static inline int lb_higherId(lbPairKey key) {
  return (int)(uint32_t)key;
}

// Of ids below lbSIGNATURE_IDS.
static inline int lb_keySignature(lbPairKey key) {
  return (int)((uint32_t)lb_lowerId(key) << lbSIGNATURE_BITS | (uint32_t)lb_higherId(key));
}

static inline lbPairKey lb_signatureKey(int signature) {
  uint32_t bits = (uint32_t)signature;
  return (lbPairKey)(bits >> lbSIGNATURE_BITS) << 32 | (bits & (lbSIGNATURE_IDS - 1));
}
