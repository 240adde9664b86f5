// Broad phase over bodies and flexes: axis-aligned boxes, inflated by margins.
//
// A few bodies are tested all against all, which gives the pairs in order for nothing; robots side
// by side by the boxes around them first. More are swept: sorted by the lower bound along the axis
// in which the box centres spread most, and every body is compared with those whose interval begins
// before its own ends. Of what sleeps or is static only the boxes near something awake take part.
// Bodies whose boxes only touch are pairs by a rule of their own.

#include "collide/broadphase.h"

#include "base/compiler.h"
#include "base/error.h"
#include "data/awake.h"
#include "data/stack.h"
#include "data/threadpool.h"
#include "math/inline.h"
#include "model/options.h"
#include "model/signature.h"

#include <limits.h>
#include <string.h>

// A collidable body (or flex) and its world box.
typedef struct Item_ {
  mjtNum min[3];
  mjtNum max[3];
  int id;
  int contype;
  int conaffinity;
  int weld;        // first body of the weld group, -1 for flexes
  int weldParent;  // weld group above it
  bool awake;
  bool fixed;  // moves only when a program moves it
} Item;

typedef struct PairList_ {
  lbPairKey* items;
  int count;
  int capacity;
} PairList;

static void unboundedBox(Item* item) {
  for (int i = 0; i < 3; i++) {
    item->min[i] = -mjMAXVAL;
    item->max[i] = mjMAXVAL;
  }
}

// Extends the box of an item by a box (centre, half sizes) in a frame.
static void includeBox(Item* item, const mjtNum pos[3], const mjtNum mat[9], const mjtNum box[6]) {
  for (int i = 0; i < 3; i++) {
    const mjtNum* row = mat + 3 * i;
    mjtNum center = pos[i] + row[0] * box[0] + row[1] * box[1] + row[2] * box[2];
    mjtNum half = fabs(row[0]) * box[3] + fabs(row[1]) * box[4] + fabs(row[2]) * box[5];
    item->min[i] = lb_min(item->min[i], center - half);
    item->max[i] = lb_max(item->max[i], center + half);
  }
}

static void bodyBox(const mjModel* m, const mjData* d, int body, Item* item) {
  int adr = m->body_geomadr[body], num = m->body_geomnum[body];
  for (int i = 0; i < 3; i++) {
    item->min[i] = mjMAXVAL;
    item->max[i] = -mjMAXVAL;
  }
  for (int g = adr; g < adr + num; g++) {
    if (m->geom_type[g] == mjGEOM_PLANE) {
      unboundedBox(item);
      return;
    }
    if (m->geom_type[g] == mjGEOM_SPHERE) {
      const mjtNum* pos = d->geom_xpos + 3 * g;
      mjtNum radius = m->geom_rbound[g];
      for (int i = 0; i < 3; i++) {
        item->min[i] = lb_min(item->min[i], pos[i] - radius);
        item->max[i] = lb_max(item->max[i], pos[i] + radius);
      }
      continue;
    }
    includeBox(item, d->geom_xpos + 3 * g, d->geom_xmat + 9 * g, m->geom_aabb + 6 * g);
  }
}

static void flexBox(const mjModel* m, const mjData* d, int flex, Item* item) {
  const mjtNum* vert = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  for (int i = 0; i < 3; i++) {
    mjtNum low = mjMAXVAL, high = -mjMAXVAL;
    for (int v = 0; v < m->flex_vertnum[flex]; v++) {
      low = lb_min(low, vert[3 * v + i]);
      high = lb_max(high, vert[3 * v + i]);
    }
    item->min[i] = low - m->flex_radius[flex];
    item->max[i] = high + m->flex_radius[flex];
  }
}

static void inflate(Item* item, mjtNum margin) {
  for (int i = 0; i < 3; i++) {
    item->min[i] -= margin;
    item->max[i] += margin;
  }
}

static bool isUnbounded(const Item* item) {
  return item->max[0] - item->min[0] >= mjMAXVAL;
}

