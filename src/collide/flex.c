// Collisions of deformable bodies (flexes).
//
// A flex is a set of elements: segments, triangles or tetrahedra, all thickened by the radius of
// the flex. Planes collide with its vertices, other geoms with its elements, two flexes element by
// element. Candidates come from the trees of boxes.

#include "collide/flex.h"

#include "base/error.h"
#include "collide/collide.h"
#include "collide/contact.h"
#include "collide/flex_element.h"
#include "collide/flex_pairs.h"
#include "data/awake.h"
#include "data/contact_exclude.h"
#include "data/stack.h"
#include "math/inline.h"
#include "model/options.h"

// Room for rounding where boxes only sort out: this share of a size, and this length.
static const mjtNum relativeRoom = 1e-9, absoluteRoom = 1e-9;

// Contacts closer than 1e-9 m are one.
static const mjtNum samePlaceSquared = 1e-18;

static bool masksMatch(int contype1, int conaffinity1, int contype2, int conaffinity2) {
  return (contype1 & conaffinity2) || (contype2 & conaffinity1);
}

// Whether two boxes (min, max) overlap.
static bool boxesOverlap(const mjtNum a[6], const mjtNum b[6]) {
  for (int i = 0; i < 3; i++) {
    if (a[i] > b[3 + i] || b[i] > a[3 + i]) {
      return false;
    }
  }
  return true;
}

// A geom that elements are tried against: its boxes, inflated.
typedef struct Target_ {
  int geom;
  mjtNum margin;     // of its contacts
  mjtNum box[6];     // in the world (min, max)
  mjtNum center[3];  // of its box in the world
  mjtNum half[3];    // of its box in its own frame, with some room for rounding
} Target;

static void setTarget(const mjModel* m, const mjData* d, int geom, int flex, mjtNum margin,
                      Target* target) {
  const mjtNum *pos = d->geom_xpos + 3 * geom, *local = m->geom_aabb + 6 * geom;
  mjtNum reach = margin + m->flex_radius[flex];
  // COMPAT: FLEX-NO-MIDPHASE: a box is larger by the margin in its own frame, with its corners
  bool isBox = m->geom_type[geom] == mjGEOM_BOX && lb_disabled(m, mjDSBL_MIDPHASE);
  target->geom = geom;
  target->margin = margin;
  for (int i = 0; i < 3; i++) {
    const mjtNum* row = d->geom_xmat + 9 * geom + 3 * i;
    mjtNum center = target->center[i] = pos[i] + lb_dot3(row, local);
    mjtNum half = fabs(row[0]) * local[3] + fabs(row[1]) * local[4] + fabs(row[2]) * local[5];
    half += isBox ? (fabs(row[0]) + fabs(row[1]) + fabs(row[2])) * reach : reach;
    target->box[i] = center - half;
    target->box[3 + i] = center + half;
    target->half[i] = (local[3 + i] + reach) * (1 + relativeRoom) + absoluteRoom;
  }
}

// Whether the axes of a geom separate it from the corners of an element.
static bool apartOnGeom(const mjData* d, const Target* target, const lbElement* e) {
  const mjtNum* mat = d->geom_xmat + 9 * target->geom;
  for (int i = 0; i < 3; i++) {
    mjtNum low = mjMAXVAL, high = -mjMAXVAL;
    for (int k = 0; k <= e->dim; k++) {
      const mjtNum* point = e->point + 3 * k;
      mjtNum x = 0;
      for (int j = 0; j < 3; j++) {
        x += mat[3 * j + i] * (point[j] - target->center[j]);
      }
      low = lb_min(low, x);
      high = lb_max(high, x);
    }
    if (low > target->half[i] || high < -target->half[i]) {
      return true;
    }
  }
  return false;
}

// Whether the box of an element (centre, half sizes with the radius) is clearly off a box (min,
// max).
static bool clearlyApart(const mjtNum element[6], const mjtNum box[6]) {
  for (int i = 0; i < 3; i++) {
    mjtNum half = element[3 + i] * (1 + relativeRoom) + absoluteRoom;
    if (element[i] - half > box[3 + i] || element[i] + half < box[i]) {
      return true;
    }
  }
  return false;
}

