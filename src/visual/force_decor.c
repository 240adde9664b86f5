// Decoration that tells what happens: skeleton, centres of mass, range finders, forces,
// constraints, contacts, bounding boxes.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "constraint/rows.h"
#include "data/flex_lattice.h"
#include "data/stack.h"
#include "sensor/sensor.h"
#include "visual/island_color.h"
#include "visual/visual.h"

static const mjtNum identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

// Joins each body to its parent through the anchors of its joints.
static void connectToParent(lbSceneBuild* b, int bodyId, mjtNum width) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  const mjtNum* from = d->xipos + 3 * bodyId;
  const float* rgba = m->vis.rgba.connect;
  for (int j = m->body_jntnum[bodyId] - 1; j >= 0; j--) {
    const mjtNum* to = d->xanchor + 3 * (m->body_jntadr[bodyId] + j);
    lb_addConnector(b, mjCAT_DECOR, mjOBJ_UNKNOWN, bodyId, mjGEOM_CAPSULE, width, from, to, rgba);
    from = to;
  }
  lb_addConnector(b, mjCAT_DECOR, mjOBJ_UNKNOWN, bodyId, mjGEOM_CAPSULE, width, from,
                  d->xipos + 3 * m->body_parentid[bodyId], rgba);
}

void lb_addSkeletonGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  if (b->opt->flags[mjVIS_COM]) {
    mjtNum radius = m->vis.scale.com * m->stat.meansize;
    const mjtNum size[3] = {radius, radius, radius};
    for (int i = 1; i < m->nbody; i++) {
      if (m->body_rootid[i] == i) {
        lb_addShape(b, mjCAT_DECOR, mjOBJ_UNKNOWN, i, mjGEOM_SPHERE, size,
                    b->d->subtree_com + 3 * i, identity, m->vis.rgba.com);
      }
    }
  }
  for (int i = 1; b->opt->flags[mjVIS_AUTOCONNECT] && i < m->nbody; i++) {
    if (m->body_parentid[i] != 0) {
      connectToParent(b, i, m->vis.scale.connect * m->stat.meansize);
    }
  }
}

static const mjtNum sensorLineWidth = 3;

// What one ray of a range finder found: a line, a dot where it hit, an arrow along the normal, as
// far as the sensor reports them; returns the end of its values.
static const mjtNum* addRay(lbSceneBuild* b, int sensorId, const mjtNum start[3],
                            const mjtNum direction[3], const mjtNum* value) {
  static const mjtNum dotSize = 0.13, arrowWidth = 0.1, arrowLength = 2;
  static const int sizes[mjNRAYDATA] = {1, 3, 3, 3, 3, 1};
  const mjModel* m = b->m;
  const float* rgba = m->vis.rgba.rangefinder;
  const mjtNum* found[mjNRAYDATA] = {NULL};
  int fields = m->sensor_intprm[mjNSENS * sensorId];
  for (int i = 0; i < mjNRAYDATA; i++) {
    if (fields >> i & 1 || (fields == 0 && i == mjRAYDATA_DIST)) {
      found[i] = value;
      value += sizes[i];
    }
  }
  const mjtNum* distance = found[mjRAYDATA_DIST];
  const mjtNum* point = found[mjRAYDATA_POINT];
  if (distance ? *distance < 0 : !point || lb_isZero3(point)) {
    return value;
  }
  mjtNum end[3], meanSize = m->stat.meansize;
  if (distance) {
    lb_addScl3(end, start, direction, *distance);
    lb_addConnector(b, mjCAT_DECOR, mjOBJ_SENSOR, sensorId, mjGEOM_LINE, sensorLineWidth, start,
                    end, rgba);
  } else {
    lb_copy3(end, point);
  }
  if (point) {
    const mjtNum size[3] = {dotSize * meanSize, 0, 0};
    lb_addShape(b, mjCAT_DECOR, mjOBJ_SENSOR, sensorId, mjGEOM_SPHERE, size, point, NULL, rgba);
  }
  if (found[mjRAYDATA_NORMAL]) {
    mjtNum tip[3];
    lb_addScl3(tip, end, found[mjRAYDATA_NORMAL], arrowLength * meanSize);
    lb_addConnector(b, mjCAT_DECOR, mjOBJ_SENSOR, sensorId, mjGEOM_ARROW1, arrowWidth * meanSize,
                    end, tip, rgba);
  }
  return value;
}

