// mj_collision: which geoms to test, and in which order.
//
// Bodies and explicit pairs are merged in the order of their signature (model/signature.h); for one
// signature the explicit pairs come first, in model order. Inside a body
// pair the geom pairs are sorted by the first geom, then by the second (the geom of lower type is
// the first); with the mid phase disabled they stay in the order of the two geom lists.
//
// Broad phase: axis-aligned boxes around bodies, all against all for a few bodies, else swept along
// the axis of largest spread. Mid phase: see midphase.c. Then the bounding-sphere test and the pair
// function of mjCOLLISIONFUNC.
// COMPAT: COL-20, COL-56: explicit pairs pass all filters; contacts come in this order.

#include <string.h>

#include "base/compiler.h"
#include "base/error.h"
#include "collide/broadphase.h"
#include "collide/collide.h"
#include "collide/contact.h"
#include "collide/flex.h"
#include "collide/gather.h"
#include "collide/midphase.h"
#include "data/stack.h"
#include "math/inline.h"
#include "model/options.h"
#include "model/plugin_slots.h"
#include "model/signature.h"

// The pair functions by the types of the two geoms.
#define COLLISION_FUNCTIONS                                                                 \
  {                                                                                         \
      [mjGEOM_PLANE] = {[mjGEOM_SPHERE] = lb_collidePlaneSphere,                            \
                        [mjGEOM_CAPSULE] = lb_collidePlaneCapsule,                          \
                        [mjGEOM_ELLIPSOID] = lb_collidePlaneEllipsoid,                      \
                        [mjGEOM_CYLINDER] = lb_collidePlaneCylinder,                        \
                        [mjGEOM_BOX] = lb_collidePlaneBox,                                  \
                        [mjGEOM_MESH] = lb_collidePlaneMesh,                                \
                        [mjGEOM_SDF] = lb_collidePlaneMesh},                                \
      [mjGEOM_HFIELD] = {[mjGEOM_SPHERE] = lb_collideHfield,                                \
                         [mjGEOM_CAPSULE] = lb_collideHfield,                               \
                         [mjGEOM_ELLIPSOID] = lb_collideHfield,                             \
                         [mjGEOM_CYLINDER] = lb_collideHfield,                              \
                         [mjGEOM_BOX] = lb_collideHfield,                                   \
                         [mjGEOM_MESH] = lb_collideHfield,                                  \
                         [mjGEOM_SDF] = lb_collideHfield},                                  \
      [mjGEOM_SPHERE] = {[mjGEOM_SPHERE] = lb_collideSphereSphere,                          \
                         [mjGEOM_CAPSULE] = lb_collideSphereCapsule,                        \
                         [mjGEOM_ELLIPSOID] = lb_collideConvex,                             \
                         [mjGEOM_CYLINDER] = lb_collideSphereCylinder,                      \
                         [mjGEOM_BOX] = lb_collideSphereBox,                                \
                         [mjGEOM_MESH] = lb_collideConvex,                                  \
                         [mjGEOM_SDF] = lb_collideSdf},                                     \
      [mjGEOM_CAPSULE] = {[mjGEOM_CAPSULE] = lb_collideCapsuleCapsule,                      \
                          [mjGEOM_ELLIPSOID] = lb_collideConvex,                            \
                          [mjGEOM_CYLINDER] = lb_collideConvex,                             \
                          [mjGEOM_BOX] = lb_collideCapsuleBox,                              \
                          [mjGEOM_MESH] = lb_collideConvex,                                 \
                          [mjGEOM_SDF] = lb_collideSdf},                                    \
      [mjGEOM_ELLIPSOID] = {[mjGEOM_ELLIPSOID] = lb_collideConvex,                          \
                            [mjGEOM_CYLINDER] = lb_collideConvex,                           \
                            [mjGEOM_BOX] = lb_collideConvex,                                \
                            [mjGEOM_MESH] = lb_collideConvex,                               \
                            [mjGEOM_SDF] = lb_collideSdf},                                  \
      [mjGEOM_CYLINDER] = {[mjGEOM_CYLINDER] = lb_collideConvex,                            \
                           [mjGEOM_BOX] = lb_collideConvex,                                 \
                           [mjGEOM_MESH] = lb_collideConvex,                                \
                           [mjGEOM_SDF] = lb_collideSdf},                                   \
      [mjGEOM_BOX] = {[mjGEOM_BOX] = lb_collideBoxBox,                                      \
                      [mjGEOM_MESH] = lb_collideConvex,                                     \
                      [mjGEOM_SDF] = lb_collideSdf},                                        \
      [mjGEOM_MESH] = {[mjGEOM_MESH] = lb_collideConvex, [mjGEOM_SDF] = lb_collideMeshSdf}, \
      [mjGEOM_SDF] = {[mjGEOM_SDF] = lb_collideSdf},                                        \
  }

