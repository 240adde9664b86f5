// mujoco.sensor.touch_grid: contact forces on a body, on a grid of directions seen from a site.
//
// The site looks along its -z axis, x to the right, y up. A contact of the site's body falls into
// the cell of its azimuth atan2(x, -z) and elevation atan2(y, |(x, z)|). Cells divide -fov..fov
// (degrees, horizontal and vertical) evenly or, with gamma > 0, finer in the middle: edges lie at
// fov (gamma u^5 + (1 - gamma) u), u evenly in [-1, 1].
//
// Reading: nchannel maps of size (vertical x horizontal), rows from the lowest elevation. Channels
// are force and torque on the body in the frame of the contact's direction: towards the site,
// along azimuth, along elevation; then the torques likewise. Contacts of a cell add up.

#include "base/fault.h"
#include "base/memory.h"
#include "math/inline.h"
#include "math/libm.h"
#include "plugin/builtin.h"

typedef struct {
  int count[2];  // cells: horizontal, vertical
  int channels;
  mjtNum* edges[2];  // count + 1 angles each, rad
} Grid;

static int wholeNumber(mjtNum value, const char* attribute, int lowest, int highest) {
  if (!(value >= lowest && value <= highest) || value != floor(value)) {
    lb_raiseFault(&(lbFault){.attribute = attribute},
                  "plugin 'mujoco.sensor.touch_grid': %s must be a whole number from %d to %d",
                  attribute, lowest, highest);
  }
  return (int)value;
}

// Cells and channels, without the edges.
static Grid readSizes(const mjModel* m, int instance) {
  Grid grid = {0};
  mjtNum size[2];
  if (!lb_configVector(m, instance, "size", size, 2)) {
    lb_raiseFault(&(lbFault){.attribute = "size"},
                  "plugin 'mujoco.sensor.touch_grid': attribute 'size' is missing");
  }
  grid.count[0] = wholeNumber(size[0], "size", 1, 4096);
  grid.count[1] = wholeNumber(size[1], "size", 1, 4096);
  grid.channels = wholeNumber(lb_configNumber(m, instance, "nchannel", 1), "nchannel", 1, 6);
  return grid;
}

static int sensorSize(const mjModel* m, int instance, int sensor) {
  Grid grid = readSizes(m, instance);
  return grid.channels * grid.count[0] * grid.count[1];
}

static int init(const mjModel* m, mjData* d, int instance) {
  Grid grid = readSizes(m, instance);
  mjtNum fov[2], gamma = lb_configNumber(m, instance, "gamma", 0);
  if (!lb_configVector(m, instance, "fov", fov, 2) || !(fov[0] > 0 && fov[0] <= 180) ||
      !(fov[1] > 0 && fov[1] <= 90)) {
    lb_error("plugin 'mujoco.sensor.touch_grid': fov must be two angles, up to 180 and 90 degrees");
  }
  if (!(gamma >= 0 && gamma <= 1)) {
    lb_error("plugin 'mujoco.sensor.touch_grid': gamma must be from 0 to 1");
  }
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_plugin[i] == instance &&
        (m->sensor_objtype[i] != mjOBJ_SITE || m->sensor_objid[i] < 0)) {
      lb_error("plugin 'mujoco.sensor.touch_grid': sensor %d must be attached to a site", i);
    }
  }

  size_t edges = (size_t)(grid.count[0] + grid.count[1] + 2);
  Grid* kept = lb_alloc(sizeof(Grid) + edges * sizeof(mjtNum));
  *kept = grid;
  kept->edges[0] = (mjtNum*)(kept + 1);
  kept->edges[1] = kept->edges[0] + grid.count[0] + 1;
  for (int axis = 0; axis < 2; axis++) {
    for (int i = 0; i <= grid.count[axis]; i++) {
      mjtNum u = 2.0 * i / grid.count[axis] - 1, square = u * u;
      kept->edges[axis][i] =
          fov[axis] * mjPI / 180 * (gamma * square * square * u + (1 - gamma) * u);
    }
  }
  d->plugin_data[instance] = (uintptr_t)kept;
  return 0;
}