static void addRangefinder(lbSceneBuild* b, int sensorId) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  const mjtNum* value = d->sensordata + m->sensor_adr[sensorId];
  int object = m->sensor_objid[sensorId];
  if (m->sensor_objtype[sensorId] == mjOBJ_SITE) {
    const mjtNum* mat = d->site_xmat + 9 * object;
    const mjtNum axis[3] = {mat[2], mat[5], mat[8]};
    addRay(b, sensorId, d->site_xpos + 3 * object, axis, value);
    return;
  }
  int pixels = m->cam_resolution[2 * object] * m->cam_resolution[2 * object + 1];
  for (int i = 0; i < pixels; i++) {
    mjtNum start[3], direction[3];
    lb_cameraRay(m, d, object, i, start, direction);
    value = addRay(b, sensorId, start, direction, value);
  }
}

// Rays of range finders, and the shortest segments between geoms.
void lb_addSensorGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  for (int i = 0; b->opt->flags[mjVIS_RANGEFINDER] && i < m->nsensor; i++) {
    const mjtNum* value = b->d->sensordata + m->sensor_adr[i];
    if (m->sensor_type[i] == mjSENS_RANGEFINDER && m->sensor_dim[i] > 0) {
      addRangefinder(b, i);
    } else if (m->sensor_type[i] == mjSENS_GEOMFROMTO &&
               !(lb_isZero3(value) && lb_isZero3(value + 3))) {
      lb_addConnector(b, mjCAT_DECOR, mjOBJ_SENSOR, i, mjGEOM_LINE, sensorLineWidth, value,
                      value + 3, m->vis.rgba.rangefinder);
    }
  }
}

// An arrow for a force; forces are scaled by the mean mass of the model.
static mjvGeom* addForceArrow(lbSceneBuild* b, int objid, int type, const mjtNum from[3],
                              const mjtNum force[3], const float rgba[4]) {
  const mjModel* m = b->m;
  mjtNum scale = m->vis.map.force / lb_max(m->stat.meanmass, mjMINVAL);
  mjtNum to[3];
  lb_addScl3(to, from, force, scale);
  return lb_addConnector(b, mjCAT_DECOR, mjOBJ_UNKNOWN, objid, type,
                         m->vis.scale.forcewidth * m->stat.meansize, from, to, rgba);
}

void lb_addForceGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  for (int i = 1; b->opt->flags[mjVIS_PERTFORCE] && i < m->nbody; i++) {
    const mjtNum* force = b->d->xfrc_applied + 6 * i;
    if (!lb_isZero3(force)) {
      addForceArrow(b, i, mjGEOM_ARROW, b->d->xipos + 3 * i, force, m->vis.rgba.force);
    }
  }
}

//---------------------------------- constraints --------------------------------------------------

static void place(mjtNum point[3], const mjtNum pos[3], const mjtNum mat[9],
                  const mjtNum local[3]) {
  lb_mulMatVec3(point, mat, local);
  lb_addTo3(point, pos);
}