mjfCollision mjCOLLISIONFUNC[mjNGEOMTYPES][mjNGEOMTYPES] = COLLISION_FUNCTIONS;

static const int noIds[2] = {-1, -1};

// Parameters of an explicit pair, or of two geoms where there is none.
static void mixParam(const mjModel* m, int g1, int g2, int pair, lbContactParam* param) {
  if (pair >= 0) {
    lb_pairParam(m, pair, param);
  } else {
    lb_contactParam(m, g1, g2, -1, -1, param);
  }
}

// Runs the pair function of two geoms and appends its contacts. Most near pairs do not touch: the
// parameters are for those that do.
LB_APART static void touch(const mjModel* m, mjData* d, mjfCollision function, int g1, int g2,
                           int pair, mjtNum reach) {
  mjPreContact con[mjMAXCONPAIR];
  int count = function(m, d, con, g1, g2, reach);
  if (!count) {
    return;
  }
  if (count < 0 || count > mjMAXCONPAIR) {
    lb_error("collision function of geoms %d and %d returned %d contacts", g1, g2, count);
  }
  lbContactParam param;
  mixParam(m, g1, g2, pair, &param);
  int geom[2] = {g1, g2};
  for (int i = 0; i < count; i++) {
    if (!lb_appendContact(d, con + i, &param, geom, noIds, noIds, noIds)) {
      return;
    }
  }
}

static inline void collideGeoms(const mjModel* m, mjData* d, int g1, int g2, int pair,
                                mjtNum reach) {
  mjfCollision function = mjCOLLISIONFUNC[m->geom_type[g1]][m->geom_type[g2]];
  if (function && !lb_spheresApart(m, d, g1, g2, reach)) {
    touch(m, d, function, g1, g2, pair, reach);
  }
}

static void collideDynamicPair(const mjModel* m, mjData* d, int g1, int g2) {
  collideGeoms(m, d, g1, g2, -1, lb_geomReach(m, g1, g2));
}

LB_APART static void collideExplicitPair(const mjModel* m, mjData* d, int pair) {
  int g1 = m->pair_geom1[pair], g2 = m->pair_geom2[pair];
  // nothing that rests or sleeps touches another such thing anew
  if (lb_enabled(m, mjENBL_SLEEP) && d->body_awake[m->geom_bodyid[g1]] != mjS_AWAKE &&
      d->body_awake[m->geom_bodyid[g2]] != mjS_AWAKE) {
    return;
  }
  if (m->geom_type[g1] > m->geom_type[g2]) {
    int swap = g1;
    g1 = g2;
    g2 = swap;
  }
  mjtNum margin = lb_enabled(m, mjENBL_OVERRIDE) ? m->opt.o_margin : m->pair_margin[pair];
  collideGeoms(m, d, g1, g2, pair, margin + m->pair_gap[pair]);
}

// Whether an explicit pair in [begin, end) names these two geoms.
static bool isExplicit(const mjModel* m, int begin, int end, int g1, int g2) {
  for (int i = begin; i < end; i++) {
    int a = m->pair_geom1[i], b = m->pair_geom2[i];
    if ((a == g1 && b == g2) || (a == g2 && b == g1)) {
      return true;
    }
  }
  return false;
}