// Whether a vertex of the element belongs to the body.
static bool attached(const mjModel* m, const lbElement* e, int body) {
  for (int i = 0; i <= e->dim; i++) {
    if (m->flex_vertbodyid[m->flex_vertadr[e->flex] + e->vertex[i]] == body) {
      return true;
    }
  }
  return false;
}

// ---------------------------------------------------------------------------------- contact lists

// Contacts found for one pair, before the selection.
typedef struct Found_ {
  mjPreContact con;
  int geom;  // -1 between flexes
  int elem[2];
  int vert[2];
} Found;

typedef struct FoundList_ {
  Found* items;
  int count;
  int capacity;
} FoundList;

static void pushFound(mjData* d, FoundList* list, const mjPreContact* con, int geom, int elem1,
                      int elem2, int vert1, int vert2) {
  if (list->count == list->capacity) {
    int capacity = lb_maxInt(64, 2 * list->capacity);
    Found* larger = LB_STACK(d, Found, capacity);
    for (int i = 0; i < list->count; i++) {
      larger[i] = list->items[i];
    }
    list->items = larger;
    list->capacity = capacity;
  }
  list->items[list->count++] = (Found){*con, geom, {elem1, elem2}, {vert1, vert2}};
}

// Keeps at most mjMAXCONPAIR contacts that cover the patch: the deepest one, then again and again
// the one furthest from all kept so far, moved to the front.
//
// COMPAT: FLEX-SPREAD: the distances belong to places of the list and do not follow the contacts
// that are moved, and the next contact is chosen before the last one is moved. The last place keeps
// what the moves leave there.
static void selectSpread(mjData* d, FoundList* list) {
  int count = list->count;
  if (count <= mjMAXCONPAIR) {
    return;
  }
  Found* items = list->items;
  mjtNum* nearest = lb_stackNum(d, count);
  int next = 0;
  for (int i = 0; i < count; i++) {
    nearest[i] = mjMAXVAL;
    if (items[i].con.dist < items[next].con.dist) {
      next = i;
    }
  }
  for (int k = 0; k < mjMAXCONPAIR - 1; k++) {
    Found chosen = items[next];
    int furthest = 0;
    for (int i = 0; i < count; i++) {
      nearest[i] = lb_min(nearest[i], lb_distSquared3(items[i].con.pos, chosen.con.pos));
      if (nearest[i] > nearest[furthest]) {
        furthest = i;
      }
    }
    items[next] = items[k];
    items[k] = chosen;
    next = furthest == k ? next : furthest;
  }
  list->count = mjMAXCONPAIR;
}

// Whether a comes before b: by geom, elements, vertex.
static bool inOrder(const Found* a, const Found* b) {
  if (a->geom != b->geom) {
    return a->geom < b->geom;
  }
  if (a->elem[0] != b->elem[0]) {
    return a->elem[0] < b->elem[0];
  }
  return a->elem[1] != b->elem[1] ? a->elem[1] < b->elem[1] : a->vert[1] <= b->vert[1];
}

// Orders contacts; equal ones stay as they are.
static void sortFound(mjData* d, FoundList* list) {
  int count = list->count;
  Found *items = list->items, *spare = LB_STACK(d, Found, count + 1);
  for (int width = 1; width < count; width *= 2) {
    for (int begin = 0; begin < count; begin += 2 * width) {
      int mid = lb_minInt(begin + width, count), end = lb_minInt(begin + 2 * width, count);
      int i = begin, j = mid;
      for (int k = begin; k < end; k++) {
        bool left = j >= end || (i < mid && inOrder(items + i, items + j));
        spare[k] = left ? items[i++] : items[j++];
      }
    }
    Found* swap = items;
    items = spare;
    spare = swap;
  }
  list->items = items;
}