static void destroy(mjData* d, int instance) {
  lb_free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

// The cell that an angle lies in, -1 when it is outside.
static int cellOf(const Grid* grid, int axis, mjtNum angle) {
  const mjtNum* edges = grid->edges[axis];
  if (!(angle >= edges[0])) {
    return -1;
  }
  for (int i = 0; i < grid->count[axis]; i++) {
    if (angle < edges[i + 1]) {
      return i;
    }
  }
  return -1;
}

// A contact as a site sees it.
typedef struct {
  int column, row;
  mjtNum distance;
  mjtNum frame[9];  // rows: towards the site, along azimuth, along elevation; world
} Seen;

static bool see(const Grid* grid, const mjData* d, int site, const mjtNum pos[3], Seen* seen) {
  mjtNum away[3], p[3];
  const mjtNum* mat = d->site_xmat + 9 * site;
  lb_sub3(away, pos, d->site_xpos + 3 * site);
  lb_mulMatTVec3(p, mat, away);
  mjtNum flat = sqrt(p[0] * p[0] + p[2] * p[2]);
  mjtNum azimuth = lb_atan2(p[0], -p[2]), elevation = lb_atan2(p[1], flat);
  seen->column = cellOf(grid, 0, azimuth);
  seen->row = cellOf(grid, 1, elevation);
  seen->distance = lb_norm3(p);
  mjtNum ca = lb_cos(azimuth), sa = lb_sin(azimuth), ce = lb_cos(elevation), se = lb_sin(elevation);
  mjtNum local[9] = {-ce * sa, -se, ce * ca, ca, 0, sa, -se * sa, ce, se * ca};
  lb_mulMatMatT3(seen->frame, local, mat);
  return seen->column >= 0 && seen->row >= 0;
}

// +1 when the contact's force acts on the body (second), -1 when on its partner, 0: not involved.
static int sideOf(const mjModel* m, const mjContact* contact, int body) {
  for (int k = 0; k < 2; k++) {
    if (contact->geom[k] >= 0 && m->geom_bodyid[contact->geom[k]] == body) {
      return k ? 1 : -1;
    }
  }
  return 0;
}

static void addContact(const Grid* grid, const mjModel* m, mjData* d, int contact, int side,
                       const Seen* seen, mjtNum* reading) {
  mjtNum local[6], values[6];
  mj_contactForce(m, d, contact, local);
  for (int part = 0; part < 6; part += 3) {
    mjtNum world[3];
    lb_mulMatTVec3(world, d->contact[contact].frame, local + part);
    lb_mulMatVec3(values + part, seen->frame, world);
  }
  size_t cells = (size_t)grid->count[0] * (size_t)grid->count[1];
  size_t cell = (size_t)seen->row * (size_t)grid->count[0] + (size_t)seen->column;
  for (int k = 0; k < grid->channels; k++) {
    reading[(size_t)k * cells + cell] += side * values[k];
  }
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  const Grid* grid = (const Grid*)d->plugin_data[instance];
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_plugin[i] != instance) {
      continue;
    }
    int site = m->sensor_objid[i], body = m->site_bodyid[site];
    mjtNum* reading = d->sensordata + m->sensor_adr[i];
    mju_zero(reading, m->sensor_dim[i]);
    for (int k = 0; k < d->ncon; k++) {
      Seen seen;
      int side = sideOf(m, &d->contact[k], body);
      if (side && see(grid, d, site, d->contact[k].pos, &seen)) {
        addContact(grid, m, d, k, side, &seen, reading);
      }
    }
  }
}

// The cells that see a contact, as plates at its distance, coloured by their share of the largest
// force.
static void drawSensor(const Grid* grid, const mjModel* m, const mjData* d, mjvScene* scn, int id) {
  static const mjtNum thickness = 0.003;
  int site = m->sensor_objid[id], body = m->site_bodyid[site];
  const mjtNum* reading = d->sensordata + m->sensor_adr[id];
  mjtNum largest = 0;
  for (int i = 0; i < grid->count[0] * grid->count[1]; i++) {
    largest = lb_max(largest, fabs(reading[i]));
  }
  for (int k = 0; k < d->ncon && scn->ngeom < scn->maxgeom; k++) {
    Seen seen;
    if (!sideOf(m, &d->contact[k], body) || !see(grid, d, site, d->contact[k].pos, &seen)) {
      continue;
    }
    const mjtNum *across = grid->edges[0] + seen.column, *up = grid->edges[1] + seen.row;
    mjtNum middle = (up[0] + up[1]) / 2;
    mjtNum size[3] = {thickness, seen.distance * lb_cos(middle) * (across[1] - across[0]) / 2,
                      seen.distance * (up[1] - up[0]) / 2};
    mjtNum mat[9];
    float rgba[4] = {0, 0, 0, 0.6f};
    lb_transpose3(mat, seen.frame);
    mjtNum force = fabs(reading[seen.row * grid->count[0] + seen.column]);
    lb_heatColor(rgba, force / lb_max(largest, mjMINVAL));
    mjvGeom* geom = &scn->geoms[scn->ngeom];
    mjv_initGeom(geom, mjGEOM_BOX, size, d->contact[k].pos, mat, rgba);
    geom->objtype = mjOBJ_SENSOR;
    geom->objid = id;
    geom->category = mjCAT_DECOR;
    geom->segid = scn->ngeom++;
  }
}

static void visualize(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn,
                      int instance) {
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_plugin[i] == instance) {
      drawSensor((const Grid*)d->plugin_data[instance], m, d, scn, i);
    }
  }
}

static const char* const attributes[] = {"size", "fov", "gamma", "nchannel"};

const mjpPlugin lb_touchGridPlugin = {
    .name = "mujoco.sensor.touch_grid",
    .nattribute = 4,
    .attributes = attributes,
    .capabilityflags = mjPLUGIN_SENSOR,
    .needstage = mjSTAGE_ACC,
    .nstate = lb_noPluginState,
    .nsensordata = sensorSize,
    .init = init,
    .destroy = destroy,
    .compute = compute,
    .visualize = visualize,
};