// The two points that a connect or weld brings together.
static void addPair(lbSceneBuild* b, int eqId) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  int first = m->eq_obj1id[eqId], second = m->eq_obj2id[eqId];
  const mjtNum* data = m->eq_data + mjNEQDATA * eqId;
  mjtNum pointA[3], pointB[3], matA[9], matB[9];
  if (m->eq_objtype[eqId] == mjOBJ_SITE) {
    lb_copy3(pointA, d->site_xpos + 3 * first);
    lb_copy3(pointB, d->site_xpos + 3 * second);
    lb_copy9(matA, d->site_xmat + 9 * first);
    lb_copy9(matB, d->site_xmat + 9 * second);
  } else {
    int isWeld = m->eq_type[eqId] == mjEQ_WELD;
    lb_copy9(matA, d->xmat + 9 * first);
    lb_copy9(matB, d->xmat + 9 * second);
    place(pointA, d->xpos + 3 * first, matA, isWeld ? data + 3 : data);
    place(pointB, d->xpos + 3 * second, matB, isWeld ? data : data + 3);
  }
  mjtNum radius = m->vis.scale.constraint * m->stat.meansize;
  const mjtNum size[3] = {radius, radius, radius};
  mjvGeom* geom = lb_addShape(b, mjCAT_DECOR, mjOBJ_EQUALITY, eqId, mjGEOM_SPHERE, size, pointA,
                              matA, m->vis.rgba.connect);
  mjvGeom* other = lb_addShape(b, mjCAT_DECOR, mjOBJ_EQUALITY, eqId, mjGEOM_SPHERE, size, pointB,
                               matB, m->vis.rgba.constraint);
  for (int i = 0; i < 2 && b->opt->label == mjLABEL_CONSTRAINT; i++) {
    mjvGeom* labelled = i == 0 ? geom : other;
    if (labelled) {
      lb_setLabel(m, labelled, mjOBJ_EQUALITY, eqId);
    }
  }
}

void lb_addConstraintGeoms(lbSceneBuild* b) {
  const mjModel* m = b->m;
  for (int i = 0; b->opt->flags[mjVIS_CONSTRAINT] && i < m->neq; i++) {
    int type = m->eq_type[i];
    if (b->d->eq_active[i] && (type == mjEQ_CONNECT || type == mjEQ_WELD)) {
      addPair(b, i);
    }
  }
}

//---------------------------------- contacts -----------------------------------------------------

// COMPAT: VIS-19: a side without a name is "g1" for a geom and "f1" for a flex; vertices and
// elements of flexes are counted behind a dot: "cloth.v3", "cloth.e2".
static void sideLabel(const mjModel* m, const mjContact* con, int side, char label[48]) {
  bool isGeom = con->geom[side] >= 0;
  int id = isGeom ? con->geom[side] : con->flex[side];
  const char* name = mj_id2name(m, isGeom ? mjOBJ_GEOM : mjOBJ_FLEX, id);
  char number[16], part[16] = "";
  snprintf(number, sizeof(number), "%c%d", isGeom ? 'g' : 'f', id);
  if (!isGeom) {
    bool isElement = con->elem[side] >= 0;
    snprintf(part, sizeof(part), ".%c%d", isElement ? 'e' : 'v',
             isElement ? con->elem[side] : con->vert[side]);
  }
  snprintf(label, 48, "%.30s%s", name && name[0] ? name : number, part);
}

static void contactLabel(lbSceneBuild* b, mjvGeom* geom, const mjContact* con) {
  char side[2][48];
  sideLabel(b->m, con, 0, side[0]);
  sideLabel(b->m, con, 1, side[1]);
  snprintf(geom->label, sizeof(geom->label), "%s | %s", side[0], side[1]);
}

// The arrow of a whole force: it has a head at each end, unless one side is a geom of the world.
static int wholeArrow(const mjModel* m, const mjContact* con) {
  for (int side = 0; side < 2; side++) {
    if (con->geom[side] >= 0 && m->geom_bodyid[con->geom[side]] == 0) {
      return mjGEOM_ARROW;
    }
  }
  return mjGEOM_ARROW2;
}

