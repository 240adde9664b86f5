// Rays against triangle surfaces: meshes, height fields, flexes and skins.

#include "base/error.h"
#include "collide/grid.h"
#include "collide/ray.h"

static mjtNum finishNormal(mjtNum x, const mjtNum mat[9], const mjtNum local[3], mjtNum normal[3]) {
  if (normal) {
    if (x < 0) {
      lb_zero3(normal);
    } else {
      lb_mulMatVec3(normal, mat, local);
    }
  }
  return x;
}

static void keepNearest(mjtNum x, const mjtNum candidate[3], mjtNum* best, mjtNum local[3]) {
  if (x >= 0 && (*best < 0 || x < *best)) {
    *best = x;
    if (local) {
      lb_copy3(local, candidate);
    }
  }
}

// ---------------------------------------------------------------------------------------- meshes

static void rayMeshFace(const mjModel* m, int mesh, int face, const lbRay* ray, mjtNum* best,
                        mjtNum local[3]) {
  const int* corner = m->mesh_face + 3 * (m->mesh_faceadr[mesh] + face);
  mjtNum v[3][3], candidate[3];
  for (int k = 0; k < 3; k++) {
    const float* p = m->mesh_vert + 3 * (m->mesh_vertadr[mesh] + corner[k]);
    lb_set3(v[k], p[0], p[1], p[2]);
  }
  mjtNum x = lb_rayTriangle(v[0], v[1], v[2], ray, local ? candidate : NULL);
  keepNearest(x, candidate, best, local);
}

// Descends the mesh's hierarchy, whose boxes are in the mesh frame and whose leaves are faces.
static mjtNum rayMeshTree(const mjModel* m, int mesh, const lbRay* ray, mjtNum local[3]) {
  int adr = m->mesh_bvhadr[mesh];
  mjtNum best = -1;
  int stack[2 * mjMAXTREEDEPTH + 4], top = 0;
  stack[top++] = 0;
  while (top) {
    int node = adr + stack[--top];
    const mjtNum* box = m->bvh_aabb + 6 * node;
    if (!lb_rayHitsBox(box, box + 3, ray, best < 0 ? mjMAXVAL : best)) {
      continue;
    }
    if (m->bvh_nodeid[node] >= 0) {
      rayMeshFace(m, mesh, m->bvh_nodeid[node], ray, &best, local);
      continue;
    }
    for (int k = 0; k < 2; k++) {
      if (m->bvh_child[2 * node + k] >= 0) {
        stack[top++] = m->bvh_child[2 * node + k];
      }
    }
  }
  return best;
}

mjtNum mj_rayMesh(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                  const mjtNum vec[3], mjtNum normal[3]) {
  LB_REQUIRE(m && d && pnt && vec);
  lb_checkId(m->ngeom, geomid, "geom", "mj_rayMesh");
  if (m->geom_type[geomid] != mjGEOM_MESH && m->geom_type[geomid] != mjGEOM_SDF) {
    lb_complain("mj_rayMesh: geom with mesh type expected, got %d", geomid);
    return -1;
  }
  int mesh = m->geom_dataid[geomid];
  const mjtNum* mat = d->geom_xmat + 9 * geomid;
  lbRay ray;
  mjtNum local[3];
  lb_localRay(&ray, d->geom_xpos + 3 * geomid, mat, pnt, vec);
  const mjtNum* box = m->geom_aabb + 6 * geomid;
  mjtNum best = -1;
  if (m->mesh_bvhnum[mesh]) {
    best = rayMeshTree(m, mesh, &ray, normal ? local : NULL);
  } else if (lb_rayHitsBox(box, box + 3, &ray, mjMAXVAL)) {
    for (int face = 0; face < m->mesh_facenum[mesh]; face++) {
      rayMeshFace(m, mesh, face, &ray, &best, normal ? local : NULL);
    }
  }
  return finishNormal(best, mat, local, normal);
}

// --------------------------------------------------------------------------------- height fields

// The base box; its top counts only where it is not covered, so it is left to the surface.
static void rayBase(const lbGrid* g, const lbRay* ray, mjtNum* best, mjtNum local[3]) {
  mjtNum half[3] = {g->size[0], g->size[1], 0.5 * g->size[3]}, candidate[3];
  lbRay shifted = *ray;
  shifted.pnt[2] += half[2];
  mjtNum x = lb_rayPrimitive(mjGEOM_BOX, half, &shifted, candidate);
  keepNearest(x, candidate, best, local);
}

