// Collisions of deformable bodies (flexes).
//
// A flex is a set of elements: segments, triangles or tetrahedra, all thickened by the radius of
// the flex. Planes collide with its vertices, other geoms with its elements, two flexes element by
// element. Candidates come from the boxes of the elements.

#include "collide/flex.h"

#include "base/error.h"
#include "collide/collide.h"
#include "collide/contact.h"
#include "collide/flex_element.h"
#include "collide/flex_pairs.h"
#include "data/stack.h"
#include "math/inline.h"

static const int noIds[2] = {-1, -1};

bool lb_elementActive(const mjModel* m, int flex, int element) {
  return m->flex_dim[flex] < 3 ||
         m->flex_elemlayer[m->flex_elemadr[flex] + element] < m->flex_activelayers[flex];
}

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

// World box (min, max) of a geom, inflated.
static void geomBox(const mjModel* m, const mjData* d, int geom, mjtNum margin, mjtNum box[6]) {
  const mjtNum *pos = d->geom_xpos + 3 * geom, *local = m->geom_aabb + 6 * geom;
  for (int i = 0; i < 3; i++) {
    const mjtNum* row = d->geom_xmat + 9 * geom + 3 * i;
    mjtNum center = pos[i] + lb_dot3(row, local);
    mjtNum half = fabs(row[0]) * local[3] + fabs(row[1]) * local[4] + fabs(row[2]) * local[5];
    box[i] = center - half - margin;
    box[3 + i] = center + half + margin;
  }
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
  int elem[2];
  int vert[2];
  bool kept;
} Found;

typedef struct FoundList_ {
  Found* items;
  int count;
  int capacity;
} FoundList;

static void pushFound(mjData* d, FoundList* list, const mjPreContact* con, int elem1, int elem2,
                      int vert1, int vert2) {
  if (list->count == list->capacity) {
    int capacity = lb_maxInt(64, 2 * list->capacity);
    Found* larger = LB_STACK(d, Found, capacity);
    for (int i = 0; i < list->count; i++) {
      larger[i] = list->items[i];
    }
    list->items = larger;
    list->capacity = capacity;
  }
  list->items[list->count++] = (Found){*con, {elem1, elem2}, {vert1, vert2}, false};
}

static void keepAll(FoundList* list) {
  for (int i = 0; i < list->count; i++) {
    list->items[i].kept = true;
  }
}

// Keeps at most mjMAXCONPAIR contacts that cover the patch: the deepest one, then again and again
// the one furthest from all kept so far.
static void selectSpread(mjData* d, FoundList* list) {
  if (list->count <= mjMAXCONPAIR) {
    keepAll(list);
    return;
  }
  mjtNum* nearest = mj_stackAllocNum(d, list->count);
  int next = 0;
  for (int i = 0; i < list->count; i++) {
    nearest[i] = mjMAXVAL;
    if (list->items[i].con.dist < list->items[next].con.dist) {
      next = i;
    }
  }
  for (int k = 0; k < mjMAXCONPAIR; k++) {
    Found* chosen = list->items + next;
    chosen->kept = true;
    int furthest = 0;
    for (int i = 0; i < list->count; i++) {
      mjtNum squared = lb_distSquared3(list->items[i].con.pos, chosen->con.pos);
      nearest[i] = list->items[i].kept ? -1 : lb_min(nearest[i], squared);
      if (nearest[i] > nearest[furthest]) {
        furthest = i;
      }
    }
    next = furthest;
  }
}

// Orders contacts by first, then second element.
static void sortFound(mjData* d, FoundList* list) {
  int count = list->count;
  Found *items = list->items, *spare = LB_STACK(d, Found, count + 1);
  for (int width = 1; width < count; width *= 2) {
    for (int begin = 0; begin < count; begin += 2 * width) {
      int mid = lb_minInt(begin + width, count), end = lb_minInt(begin + 2 * width, count);
      int i = begin, j = mid;
      for (int k = begin; k < end; k++) {
        bool left = j >= end;
        if (!left && i < mid) {
          const int *a = items[i].elem, *b = items[j].elem;
          left = a[0] != b[0] ? a[0] < b[0] : a[1] <= b[1];
        }
        spare[k] = left ? items[i++] : items[j++];
      }
    }
    Found* swap = items;
    items = spare;
    spare = swap;
  }
  list->items = items;
}