// Arrows of a contact's force on the second body, whole or split in normal and friction.
// COMPAT: VIS-19: the split has no arrow for torques, shows friction even where there is none, and
// has the size of the whole force as its label, at the normal one.
static void addContactForce(lbSceneBuild* b, int contactId) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  const mjContact* con = d->contact + contactId;
  mjtNum force[6], global[3];
  mj_contactForce(m, d, contactId, force);
  if (mju_isZero(force, 6)) {
    return;
  }

  // arrows leave the body with the smaller number, or the static one
  mjtNum sign = 1;
  if (con->geom[0] >= 0 && con->geom[1] >= 0 &&
      m->geom_bodyid[con->geom[0]] > m->geom_bodyid[con->geom[1]]) {
    sign = -1;
  }
  lb_scl3(force, force, sign);
  bool isSplit = b->opt->flags[mjVIS_CONTACTSPLIT] && con->dim > 1;
  const mjtNum first[3] = {force[0], isSplit ? 0 : force[1], isSplit ? 0 : force[2]};
  lb_mulMatTVec3(global, con->frame, first);
  mjvGeom* geom = addForceArrow(b, contactId, isSplit ? mjGEOM_ARROW : wholeArrow(m, con), con->pos,
                                global, m->vis.rgba.contactforce);
  if (geom && b->opt->label == mjLABEL_CONTACTFORCE) {
    snprintf(geom->label, sizeof(geom->label), "%-.3g", lb_norm3(force));
  }
  if (isSplit) {
    const mjtNum friction[3] = {0, force[1], force[2]};
    lb_mulMatTVec3(global, con->frame, friction);
    addForceArrow(b, contactId, mjGEOM_ARROW, con->pos, global, m->vis.rgba.contactfriction);
  }
}

// Arrows along what moves the surfaces of a contact, as long as half a second takes it, in the
// colour of the contact's point and one on each side of it.
static void addSurfaceArrows(lbSceneBuild* b, int contactId, const float rgba[4]) {
  const mjModel* m = b->m;
  const mjContact* con = b->d->contact + contactId;
  mjtNum width = m->vis.scale.forcewidth * m->stat.meansize;
  for (int side = 0; side < 2; side++) {
    mjtNum velocity[6], from[3], to[3];
    if (con->geom[side] < 0) {
      continue;
    }
    lb_surfaceVelocity(m, b->d, con->geom[side], con->pos, velocity);
    mju_addToScl3(velocity, con->frame, -mju_dot3(velocity, con->frame));
    if (mju_norm3(velocity) >= mjMINVAL) {
      mju_addScl3(from, con->pos, con->frame, (side - 0.5) * width);
      mju_addScl3(to, from, velocity, 0.5);
      lb_addConnector(b, mjCAT_DECOR, mjOBJ_UNKNOWN, contactId, mjGEOM_ARROW, width, from, to,
                      rgba);
    }
  }
}

static void addContact(lbSceneBuild* b, int contactId) {
  const mjModel* m = b->m;
  const mjContact* con = b->d->contact + contactId;
  const mjtNum* f = con->frame;

  // z along the normal, x and y along the tangents
  const mjtNum mat[9] = {f[3], f[6], f[0], f[4], f[7], f[1], f[5], f[8], f[2]};
  int active = con->efc_address >= 0;
  if (b->opt->flags[mjVIS_CONTACTPOINT]) {
    const mjtNum size[3] = {m->vis.scale.contactwidth * m->stat.meansize,
                            lb_max(m->vis.scale.contactheight * m->stat.meansize, -con->dist / 2),
                            0};
    mjvGeom* geom =
        lb_addShape(b, mjCAT_DECOR, mjOBJ_UNKNOWN, contactId, mjGEOM_CYLINDER, size, con->pos, mat,
                    active ? m->vis.rgba.contactpoint : m->vis.rgba.contactgap);
    if (geom && active && b->opt->flags[mjVIS_ISLAND]) {
      lb_setRowIslandColor(b->d, con->efc_address, geom);
    }
    if (geom && b->opt->label == mjLABEL_CONTACTPOINT) {
      contactLabel(b, geom, con);
    }
    if (geom) {
      addSurfaceArrows(b, contactId, geom->rgba);
    }
  }
  if (b->opt->frame == mjFRAME_CONTACT) {
    mjtNum transposed[9];
    lb_transpose3(transposed, con->frame);
    lb_addFrame(b, mjCAT_DECOR, mjOBJ_UNKNOWN, contactId, con->pos, transposed,
                m->vis.scale.framelength * m->stat.meansize / 2,
                m->vis.scale.framewidth * m->stat.meansize / 2);
  }
  if (b->opt->flags[mjVIS_CONTACTFORCE] && active) {
    addContactForce(b, contactId);
  }
}

