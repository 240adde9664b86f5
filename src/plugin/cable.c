// mujoco.elasticity.cable: bending and twisting of an inextensible cable.
//
// A cable is a chain of bodies, each with one capsule, cylinder or box whose x axis is the tangent.
// Between neighbours a and b, with relative rotation vector theta and stress-free theta0, it stores
//
//   E = 1/2 (theta - theta0)' K (theta - theta0),   K = diag(G J, E Iy, E Iz) / L,
//
// with twist = G and bend = E in Pa, L the distance of the segments' centres, and J, Iy, Iz the
// moments of the cross section. The torque on b is minus the energy's derivative, in the frame of b
// -Jr(theta)^-T K (theta - theta0), with Jr the right Jacobian of rotations (Chirikjian, Stochastic
// models, information theory, and Lie groups 2, 10.8); a gets the opposite. As it is internal to
// the chain, only the dofs between a and b feel it.
//
// theta0 is that of the reference configuration, or zero (attribute flat). With vmax > 0 segments
// are drawn in the colour of their moment, from none (blue) to vmax (red). Torsion of a
// rectangle: Young and Budynas, Roark's formulas for stress and strain, table 10.1.

#include "base/error.h"
#include "base/memory.h"
#include "math/inline.h"
#include "math/libm.h"
#include "plugin/builtin.h"

typedef struct {
  int body, parent;
  mjtNum stiffness[3];  // twist, bending about y and z
  mjtNum reference[3];  // theta0
  mjtNum moment;        // |K (theta - theta0)| of the last computation
} Joint;

typedef struct {
  mjtNum vmax;
  int count;
  Joint joints[];
} Cable;

// Torsion constant and the two moments of area of a geom's section normal to its segment.
static void sectionOf(const mjModel* m, int geom, mjtNum section[3]) {
  const mjtNum* size = m->geom_size + 3 * geom;
  if (m->geom_type[geom] == mjGEOM_BOX) {
    mjtNum a = lb_max(size[1], size[2]), b = lb_min(size[1], size[2]), ratio = b / a;
    mjtNum square = ratio * ratio;
    section[0] = a * b * b * b * (16.0 / 3 - 3.36 * ratio * (1 - square * square / 12));
    section[1] = 4.0 / 3 * size[1] * size[2] * size[2] * size[2];
    section[2] = 4.0 / 3 * size[2] * size[1] * size[1] * size[1];
    return;
  }
  mjtNum square = size[0] * size[0];
  section[0] = mjPI / 2 * square * square;
  section[1] = section[2] = section[0] / 2;
}

static mjtNum lengthOf(const mjModel* m, int geom) {
  const mjtNum* size = m->geom_size + 3 * geom;
  return 2 * (m->geom_type[geom] == mjGEOM_BOX ? size[0] : size[1]);
}

// The geom that gives a segment its section.
static int segmentGeom(const mjModel* m, int body) {
  int geom = m->body_geomadr[body];
  int type = geom < 0 ? mjGEOM_NONE : m->geom_type[geom];
  if (type != mjGEOM_CAPSULE && type != mjGEOM_CYLINDER && type != mjGEOM_BOX) {
    lb_error("plugin 'mujoco.elasticity.cable': body %d needs a capsule, cylinder or box", body);
  }
  return geom;
}