// Appends the kept contacts in the order in which they were found.
static void appendKept(const mjModel* m, mjData* d, const FoundList* list,
                       const lbContactParam* param, const int geom[2], const int flex[2]) {
  bool passive = (flex[0] >= 0 && m->flex_passive[flex[0]]) || m->flex_passive[flex[1]];
  for (int i = 0; i < list->count; i++) {
    const Found* f = list->items + i;
    if (!f->kept) {
      continue;
    }
    if (!lb_appendContact(m, d, &f->con, param, geom, flex, f->elem, f->vert)) {
      return;
    }
    if (passive) {
      // resolved by springs in the passive stage
      d->contact[d->ncon - 1].exclude = 4;
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
    if (m->flex_vertbodyid[adr + v] == m->geom_bodyid[geom]) {
      continue;
    }
    mjPreContact con = {.dist = dist};
    lb_addScl3(con.pos, x, n, -0.5 * dist - radius);
    lb_copy3(con.normal, n);
    pushFound(d, list, &con, -1, -1, -1, v);
  }
}

static int collideElement(const mjModel* m, mjData* d, mjPreContact* con, int geom,
                          const lbElement* element, mjtNum margin) {
  switch (m->geom_type[geom]) {
    case mjGEOM_HFIELD:
      return lb_collideHfieldPoints(m, d, con, geom, element->point, element->dim + 1,
                                    element->radius, margin);
    case mjGEOM_SDF:
      // COMPAT: COL-48. Only shells collide with signed distance fields, without their radius.
      return element->dim != 2 ? 0 : lb_collideSdfTriangle(m, d, con, geom, element->point);
    default:
      return lb_collideGeomElement(m, d, con, geom, element, margin);
  }
}

// Elements with the same deepest corner have one contact: that of the last one.
static bool replaceSame(FoundList* list, const mjPreContact* con, int element) {
  for (int i = 0; i < list->count; i++) {
    mjPreContact* other = &list->items[i].con;
    mjtNum way[3];
    lb_sub3(way, other->pos, con->pos);
    if (lb_norm3(way) < 1e-9) {
      *other = *con;
      list->items[i].elem[1] = element;
      return true;
    }
  }
  return false;
}

static void geomElements(const mjModel* m, mjData* d, int geom, int flex, mjtNum margin,
                         FoundList* list) {
  mjtNum box[6];
  geomBox(m, d, geom, margin + m->flex_radius[flex], box);
  for (int e = 0; e < m->flex_elemnum[flex]; e++) {
    if (!lb_elementActive(m, flex, e)) {
      continue;
    }
    lbElement element;
    lb_makeElement(m, d, flex, e, &element);
    if (!boxesOverlap(box, element.box) || attached(m, &element, m->geom_bodyid[geom])) {
      continue;
    }
    mjPreContact con[mjMAXCONPAIR];
    int found = collideElement(m, d, con, geom, &element, margin);
    if (m->geom_type[geom] == mjGEOM_SDF && found && replaceSame(list, con, e)) {
      continue;
    }
    for (int i = 0; i < found; i++) {
      pushFound(d, list, con + i, -1, e, -1, -1);
    }
  }
}

static void geomFlex(const mjModel* m, mjData* d, int geom, int flex) {
  if (!masksMatch(m->geom_contype[geom], m->geom_conaffinity[geom], m->flex_contype[flex],
                  m->flex_conaffinity[flex])) {
    return;
  }
  lbContactParam param;
  lb_contactParam(m, geom, -1, -1, flex, &param);
  mjtNum margin = param.margin + param.gap;
  int ids[2] = {geom, -1}, flexes[2] = {-1, flex};
  mj_markStack(d);
  FoundList list = {0};
  if (m->geom_type[geom] == mjGEOM_PLANE) {
    planeFlex(m, d, geom, flex, margin, &list);
  } else {
    geomElements(m, d, geom, flex, margin, &list);
  }
  selectSpread(d, &list);
  appendKept(m, d, &list, &param, ids, flexes);
  mj_freeStack(d);
}

// ------------------------------------------------------------------------------ flexes and flexes

// The active elements of a flex, sorted by the lower end of their box along x.
static lbElement* sortedElements(const mjModel* m, mjData* d, int flex, int* count) {
  int limit = m->flex_elemnum[flex];
  lbElement* elements = LB_STACK(d, lbElement, limit);
  lbElement* spare = LB_STACK(d, lbElement, limit);
  *count = 0;
  for (int e = 0; e < limit; e++) {
    if (lb_elementActive(m, flex, e)) {
      lb_makeElement(m, d, flex, e, elements + (*count)++);
    }
  }
  // merge sort, stable: equal elements stay in order
  for (int width = 1; width < *count; width *= 2) {
    for (int begin = 0; begin < *count; begin += 2 * width) {
      int mid = lb_minInt(begin + width, *count), end = lb_minInt(begin + 2 * width, *count);
      int i = begin, j = mid;
      for (int k = begin; k < end; k++) {
        bool left = j >= end || (i < mid && elements[i].box[0] <= elements[j].box[0]);
        spare[k] = left ? elements[i++] : elements[j++];
      }
    }
    lbElement* swap = elements;
    elements = spare;
    spare = swap;
  }
  return elements;
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
    pushFound(d, list, con + i, a->element, b->element, -1, -1);
  }
}

