// Convex shapes by their support function, and the algorithms that need nothing else: GJK for the
// distance and EPA for the penetration depth of two of them.
//
// Witness points are the pair of nearest points, or with penetration the pair of points whose
// difference is the shortest translation that separates the shapes.

#pragma once

#include "api/limber.h"
#include "model/mesh_hull.h"

#define LB_SHAPE_POINT 100  // sphere without its radius
#define LB_SHAPE_LINE 101   // capsule without its radius

enum { LB_MOST_ITERATIONS = 1 << 16 };

typedef struct lbShape_ {
  int type;              // mjtGeom, or one of LB_SHAPE_*, or LB_SHAPE_POINTS
  int geom;              // -1 when it is not a geom
  mjtNum pos[3];         // frame: position
  mjtNum mat[9];         // and axes
  mjtNum size[3];        // as in geom_size
  mjtNum inflate;        // added to the support in every direction, for margins
  lbHull hull;           // meshes
  bool hasGraph;         // meshes: neighbours are known
  bool centered;         // COMPAT: COL-36: ties go to the middle (boxes, ends), or the first vertex
  const mjtNum* points;  // LB_SHAPE_POINTS, LB_SHAPE_PRISM: world positions
  int pointCount;
  int vertex;      // meshes: where the last search ended
  int vertexMesh;  // the same as a mesh vertex
} lbShape;

#define LB_SHAPE_POINTS 102  // hull of a few points in world coordinates
#define LB_SHAPE_PRISM 103   // hull of six points, the last three above the first three

// A point of the Minkowski difference shape1 - shape2 and where it comes from.
typedef struct lbMinkowski_ {
  mjtNum diff[3];
  mjtNum point1[3];
  mjtNum point2[3];
  int vertex1;  // identifies the corner of shape 1 that supported it (meshes, boxes), else -1
  int vertex2;
} lbMinkowski;

typedef struct lbGjk_ {
  mjtNum tolerance;
  int maxIterations;  // at most LB_MOST_ITERATIONS, which memory is computed from
  mjtNum cutoff;      // give up when further apart than this; 0: only penetration is of interest

  mjtNum dist;  // distance; 0: penetration
  mjtNum x1[3];
  mjtNum x2[3];
  lbMinkowski simplex[4];
  int count;     // corners of the simplex
  int replaced;  // steps on the way to a tetrahedron around the origin
} lbGjk;

typedef struct lbEpaFace_ {
  int vertex[3];
} lbEpaFace;

typedef struct lbEpa_ {
  mjtNum dist;  // negative depth
  mjtNum x1[3];
  mjtNum x2[3];
  lbMinkowski corners[3];  // of the polytope face nearest to the origin
  int iterations;
} lbEpa;

// Makes a shape of a geom.
void lb_geomShape(const mjModel* m, const mjData* d, int geom, lbShape* shape);

// The point of a shape furthest along the unit vector dir (world); returns the id of the corner.
int lb_support(lbShape* shape, const mjtNum dir[3], mjtNum point[3]);

// Whether a shape has finitely many support points.
bool lb_isDiscrete(const lbShape* shape);

// Minkowski support: the point of shape1 - shape2 furthest along dir.
void lb_minkowskiSupport(lbShape* shape1, lbShape* shape2, const mjtNum dir[3], lbMinkowski* res);

// Projection of the origin on the plane of a triangle. False when the triangle is flat. The result
// depends, within rounding, on the order of the corners.
bool lb_projectOrigin(const mjtNum a[3], const mjtNum b[3], const mjtNum c[3], mjtNum foot[3]);

// Barycentric coordinates of a point in the plane of a triangle.
void lb_affineCoordinates(const mjtNum* const s[3], const mjtNum p[3], mjtNum lambda[3]);

// Distance of two shapes. Returns false when they are further apart than the cutoff.
bool lb_gjk(lbShape* shape1, lbShape* shape2, lbGjk* gjk);

// Replaces the simplex by a tetrahedron around the origin, beginning with four corners that need
// not contain it. Returns false when the shapes turn out not to penetrate.
bool lb_surroundOrigin(lbShape* shape1, lbShape* shape2, lbGjk* gjk);

// Penetration depth, from the simplex in which GJK found the origin. Returns false when the
// polytope degenerates.
bool lb_epa(mjData* d, lbShape* shape1, lbShape* shape2, const lbGjk* gjk, lbEpa* epa);

// The contact of two penetrating shapes: GJK on their cores, then on the shapes, then EPA.
// Inflation counts as part of the shapes. Leaves the face of EPA in epa, whose iterations are -1
// when EPA was not needed. Returns false when they do not touch. Changes the shapes.
bool lb_penetration(const mjModel* m, mjData* d, lbShape* shape1, lbShape* shape2,
                    mjPreContact* con, lbEpa* epa);