// The largest margin of some geoms, at least 0. body_margin is not asked: margins may have changed
// since the model was compiled.
static mjtNum geomMargin(const mjModel* m, int first, int count) {
  mjtNum largest = 0;
  for (int g = first; g < first + count; g++) {
    largest = lb_max(largest, m->geom_margin[g] + m->geom_gap[g]);
  }
  return largest;
}

// How far a body or flex reaches by itself.
static mjtNum ownMargin(const mjModel* m, int id) {
  int flex = id - (int)m->nbody;
  return flex >= 0 ? lb_max(0, m->flex_margin[flex] + m->flex_gap[flex])
                   : geomMargin(m, m->body_geomadr[id], m->body_geomnum[id]);
}

static inline int overlapAlong(int axis, const Item* a, const Item* b) {
  return (a->min[axis] <= b->max[axis]) & (b->min[axis] <= a->max[axis]);
}

static inline bool overlap(const Item* a, const Item* b) {
  return overlapAlong(0, a, b) & overlapAlong(1, a, b) & overlapAlong(2, a, b);
}

// By how much boxes are inflated.
typedef struct Reach_ {
  mjtNum extra;  // half the overriding margin, on either side
  bool own;      // some body other than the world has a margin of its own
} Reach;

LB_APART static Reach reachOf(const mjModel* m) {
  int own = false;
  for (int g = m->body_geomnum[0]; g < m->ngeom; g++) {
    own |= m->geom_margin[g] + m->geom_gap[g] > 0;
  }
  mjtNum half = lb_enabled(m, mjENBL_OVERRIDE) ? 0.5 * lb_max(0, m->opt.o_margin) : 0;
  return (Reach){half, own};
}

// The inflated box of a body. One without bounds has no need of a margin.
LB_APART static void placeItem(const mjModel* m, const mjData* d, Reach reach, Item* item) {
  bodyBox(m, d, item->id, item);
  if ((reach.own || !item->id) && !isUnbounded(item)) {
    reach.extra += ownMargin(m, item->id);
  }
  if (reach.extra > 0) {
    inflate(item, reach.extra);
  }
}

// Keeps the awake items and of the rest those that overlap the box around all awake ones.
LB_APART static int dropDistant(const mjModel* m, const mjData* d, Reach reach, Item* items,
                                int count) {
  Item around = {.min = {INFINITY, INFINITY, INFINITY}, .max = {-INFINITY, -INFINITY, -INFINITY}};
  bool any = false;
  for (int k = 0; k < count; k++) {
    for (int i = 0; items[k].awake && i < 3; i++) {
      any = true;
      around.min[i] = lb_min(around.min[i], items[k].min[i]);
      around.max[i] = lb_max(around.max[i], items[k].max[i]);
    }
  }
  int kept = 0;
  for (int k = 0; any && k < count; k++) {
    if (!items[k].awake && items[k].weld >= 0) {
      placeItem(m, d, reach, items + k);
    }
    if (items[k].awake || overlap(items + k, &around)) {
      items[kept++] = items[k];
    }
  }
  return kept;
}

typedef struct Boxes_ {
  Item* items;
  Reach reach;
} Boxes;

static void placeShare(const mjModel* m, mjData* own, void* context, int first, int end) {
  const Boxes* boxes = context;
  for (int k = first; k < end; k++) {
    if (boxes->items[k].weld >= 0) {
      placeItem(m, own, boxes->reach, boxes->items + k);
    }
  }
}

enum { FEWEST_BOXES = 64 };

static const mjtNum diagonal = 0.7320508075688773;  // of a cube, beyond its side