// The vertical walls between the base and the border of the surface.
static void rayWalls(const lbGrid* g, const lbRay* ray, mjtNum* best, mjtNum local[3]) {
  for (int axis = 0; axis < 2; axis++) {
    if (fabs(ray->vec[axis]) < mjMINVAL) {
      continue;
    }
    int other = 1 - axis, count = axis == 0 ? g->rows : g->columns;
    for (int side = -1; side <= 1; side += 2) {
      mjtNum x = (side * g->size[axis] - ray->pnt[axis]) / ray->vec[axis];
      if (x < 0) {
        continue;
      }
      mjtNum along =
          (ray->pnt[other] + x * ray->vec[other] + g->size[other]) / (axis == 0 ? g->dy : g->dx);
      mjtNum z = ray->pnt[2] + x * ray->vec[2];
      if (count < 2 || !(along >= 0 && along <= count - 1 && z >= 0)) {
        continue;
      }
      // height of the border, linear between samples
      int cell = lb_minInt((int)along, count - 2);
      int fixed = side < 0 ? 0 : (axis == 0 ? g->columns : g->rows) - 1;
      const float* data = g->data;
      mjtNum h0 = axis == 0 ? data[cell * g->columns + fixed] : data[fixed * g->columns + cell];
      mjtNum h1 =
          axis == 0 ? data[(cell + 1) * g->columns + fixed] : data[fixed * g->columns + cell + 1];
      mjtNum height = (h0 + (along - cell) * (h1 - h0)) * g->size[2];
      if (z <= height) {
        mjtNum candidate[3] = {0, 0, 0};
        candidate[axis] = side;
        keepNearest(x, candidate, best, local);
      }
    }
  }
}

// The two triangles of every cell under the part of the ray inside the bounding box.
static void raySurface(const lbGrid* g, const lbRay* ray, mjtNum* best, mjtNum local[3]) {
  mjtNum half[3] = {g->size[0], g->size[1], 0.5 * g->size[2]}, enter = 0, leave = mjMAXVAL;
  mjtNum center[3] = {0, 0, half[2]};
  for (int i = 0; i < 3; i++) {
    mjtNum p = ray->pnt[i] - center[i], v = ray->vec[i];
    if (fabs(v) < mjMINVAL) {
      if (fabs(p) > half[i]) {
        return;
      }
      continue;
    }
    mjtNum x1 = (-half[i] - p) / v, x2 = (half[i] - p) / v;
    enter = lb_max(enter, lb_min(x1, x2));
    leave = lb_min(leave, lb_max(x1, x2));
  }
  if (enter > leave) {
    return;
  }

  // cells crossed, a row at a time
  const mjtNum slack = 1e-9;
  mjtNum y0 = ray->pnt[1] + enter * ray->vec[1], y1 = ray->pnt[1] + leave * ray->vec[1];
  int rowMin = lb_toInt(floor((lb_min(y0, y1) + g->size[1]) / g->dy - slack), 0, g->rows);
  int rowMax = lb_toInt(floor((lb_max(y0, y1) + g->size[1]) / g->dy + slack), -1, g->rows - 2);
  for (int row = rowMin; row <= rowMax; row++) {
    // the part of the ray inside this row
    mjtNum a = enter, b = leave;
    if (fabs(ray->vec[1]) >= mjMINVAL) {
      mjtNum x1 = (row * g->dy - g->size[1] - ray->pnt[1]) / ray->vec[1];
      mjtNum x2 = ((row + 1) * g->dy - g->size[1] - ray->pnt[1]) / ray->vec[1];
      a = lb_max(a, lb_min(x1, x2) - slack);
      b = lb_min(b, lb_max(x1, x2) + slack);
    }
    mjtNum u0 = ray->pnt[0] + a * ray->vec[0], u1 = ray->pnt[0] + b * ray->vec[0];
    int columnMin = lb_toInt(floor((lb_min(u0, u1) + g->size[0]) / g->dx - slack), 0, g->columns);
    int columnMax =
        lb_toInt(floor((lb_max(u0, u1) + g->size[0]) / g->dx + slack), -1, g->columns - 2);
    for (int column = columnMin; column <= columnMax; column++) {
      mjtNum v[4][3], candidate[3];
      lb_gridPoint(g, row, column, v[0]);
      lb_gridPoint(g, row + 1, column + 1, v[1]);
      lb_gridPoint(g, row + 1, column, v[2]);
      lb_gridPoint(g, row, column + 1, v[3]);
      mjtNum x = lb_rayTriangle(v[0], v[1], v[2], ray, candidate);
      keepNearest(x, candidate, best, local);
      x = lb_rayTriangle(v[0], v[3], v[1], ray, candidate);
      keepNearest(x, candidate, best, local);
    }
  }
}

