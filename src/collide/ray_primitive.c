// Rays against planes, spheres, capsules, ellipsoids, cylinders, boxes and triangles.

#include "base/error.h"
#include "collide/ray.h"
#include "math/inline.h"

void lb_localRay(lbRay* ray, const mjtNum pos[3], const mjtNum mat[9], const mjtNum pnt[3],
                 const mjtNum vec[3]) {
  mjtNum offset[3];
  lb_sub3(offset, pnt, pos);
  lb_mulMatTVec3(ray->pnt, mat, offset);
  lb_mulMatTVec3(ray->vec, mat, vec);
}

static mjtNum noHit(mjtNum normal[3]) {
  if (normal) {
    lb_zero3(normal);
  }
  return -1;
}

// Real roots x1 <= x2 of a x^2 + 2 b x + c = 0. Returns the smallest that is not negative, or -1.
// COMPAT: RAY-LENGTH: along next to nothing there are none.
static mjtNum quadratic(mjtNum a, mjtNum b, mjtNum c, mjtNum x[2]) {
  mjtNum det = b * b - a * c;
  if (det < 0 || a < mjMINVAL) {
    x[0] = x[1] = -1;
    return -1;
  }
  det = sqrt(det);
  x[0] = (-b - det) / a;
  x[1] = (-b + det) / a;
  return x[0] >= 0 ? x[0] : (x[1] >= 0 ? x[1] : -1);
}

static void pointAt(mjtNum res[3], const lbRay* ray, mjtNum x) {
  lb_addScl3(res, ray->pnt, ray->vec, x);
}

static mjtNum rayPlane(const mjtNum size[3], const lbRay* ray, mjtNum normal[3]) {
  // only the front of the plane is solid
  if (ray->vec[2] > -mjMINVAL) {
    return -1;
  }
  mjtNum x = -ray->pnt[2] / ray->vec[2];
  if (x < 0) {
    return -1;
  }
  for (int i = 0; i < 2; i++) {
    if (size[i] > 0 && fabs(ray->pnt[i] + x * ray->vec[i]) > size[i]) {
      return -1;
    }
  }
  if (normal) {
    lb_set3(normal, 0, 0, 1);
  }
  return x;
}

static mjtNum rayEllipsoid(const mjtNum size[3], const lbRay* ray, mjtNum normal[3]) {
  // (p + x v)' S (p + x v) = 1 with S = diag(1 / size^2)
  mjtNum s[3] = {1 / (size[0] * size[0]), 1 / (size[1] * size[1]), 1 / (size[2] * size[2])};
  mjtNum a = 0, b = 0, c = -1, roots[2];
  for (int i = 0; i < 3; i++) {
    a += s[i] * ray->vec[i] * ray->vec[i];
    b += s[i] * ray->vec[i] * ray->pnt[i];
    c += s[i] * ray->pnt[i] * ray->pnt[i];
  }
  mjtNum x = quadratic(a, b, c, roots);
  if (x >= 0 && normal) {
    for (int i = 0; i < 3; i++) {
      normal[i] = s[i] * (ray->pnt[i] + x * ray->vec[i]);
    }
    lb_normalize3(normal);
  }
  return x;
}

static mjtNum raySphere(mjtNum radius, const lbRay* ray, mjtNum normal[3]) {
  mjtNum roots[2];
  mjtNum x = quadratic(lb_dot3(ray->vec, ray->vec), lb_dot3(ray->vec, ray->pnt),
                       lb_dot3(ray->pnt, ray->pnt) - radius * radius, roots);
  if (x >= 0 && normal) {
    pointAt(normal, ray, x);
    lb_normalize3(normal);
  }
  return x;
}

// Barrel of radius size[0] between z = -size[1] and size[1]; roots that lie on it replace best.
static mjtNum rayBarrel(const mjtNum size[3], const lbRay* ray, mjtNum best, mjtNum normal[3]) {
  const mjtNum *p = ray->pnt, *v = ray->vec;
  mjtNum roots[2];
  quadratic(v[0] * v[0] + v[1] * v[1], v[0] * p[0] + v[1] * p[1],
            p[0] * p[0] + p[1] * p[1] - size[0] * size[0], roots);
  for (int i = 0; i < 2; i++) {
    mjtNum x = roots[i];
    if (x >= 0 && fabs(p[2] + x * v[2]) <= size[1] && (best < 0 || x < best)) {
      best = x;
      if (normal) {
        lb_set3(normal, p[0] + x * v[0], p[1] + x * v[1], 0);
        lb_normalize3(normal);
      }
    }
  }
  return best;
}

static mjtNum rayCapsule(const mjtNum size[3], const lbRay* ray, mjtNum normal[3]) {
  mjtNum best = rayBarrel(size, ray, -1, normal);
  for (int end = 1; end >= -1; end -= 2) {
    lbRay shifted = *ray;
    shifted.pnt[2] -= end * size[1];
    mjtNum roots[2];
    quadratic(lb_dot3(shifted.vec, shifted.vec), lb_dot3(shifted.vec, shifted.pnt),
              lb_dot3(shifted.pnt, shifted.pnt) - size[0] * size[0], roots);
    for (int i = 0; i < 2; i++) {
      mjtNum x = roots[i];
      // only the outer half of the ball
      if (x >= 0 && end * (shifted.pnt[2] + x * shifted.vec[2]) >= 0 && (best < 0 || x < best)) {
        best = x;
        if (normal) {
          pointAt(normal, &shifted, x);
          lb_normalize3(normal);
        }
      }
    }
  }
  return best;
}