// One geom against a few of another body, straight away: false where their order is not that of the
// list, in which each geom of lower type is the first.
static bool collideLone(const mjModel* m, mjData* d, int body1, int body2, int begin, int end) {
  int adr1 = m->body_geomadr[body1], end1 = adr1 + m->body_geomnum[body1];
  int adr2 = m->body_geomadr[body2], end2 = adr2 + m->body_geomnum[body2];
  int threshold = lb_treeThreshold(m);
  if ((end1 - adr1 > 1 && end2 - adr2 > 1) || end1 - adr1 > threshold || end2 - adr2 > threshold) {
    return false;
  }
  bool swap = m->geom_type[adr1] > m->geom_type[adr2];
  for (int a = adr1; a < end1; a++) {
    for (int b = adr2; b < end2; b++) {
      if ((m->geom_type[a] > m->geom_type[b]) != swap) {
        return false;
      }
    }
  }
  for (int a = adr1; a < end1; a++) {
    for (int b = adr2; b < end2; b++) {
      if (lb_mayCollide(m, d, a, b) && !(end > begin && isExplicit(m, begin, end, a, b))) {
        collideDynamicPair(m, d, swap ? b : a, swap ? a : b);
      }
    }
  }
  return true;
}

// The geom pairs of two bodies by their list, but for those that explicit pairs [begin, end) have
// settled.
LB_APART static void collideListed(const mjModel* m, mjData* d, int body1, int body2, int begin,
                                   int end) {
  lb_markStack(d);
  int count;
  const int(*pairs)[2] = lb_geomPairs(m, d, body1, body2, &count);
  for (int i = 0; i < count; i++) {
    int g1 = pairs[i][0], g2 = pairs[i][1];
    if (end > begin && isExplicit(m, begin, end, g1, g2)) {
      continue;
    }
    collideDynamicPair(m, d, g1, g2);
  }
  lb_freeStack(d);
}

static void collideBodyPair(const mjModel* m, mjData* d, lbPairKey key, int begin, int end) {
  int id1 = lb_lowerId(key), id2 = lb_higherId(key);
  if (id1 >= m->nbody || id2 >= m->nbody) {
    lb_collideBodyFlex(m, d, id1, id2);
  } else if (!collideLone(m, d, id1, id2, begin, end)) {
    collideListed(m, d, id1, id2, begin, end);
  }
}

// What the broad phase leaves: body pairs in order.
typedef struct PairList_ {
  const lbPairKey* keys;
  int count;
} PairList;