// Behind `count` items those of the flexes; returns how many there are then.
LB_APART static int collectFlexes(const mjModel* m, const mjData* d, Reach reach, Item* items,
                                  int count, int* resting) {
  mjtNum widest = geomMargin(m, 0, (int)m->ngeom);
  for (int f = 0; f < m->nflex; f++) {
    if (!(m->flex_contype[f] || m->flex_conaffinity[f])) {
      continue;
    }
    Item* item = items + count++;
    item->id = m->nbody + f;
    item->contype = m->flex_contype[f];
    item->conaffinity = m->flex_conaffinity[f];
    item->weld = item->weldParent = -1;
    item->awake = !lb_flexAsleep(m, d, f);
    *resting += !item->awake;
    item->fixed = false;
    flexBox(m, d, f, item);
    // corners of a box that is larger by a margin are further away by its diagonal
    mjtNum own = ownMargin(m, item->id) + reach.extra;
    inflate(item, own + diagonal * (own + widest + reach.extra + m->flex_radius[f]));
  }
  return count;
}

// Collects what can collide at all.
static int collectItems(const mjModel* m, mjData* d, Reach reach, Item* items) {
  bool sleeping = lb_enabled(m, mjENBL_SLEEP);
  bool spread = lb_hasThreads(d) && !sleeping && m->nbody > FEWEST_BOXES;
  int count = 0, resting = 0;
  for (int b = 0; b < m->nbody; b++) {
    if (!m->body_geomnum[b] || !(m->body_contype[b] || m->body_conaffinity[b])) {
      continue;
    }
    Item* item = items + count++;
    item->id = b;
    item->contype = m->body_contype[b];
    item->conaffinity = m->body_conaffinity[b];
    item->weld = m->body_weldid[b];
    item->weldParent = m->body_weldid[m->body_parentid[item->weld]];
    item->fixed = m->body_treeid[b] < 0;
    item->awake = !sleeping || d->body_awake[b] == mjS_AWAKE;
    resting += !item->awake;
    if (item->awake && !spread) {
      placeItem(m, d, reach, item);
    }
  }
  if (m->nflex) {
    count = collectFlexes(m, d, reach, items, count, &resting);
  }
  if (spread && count) {
    lb_forItems(m, d, count, 0, placeShare, &(Boxes){items, reach});
  }
  return resting ? dropDistant(m, d, reach, items, count) : count;
}

// Filters of bodies: weld groups, parent and child, masks, sleep.
// COMPAT: COL-24, COL-25, COL-26: in what they leave out they are the reference's.
static inline bool mayCollide(const Item* a, const Item* b, bool filterParent, bool filterMask) {
  if (a->weld >= 0 && b->weld >= 0) {
    if (a->weld == b->weld) {
      return false;
    }
    if (filterParent && a->weld && b->weld &&
        (a->weld == b->weldParent || b->weld == a->weldParent)) {
      return false;
    }
  }
  if (filterMask && !((a->contype & b->conaffinity) | (b->contype & a->conaffinity))) {
    return false;
  }
  // COMPAT: SLEEP-FLEX-MOCAP: what a program moves does not meet a flex that sleeps
  if (a->weld < 0 || b->weld < 0) {
    return (a->awake && !a->fixed) || (b->awake && !b->fixed);
  }
  return (a->awake || b->awake) && !(a->fixed && b->fixed);
}

// --- pairs that only touch

// What decides about them, made when the first is met.
typedef struct Touching_ {
  const mjModel* m;
  const mjData* d;
  mjtNum extra;  // as in Reach
  bool known;
  mjtNum frame[9];
} Touching;

// Whether one of two items is a sheet and the other a body with boxes, which touch sheets beside
// their edges and corners, too.
static bool areSheetAndBox(const mjModel* m, const Item* a, const Item* b) {
  int body = lb_minInt(a->id, b->id), flex = lb_maxInt(a->id, b->id) - (int)m->nbody;
  bool has = false;
  if (body < m->nbody && flex >= 0 && m->flex_dim[flex] == 2) {
    for (int k = 0; k < m->body_geomnum[body]; k++) {
      has |= m->geom_type[m->body_geomadr[body] + k] == mjGEOM_BOX;
    }
  }
  return has;
}