void lb_addContactGeoms(lbSceneBuild* b) {
  const mjtByte* flags = b->opt->flags;
  if (!flags[mjVIS_CONTACTPOINT] && !flags[mjVIS_CONTACTFORCE] &&
      b->opt->frame != mjFRAME_CONTACT) {
    return;
  }
  for (int i = 0; i < b->d->ncon; i++) {
    addContact(b, i);
  }
}

//---------------------------------- bounding volumes ---------------------------------------------

// True for the nodes shown at the chosen depth: those of that depth, and leaves above it.
static int isShownNode(lbSceneBuild* b, int node) {
  const mjModel* m = b->m;
  int depth = m->bvh_depth[node];
  int isLeaf = m->bvh_child[2 * node] < 0 && m->bvh_child[2 * node + 1] < 0;
  return depth == b->opt->bvh_depth || (isLeaf && depth < b->opt->bvh_depth);
}

// The box of a node in a frame; mat NULL: not turned.
static void addBox(lbSceneBuild* b, int node, const mjtNum aabb[6], const mjtNum pos[3],
                   const mjtNum mat[9], const float rgba[4]) {
  mjtNum centre[3];
  if (mat) {
    place(centre, pos, mat, aabb);
  } else {
    lb_add3(centre, pos, aabb);
  }
  lb_addShape(b, mjCAT_DECOR, mjOBJ_UNKNOWN, node, mjGEOM_LINEBOX, aabb + 3, centre, mat, rgba);
}

static void addNode(lbSceneBuild* b, int node, const mjtNum aabb[6], const mjtNum pos[3],
                    const mjtNum mat[9]) {
  const mjModel* m = b->m;
  int active = m->vis.global.bvactive && b->d->bvh_active[node];
  addBox(b, node, aabb, pos, mat, active ? m->vis.rgba.bvactive : m->vis.rgba.bv);
}

static void addBodyTrees(lbSceneBuild* b) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  for (int i = 0; i < m->nbody; i++) {
    for (int k = 0; k < m->body_bvhnum[i]; k++) {
      int node = m->body_bvhadr[i] + k;
      int geom = m->bvh_nodeid[node];
      if (!isShownNode(b, node)) {
        continue;
      }
      if (m->bvh_child[2 * node] < 0) {
        addNode(b, node, m->geom_aabb + 6 * geom, d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom);
      } else {
        addNode(b, node, m->bvh_aabb + 6 * node, d->xipos + 3 * i, d->ximat + 9 * i);
      }
    }
  }
}

// Whether a node has no lines: it stands still with its body, or is in the hollow of a lattice.
// COMPAT: VIS-LATTICE-PINS: pins on a body that moves keep their lines
static bool isBare(const mjModel* m, int flexId, const lbLattice* lattice, int node) {
  if (!m->body_dofnum[m->flex_nodebodyid[m->flex_nodeadr[flexId] + node]]) {
    return true;
  }
  bool inside = m->flex_interp[flexId] < 0;
  for (int axis = 2; axis >= 0; axis--) {
    int at = node % lattice->count[axis];
    inside = inside && at > 0 && at < lattice->count[axis] - 1;
    node /= lattice->count[axis];
  }
  return inside;
}

