// Explicit contact pairs and exclusions, stored in the order of their body pairs.

#include "base/compiler.h"
#include "compile/elements.h"
#include "compile/model_fields.h"
#include "math/inline.h"
#include "model/signature.h"

#include <stdlib.h>
#include <string.h>

typedef struct Signed_ {
  lbPairKey key;
  int index;  // position in the spec: keeps the order of equals
} Signed;

static int compareSigned(const void* a, const void* b) {
  const Signed *x = a, *y = b;
  if (x->key != y->key) {
    return x->key < y->key ? -1 : 1;
  }
  return x->index < y->index ? -1 : 1;
}

// The geoms of a pair, in the order of their bodies; those of one body stay as written.
static void pairGeoms(lbCompiler* c, const lbPair* pair, int geoms[2]) {
  const mjsPair* s = &pair->s;
  int id = pair->head.id;
  int g1 = lb_compileRequire(c, mjOBJ_GEOM, lb_text(s->geomname1), "collision", id);
  int g2 = lb_compileRequire(c, mjOBJ_GEOM, lb_text(s->geomname2), "collision", id);
  if (g1 < 0 || g2 < 0) {
    lb_compileError(c, "geom '' not found in collision %d", id);
  }
  bool swap = c->geoms[g1]->body->id > c->geoms[g2]->body->id;
  geoms[0] = swap ? g2 : g1;
  geoms[1] = swap ? g1 : g2;
}

static lbPairKey keyOf(lbCompiler* c, int body1, int body2) {
  if (body1 >= lbSIGNATURE_IDS || body2 >= lbSIGNATURE_IDS) {
    lb_compileError(c, "the bodies of pairs and excludes must be among the first %d of the model",
                    (int)lbSIGNATURE_IDS);
  }
  return lb_pairKey(body1, body2);
}

static lbPairKey pairKey(lbCompiler* c, const lbPair* pair) {
  int geoms[2];
  pairGeoms(c, pair, geoms);
  const lbWorkGeom* work[2] = {c->geoms[geoms[0]], c->geoms[geoms[1]]};
  return keyOf(c, work[0]->body->id, work[1]->body->id);
}

static lbPairKey excludeKey(lbCompiler* c, const lbExclude* exclude) {
  int id = exclude->head.id;
  int b1 = lb_compileRequire(c, mjOBJ_BODY, lb_text(exclude->s.bodyname1), "bodypair", id);
  int b2 = lb_compileRequire(c, mjOBJ_BODY, lb_text(exclude->s.bodyname2), "bodypair", id);
  if (b1 < 0 || b2 < 0) {
    lb_compileError(c, "body '' not found in bodypair %d", id);
  }
  return keyOf(c, b1, b2);
}

static void assignIds(int* ids, Signed* items, int count) {
  qsort(items, (size_t)count, sizeof *items, compareSigned);
  for (int i = 0; i < count; i++) {
    ids[items[i].index] = i;
  }
}

LB_APART void lb_orderContact(lbCompiler* c) {
  int pairs = lb_specCount(c->spec, mjOBJ_PAIR), excludes = lb_specCount(c->spec, mjOBJ_EXCLUDE);
  Signed* items = LB_WORK_ARRAY(c, Signed, pairs > excludes ? pairs : excludes);
  for (int i = 0; i < pairs; i++) {
    const lbPair* pair = LB_SPEC_ITEM(c->spec, lbPair, mjOBJ_PAIR, i);
    c->current = &pair->head;
    items[i] = (Signed){.key = pairKey(c, pair), .index = i};
  }
  assignIds(c->ids[mjOBJ_PAIR], items, pairs);
  for (int i = 0; i < excludes; i++) {
    const lbExclude* exclude = LB_SPEC_ITEM(c->spec, lbExclude, mjOBJ_EXCLUDE, i);
    c->current = &exclude->head;
    items[i] = (Signed){.key = excludeKey(c, exclude), .index = i};
  }
  assignIds(c->ids[mjOBJ_EXCLUDE], items, excludes);
}

static void fillPair(lbCompiler* c, const lbPair* pair, int i) {
  mjModel* m = c->m;
  const mjsPair* s = &pair->s;
  int geoms[2];
  pairGeoms(c, pair, geoms);
  lb_fillPairFields(m, i, s);
  m->pair_geom1[i] = geoms[0];
  m->pair_geom2[i] = geoms[1];
  m->pair_signature[i] = lb_keySignature(pairKey(c, pair));
}

LB_APART void lb_fillContact(lbCompiler* c) {
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_PAIR); i++) {
    const lbPair* pair = LB_SPEC_ITEM(c->spec, lbPair, mjOBJ_PAIR, i);
    c->current = &pair->head;
    fillPair(c, pair, c->ids[mjOBJ_PAIR][i]);
  }
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_EXCLUDE); i++) {
    const lbExclude* exclude = LB_SPEC_ITEM(c->spec, lbExclude, mjOBJ_EXCLUDE, i);
    c->current = &exclude->head;
    c->m->exclude_signature[c->ids[mjOBJ_EXCLUDE][i]] = lb_keySignature(excludeKey(c, exclude));
  }
}