// Whether the axes decide: the boxes of two bodies overlap by less than what single precision tells
// apart, an overriding margin makes them smaller, or contacts are further away than a margin.
static bool isDoubtful(const Touching* t, const Item* a, const Item* b) {
  if (!a->id || !b->id || isUnbounded(a) || isUnbounded(b)) {
    return false;
  }
  if (t->extra > 0) {
    return true;
  }
  if (a->weld < 0 || b->weld < 0) {
    return areSheetAndBox(t->m, a, b);
  }
  static const mjtNum least = 3e-7;
  bool hardly = false;
  for (int i = 0; i < 3; i++) {
    mjtNum low = lb_max(a->min[i], b->min[i]), high = lb_min(a->max[i], b->max[i]);
    hardly |= high - low <= least * (fabs(low) + fabs(high));
  }
  return hardly;
}

// One of the points that tell how a scene spreads: geoms of all bodies but the world, then vertices
// of flexes.
static const mjtNum* spreadPoint(const Touching* t, int i) {
  int geom = t->m->body_geomnum[0] + i, beyond = geom - (int)t->m->ngeom;
  return beyond < 0 ? t->d->geom_xpos + 3 * geom : t->d->flexvert_xpos + 3 * beyond;
}

// Axes along which these points spread, as rows.
static void spreadFrame(Touching* t) {
  const mjModel* m = t->m;
  mjtNum mean[3] = {0}, square[9] = {0}, values[3], quat[4];
  int count = (int)(m->ngeom - m->body_geomnum[0] + m->nflexvert);
  for (int i = 0; i < count; i++) {
    lb_addTo3(mean, spreadPoint(t, i));
  }
  for (int k = 0; k < 3; k++) {
    mean[k] /= lb_maxInt(1, count);
  }
  for (int i = 0; i < count; i++) {
    mjtNum offset[3];
    lb_sub3(offset, spreadPoint(t, i), mean);
    for (int k = 0; k < 9; k++) {
      square[k] += offset[k / 3] * offset[k % 3];
    }
  }
  for (int k = 0; k < 9; k++) {
    square[k] /= lb_maxInt(1, count);
  }
  mju_eig3(values, t->frame, quat, square);
}

static void extend(mjtNum interval[2], mjtNum low, mjtNum high) {
  interval[0] = lb_min(interval[0], low);
  interval[1] = lb_max(interval[1], high);
}

// The interval of a body or flex along an axis. COMPAT: OVERRIDE-REACH: half an overriding margin,
// where it is positive, is all that is added.
static void project(const Touching* t, int id, const mjtNum axis[3], mjtNum interval[2]) {
  const mjModel* m = t->m;
  mjtNum margin = t->extra > 0 ? t->extra : ownMargin(m, id);
  interval[0] = mjMAXVAL;
  interval[1] = -mjMAXVAL;
  int flex = id - (int)m->nbody;
  if (flex >= 0) {
    mjtNum half = m->flex_radius[flex] + margin;
    const mjtNum* vertex = t->d->flexvert_xpos + 3 * m->flex_vertadr[flex];
    for (int v = 0; v < m->flex_vertnum[flex]; v++) {
      mjtNum center = lb_dot3(axis, vertex + 3 * v);
      extend(interval, center - half, center + half);
    }
    return;
  }
  for (int g = m->body_geomadr[id]; g < m->body_geomadr[id] + m->body_geomnum[id]; g++) {
    const mjtNum *mat = t->d->geom_xmat + 9 * g, *box = m->geom_aabb + 6 * g;
    mjtNum local[3];
    lb_mulMatTVec3(local, mat, axis);
    mjtNum origin = lb_dot3(axis, t->d->geom_xpos + 3 * g), center = lb_dot3(local, box);
    mjtNum half = fabs(local[0]) * box[3] + fabs(local[1]) * box[4] + fabs(local[2]) * box[5];
    mjtNum low = lb_max(center - half, -m->geom_rbound[g]);
    mjtNum high = lb_min(center + half, m->geom_rbound[g]);
    extend(interval, origin + low - margin, origin + high + margin);
  }
}