// The first explicit pair behind all of this body pair.
static int explicitBehind(const mjModel* m, lbPairKey key) {
  int low = 0, high = (int)m->npair;
  while (low < high) {
    int middle = (low + high) / 2;
    if (lb_signatureKey(m->pair_signature[middle]) <= key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Merges body pairs first ... end-1 with the explicit geom pairs; behind the last body pair come
// the explicit pairs that are left.
static void collideList(const mjModel* m, mjData* d, const void* context, int first, int end) {
  const PairList* list = context;
  int next = first ? explicitBehind(m, list->keys[first - 1]) : 0;
  for (int i = first; i < end; i++) {
    bool last = i == list->count;
    while (next < m->npair && (last || lb_signatureKey(m->pair_signature[next]) < list->keys[i])) {
      collideExplicitPair(m, d, next++);
    }
    if (last) {
      break;
    }
    int begin = next;
    while (next < m->npair && lb_signatureKey(m->pair_signature[next]) == list->keys[i]) {
      collideExplicitPair(m, d, next++);
    }
    collideBodyPair(m, d, list->keys[i], begin, next);
  }
}

// Fewer body pairs are not worth another thread's attention; of plain shapes a pair costs little.
enum { FEWEST_SHARED = 8, FEWEST_PLAIN = 96 };

static int fewestShared(const mjModel* m) {
  return m->nmesh || m->nhfield || m->nflex ? FEWEST_SHARED : FEWEST_PLAIN;
}

static void collideShare(const mjModel* m, mjData* own, void* context, int first, int end) {
  collideList(m, own, context, first, end);
}

static const mjfCollision ownFunctions[mjNGEOMTYPES][mjNGEOMTYPES] = COLLISION_FUNCTIONS;

// Whether all that collisions call is ours, and so may be called by several threads: no filter, no
// collision function and no shape of the program's own.
static bool callsOnlyOurs(const mjModel* m) {
  if (mjcb_contactfilter || memcmp(mjCOLLISIONFUNC, ownFunctions, sizeof ownFunctions)) {
    return false;
  }
  for (int i = 0; m->nplugin && i < m->ngeom; i++) {
    if (m->geom_plugin[i] >= 0 && !lb_isOwnPlugin(m->plugin[m->geom_plugin[i]])) {
      return false;
    }
  }
  return true;
}

// What comes behind the pairs of bodies goes with the last of them.
static int bodyOfPair(const mjModel* m, const mjData* d, const void* context, int item) {
  const PairList* list = context;
  return lb_higherId(list->keys[lb_minInt(item, list->count - 1)]);
}

LB_APART static bool spreadPairs(const mjModel* m, mjData* d, PairList* list) {
  if (list->count < fewestShared(m) || d->ncon || !callsOnlyOurs(m)) {
    return false;
  }
  lbShares shares = {.count = 0};
  return lb_cutShares(m, d, &shares, list->count + 1, bodyOfPair, list)
             ? lb_gatherShares(m, d, &shares, collideShare, list)
             : lb_gatherContacts(m, d, list->count + 1, collideShare, list);
}

// Forgets which nodes of the bodies' trees were touched; these trees come before all others.
static void clearActiveNodes(const mjModel* m, mjData* d) {
  for (int body = (int)m->nbody - 1; body >= 0; body--) {
    if (m->body_bvhnum[body]) {
      memset(d->bvh_active, 0, m->body_bvhadr[body] + m->body_bvhnum[body]);
      return;
    }
  }
}

LB_APART static void collide(const mjModel* m, mjData* d) {
  int fullBefore = d->warning[mjWARN_CONTACTFULL].number;
  lb_markStack(d);
  mjtNum broadStart = lb_now();
  int pairCount;
  const lbPairKey* keys = lb_broadPhase(m, d, &pairCount);
  lb_stopTimer(d, mjTIMER_COL_BROAD, broadStart);

  mjtNum narrowStart = lb_now();
  PairList list = {keys, pairCount};
  if (!lb_hasThreads(d) || !spreadPairs(m, d, &list)) {
    collideList(m, d, &list, 0, pairCount + 1);
  }
  lb_freeStack(d);

  if (m->nflex) {
    lb_collideFlexInternal(m, d);
  }
  lb_stopTimer(d, mjTIMER_COL_NARROW, narrowStart);

  // COMPAT: CONTACT-FULL: however many contacts find no room, it is one warning
  int* full = &d->warning[mjWARN_CONTACTFULL].number;
  *full = lb_minInt(*full, fullBefore + 1);
}

// Is there more than one body, flex or pair that takes part in collisions at all?
static bool mayTouch(const mjModel* m) {
  if (m->npair || m->nflex) {
    return true;
  }
  int bodyCount = (int)m->nbody, found = 0;
  for (int i = 0; i < bodyCount && found < 2; i++) {
    found += m->body_geomnum[i] && (m->body_contype[i] || m->body_conaffinity[i]);
  }
  return found > 1;
}

static void findContacts(const mjModel* m, mjData* d) {
  lb_clearArena(d);
  if (m->nbvh) {
    clearActiveNodes(m, d);
  }
  if (m->nbody + m->nflex < 2 || lb_disabled(m, mjDSBL_CONSTRAINT | mjDSBL_CONTACT)) {
    return;
  }
  if (mayTouch(m)) {
    collide(m, d);
  } else {
    d->timer[mjTIMER_COL_BROAD].number++;
    d->timer[mjTIMER_COL_NARROW].number++;
  }
}

void mj_collision(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  lb_timed(m, d, mjTIMER_POS_COLLISION, findContacts);
}
