// Tactile sensors: the vertices of a mesh feel what presses into the body they are fixed to.
//
// Per vertex three numbers, each number for all vertices before the next: depth of penetration into
// the deepest of the touching geoms, and sliding speed along the two tangents of the vertex, summed
// over these geoms. The mesh has three normals per vertex: normal, first and second tangent.

#include <math.h>
#include <string.h>

#include "api/mj_functions.h"
#include "api/mjp_functions.h"
#include "collide/sdf.h"
#include "data/stack.h"
#include "math/inline.h"
#include "sensor/internal.h"

// Depth inside a box.
// COMPAT: TACTILE-BOX-DEPTH: distances d from the faces count relative to the half sizes s: the
// least d^2 / s, times the norm of s / d.
static mjtNum boxDepth(const mjtNum size[3], const mjtNum p[3]) {
  mjtNum least = INFINITY, inverse = 0;
  for (int i = 0; i < 3; i++) {
    mjtNum distance = size[i] - fabs(p[i]);
    if (distance <= 0) {
      return 0;
    }
    mjtNum relative = distance / size[i];
    least = lb_min(least, distance * relative);
    inverse += 1 / (relative * relative);
  }
  return least * sqrt(inverse);
}

static mjtNum ellipsoidDepth(const mjtNum size[3], const mjtNum p[3]) {
  mjtNum scaled = 0, twice = 0;
  for (int i = 0; i < 3; i++) {
    mjtNum x = p[i] / size[i];
    scaled += x * x;
    twice += x * x / (size[i] * size[i]);
  }
  scaled = sqrt(scaled);
  return scaled * (1 - scaled) / lb_max(mjMINVAL, sqrt(twice));
}

// How deep a point is inside a geom; not positive outside and for geoms without a distance
// function.
static mjtNum depthInside(const mjModel* m, const mjData* d, int geom, const mjtNum point[3]) {
  mjtNum offset[3], p[3];
  const mjtNum* size = m->geom_size + 3 * geom;
  lb_sub3(offset, point, d->geom_xpos + 3 * geom);
  lb_mulMatTVec3(p, d->geom_xmat + 9 * geom, offset);
  switch (m->geom_type[geom]) {
    case mjGEOM_PLANE:
      return -p[2];
    case mjGEOM_SPHERE:
      return size[0] - lb_norm3(p);
    case mjGEOM_CAPSULE:
      p[2] -= lb_clip(p[2], -size[1], size[1]);
      return size[0] - lb_norm3(p);
    case mjGEOM_CYLINDER:
      return lb_min(size[0] - sqrt(p[0] * p[0] + p[1] * p[1]), size[1] - fabs(p[2]));
    case mjGEOM_ELLIPSOID:
      return ellipsoidDepth(size, p);
    case mjGEOM_BOX:
      return boxDepth(size, p);
    case mjGEOM_SDF:
      return -lb_geomField(m, d, geom, p, NULL);
    default:
      return 0;
  }
}

static void pointVelocity(const mjModel* m, const mjData* d, int body, const mjtNum point[3],
                          mjtNum velocity[3]) {
  mjtNum offset[3];
  lb_sub3(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  lb_cross(velocity, d->cvel + 6 * body, offset);
  lb_addTo3(velocity, d->cvel + 6 * body + 3);
}

// Geoms that touch the body, each once.
static int touchingGeoms(const mjModel* m, const mjData* d, int body, int* geoms) {
  int count = 0;
  for (int i = 0; i < d->ncon; i++) {
    const int* pair = d->contact[i].geom;
    if (pair[0] < 0 || pair[1] < 0) {
      continue;
    }
    bool first = m->geom_bodyid[pair[0]] == body;
    if (!first && m->geom_bodyid[pair[1]] != body) {
      continue;
    }
    int other = first ? pair[1] : pair[0], k = 0;
    while (k < count && geoms[k] != other) {
      k++;
    }
    if (k == count) {
      geoms[count++] = other;
    }
  }
  return count;
}

void lb_tactile(const mjModel* m, mjData* d, int id, mjtNum* value) {
  int mesh = m->sensor_objid[id], sensorGeom = m->sensor_refid[id];
  int body = m->geom_bodyid[sensorGeom], vertexCount = m->sensor_dim[id] / 3;
  const float* vertex = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
  const float* normal = m->mesh_normal + 3 * m->mesh_normaladr[mesh];
  bool hasTangents = m->mesh_normalnum[mesh] == 3 * vertexCount;
  const mjtNum* R = d->geom_xmat + 9 * sensorGeom;
  memset(value, 0, (size_t)m->sensor_dim[id] * sizeof(mjtNum));

  mj_markStack(d);
  int* geoms = lb_stackInt(d, (size_t)d->ncon + 1);
  int geomCount = touchingGeoms(m, d, body, geoms);
  for (int i = 0; i < vertexCount && geomCount; i++) {
    mjtNum local[3] = {vertex[3 * i], vertex[3 * i + 1], vertex[3 * i + 2]}, point[3];
    lb_mulMatVec3(point, R, local);
    lb_addTo3(point, d->geom_xpos + 3 * sensorGeom);
    for (int g = 0; g < geomCount; g++) {
      mjtNum depth = depthInside(m, d, geoms[g], point);
      if (!(depth > 0)) {
        continue;
      }
      value[i] = lb_max(value[i], depth);
      mjtNum velocity[3], other[3];
      pointVelocity(m, d, body, point, velocity);
      pointVelocity(m, d, m->geom_bodyid[geoms[g]], point, other);
      lb_subFrom3(velocity, other);
      for (int k = 1; k < 3 && hasTangents; k++) {
        const float* t = normal + 9 * i + 3 * k;
        mjtNum tangent[3] = {t[0], t[1], t[2]}, direction[3];

        // COMPAT: TACTILE-TANGENTS: tangents are those of the mesh file, against the velocity in
        // the global frame
        lb_rotVecQuat(direction, tangent, m->mesh_quat + 4 * mesh);
        value[k * vertexCount + i] += fabs(lb_dot3(velocity, direction));
      }
    }
  }
  mj_freeStack(d);
}