// COMPAT: COL-TOUCHING: intervals along the first axis are sorted in single precision, with the
// bodies in their order where they are equal; so of two that touch there the first has to be the
// upper one. The axes are the rows of the eigenvectors' matrix. Along the others touching is
// enough.
static bool listedTouching(Touching* t, const Item* a, const Item* b) {
  if (!t->known) {
    spreadFrame(t);
    t->known = true;
  }
  int first = lb_minInt(a->id, b->id), second = lb_maxInt(a->id, b->id);
  for (int k = 0; k < 3; k++) {
    mjtNum one[2], two[2];
    project(t, first, t->frame + 3 * k, one);
    project(t, second, t->frame + 3 * k, two);
    bool meet = k ? one[0] <= two[1] && two[0] <= one[1]
                  : (float)one[0] <= (float)two[1] && (float)two[0] < (float)one[1];
    if (!meet) {
      return false;
    }
  }
  return true;
}

static lbPairKey* allocateKeys(mjData* d, size_t count) {
  return lb_stackBytes(d, count * sizeof(lbPairKey));
}

static inline void pushKey(mjData* d, PairList* list, lbPairKey key) {
  if (list->count == list->capacity) {
    lbPairKey* larger = allocateKeys(d, 2 * (size_t)list->capacity);
    for (int i = 0; i < list->count; i++) {
      larger[i] = list->items[i];
    }
    list->items = larger;
    list->capacity *= 2;
  }
  list->items[list->count++] = key;
}

static inline void pushPair(mjData* d, PairList* list, const Item* a, const Item* b) {
  pushKey(d, list, lb_pairKey(a->id, b->id));
}

// The coordinate axis along which bounded boxes spread most.
static int sweepAxis(const Item* items, int count) {
  mjtNum sum[3] = {0}, squares[3] = {0};
  int bounded = 0;
  for (int k = 0; k < count; k++) {
    if (isUnbounded(items + k)) {
      continue;
    }
    bounded++;
    for (int i = 0; i < 3; i++) {
      mjtNum center = 0.5 * (items[k].min[i] + items[k].max[i]);
      sum[i] += center;
      squares[i] += center * center;
    }
  }
  int axis = 0;
  mjtNum best = -1;
  for (int i = 0; i < 3 && bounded; i++) {
    mjtNum variance = squares[i] - sum[i] * sum[i] / bounded;
    if (variance > best) {
      best = variance;
      axis = i;
    }
  }
  return axis;
}

typedef struct Bound_ {
  mjtNum low;
  int index;
  int weld;
} Bound;

enum { RUN = 8 };  // bounds that are sorted by insertion

static void sortRun(Bound* items, int count) {
  for (int i = 1; i < count; i++) {
    Bound own = items[i];
    int k = i;
    for (; k > 0 && items[k - 1].low > own.low; k--) {
      items[k] = items[k - 1];
    }
    items[k] = own;
  }
}

// Bottom-up merge sort: no recursion, cost independent of the input.
static Bound* sortBounds(Bound* items, Bound* spare, int count) {
  for (int begin = 0; begin < count; begin += RUN) {
    sortRun(items + begin, lb_minInt(RUN, count - begin));
  }
  for (int width = RUN; width < count; width *= 2) {
    for (int begin = 0; begin < count; begin += 2 * width) {
      int mid = lb_minInt(begin + width, count), end = lb_minInt(begin + 2 * width, count);
      int a = begin, b = mid;
      for (int k = begin; k < end; k++) {
        bool left = b >= end || (a < mid && items[a].low <= items[b].low);
        spare[k] = left ? items[a++] : items[b++];
      }
    }
    Bound* swap = items;
    items = spare;
    spare = swap;
  }
  return items;
}

