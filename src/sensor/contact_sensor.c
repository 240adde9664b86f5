// Contact sensors: contacts between two sets, reported one by one or as their sum.
//
// sensor_intprm holds the fields (bits by mjtConDataField), the reduction and the number of slots.
// A set is everything, a geom, the geoms and flex vertices of a body, those of a subtree, or (first
// set only) whatever touches inside a site. A contact counts when its geoms match the sets in
// either order; in the other order normal, tangent and force are turned round, so that the normal
// points from the first set to the second. Slots that stay empty are zero.

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "data/stack.h"
#include "math/inline.h"
#include "sensor/internal.h"

enum {
  REDUCE_NONE = 0,
  REDUCE_DISTANCE = 1,  // deepest first
  REDUCE_FORCE = 2,     // strongest first
  REDUCE_NET = 3        // resultant at the centre of pressure, global frame
};

typedef struct Match_ {
  int contact;
  bool flipped;
  mjtNum key;  // sorted ascending
} Match;

static bool inSubtree(const mjModel* m, int body, int root) {
  while (body > lb_maxInt(root, 0)) {
    body = m->body_parentid[body];
  }
  return body == root;
}

// The body of one side of a contact.
// COMPAT: SENSOR-FLEX-BODY: of a flex that is the body of the vertex, of an element's first vertex,
// or of a lattice's first node
static int bodyOfSide(const mjModel* m, const mjContact* contact, int side) {
  int geom = contact->geom[side], flex = contact->flex[side];
  if (geom >= 0) {
    return m->geom_bodyid[geom];
  }
  if (m->flex_interp[flex]) {
    return m->flex_nodebodyid[m->flex_nodeadr[flex]];
  }
  int vertex = contact->vert[side], corners = m->flex_dim[flex] + 1;
  if (vertex < 0) {
    vertex = m->flex_elem[m->flex_elemdataadr[flex] + corners * contact->elem[side]];
  }
  return m->flex_vertbodyid[m->flex_vertadr[flex] + vertex];
}

// Does a side of a contact belong to the set?
static bool belongs(const mjModel* m, const mjContact* contact, int side, int type, int object) {
  switch (type) {
    case mjOBJ_UNKNOWN:
    case mjOBJ_SITE:
      return true;
    case mjOBJ_GEOM:
      return contact->geom[side] == object;
    case mjOBJ_BODY:
      return bodyOfSide(m, contact, side) == object;
    case mjOBJ_XBODY:
      return inSubtree(m, bodyOfSide(m, contact, side), object);
    default:
      return false;
  }
}

static int findMatches(const mjModel* m, const mjData* d, int id, Match* matches) {
  int type1 = m->sensor_objtype[id], object1 = m->sensor_objid[id];
  int type2 = m->sensor_reftype[id], object2 = m->sensor_refid[id];
  int count = 0;
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* contact = d->contact + i;
    if (type1 == mjOBJ_SITE && !lb_insideSite(m, d, object1, contact->pos)) {
      continue;
    }
    bool straight =
        belongs(m, contact, 0, type1, object1) && belongs(m, contact, 1, type2, object2);
    bool crossed = belongs(m, contact, 1, type1, object1) && belongs(m, contact, 0, type2, object2);
    if (straight || crossed) {
      matches[count++] = (Match){i, !straight, 0};
    }
  }
  return count;
}

// Stable insertion sort by key; the lists are short.
static void sortMatches(const mjModel* m, const mjData* d, int reduce, Match* matches, int count) {
  for (int i = 0; i < count; i++) {
    Match match = matches[i];
    if (reduce == REDUCE_DISTANCE) {
      match.key = d->contact[match.contact].dist;
    } else {
      mjtNum force[6];
      mj_contactForce(m, d, match.contact, force);
      match.key = -lb_dot3(force, force);
    }
    int k = i;
    while (k > 0 && matches[k - 1].key > match.key) {
      matches[k] = matches[k - 1];
      k--;
    }
    matches[k] = match;
  }
}

