// mujoco.sdf.sdflib: the signed distance field of a mesh, read from the octree of distances that
// the compiler builds for it.
//
// The instance serves the sdf geoms that name it, which share one mesh. As every plugin field it is
// asked in the frame of the mesh's file; the octree is in the frame of the mesh.

#include "base/error.h"
#include "base/memory.h"
#include "collide/sdf.h"
#include "math/inline.h"
#include "plugin/builtin.h"

#include <string.h>

typedef struct {
  mjtNum pos[3], quat[4];  // of the mesh in its file
  lbOctree tree;           // into the memory behind this struct
} Field;

static int init(const mjModel* m, mjData* d, int instance) {
  int mesh = -1;
  for (int g = 0; g < m->ngeom; g++) {
    if (m->geom_plugin[g] == instance) {
      if (mesh >= 0 && m->geom_dataid[g] != mesh) {
        lb_error("plugin 'mujoco.sdf.sdflib': the geoms of an instance must share one mesh");
      }
      mesh = m->geom_dataid[g];
    }
  }
  if (mesh >= 0 && m->mesh_octadr[mesh] < 0) {
    lb_error("plugin 'mujoco.sdf.sdflib': mesh %d has no octree", mesh);
  }
  size_t nodes = mesh < 0 ? 0 : (size_t)m->mesh_octnum[mesh];
  size_t first = mesh < 0 ? 0 : (size_t)m->mesh_octadr[mesh];
  Field* field = lb_alloc(sizeof(Field) + nodes * (14 * sizeof(mjtNum) + 8 * sizeof(int)));
  mjtNum* aabb = (mjtNum*)(field + 1);
  mjtNum* coeff = aabb + 6 * nodes;
  int* child = (int*)(coeff + 8 * nodes);
  *field = (Field){.quat = {1, 0, 0, 0}, .tree = {aabb, coeff, child}};
  if (nodes) {
    lb_copy3(field->pos, m->mesh_pos + 3 * mesh);
    lb_copy4(field->quat, m->mesh_quat + 4 * mesh);
    memcpy(aabb, m->oct_aabb + 6 * first, 6 * nodes * sizeof(mjtNum));
    memcpy(coeff, m->oct_coeff + 8 * first, 8 * nodes * sizeof(mjtNum));
    memcpy(child, m->oct_child + 8 * first, 8 * nodes * sizeof(int));
  }
  d->plugin_data[instance] = (uintptr_t)field;
  return 0;
}

static void destroy(mjData* d, int instance) {
  lb_free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

// Distance and, unless NULL, gradient at a point of the file's frame.
static mjtNum evaluate(const mjData* d, int instance, const mjtNum point[3], mjtNum gradient[3]) {
  const Field* field = (const Field*)d->plugin_data[instance];
  mjtNum back[4], offset[3], x[3], slope[3];
  lb_negQuat(back, field->quat);
  lb_sub3(offset, point, field->pos);
  lb_rotVecQuat(x, offset, back);
  mjtNum distance = lb_octreeDistance(&field->tree, x, gradient ? slope : NULL);
  if (gradient) {
    lb_rotVecQuat(gradient, slope, field->quat);
  }
  return distance;
}

static mjtNum distanceAt(const mjtNum point[3], const mjData* d, int instance) {
  return evaluate(d, instance, point, NULL);
}

static void gradientAt(mjtNum gradient[3], const mjtNum point[3], const mjData* d, int instance) {
  evaluate(d, instance, point, gradient);
}

// It needs a mesh and cannot make one.
static mjtNum refuseDistance(const mjtNum point[3], const mjtNum* attributes) {
  lb_error("plugin 'mujoco.sdf.sdflib' takes its shape from a mesh file and cannot make a mesh");
}

static void refuseBounds(mjtNum aabb[6], const mjtNum* attributes) {
  refuseDistance(NULL, NULL);
}

// Older versions stored the bounds of the field here; they come from the mesh now.
static void readNothing(mjtNum attribute[], const char* name[], const char* value[]) {
}

static const char* const attributes[] = {"aabb"};

const mjpPlugin lb_meshFieldPlugin = {
    .name = "mujoco.sdf.sdflib",
    .nattribute = 1,
    .attributes = attributes,
    .capabilityflags = mjPLUGIN_SDF,
    .nstate = lb_noPluginState,
    .init = init,
    .destroy = destroy,
    .sdf_distance = distanceAt,
    .sdf_gradient = gradientAt,
    .sdf_staticdistance = refuseDistance,
    .sdf_attribute = readNothing,
    .sdf_aabb = refuseBounds,
};