static void sortKeys(lbPairKey* items, lbPairKey* spare, int count) {
  lbPairKey* result = items;
  for (int width = 1; width < count; width *= 2) {
    for (int begin = 0; begin < count; begin += 2 * width) {
      int mid = lb_minInt(begin + width, count), end = lb_minInt(begin + 2 * width, count);
      // what is in order already, as most of what threads have sorted
      if (items[mid - 1] <= items[lb_minInt(mid, count - 1)]) {
        mid = end;
      }
      int a = begin, b = mid;
      for (int k = begin; k < end; k++) {
        bool left = b >= end || (a < mid && items[a] <= items[b]);
        spare[k] = left ? items[a++] : items[b++];
      }
    }
    lbPairKey* swap = items;
    items = spare;
    spare = swap;
  }
  if (items != result) {
    for (int i = 0; i < count; i++) {
      result[i] = items[i];
    }
  }
}

// Places keys by the id that is `shift` bits up; `starts` has an entry for each id, and one more.
static void placeByIds(const lbPairKey* from, lbPairKey* to, int count, int shift, int* starts,
                       int ids) {
  memset(starts, 0, ((size_t)ids + 1) * sizeof(int));
  for (int i = 0; i < count; i++) {
    starts[(uint32_t)(from[i] >> shift) + 1]++;
  }
  for (int id = 0; id < ids; id++) {
    starts[id + 1] += starts[id];
  }
  for (int i = 0; i < count; i++) {
    to[starts[(uint32_t)(from[i] >> shift)]++] = from[i];
  }
}

// Sorts what was found: by the second id, then by the first, where bodies are not many more than
// pairs.
LB_APART static void sortPairs(const mjModel* m, mjData* d, PairList* list) {
  enum { FEWEST = 32 };
  int ids = (int)(m->nbody + m->nflex);
  lbPairKey* spare = allocateKeys(d, (size_t)list->count + 1);
  if (list->count < FEWEST || ids / 2 > list->count) {
    sortKeys(list->items, spare, list->count);
    return;
  }
  int* starts = lb_stackInt(d, (size_t)ids + 1);
  placeByIds(list->items, spare, list->count, 0, starts, ids);
  placeByIds(spare, list->items, list->count, 32, starts, ids);
}

// What a search for pairs of items needs.
typedef struct Search_ {
  mjData* d;  // has the stack
  const Item* items;
  int count;
  Touching* touching;
  bool filterParent, filterMask;
  PairList* list;
} Search;

// A pair of overlapping boxes, unless a filter is against it.
LB_APART static void addPair(const Search* s, const Item* a, const Item* b) {
  if (mayCollide(a, b, s->filterParent, s->filterMask) &&
      (!isDoubtful(s->touching, a, b) || listedTouching(s->touching, a, b))) {
    pushPair(s->d, s->list, a, b);
  }
}

// What a sweep looks at: the items, and their bounds in ascending order.
typedef struct Sweep_ {
  const Item* items;
  const Bound* bounds;
  const int* other;  // from each bound the next one of another weld group
  int count;
  int axis;
  const Search* search;
} Sweep;

// Pairs of the bounds first ... end-1 with those behind them.
static void sweepFrom(const Sweep* s, const Search* search, int first, int end) {
  const Bound* bounds = s->bounds;
  int u = s->axis == 0 ? 1 : 0, v = s->axis == 2 ? 1 : 2;  // the axes that are not swept
  for (int i = first; i < end; i++) {
    const Item* a = s->items + bounds[i].index;
    mjtNum high = a->max[s->axis];
    int group = a->weld < 0 ? INT_MIN : a->weld;
    for (int j = i + 1; j < s->count && bounds[j].low <= high; j++) {
      if (bounds[j].weld == group) {
        j = s->other[j] - 1;
        continue;
      }
      const Item* b = s->items + bounds[j].index;
      if (overlapAlong(u, a, b) && overlapAlong(v, a, b)) {
        addPair(search, a, b);
      }
    }
  }
}

enum { MOST_SHARES = 32, FEWEST_BOUNDS = 64 };

