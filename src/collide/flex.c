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

// Whether a vertex of the element is fixed to the body.
static bool attached(const mjModel* m, const lbElement* e, int body) {
  for (int i = 0; i <= e->dim; i++) {
    int vertexBody = m->flex_vertbodyid[m->flex_vertadr[e->flex] + e->vertex[i]];
    if (vertexBody >= 0 && m->body_weldid[vertexBody] == m->body_weldid[body]) {
      return true;
    }
  }
  return false;
}

// ------------------------------------------------------------------------------ geoms and flexes

static void planeFlex(const mjModel* m, mjData* d, int geom, int flex,
                      const lbContactParam* param) {
  const mjtNum *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom;
  mjtNum n[3] = {mat[2], mat[5], mat[8]}, radius = m->flex_radius[flex];
  mjtNum reach = param->margin + param->gap;
  int adr = m->flex_vertadr[flex], count = 0;
  for (int v = 0; v < m->flex_vertnum[flex] && count < mjMAXCONPAIR; v++) {
    const mjtNum* x = d->flexvert_xpos + 3 * (adr + v);
    mjtNum offset[3];
    lb_sub3(offset, x, pos);
    mjtNum dist = lb_dot3(offset, n) - radius;
    if (dist > reach) {
      continue;
    }
    int body = m->flex_vertbodyid[adr + v];
    if (body >= 0 && m->body_weldid[body] == m->body_weldid[m->geom_bodyid[geom]]) {
      continue;
    }
    mjPreContact con = {.dist = dist};
    lb_addScl3(con.pos, x, n, -0.5 * dist - radius);
    lb_copy3(con.normal, n);
    int ids[2] = {geom, -1}, flexes[2] = {-1, flex}, vertices[2] = {-1, v};
    if (!lb_appendContact(m, d, &con, param, ids, flexes, noIds, vertices)) {
      return;
    }
    count++;
  }
}

static void geomFlex(const mjModel* m, mjData* d, int geom, int flex) {
  if (!masksMatch(m->geom_contype[geom], m->geom_conaffinity[geom], m->flex_contype[flex],
                  m->flex_conaffinity[flex])) {
    return;
  }
  lbContactParam param;
  lb_contactParam(m, geom, -1, -1, flex, &param);
  if (m->geom_type[geom] == mjGEOM_PLANE) {
    planeFlex(m, d, geom, flex, &param);
    return;
  }
  if (m->geom_type[geom] == mjGEOM_HFIELD || m->geom_type[geom] == mjGEOM_SDF) {
    lb_error(
        "contacts of flexes with height fields and signed distance fields are not implemented yet");
  }

  mjtNum margin = param.margin + param.gap, box[6];
  geomBox(m, d, geom, margin + m->flex_radius[flex], box);
  int count = 0;
  for (int e = 0; e < m->flex_elemnum[flex] && count < mjMAXCONPAIR; e++) {
    lbElement element;
    if (!lb_elementActive(m, flex, e)) {
      continue;
    }
    lb_makeElement(m, d, flex, e, &element);
    if (!boxesOverlap(box, element.box) || attached(m, &element, m->geom_bodyid[geom])) {
      continue;
    }
    mjPreContact con[mjMAXCONPAIR];
    int found = lb_collideGeomElement(m, d, con, geom, &element, margin);
    int ids[2] = {geom, -1}, flexes[2] = {-1, flex}, elements[2] = {-1, e};
    for (int i = 0; i < found; i++) {
      if (!lb_appendContact(m, d, con + i, &param, ids, flexes, elements, noIds)) {
        return;
      }
      count++;
    }
  }
}

// ------------------------------------------------------------------------------ flexes and flexes

static void flexFlex(const mjModel* m, mjData* d, int flex1, int flex2) {
  if (!masksMatch(m->flex_contype[flex1], m->flex_conaffinity[flex1], m->flex_contype[flex2],
                  m->flex_conaffinity[flex2])) {
    return;
  }
  lbContactParam param;
  lb_contactParam(m, -1, -1, flex1, flex2, &param);
  mjtNum margin = param.margin + param.gap;
  int count = 0;
  for (int e1 = 0; e1 < m->flex_elemnum[flex1]; e1++) {
    if (!lb_elementActive(m, flex1, e1)) {
      continue;
    }
    lbElement a;
    lb_makeElement(m, d, flex1, e1, &a);
    mjtNum inflated[6], reach = margin + m->flex_radius[flex1] + m->flex_radius[flex2];
    for (int i = 0; i < 3; i++) {
      inflated[i] = a.box[i] - reach;
      inflated[3 + i] = a.box[3 + i] + reach;
    }
    for (int e2 = 0; e2 < m->flex_elemnum[flex2] && count < mjMAXCONPAIR; e2++) {
      lbElement b;
      if (!lb_elementActive(m, flex2, e2)) {
        continue;
      }
      lb_makeElement(m, d, flex2, e2, &b);
      if (!boxesOverlap(inflated, b.box)) {
        continue;
      }
      mjPreContact con[mjMAXCONPAIR];
      int found = lb_collideElements(m, d, con, &a, &b, margin);
      int flexes[2] = {flex1, flex2}, elements[2] = {e1, e2};
      for (int i = 0; i < found; i++) {
        if (!lb_appendContact(m, d, con + i, &param, noIds, flexes, elements, noIds)) {
          return;
        }
        count++;
      }
    }
  }
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

void lb_collideFlexInternal(const mjModel* m, mjData* d) {
  (void)d;
  for (int f = 0; f < m->nflex; f++) {
    if (!m->flex_rigid[f] && m->flex_internal[f]) {
      lb_error("internal contacts of flexes are not implemented yet");
    }
  }
}