// Appends the contacts of the list.
static void appendFound(const mjModel* m, mjData* d, const FoundList* list,
                        const lbContactParam* param, const int flex[2]) {
  bool passive = (flex[0] >= 0 && m->flex_passive[flex[0]]) || m->flex_passive[flex[1]];
  lbContactParam own;
  for (int i = 0; i < list->count; i++) {
    const Found* f = list->items + i;
    int geom[2] = {f->geom, -1};
    if (f->geom >= 0 && (i == 0 || f->geom != f[-1].geom)) {
      lb_contactParam(m, f->geom, -1, -1, flex[1], &own);
      param = &own;
    }
    if (!lb_appendContact(d, &f->con, param, geom, flex, f->elem, f->vert)) {
      return;
    }
    if (passive && (f->geom < 0 || m->body_weldid[m->geom_bodyid[f->geom]] == 0)) {
      // resolved by springs in the passive stage; things that move meet constraints
      d->contact[d->ncon - 1].exclude = lbEXCLUDE_SPRING;
    }
  }
}

// ------------------------------------------------------------------------------ geoms and flexes

static void planeFlex(const mjModel* m, mjData* d, int geom, int flex, mjtNum reach,
                      FoundList* list) {
  const mjtNum *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom;
  mjtNum n[3] = {mat[2], mat[5], mat[8]}, radius = m->flex_radius[flex];
  int adr = m->flex_vertadr[flex];
  for (int v = 0; v < m->flex_vertnum[flex]; v++) {
    const mjtNum* x = d->flexvert_xpos + 3 * (adr + v);
    mjtNum offset[3];
    lb_sub3(offset, x, pos);
    mjtNum dist = lb_dot3(offset, n) - radius;
    if (dist > reach) {
      continue;
    }
    mjPreContact con = {.dist = dist};
    lb_addScl3(con.pos, x, n, -0.5 * dist - radius);
    lb_copy3(con.normal, n);
    pushFound(d, list, &con, geom, -1, -1, -1, v);
  }
}

static int collideElement(const mjModel* m, mjData* d, mjPreContact* con, int geom,
                          const lbElement* element, mjtNum margin) {
  switch (m->geom_type[geom]) {
    case mjGEOM_HFIELD: {
      mjtNum center[3];
      lb_elementCenter(element, center);
      return lb_collideHfieldPoints(m, d, con, geom, element->point, element->dim + 1, center,
                                    element->radius, margin);
    }
    case mjGEOM_SDF:
      // COMPAT: FLEX-SDF: only shells collide with signed distance fields, without their radius.
      return element->dim != 2 ? 0 : lb_collideSdfTriangle(m, d, con, geom, element->point);
    default:
      return lb_collideGeomElement(m, d, con, geom, element, margin);
  }
}

// Elements with the same deepest corner have one contact: that of the one with the largest id.
static bool replaceSame(FoundList* list, const mjPreContact* con, int geom, int element) {
  for (int i = 0; i < list->count; i++) {
    Found* other = list->items + i;
    if (other->geom == geom && lb_distSquared3(other->con.pos, con->pos) < samePlaceSquared) {
      if (element > other->elem[1]) {
        other->con = *con;
        other->elem[1] = element;
      }
      return true;
    }
  }
  return false;
}

static void geomElement(const mjModel* m, mjData* d, const Target* target, int flex, int e,
                        FoundList* list) {
  if (clearlyApart(d->flexelem_aabb + 6 * (m->flex_elemadr[flex] + e), target->box)) {
    return;
  }
  int geom = target->geom, type = m->geom_type[geom];
  lbElement element;
  lb_makeElement(m, d, flex, e, &element);
  if (!boxesOverlap(target->box, element.box) || attached(m, &element, m->geom_bodyid[geom])) {
    return;
  }
  if (type != mjGEOM_HFIELD && type != mjGEOM_SDF && apartOnGeom(d, target, &element)) {
    return;
  }
  mjPreContact con[mjMAXCONPAIR];
  int found = collideElement(m, d, con, geom, &element, target->margin);
  if (type == mjGEOM_SDF && found && replaceSame(list, con, geom, e)) {
    return;
  }
  for (int i = 0; i < found; i++) {
    pushFound(d, list, con + i, geom, -1, e, -1, -1);
  }
}

// The contacts that stay of those found between geoms and a flex.
static void keepFound(const mjModel* m, mjData* d, FoundList* list, int flex) {
  const int flexes[2] = {-1, flex};
  selectSpread(d, list);
  if (lb_hasFlexTree(m, flex)) {
    sortFound(d, list);
  }
  appendFound(m, d, list, NULL, flexes);
}

