// Signed distance fields of single shapes: primitives, meshes with an octree, plugins.

#include "collide/sdf.h"

#include <math.h>

#include "base/error.h"
#include "math/inline.h"

static mjtNum planeField(const mjtNum size[3], const mjtNum x[3], mjtNum gradient[3]) {
  if (gradient) {
    lb_set3(gradient, 0, 0, 1);
  }
  return x[2];
}

static mjtNum sphereField(const mjtNum size[3], const mjtNum x[3], mjtNum gradient[3]) {
  mjtNum length = lb_norm3(x);
  if (gradient) {
    lb_scl3(gradient, x, 1 / lb_max(length, mjMINVAL));
  }
  return length - size[0];
}

static mjtNum capsuleField(const mjtNum size[3], const mjtNum x[3], mjtNum gradient[3]) {
  mjtNum y[3] = {x[0], x[1], x[2] - lb_clip(x[2], -size[1], size[1])};
  return sphereField(size, y, gradient);
}

// A first-order approximation: exact on the surface.
static mjtNum ellipsoidField(const mjtNum size[3], const mjtNum x[3], mjtNum gradient[3]) {
  mjtNum a[3], b[3];
  for (int k = 0; k < 3; k++) {
    a[k] = x[k] / size[k];
    b[k] = a[k] / size[k];
  }
  mjtNum k0 = lb_norm3(a), k1 = lb_max(lb_norm3(b), mjMINVAL);
  if (gradient) {
    mjtNum inverse = 1 / lb_max(k0, mjMINVAL);
    for (int k = 0; k < 3; k++) {
      mjtNum dk0 = b[k] * inverse, dk1 = b[k] / (k1 * size[k] * size[k]);
      gradient[k] = ((2 * k0 - 1) * dk0 - k0 * (k0 - 1) * dk1 / k1) / k1;
    }
    lb_normalize3(gradient);
  }
  return k0 * (k0 - 1) / k1;
}

static mjtNum cylinderField(const mjtNum size[3], const mjtNum x[3], mjtNum gradient[3]) {
  mjtNum radius = sqrt(x[0] * x[0] + x[1] * x[1]);
  mjtNum side = radius - size[0], top = fabs(x[2]) - size[1];
  mjtNum out[2] = {lb_max(side, 0), lb_max(top, 0)};
  mjtNum outside = sqrt(out[0] * out[0] + out[1] * out[1]);
  mjtNum weight[2] = {side >= top, side < top};
  if (outside > 0) {
    weight[0] = out[0] / outside;
    weight[1] = out[1] / outside;
  }
  if (gradient) {
    mjtNum inverse = weight[0] / lb_max(radius, mjMINVAL);
    lb_set3(gradient, x[0] * inverse, x[1] * inverse, x[2] < 0 ? -weight[1] : weight[1]);
  }
  return lb_min(lb_max(side, top), 0) + outside;
}

// COMPAT: SDF-BOX: inside, the way to a face (the one with the least depth^2 / size) is measured
// along a direction that bends away from it where other faces are about as near in units of the
// half sizes.
static mjtNum boxField(const mjtNum size[3], const mjtNum x[3], mjtNum gradient[3]) {
  mjtNum depth[3], out[3], direction[3];
  int face = 0;
  for (int k = 0; k < 3; k++) {
    mjtNum a = fabs(x[k]) - size[k];
    depth[k] = -a / size[k];
    out[k] = lb_max(a, 0);
    if (depth[k] * depth[k] * size[k] < depth[face] * depth[face] * size[face]) {
      face = k;
    }
  }
  mjtNum outside = lb_norm3(out), distance = outside;
  if (outside > 0) {
    lb_scl3(direction, out, 1 / outside);
  } else {
    for (int k = 0; k < 3; k++) {
      direction[k] = k == face ? 1 : depth[face] / lb_max(depth[k], mjMINVAL);
    }
    distance = -depth[face] * size[face] * lb_normalize3(direction);
  }
  if (gradient) {
    for (int k = 0; k < 3; k++) {
      gradient[k] = x[k] < 0 ? -direction[k] : direction[k];
    }
  }
  return distance;
}