mjtNum mj_rayHfield(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                    const mjtNum vec[3], mjtNum normal[3]) {
  LB_REQUIRE(m && d && pnt && vec);
  lb_checkId(m->ngeom, geomid, "geom", "mj_rayHfield");
  if (m->geom_type[geomid] != mjGEOM_HFIELD) {
    lb_complain("mj_rayHfield: geom with hfield type expected, got %d", geomid);
    return -1;
  }
  lbGrid g = lb_geomGrid(m, geomid);
  const mjtNum* mat = d->geom_xmat + 9 * geomid;
  lbRay ray;
  lb_localRay(&ray, d->geom_xpos + 3 * geomid, mat, pnt, vec);
  mjtNum best = -1, local[3];
  rayBase(&g, &ray, &best, local);
  raySurface(&g, &ray, &best, local);
  rayWalls(&g, &ray, &best, local);
  return finishNormal(best, mat, local, normal);
}

// -------------------------------------------------------------------------------- flexes, skins

// The corner nearest to the hit point.
static int nearestCorner(const mjtNum* corner[], const int* id, int count, const lbRay* ray,
                         mjtNum x) {
  mjtNum hit[3], best = mjMAXVAL;
  int nearest = id[0];
  lb_addScl3(hit, ray->pnt, ray->vec, x);
  for (int i = 0; i < count; i++) {
    mjtNum squared = lb_distSquared3(hit, corner[i]);
    if (squared < best) {
      best = squared;
      nearest = id[i];
    }
  }
  return nearest;
}

// The nearest hit on a flex so far.
typedef struct FlexHit_ {
  lbRay ray;
  const mjtNum* vert;
  mjtNum radius;
  mjtNum best;
  int vertex;
  mjtNum normal[3];
} FlexHit;

static void rayFlexVertex(FlexHit* hit, int v) {
  lbRay local = hit->ray;
  lb_subFrom3(local.pnt, hit->vert + 3 * v);
  mjtNum size[3] = {hit->radius, 0, 0}, normal[3];
  mjtNum x = lb_rayPrimitive(mjGEOM_SPHERE, size, &local, normal);
  if (x >= 0 && (hit->best < 0 || x < hit->best)) {
    hit->best = x;
    hit->vertex = v;
    lb_copy3(hit->normal, normal);
  }
}

static void rayFlexEdge(FlexHit* hit, const int edge[2]) {
  const mjtNum *a = hit->vert + 3 * edge[0], *b = hit->vert + 3 * edge[1];
  mjtNum pos[3], axis[3], quat[4], mat[9], normal[3];
  lb_add3(pos, a, b);
  lb_scl3(pos, pos, 0.5);
  lb_sub3(axis, b, a);
  mjtNum length = lb_normalize3(axis);
  mju_quatZ2Vec(quat, axis);
  lb_quat2Mat(mat, quat);
  mjtNum size[3] = {hit->radius, 0.5 * length, 0};
  mjtNum x = mju_rayGeom(pos, mat, size, hit->ray.pnt, hit->ray.vec, mjGEOM_CAPSULE, normal);
  if (x >= 0 && (hit->best < 0 || x < hit->best)) {
    const mjtNum* corners[2] = {a, b};
    hit->best = x;
    hit->vertex = nearestCorner(corners, edge, 2, &hit->ray, x);
    lb_copy3(hit->normal, normal);
  }
}