static mjtNum rayCylinder(const mjtNum size[3], const lbRay* ray, mjtNum normal[3]) {
  const mjtNum *p = ray->pnt, *v = ray->vec;
  mjtNum best = -1;
  if (fabs(v[2]) > mjMINVAL) {
    for (int side = -1; side <= 1; side += 2) {
      mjtNum x = (side * size[1] - p[2]) / v[2];
      mjtNum u = p[0] + x * v[0], w = p[1] + x * v[1];
      if (x >= 0 && u * u + w * w <= size[0] * size[0] && (best < 0 || x < best)) {
        best = x;
        if (normal) {
          lb_set3(normal, 0, 0, side);
        }
      }
    }
  }
  return rayBarrel(size, ray, best, normal);
}

static mjtNum rayBox(const mjtNum size[3], const lbRay* ray, mjtNum normal[3]) {
  const mjtNum *p = ray->pnt, *v = ray->vec;
  mjtNum best = -1;
  for (int i = 0; i < 3; i++) {
    if (fabs(v[i]) <= mjMINVAL) {
      continue;
    }
    int j = (i + 1) % 3, k = (i + 2) % 3;
    for (int side = -1; side <= 1; side += 2) {
      mjtNum x = (side * size[i] - p[i]) / v[i];
      if (x >= 0 && fabs(p[j] + x * v[j]) <= size[j] && fabs(p[k] + x * v[k]) <= size[k] &&
          (best < 0 || x < best)) {
        best = x;
        if (normal) {
          lb_zero3(normal);
          normal[i] = side;
        }
      }
    }
  }
  return best;
}

bool lb_rayHitsBox(const mjtNum center[3], const mjtNum half[3], const lbRay* ray, mjtNum limit) {
  mjtNum enter = 0, leave = limit;
  for (int i = 0; i < 3; i++) {
    mjtNum p = ray->pnt[i] - center[i], v = ray->vec[i];
    if (fabs(v) < mjMINVAL) {
      if (fabs(p) > half[i]) {
        return false;
      }
      continue;
    }
    mjtNum x1 = (-half[i] - p) / v, x2 = (half[i] - p) / v;
    enter = lb_max(enter, lb_min(x1, x2));
    leave = lb_min(leave, lb_max(x1, x2));
  }
  return enter <= leave;
}

mjtNum lb_rayTriangle(const mjtNum a[3], const mjtNum b[3], const mjtNum c[3], const lbRay* ray,
                      mjtNum normal[3]) {
  // solve p + x v = a + s (b - a) + t (c - a) (Moeller and Trumbore 1997)
  mjtNum e1[3], e2[3], h[3], q[3], offset[3];
  lb_sub3(e1, b, a);
  lb_sub3(e2, c, a);
  lb_cross(h, ray->vec, e2);
  mjtNum det = lb_dot3(e1, h);
  if (fabs(det) < mjMINVAL * mjMINVAL) {
    return -1;
  }
  lb_sub3(offset, ray->pnt, a);
  mjtNum s = lb_dot3(offset, h) / det;
  if (s < 0 || s > 1) {
    return -1;
  }
  lb_cross(q, offset, e1);
  mjtNum t = lb_dot3(ray->vec, q) / det;
  if (t < 0 || s + t > 1) {
    return -1;
  }
  mjtNum x = lb_dot3(e2, q) / det;
  if (x < 0) {
    return -1;
  }
  if (normal) {
    lb_cross(normal, e1, e2);
    lb_normalize3(normal);
  }
  return x;
}

mjtNum lb_rayPrimitive(int type, const mjtNum size[3], const lbRay* ray, mjtNum normal[3]) {
  switch (type) {
    case mjGEOM_PLANE:
      return rayPlane(size, ray, normal);
    case mjGEOM_SPHERE:
      return raySphere(size[0], ray, normal);
    case mjGEOM_CAPSULE:
      return rayCapsule(size, ray, normal);
    case mjGEOM_ELLIPSOID:
      return rayEllipsoid(size, ray, normal);
    case mjGEOM_CYLINDER:
    case mjGEOM_BOX:
      if (lb_dot3(ray->vec, ray->vec) < mjMINVAL) {
        return -1;
      }
      return type == mjGEOM_BOX ? rayBox(size, ray, normal) : rayCylinder(size, ray, normal);
    default:
      lb_complain("mju_rayGeom: unexpected geom type %d", type);
      return -1;
  }
}

mjtNum mju_rayGeom(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3],
                   const mjtNum pnt[3], const mjtNum vec[3], int geomtype, mjtNum normal[3]) {
  // COMPAT: RAY-BEFORE-FORWARD: a sphere looks the same from everywhere, also where poses are all
  // zeros
  static const mjtNum upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  if (geomtype == mjGEOM_SPHERE) {
    mat = upright;
  }
  lbRay ray;
  lb_localRay(&ray, pos, mat, pnt, vec);
  mjtNum local[3];
  mjtNum x = lb_rayPrimitive(geomtype, size, &ray, normal ? local : NULL);
  if (x < 0) {
    return noHit(normal);
  }
  if (normal) {
    lb_mulMatVec3(normal, mat, local);
  }
  return x;
}