// Element pairs of two flexes, swept along x.
static void flexElements(const mjModel* m, mjData* d, int flex1, int flex2, mjtNum margin,
                         FoundList* list) {
  int count1, count2, first = 0;
  lbElement* elements1 = sortedElements(m, d, flex1, &count1);
  lbElement* elements2 = sortedElements(m, d, flex2, &count2);
  mjtNum reach = margin + m->flex_radius[flex1] + m->flex_radius[flex2], widest = 0;
  for (int j = 0; j < count2; j++) {
    widest = lb_max(widest, elements2[j].box[3] - elements2[j].box[0]);
  }
  for (int i = 0; i < count1; i++) {
    const lbElement* a = elements1 + i;
    while (first < count2 && elements2[first].box[0] + widest < a->box[0] - reach) {
      first++;
    }
    for (int j = first; j < count2 && elements2[j].box[0] <= a->box[3] + reach; j++) {
      collidePair(m, d, a, elements2 + j, margin, list);
    }
  }
}

// COMPAT: COL-54. Contacts of a flex with itself come in the order of its mode, unsorted.
static void selfElements(const mjModel* m, mjData* d, int flex, mjtNum margin, FoundList* list) {
  lbElementPairs pairs = lb_flexSelfPairs(m, d, flex, margin);
  for (int i = 0; i < pairs.count; i++) {
    lbElement a, b;
    lb_makeElement(m, d, flex, pairs.items[i][0], &a);
    lb_makeElement(m, d, flex, pairs.items[i][1], &b);
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
  flexElements(m, d, flex1, flex2, param.margin + param.gap, &list);
  sortFound(d, &list);
  selectSpread(d, &list);
  appendKept(m, d, &list, &param, noIds, flexes);
  mj_freeStack(d);
}

void lb_collideBodyFlex(const mjModel* m, mjData* d, int id1, int id2) {
  int flex2 = id2 - m->nbody;
  if (id1 >= m->nbody) {
    flexFlex(m, d, id1 - m->nbody, flex2);
    return;
  }
  int adr = m->body_geomadr[id1];
  for (int g = adr; g < adr + m->body_geomnum[id1]; g++) {
    geomFlex(m, d, g, flex2);
  }
}

// --------------------------------------------------------------------------- a flex with itself

// The corners of tetrahedra against their opposite faces, so that they do not turn inside out.
static void tetrahedronCorners(const mjModel* m, mjData* d, int flex, mjtNum margin,
                               FoundList* list) {
  static const int opposite[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  for (int e = 0; e < m->flex_elemnum[flex]; e++) {
    lbElement element;
    lb_makeElement(m, d, flex, e, &element);
    for (int k = 0; k < 4; k++) {
      const mjtNum* v = element.point + 3 * k;
      const mjtNum* a = element.point + 3 * opposite[k][0];
      mjtNum ab[3], ac[3], n[3], offset[3];
      lb_sub3(ab, element.point + 3 * opposite[k][1], a);
      lb_sub3(ac, element.point + 3 * opposite[k][2], a);
      lb_cross(n, ab, ac);
      lb_normalize3(n);
      lb_sub3(offset, v, a);
      mjtNum dist = lb_dot3(offset, n) - 2 * element.radius;
      if (dist > margin) {
        continue;
      }
      mjPreContact con = {.dist = dist};
      lb_addScl3(con.pos, v, n, -element.radius - 0.5 * dist);
      lb_copy3(con.normal, n);
      pushFound(d, list, &con, e, -1, -1, element.vertex[k]);
    }
  }
}

// Triangles against the vertices across their edges.
static void triangleVertices(const mjModel* m, mjData* d, int flex, mjtNum margin,
                             FoundList* list) {
  const int* pairs = m->flex_evpair + 2 * m->flex_evpairadr[flex];
  for (int i = 0; i < m->flex_evpairnum[flex]; i++) {
    lbElement element;
    lb_makeElement(m, d, flex, pairs[2 * i], &element);
    const mjtNum* v = d->flexvert_xpos + 3 * (m->flex_vertadr[flex] + pairs[2 * i + 1]);
    mjPreContact con;
    if (lb_collideElementVertex(&con, &element, v, margin)) {
      pushFound(d, list, &con, -1, pairs[2 * i], pairs[2 * i + 1], -1);
    }
  }
}

void lb_collideFlexInternal(const mjModel* m, mjData* d) {
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_rigid[f]) {
      continue;
    }
    int flexes[2] = {f, f};
    lbContactParam param;
    lb_contactParam(m, -1, -1, f, f, &param);
    if (m->flex_internal[f]) {
      lbContactParam frictionless = param;
      frictionless.condim = 1;
      mj_markStack(d);
      FoundList list = {0};
      if (m->flex_dim[f] == 3) {
        tetrahedronCorners(m, d, f, 0, &list);
      } else if (m->flex_dim[f] == 2) {
        triangleVertices(m, d, f, 0, &list);
      }
      selectSpread(d, &list);
      appendKept(m, d, &list, &frictionless, noIds, flexes);
      mj_freeStack(d);
    }
    bool masks = m->flex_contype[f] & m->flex_conaffinity[f];
    if (m->flex_selfcollide[f] != mjFLEXSELF_NONE && masks) {
      mj_markStack(d);
      FoundList list = {0};
      selfElements(m, d, f, param.margin + param.gap, &list);
      selectSpread(d, &list);
      appendKept(m, d, &list, &param, noIds, flexes);
      mj_freeStack(d);
    }
  }
}