// COMPAT: FLEX-NO-MIDPHASE: a geom meets each element, also those inside that have no leaf in the
// tree, and its contacts have a limit of their own and stay as they were chosen.
static void geomFlex(const mjModel* m, mjData* d, int geom, int flex, mjtNum margin) {
  mj_markStack(d);
  FoundList list = {0};
  Target target;
  setTarget(m, d, geom, flex, margin, &target);
  for (int e = 0; e < m->flex_elemnum[flex]; e++) {
    geomElement(m, d, &target, flex, e, &list);
  }
  keepFound(m, d, &list, flex);
  mj_freeStack(d);
}

// Contacts of the geoms of a body that have a margin, found by the trees.
static void searchTrees(const mjModel* m, mjData* d, int body, int flex, const mjtNum* margin,
                        FoundList* list) {
  // COMPAT: FLEX-TREE-MARGIN: the trees are searched without the gap of the flex
  bool override = lb_enabled(m, mjENBL_OVERRIDE);
  mjtNum reach = override ? m->opt.o_margin : m->body_margin[body] + m->flex_margin[flex];
  lbElementPairs pairs = lb_bodyFlexPairs(m, d, body, flex, reach);
  Target target = {.geom = -1};
  for (int i = 0; i < pairs.count; i++) {
    int geom = pairs.items[i][0], k = geom - m->body_geomadr[body];
    if (margin[k] > -mjMAXVAL) {
      if (geom != target.geom) {
        setTarget(m, d, geom, flex, margin[k], &target);
      }
      geomElement(m, d, &target, flex, pairs.items[i][1], list);
    }
  }
}

// Contacts of all geoms of a body with a flex: one limit for all of them.
static void bodyFlex(const mjModel* m, mjData* d, int body, int flex) {
  int adr = m->body_geomadr[body], num = m->body_geomnum[body];
  mj_markStack(d);
  FoundList list = {0};
  mjtNum* margin = lb_stackNum(d, num);
  bool any = false;
  for (int i = 0; i < num; i++) {
    int geom = adr + i;
    margin[i] = -mjMAXVAL;
    if (!masksMatch(m->geom_contype[geom], m->geom_conaffinity[geom], m->flex_contype[flex],
                    m->flex_conaffinity[flex])) {
      continue;
    }
    lbContactParam param;
    lb_contactParam(m, geom, -1, -1, flex, &param);
    if (m->geom_type[geom] == mjGEOM_PLANE) {
      planeFlex(m, d, geom, flex, param.margin + param.gap, &list);
    } else {
      margin[i] = param.margin + param.gap;
      any = true;
    }
  }
  bool tree = lb_hasFlexTree(m, flex);
  if (any && tree && m->body_bvhnum[body]) {
    searchTrees(m, d, body, flex, margin, &list);
  }
  keepFound(m, d, &list, flex);
  for (int i = 0; any && !tree && i < num; i++) {
    if (margin[i] > -mjMAXVAL) {
      geomFlex(m, d, adr + i, flex, margin[i]);
    }
  }
  mj_freeStack(d);
}

// ------------------------------------------------------------------------------ flexes and flexes

// Corners of an element where they are.
typedef struct Corners_ {
  const mjtNum* point[4];
  int count;
} Corners;

static Corners elementCorners(const mjModel* m, const mjData* d, int flex, int element) {
  Corners c = {{NULL}, m->flex_dim[flex] + 1};
  const int* vertex = m->flex_elem + m->flex_elemdataadr[flex] + element * c.count;
  for (int k = 0; k < c.count; k++) {
    c.point[k] = d->flexvert_xpos + 3 * (m->flex_vertadr[flex] + vertex[k]);
  }
  return c;
}

// Whether a plane across the axis has a below and b above it, more than reach apart.
static bool apartAlong(const mjtNum axis[3], const Corners* a, const Corners* b, mjtNum reach) {
  mjtNum high = -mjMAXVAL, low = mjMAXVAL;
  for (int k = 0; k < a->count; k++) {
    high = lb_max(high, lb_dot3(axis, a->point[k]));
  }
  for (int k = 0; k < b->count; k++) {
    low = lb_min(low, lb_dot3(axis, b->point[k]));
  }
  // some room for rounding
  mjtNum room = relativeRoom * (fabs(low) + fabs(high)), gap = low - high - room;
  reach *= 1 + relativeRoom;
  return gap > 0 && gap * gap > reach * reach * lb_dot3(axis, axis);
}