static void rayFlexTriangle(FlexHit* hit, const int corner[3]) {
  const mjtNum* v[3] = {hit->vert + 3 * corner[0], hit->vert + 3 * corner[1],
                        hit->vert + 3 * corner[2]};
  mjtNum normal[3];
  mjtNum x = lb_rayTriangle(v[0], v[1], v[2], &hit->ray, normal);
  if (x >= 0 && (hit->best < 0 || x < hit->best)) {
    hit->best = x;
    hit->vertex = nearestCorner(v, corner, 3, &hit->ray, x);
    lb_copy3(hit->normal, normal);
  }
}

// The triangles of a flat flex, or all faces of the solids in a layer.
static void rayFlexFaces(const mjModel* m, int flex, int layer, FlexHit* hit) {
  int dim = m->flex_dim[flex];
  const int* elements = m->flex_elem + m->flex_elemdataadr[flex];
  for (int e = 0; e < m->flex_elemnum[flex]; e++) {
    const int* v = elements + e * (dim + 1);
    if (dim == 2) {
      rayFlexTriangle(hit, v);
    } else if (dim == 3 && m->flex_elemlayer[m->flex_elemadr[flex] + e] == layer) {
      for (int k = 0; k < 4; k++) {
        int face[3] = {v[(k + 1) % 4], v[(k + 2) % 4], v[(k + 3) % 4]};
        rayFlexTriangle(hit, face);
      }
    }
  }
}

// COMPAT: RAY-FLEX-SKIN: the skin of a sheet or solid is all of its edges and the faces of its
// outer layer, those within too, whatever layer is asked for
mjtNum mj_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtBool flg_vert,
                  mjtBool flg_edge, mjtBool flg_face, mjtBool flg_skin, int flexid,
                  const mjtNum pnt[3], const mjtNum vec[3], int vertid[1], mjtNum normal[3]) {
  LB_REQUIRE(m && d && pnt && vec);
  lb_checkId(m->nflex, flexid, "flex", "mj_rayFlex");
  FlexHit hit = {.vert = d->flexvert_xpos + 3 * m->flex_vertadr[flexid],
                 .radius = m->flex_radius[flexid],
                 .best = -1,
                 .vertex = -1};
  lb_copy3(hit.ray.pnt, pnt);
  lb_copy3(hit.ray.vec, vec);
  if (flg_vert) {
    for (int v = 0; v < m->flex_vertnum[flexid]; v++) {
      rayFlexVertex(&hit, v);
    }
  }
  if (flg_edge || (flg_skin && m->flex_dim[flexid] > 1)) {
    for (int e = 0; e < m->flex_edgenum[flexid]; e++) {
      rayFlexEdge(&hit, m->flex_edge + 2 * (m->flex_edgeadr[flexid] + e));
    }
  }
  if (flg_face || flg_skin) {
    rayFlexFaces(m, flexid, flg_skin ? 0 : flex_layer, &hit);
  }
  if (vertid && hit.best >= 0) {
    *vertid = hit.vertex;
  }
  if (normal) {
    lb_copy3(normal, hit.normal);
  }
  return hit.best;
}

mjtNum mju_raySkin(int nface, int nvert, const int* face, const float* vert, const mjtNum pnt[3],
                   const mjtNum vec[3], int vertid[1]) {
  lbRay ray;
  lb_copy3(ray.pnt, pnt);
  lb_copy3(ray.vec, vec);
  mjtNum best = -1;
  int vertex = -1;
  for (int f = 0; f < nface; f++) {
    mjtNum v[3][3];
    const int* corner = face + 3 * f;
    for (int k = 0; k < 3; k++) {
      if (corner[k] < 0 || corner[k] >= nvert) {
        lb_error("mju_raySkin: face %d names vertex %d of %d", f, corner[k], nvert);
      }
      const float* p = vert + 3 * corner[k];
      lb_set3(v[k], p[0], p[1], p[2]);
    }
    mjtNum x = lb_rayTriangle(v[0], v[1], v[2], &ray, NULL);
    if (x >= 0 && (best < 0 || x < best)) {
      const mjtNum* corners[3] = {v[0], v[1], v[2]};
      best = x;
      vertex = nearestCorner(corners, corner, 3, &ray, x);
    }
  }
  if (vertid && best >= 0) {
    *vertid = vertex;
  }
  return best;
}