// A sweep in shares of items, each with a list in the stack of the thread that does it.
typedef struct SharedSweep_ {
  const Sweep* sweep;
  const int* place;  // of items among the bounds
  int grain;
  PairList lists[MOST_SHARES];
} SharedSweep;

static void sweepShare(const mjModel* m, mjData* own, void* context, int first, int end) {
  SharedSweep* shared = context;
  PairList list = {allocateKeys(own, 256), 0, 256};
  Search search = *shared->sweep->search;
  Touching touching = *search.touching;
  search.d = own;
  search.touching = &touching;
  search.list = &list;
  for (int k = first; k < end; k++) {
    sweepFrom(shared->sweep, &search, shared->place[k], shared->place[k] + 1);
  }
  if (list.count) {
    sortKeys(list.items, allocateKeys(own, (size_t)list.count), list.count);
  }
  shared->lists[first / shared->grain] = list;
}

// The pairs that one thread finds, in another order. False: one thread has to.
static bool spreadSweep(const mjModel* m, mjData* d, const Sweep* sweep) {
  size_t room = (size_t)d->narena - d->parena - d->pstack;
  if (!lb_hasThreads(d) || sweep->count < FEWEST_BOUNDS || room < 8 * (size_t)sweep->count + 4096) {
    return false;
  }
  mjtSize stackBefore = d->maxuse_stack, arenaBefore = d->maxuse_arena;
  lb_markStack(d);
  int* place = lb_stackInt(d, sweep->count);
  for (int i = 0; i < sweep->count; i++) {
    place[sweep->bounds[i].index] = i;
  }
  SharedSweep shared = {
      .sweep = sweep, .place = place, .grain = (sweep->count - 1) / MOST_SHARES + 1};
  bool done = lb_spread(m, d, sweep->count, shared.grain, sweepShare, &shared);
  lb_freeStack(d);
  d->maxuse_stack = stackBefore;
  d->maxuse_arena = arenaBefore;
  for (int k = 0; done && k < MOST_SHARES; k++) {
    for (int i = 0; i < shared.lists[k].count; i++) {
      pushKey(d, sweep->search->list, shared.lists[k].items[i]);
    }
  }
  return done;
}

LB_APART static void sweep(const mjModel* m, const Search* search) {
  mjData* d = search->d;
  const Item* items = search->items;
  int count = search->count;
  int axis = sweepAxis(items, count);
  Bound* bounds = lb_stackBytes(d, 2 * (size_t)count * sizeof(Bound));
  for (int i = 0; i < count; i++) {
    bounds[i] = (Bound){items[i].min[axis], i, items[i].weld};
  }
  Bound* sorted = sortBounds(bounds, bounds + count, count);
  int* other = (int*)(sorted == bounds ? bounds + count : bounds);  // what sorting has left free
  bounds = sorted;

  // from each the next one of another weld group: all of one group, such as what is static, may be
  // in one place and is stepped over as a whole
  for (int i = count - 1; i >= 0; i--) {
    bool same = i + 1 < count && bounds[i].weld >= 0 && bounds[i].weld == bounds[i + 1].weld;
    other[i] = same ? other[i + 1] : i + 1;
  }
  Sweep s = {items, bounds, other, count, axis, search};
  if (!spreadSweep(m, d, &s)) {
    sweepFrom(&s, search, 0, count);
  }
}

// --- groups of items

// Items that follow each other, and the box around them.
typedef struct Group_ {
  mjtNum min[3], max[3];
  int first, end;
} Group;

// Few items are one group. Where kinematic trees have at least so many bodies and not more, each
// tree is one: most tests are those of the boxes around trees.
enum { FEW_ITEMS = 20, FEWEST_IN_TREE = 4, MOST_IN_TREE = 64, MOST_GROUPS = 128 };

// Whether the item after this one belongs to the same group.
static inline bool goesOn(const mjModel* m, const Item* item) {
  int tree = item->weld < 0 ? -1 : m->body_treeid[item->id];
  return tree >= 0 && item[1].weld >= 0 && m->body_treeid[item[1].id] == tree;
}