// One slot's values, before the choice of fields.
typedef struct Report_ {
  mjtNum found, force[3], torque[3], dist, pos[3], normal[3], tangent[3];
} Report;

static mjtNum* writeReport(const Report* report, int fields, mjtNum* value) {
  const mjtNum* source = &report->found;
  static const int sizes[mjNCONDATA] = {1, 3, 3, 1, 3, 3, 3};
  for (int field = 0; field < mjNCONDATA; field++) {
    if (fields >> field & 1) {
      memcpy(value, source, (size_t)sizes[field] * sizeof(mjtNum));
      value += sizes[field];
    }
    source += sizes[field];
  }
  return value;
}

static Report reportOne(const mjModel* m, const mjData* d, Match match, int found) {
  const mjContact* contact = d->contact + match.contact;
  Report report = {0};
  mjtNum wrench[6];
  mj_contactForce(m, d, match.contact, wrench);
  report.found = found;
  report.dist = contact->dist;
  lb_copy3(report.force, wrench);
  lb_copy3(report.torque, wrench + 3);
  lb_copy3(report.pos, contact->pos);
  lb_copy3(report.normal, contact->frame);
  lb_copy3(report.tangent, contact->frame + 3);

  // the reaction, in the frame with normal and first tangent reversed
  if (match.flipped) {
    report.force[2] = -report.force[2];
    report.torque[2] = -report.torque[2];
    lb_neg3(report.normal, report.normal);
    lb_neg3(report.tangent, report.tangent);
  }
  return report;
}

static Report reportNet(const mjModel* m, const mjData* d, const Match* matches, int count) {
  Report report = {0};
  report.found = count;
  report.normal[0] = report.tangent[1] = 1;

  // centre of pressure, weighted by the size of the forces
  mjtNum total = 0, wrench[6];
  for (int i = 0; i < count; i++) {
    mj_contactForce(m, d, matches[i].contact, wrench);
    mjtNum weight = lb_norm3(wrench);
    lb_addToScl3(report.pos, d->contact[matches[i].contact].pos, weight);
    total += weight;
  }
  lb_scl3(report.pos, report.pos, 1 / lb_max(mjMINVAL, total));

  for (int i = 0; i < count; i++) {
    const mjContact* contact = d->contact + matches[i].contact;
    mjtNum force[3], torque[3], arm[3];
    mj_contactForce(m, d, matches[i].contact, wrench);
    lb_mulMatTVec3(force, contact->frame, wrench);
    lb_mulMatTVec3(torque, contact->frame, wrench + 3);
    lb_sub3(arm, contact->pos, report.pos);
    lb_addToCross(torque, arm, force);
    mjtNum sign = matches[i].flipped ? -1 : 1;
    lb_addToScl3(report.force, force, sign);
    lb_addToScl3(report.torque, torque, sign);
  }
  return report;
}

void lb_contactSensor(const mjModel* m, mjData* d, int id, mjtNum* value) {
  const int* prm = m->sensor_intprm + mjNSENS * id;
  int fields = prm[0], reduce = prm[1], slots = prm[2];
  memset(value, 0, (size_t)m->sensor_dim[id] * sizeof(mjtNum));

  mj_markStack(d);
  Match* matches = LB_STACK(d, Match, d->ncon + 1);
  int count = findMatches(m, d, id, matches);
  if (reduce == REDUCE_NET) {
    Report report = reportNet(m, d, matches, count);
    writeReport(&report, fields, value);
  } else {
    if (reduce != REDUCE_NONE) {
      sortMatches(m, d, reduce, matches, count);
    }
    for (int i = 0; i < count && i < slots; i++) {
      Report report = reportOne(m, d, matches[i], count);
      value = writeReport(&report, fields, value);
    }
  }
  mj_freeStack(d);
}