// The octree of a mesh holds the distances at the corners of its cells; between them they are
// interpolated linearly along each axis. Outside the root the way to the root is added to the value
// just inside of it.
mjtNum lb_octreeDistance(const lbOctree* tree, const mjtNum x[3], mjtNum gradient[3]) {
  static const mjtNum inside = 1e-6;
  const mjtNum* root = tree->aabb;
  mjtNum y[3], way[3];
  for (int k = 0; k < 3; k++) {
    y[k] = lb_clip(x[k], root[k] - root[3 + k], root[k] + root[3 + k]);
    way[k] = x[k] - y[k];
    y[k] -= way[k] > 0 ? inside : way[k] < 0 ? -inside : 0;
  }
  mjtNum outside = lb_norm3(way);
  int node = 0;
  while (tree->child[8 * node] >= 0) {
    const mjtNum* box = tree->aabb + 6 * node;
    int child = (y[0] >= box[0]) + 2 * (y[1] >= box[1]) + 4 * (y[2] >= box[2]);
    node = tree->child[8 * node + child];
  }
  const mjtNum *box = tree->aabb + 6 * node, *corner = tree->coeff + 8 * node;
  // weights of the lower and the upper side of the cell
  mjtNum w[2][3], distance = 0;
  for (int k = 0; k < 3; k++) {
    w[1][k] = (y[k] - box[k] + box[3 + k]) / (2 * box[3 + k]);
    w[0][k] = 1 - w[1][k];
  }
  for (int k = 0; k < 8; k++) {
    distance += w[k & 1][0] * w[k >> 1 & 1][1] * w[k >> 2][2] * corner[k];
  }
  for (int j = 0; gradient && j < 3; j++) {
    int a = j == 0, b = j == 2 ? 1 : 2;  // the other two
    mjtNum slope = 0;
    for (int k = 0; k < 8; k++) {
      mjtNum sign = k >> j & 1 ? 1 : -1;
      slope += sign * w[k >> a & 1][a] * w[k >> b & 1][b] * corner[k];
    }
    // within the root the cell is the unit of length
    if (outside > 0) {
      slope = way[j] != 0 ? way[j] / outside : slope / (2 * box[3 + j]);
    }
    gradient[j] = slope;
  }
  return distance + outside;
}

// A mesh without an octree is taken as its convex hull, whose faces all bound the distance below.
static mjtNum hullField(const mjModel* m, int mesh, const mjtNum x[3], mjtNum gradient[3]) {
  mjtNum best = -mjMAXVAL;
  for (int i = 0; i < m->mesh_polynum[mesh]; i++) {
    int polygon = m->mesh_polyadr[mesh] + i;
    int vertex = m->mesh_polyvert[m->mesh_polyvertadr[polygon]];
    const float* corner = m->mesh_vert + 3 * (m->mesh_vertadr[mesh] + vertex);
    const mjtNum* normal = m->mesh_polynormal + 3 * polygon;
    mjtNum distance = normal[0] * (x[0] - corner[0]) + normal[1] * (x[1] - corner[1]) +
                      normal[2] * (x[2] - corner[2]);
    if (distance > best) {
      best = distance;
      if (gradient) {
        lb_copy3(gradient, normal);
      }
    }
  }
  return best;
}

static mjtNum meshField(const mjModel* m, int geom, const mjtNum x[3], mjtNum gradient[3]) {
  int mesh = m->geom_dataid[geom];
  if (mesh >= 0 && m->mesh_octadr[mesh] >= 0) {
    size_t adr = (size_t)m->mesh_octadr[mesh];
    lbOctree tree = {m->oct_aabb + 6 * adr, m->oct_coeff + 8 * adr, m->oct_child + 8 * adr};
    return lb_octreeDistance(&tree, x, gradient);
  }
  if (mesh >= 0 && m->mesh_polynum[mesh]) {
    return hullField(m, mesh, x, gradient);
  }
  lb_error("geom %d has neither a mesh nor a plugin", geom);
}

mjtNum lb_shapeField(const mjModel* m, const mjData* d, const mjSDF* s, int index,
                     const mjtNum x[3], mjtNum gradient[3]) {
  int id = s->id[index];
  if (s->plugin[index]) {
    if (gradient) {
      s->plugin[index]->sdf_gradient(gradient, x, d, id);
    }
    return s->plugin[index]->sdf_distance(x, d, id);
  }
  const mjtNum* size = m->geom_size + 3 * id;
  switch (s->geomtype[index]) {
    case mjGEOM_PLANE:
      return planeField(size, x, gradient);
    case mjGEOM_SPHERE:
      return sphereField(size, x, gradient);
    case mjGEOM_CAPSULE:
      return capsuleField(size, x, gradient);
    case mjGEOM_ELLIPSOID:
      return ellipsoidField(size, x, gradient);
    case mjGEOM_CYLINDER:
      return cylinderField(size, x, gradient);
    case mjGEOM_BOX:
      return boxField(size, x, gradient);
    case mjGEOM_MESH:
    case mjGEOM_SDF:
      return meshField(m, id, x, gradient);
    default:
      lb_error("geom %d has no signed distance field", id);
  }
}