static int init(const mjModel* m, mjData* d, int instance) {
  mjtNum modulus[3];
  modulus[0] = lb_configNumber(m, instance, "twist", 0);
  modulus[1] = modulus[2] = lb_configNumber(m, instance, "bend", 0);
  mjtNum vmax = lb_configNumber(m, instance, "vmax", 0);
  bool flat = lb_configFlag(m, instance, "flat", false);
  int count = 0;
  for (int b = 1; b < m->nbody; b++) {
    // bodies that are no segments are refused before there is anything to leave behind
    int parent = m->body_parentid[b];
    count += m->body_plugin[b] == instance && m->body_plugin[parent] == instance &&
             segmentGeom(m, b) >= 0 && segmentGeom(m, parent) >= 0;
  }

  Cable* cable = lb_alloc(sizeof(Cable) + (size_t)count * sizeof(Joint));
  *cable = (Cable){.vmax = vmax};
  for (int b = 1; b < m->nbody; b++) {
    int parent = m->body_parentid[b];
    if (m->body_plugin[b] != instance || m->body_plugin[parent] != instance) {
      continue;
    }
    Joint* joint = &cable->joints[cable->count++];
    *joint = (Joint){.body = b, .parent = parent};
    int geoms[2] = {segmentGeom(m, parent), segmentGeom(m, b)};
    mjtNum section[2][3], length = lengthOf(m, geoms[0]) + lengthOf(m, geoms[1]);
    sectionOf(m, geoms[0], section[0]);
    sectionOf(m, geoms[1], section[1]);
    for (int k = 0; k < 3; k++) {
      // mean section over mean length
      mjtNum sum = section[0][k] + section[1][k];
      joint->stiffness[k] = modulus[k] * sum / lb_max(length, mjMINVAL);
    }
    if (!flat) {
      lb_quat2Vel(joint->reference, m->body_quat + 4 * b, 1);
    }
  }
  d->plugin_data[instance] = (uintptr_t)cable;
  return 0;
}

static void destroy(mjData* d, int instance) {
  lb_free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

// torque = Jr(theta)^-T p = p - theta x p / 2 + c theta x (theta x p), in the child's frame.
static void torqueOf(const mjtNum theta[3], const mjtNum p[3], mjtNum torque[3]) {
  mjtNum angle = lb_norm3(theta), c = 1.0 / 12, once[3], twice[3];
  if (angle > 1e-3) {
    mjtNum half = angle / 2;
    c = (1 - half * lb_cos(half) / lb_sin(half)) / (angle * angle);
  }
  lb_cross(once, theta, p);
  lb_cross(twice, theta, once);
  lb_addScl3(torque, p, once, -0.5);
  lb_addToScl3(torque, twice, c);
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  Cable* cable = (Cable*)d->plugin_data[instance];
  for (int i = 0; i < cable->count; i++) {
    Joint* joint = &cable->joints[i];
    int body = joint->body;
    if (d->body_awake[body] == mjS_ASLEEP) {
      continue;
    }
    mjtNum theta[3], p[3], local[3], torque[3];
    lb_subQuat(theta, d->xquat + 4 * body, d->xquat + 4 * joint->parent);
    for (int k = 0; k < 3; k++) {
      p[k] = joint->stiffness[k] * (theta[k] - joint->reference[k]);
    }
    joint->moment = lb_norm3(p);
    torqueOf(theta, p, local);
    lb_mulMatVec3(torque, d->xmat + 9 * body, local);
    int end = m->body_dofadr[body] + m->body_dofnum[body];
    for (int dof = lb_maxInt(m->body_dofadr[body], 0); dof < end; dof++) {
      d->qfrc_passive[dof] -= lb_dot3(d->cdof + 6 * dof, torque);
    }
  }
}

static void visualize(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn,
                      int instance) {
  const Cable* cable = (const Cable*)d->plugin_data[instance];
  if (!(cable->vmax > 0)) {
    return;
  }
  for (int i = 0; i < scn->ngeom; i++) {
    mjvGeom* geom = &scn->geoms[i];
    if (geom->objtype != mjOBJ_GEOM || geom->objid < 0) {
      continue;
    }
    int body = m->geom_bodyid[geom->objid];
    if (m->body_plugin[body] != instance) {
      continue;
    }
    // a segment shows the larger moment of its two ends
    mjtNum moment = 0;
    for (int k = 0; k < cable->count; k++) {
      if (cable->joints[k].body == body || cable->joints[k].parent == body) {
        moment = lb_max(moment, cable->joints[k].moment);
      }
    }
    lb_heatColor(geom->rgba, moment / cable->vmax);
  }
}

static const char* const attributes[] = {"twist", "bend", "flat", "vmax"};

const mjpPlugin lb_cablePlugin = {
    .name = "mujoco.elasticity.cable",
    .nattribute = 4,
    .attributes = attributes,
    .capabilityflags = mjPLUGIN_PASSIVE,
    .nstate = lb_noPluginState,
    .init = init,
    .destroy = destroy,
    .compute = compute,
    .visualize = visualize,
};
