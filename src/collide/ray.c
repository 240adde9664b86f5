// mj_ray and mj_multiRay: the nearest visible geom along a ray.
//
// Bodies with several geoms are first tested with the root box of their bounding volume hierarchy,
// geoms with their bounding sphere.

#include "collide/ray.h"

#include "base/error.h"
#include "data/stack.h"
#include "math/inline.h"
#include "model/primitive_radius.h"

// What is left out.
typedef struct Filter_ {
  const mjtByte* group;  // NULL: all
  bool includeStatic;
  int bodyExclude;
  mjtNum cutoff;  // what begins further away, by its bounding sphere; mjMAXVAL and above: nothing
} Filter;

static bool bodyEligible(const mjModel* m, int body, const Filter* filter) {
  return body != filter->bodyExclude && (filter->includeStatic || m->body_weldid[body] != 0);
}

static bool geomEligible(const mjModel* m, int geom, const Filter* filter) {
  // invisible
  int material = m->geom_matid[geom];
  if ((material >= 0 ? m->mat_rgba[4 * material + 3] : m->geom_rgba[4 * geom + 3]) == 0) {
    return false;
  }
  int group = lb_maxInt(0, lb_minInt(mjNGROUP - 1, m->geom_group[geom]));
  return !filter->group || filter->group[group];
}

// Whether the bounding sphere of a geom reaches as near as the cutoff.
// COMPAT: RAY-CUTOFF: how far the ray itself goes before it meets the geom does not matter; the
// sphere of a plane is the point in its centre
static bool isNear(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                   mjtNum cutoff) {
  return cutoff >= mjMAXVAL ||
         !(lb_dist3(d->geom_xpos + 3 * geom, pnt) - m->geom_rbound[geom] > cutoff);
}

// Radius of the bounding sphere of a geom, 0: none. COMPAT: RAY-SIZES: that of the size it has now
static mjtNum boundOf(const mjModel* m, int geom) {
  return lb_primitiveRadius(m->geom_type[geom], m->geom_size + 3 * geom, m->geom_rbound[geom]);
}

// Whether the ray meets the bounding sphere of a geom before x = limit.
static bool meetsSphere(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                        const mjtNum vec[3], mjtNum vecSquared, mjtNum limit) {
  mjtNum radius = boundOf(m, geom);
  if (radius <= 0) {
    return true;
  }
  mjtNum offset[3];
  lb_sub3(offset, d->geom_xpos + 3 * geom, pnt);
  mjtNum along = lb_dot3(offset, vec);
  mjtNum squared = lb_dot3(offset, offset), radius2 = radius * radius;
  if (squared <= radius2) {
    return true;
  }
  if (along <= 0 || squared * vecSquared - along * along > radius2 * vecSquared) {
    return false;
  }
  // the sphere begins at least this far away
  return limit < 0 || along <= limit * vecSquared + radius * sqrt(vecSquared);
}

static mjtNum rayGeom(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                      const mjtNum vec[3], mjtNum normal[3]) {
  switch (m->geom_type[geom]) {
    case mjGEOM_MESH:
      return mj_rayMesh(m, d, geom, pnt, vec, normal);
    case mjGEOM_HFIELD:
      return mj_rayHfield(m, d, geom, pnt, vec, normal);
    case mjGEOM_SDF:
      return lb_raySdf(m, d, geom, pnt, vec, normal);
    default:
      return mju_rayGeom(d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, m->geom_size + 3 * geom,
                         pnt, vec, m->geom_type[geom], normal);
  }
}

// Whether the ray can meet the geoms of a body before x = limit (negative: no limit).
static bool meetsBody(const mjModel* m, const mjData* d, int body, const mjtNum pnt[3],
                      const mjtNum vec[3], mjtNum limit) {
  const int worthwhile = 16;
  if (m->body_geomnum[body] < worthwhile || !m->body_bvhnum[body]) {
    return true;
  }
  const mjtNum* box = m->bvh_aabb + 6 * m->body_bvhadr[body];
  lbRay ray;
  lb_localRay(&ray, d->xipos + 3 * body, d->ximat + 9 * body, pnt, vec);
  return lb_rayHitsBox(box, box + 3, &ray, limit < 0 ? mjMAXVAL : limit);
}

static mjtNum castRay(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3],
                      const Filter* filter, int* geomid, mjtNum normal[3]) {
  mjtNum squared = lb_dot3(vec, vec);
  if (squared < mjMINVAL * mjMINVAL) {
    lb_complain("mj_ray: vector length is too small");
    return -1;
  }
  mjtNum best = -1;
  int bestGeom = -1;
  for (int body = 0; body < m->nbody; body++) {
    int count = m->body_geomnum[body];
    if (!count || !bodyEligible(m, body, filter) || !meetsBody(m, d, body, pnt, vec, best)) {
      continue;
    }
    for (int geom = m->body_geomadr[body]; geom < m->body_geomadr[body] + count; geom++) {
      if (!geomEligible(m, geom, filter) || !isNear(m, d, geom, pnt, filter->cutoff) ||
          !meetsSphere(m, d, geom, pnt, vec, squared, best)) {
        continue;
      }
      mjtNum candidate[3];
      mjtNum x = rayGeom(m, d, geom, pnt, vec, normal ? candidate : NULL);
      if (x >= 0 && (best < 0 || x < best)) {
        best = x;
        bestGeom = geom;
        if (normal) {
          lb_copy3(normal, candidate);
        }
      }
    }
  }
  if (geomid) {
    *geomid = bestGeom;
  }
  if (normal && bestGeom < 0) {
    lb_zero3(normal);
  }
  return best;
}

mjtNum mj_ray(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3],
              const mjtByte* geomgroup, mjtBool flg_static, int bodyexclude, int geomid[1],
              mjtNum normal[3]) {
  LB_REQUIRE(m && vec);
  Filter filter = {geomgroup, flg_static, bodyexclude, mjMAXVAL};
  return castRay(m, d, pnt, vec, &filter, geomid, normal);
}

// COMPAT: RAY-SHORT: rays that are too short meet nothing, and leave geom and normal as they are
void mj_multiRay(const mjModel* m, mjData* d, const mjtNum pnt[3], const mjtNum* vec,
                 const mjtByte* geomgroup, mjtBool flg_static, int bodyexclude, int* geomid,
                 mjtNum* dist, mjtNum* normal, int nray, mjtNum cutoff) {
  LB_REQUIRE(m && ((vec && dist) || nray <= 0));
  Filter filter = {geomgroup, flg_static, bodyexclude, cutoff};
  for (int i = 0; i < nray; i++) {
    const mjtNum* ray = vec + 3 * i;
    dist[i] = lb_dot3(ray, ray) < mjMINVAL
                  ? -1
                  : castRay(m, d, pnt, ray, &filter, geomid ? geomid + i : NULL,
                            normal ? normal + 3 * i : NULL);
  }
}