// The same for the planes on the sides of triangle a, upright on it.
static bool apartAlongSide(const Corners* a, const Corners* b, mjtNum reach) {
  mjtNum side[3], other[3], normal[3], outward[3];
  lb_sub3(side, a->point[1], a->point[0]);
  lb_sub3(other, a->point[2], a->point[0]);
  lb_cross(normal, side, other);
  for (int k = 0; k < 3; k++) {
    lb_sub3(side, a->point[(k + 1) % 3], a->point[k]);
    lb_cross(outward, side, normal);
    if (apartAlong(outward, a, b, reach)) {
      return true;
    }
  }
  return false;
}

// Whether the line of the centres, or a side of a triangle, shows that there is no contact: cheaper
// than to find the distance.
static bool elementsApart(const mjModel* m, const mjData* d, const int flex[2], const int pair[2],
                          mjtNum margin) {
  Corners a = elementCorners(m, d, flex[0], pair[0]), b = elementCorners(m, d, flex[1], pair[1]);
  mjtNum reach = margin + m->flex_radius[flex[0]] + m->flex_radius[flex[1]], axis[3];
  lb_sub3(axis, d->flexelem_aabb + 6 * (m->flex_elemadr[flex[1]] + pair[1]),
          d->flexelem_aabb + 6 * (m->flex_elemadr[flex[0]] + pair[0]));
  return apartAlong(axis, &a, &b, reach) ||
         (a.count == 3 && b.count == 3 &&
          (apartAlongSide(&a, &b, reach) || apartAlongSide(&b, &a, reach)));
}

static void collidePair(const mjModel* m, mjData* d, const lbElement* a, const lbElement* b,
                        mjtNum margin, FoundList* list) {
  mjtNum reach = margin + a->radius + b->radius, inflated[6];
  for (int i = 0; i < 3; i++) {
    inflated[i] = a->box[i] - reach;
    inflated[3 + i] = a->box[3 + i] + reach;
  }
  if (!boxesOverlap(inflated, b->box)) {
    return;
  }
  mjPreContact con[mjMAXCONPAIR];
  int found = lb_collideElements(m, d, con, a, b, margin);
  for (int i = 0; i < found; i++) {
    pushFound(d, list, con + i, -1, a->element, b->element, -1, -1);
  }
}

static void collidePairs(const mjModel* m, mjData* d, const lbElementPairs* pairs,
                         const int flex[2], mjtNum margin, FoundList* list) {
  lbElement a = {.element = -1}, b = {.element = -1};
  for (int i = 0; i < pairs->count; i++) {
    const int* pair = pairs->items[i];
    if (elementsApart(m, d, flex, pair, margin)) {
      continue;
    }
    // one of them often stays
    if (a.element != pair[0]) {
      lb_makeElement(m, d, flex[0], pair[0], &a);
    }
    if (b.element != pair[1]) {
      lb_makeElement(m, d, flex[1], pair[1], &b);
    }
    collidePair(m, d, &a, &b, margin, list);
  }
}

static void flexFlex(const mjModel* m, mjData* d, int flex1, int flex2) {
  if (!masksMatch(m->flex_contype[flex1], m->flex_conaffinity[flex1], m->flex_contype[flex2],
                  m->flex_conaffinity[flex2])) {
    return;
  }
  lbContactParam param;
  lb_contactParam(m, -1, -1, flex1, flex2, &param);
  int flexes[2] = {flex1, flex2};
  mj_markStack(d);
  FoundList list = {0};
  mjtNum margin = param.margin + param.gap;
  // COMPAT: FLEX-TREE-MARGIN: the trees are searched without the gap
  lbElementPairs pairs = lb_flexPairs(m, d, flex1, flex2, param.margin);
  collidePairs(m, d, &pairs, flexes, margin, &list);
  selectSpread(d, &list);
  if (lb_hasFlexTree(m, flex1) && lb_hasFlexTree(m, flex2)) {
    sortFound(d, &list);
  }
  appendFound(m, d, &list, &param, flexes);
  mj_freeStack(d);
}