// Returns how many groups there are; 0: trees are too small or too large, or too many.
static int makeGroups(const mjModel* m, const Item* items, int count, Group* groups) {
  if (count <= FEW_ITEMS) {
    groups[0] =
        (Group){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}, 0, count};
    return 1;
  }
  if (m->ntree * FEWEST_IN_TREE > count) {
    return 0;
  }
  int groupCount = 0;
  for (int k = 0; k < count; groupCount++) {
    if (groupCount == MOST_GROUPS) {
      return 0;
    }
    Group* group = groups + groupCount;
    *group = (Group){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, k, k};
    for (bool more = true; more; k++) {
      for (int i = 0; i < 3; i++) {
        group->min[i] = lb_min(group->min[i], items[k].min[i]);
        group->max[i] = lb_max(group->max[i], items[k].max[i]);
      }
      more = k + 1 < count && goesOn(m, items + k);
    }
    group->end = k;
    if (k - group->first > MOST_IN_TREE) {
      return 0;
    }
  }
  return groupCount * FEWEST_IN_TREE > count ? 0 : groupCount;
}

static inline bool areApart(const mjtNum min[3], const mjtNum max[3], const Group* group) {
  bool apart = false;
  for (int i = 0; i < 3; i++) {
    apart |= (min[i] > group->max[i]) | (group->min[i] > max[i]);
  }
  return apart;
}

// Pairs of two groups, or inside of one.
static void pairsBetween(const Search* s, const Group* a, const Group* b) {
  const Item* items = s->items;
  for (int i = a->first; i < a->end; i++) {
    if (!areApart(items[i].min, items[i].max, b)) {
      for (int j = a == b ? i + 1 : b->first; j < b->end; j++) {
        if (overlap(items + i, items + j)) {
          addPair(s, items + i, items + j);
        }
      }
    }
  }
}

static void pairsOfGroups(const Search* s, const Group* groups, int groupCount) {
  for (int a = 0; a < groupCount; a++) {
    for (int b = a; b < groupCount; b++) {
      if (!areApart(groups[a].min, groups[a].max, groups + b)) {
        pairsBetween(s, groups + a, groups + b);
      }
    }
  }
}

// Removes the pairs that exclude elements name; both lists ascend.
static void applyExcludes(const mjModel* m, PairList* list) {
  int kept = 0, next = 0;
  for (int i = 0; i < list->count; i++) {
    while (next < m->nexclude && lb_signatureKey(m->exclude_signature[next]) < list->items[i]) {
      next++;
    }
    if (next == m->nexclude || lb_signatureKey(m->exclude_signature[next]) != list->items[i]) {
      list->items[kept++] = list->items[i];
    }
  }
  list->count = kept;
}

const lbPairKey* lb_broadPhase(const mjModel* m, mjData* d, int* count) {
  Item* items = lb_stackBytes(d, (size_t)(m->nbody + m->nflex) * sizeof(Item));
  Reach reach = reachOf(m);
  int itemCount = collectItems(m, d, reach, items);
  Touching touching = {.m = m, .d = d, .extra = reach.extra};

  PairList list = {.capacity = lb_maxInt(64, 4 * itemCount)};
  list.items = allocateKeys(d, (size_t)list.capacity);
  Search search = {
      d,    items, itemCount, &touching, !lb_disabled(m, mjDSBL_FILTERPARENT), !mjcb_contactfilter,
      &list};
  Group groups[MOST_GROUPS];
  int groupCount = makeGroups(m, items, itemCount, groups);
  if (groupCount) {
    pairsOfGroups(&search, groups, groupCount);
  } else {
    sweep(m, &search);
  }
  if (groupCount != 1) {
    sortPairs(m, d, &list);
  }
  if (m->nexclude) {
    applyExcludes(m, &list);
  }
  *count = list.count;
  return list.items;
}