// The lines of a lattice that join each node with those that follow on its three axes; lines know
// where they start along the first of them.
static void addLatticeLines(lbSceneBuild* b, int flexId) {
  static const mjtNum lineWidth = 3;
  static const float rgba[4] = {0.5f, 0.5f, 0.5f, 1};
  const mjModel* m = b->m;
  lbLattice lattice = lb_flexLattice(m, flexId);
  const int* count = lattice.count;
  int stride[3] = {count[1] * count[2], count[2], 1}, nodes = m->flex_nodenum[flexId];
  mj_markStack(b->d);
  mjtNum* place = lb_stackNum(b->d, 3 * (size_t)nodes);
  lb_flexNodes(m, b->d, flexId, place);
  for (int node = 0; node < nodes; node++) {
    for (int axis = 0; axis < 3; axis++) {
      bool ends = node / stride[axis] % count[axis] + 1 == count[axis];
      if (!ends && !isBare(m, flexId, &lattice, node) &&
          !isBare(m, flexId, &lattice, node + stride[axis])) {
        lb_addConnector(b, mjCAT_DECOR, mjOBJ_UNKNOWN, node / stride[0], mjGEOM_LINE, lineWidth,
                        place + 3 * node, place + 3 * (node + stride[axis]), rgba);
      }
    }
  }
  mj_freeStack(b->d);
}

// Trees of flexes, whose boxes are remade in every step, and lattices, those of hidden flexes too.
static void addFlexTrees(lbSceneBuild* b) {
  static const mjtNum origin[3] = {0, 0, 0};
  const mjModel* m = b->m;
  for (int i = 0; i < m->nflex; i++) {
    bool isShown = b->opt->flexgroup[lb_group(m->flex_group[i])];
    for (int k = 0; isShown && k < m->flex_bvhnum[i]; k++) {
      int node = m->flex_bvhadr[i] + k;
      if (isShownNode(b, node)) {
        addNode(b, node, b->d->bvh_aabb_dyn + 6 * (node - m->nbvhstatic), origin, NULL);
      }
    }
    if (m->flex_interp[i]) {
      addLatticeLines(b, i);
    }
  }
}

// COMPAT: VIS-FITTED-MESH: whatever data a geom has counts as a mesh: primitives fitted to one,
// even height fields, but for octrees
static int meshOfGeom(const mjModel* m, int geomId) {
  int mesh = m->geom_dataid[geomId];
  return mesh < m->nmesh ? mesh : -1;
}

// Trees of the meshes that have no octree, then the octrees: of these the nodes of one depth only.
static void addMeshTrees(lbSceneBuild* b) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  for (int i = 0; i < m->ngeom; i++) {
    int mesh = meshOfGeom(m, i);
    for (int k = 0; mesh >= 0 && m->mesh_octadr[mesh] < 0 && k < m->mesh_bvhnum[mesh]; k++) {
      int node = m->mesh_bvhadr[mesh] + k;
      if (isShownNode(b, node)) {
        addNode(b, node, m->bvh_aabb + 6 * node, d->geom_xpos + 3 * i, d->geom_xmat + 9 * i);
      }
    }
  }
  for (int i = 0; i < m->ngeom; i++) {
    int mesh = meshOfGeom(m, i);
    bool hasOctree = mesh >= 0 && m->mesh_octadr[mesh] >= 0 && m->geom_type[i] != mjGEOM_HFIELD;
    for (int k = 0; hasOctree && k < m->mesh_octnum[mesh]; k++) {
      int node = m->mesh_octadr[mesh] + k;
      if (m->oct_depth[node] == b->opt->bvh_depth) {
        addBox(b, node, m->oct_aabb + 6 * node, d->geom_xpos + 3 * i, d->geom_xmat + 9 * i,
               m->vis.rgba.bv);
      }
    }
  }
}

void lb_addVolumeGeoms(lbSceneBuild* b) {
  if (b->opt->flags[mjVIS_BODYBVH]) {
    addBodyTrees(b);
  }
  if (b->opt->flags[mjVIS_MESHBVH]) {
    addFlexTrees(b);
    addMeshTrees(b);
  }
}