void lb_collideBodyFlex(const mjModel* m, mjData* d, int id1, int id2) {
  int flex2 = id2 - m->nbody;
  if (id1 >= m->nbody) {
    flexFlex(m, d, id1 - m->nbody, flex2);
    return;
  }
  bodyFlex(m, d, id1, flex2);
}

// --------------------------------------------------------------------------- a flex with itself

// The corners of tetrahedra against their opposite faces, so that they do not turn inside out.
static void tetrahedronCorners(const mjModel* m, mjData* d, int flex, FoundList* list) {
  // COMPAT: FLEX-INTERNAL: in this order
  static const int faces[4][4] = {{3, 0, 2, 1}, {1, 0, 3, 2}, {2, 0, 1, 3}, {0, 1, 2, 3}};
  for (int e = 0; e < m->flex_elemnum[flex]; e++) {
    lbElement element;
    lb_makeElement(m, d, flex, e, &element);
    for (int k = 0; k < 4; k++) {
      const int* corner = faces[k];
      const mjtNum *v = element.point + 3 * corner[0], *a = element.point + 3 * corner[1];
      mjtNum ab[3], ac[3], n[3], offset[3];
      lb_sub3(ab, element.point + 3 * corner[2], a);
      lb_sub3(ac, element.point + 3 * corner[3], a);
      lb_cross(n, ab, ac);
      lb_normalize3(n);
      lb_sub3(offset, v, a);
      mjtNum dist = lb_dot3(offset, n) - 2 * element.radius;
      if (dist > 0) {
        continue;
      }
      mjPreContact con = {.dist = dist};
      lb_addScl3(con.pos, v, n, -element.radius - 0.5 * dist);
      lb_copy3(con.normal, n);
      pushFound(d, list, &con, -1, e, -1, -1, element.vertex[corner[0]]);
    }
  }
}

// Triangles against the vertices across their edges, segments against those of their neighbours.
static void elementVertices(const mjModel* m, mjData* d, int flex, FoundList* list) {
  const int* pairs = m->flex_evpair + 2 * m->flex_evpairadr[flex];
  for (int i = 0; i < m->flex_evpairnum[flex]; i++) {
    lbElement element;
    lb_makeElement(m, d, flex, pairs[2 * i], &element);
    const mjtNum* v = d->flexvert_xpos + 3 * (m->flex_vertadr[flex] + pairs[2 * i + 1]);
    mjPreContact con;
    if (lb_collideElementVertex(&con, &element, v)) {
      pushFound(d, list, &con, -1, -1, pairs[2 * i], pairs[2 * i + 1], -1);
    }
  }
}

void lb_collideFlexInternal(const mjModel* m, mjData* d) {
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_rigid[f] || !(m->flex_contype[f] & m->flex_conaffinity[f]) ||
        lb_flexAsleep(m, d, f)) {
      continue;
    }
    int flexes[2] = {f, f};
    // COMPAT: FLEX-NO-MARGIN: no margin within a flex, not even an overriding one
    lbContactParam param;
    lb_contactParam(m, -1, -1, f, f, &param);
    param.margin = param.gap = 0;
    if (m->flex_internal[f]) {
      lbContactParam own = param;
      mj_markStack(d);
      FoundList list = {0};
      if (m->flex_dim[f] == 3) {
        own.condim = 1;
        tetrahedronCorners(m, d, f, &list);
      } else {
        elementVertices(m, d, f, &list);
      }
      selectSpread(d, &list);
      appendFound(m, d, &list, &own, flexes);
      mj_freeStack(d);
    }
    if (m->flex_selfcollide[f] != mjFLEXSELF_NONE) {
      mj_markStack(d);
      FoundList list = {0};
      // COMPAT: FLEX-SELF-ORDER: contacts come in the order of the mode, unsorted
      lbElementPairs pairs = lb_flexSelfPairs(m, d, f);
      collidePairs(m, d, &pairs, flexes, 0, &list);
      selectSpread(d, &list);
      appendFound(m, d, &list, &param, flexes);
      mj_freeStack(d);
    }
  }
}
