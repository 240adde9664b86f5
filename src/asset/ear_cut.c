// Triangles of a polygon, by cutting ears: three corners in a row that turn with the polygon, and
// whose triangle holds no other corner, are cut off until three are left (Meisters, Polygons have
// ears, 1975). Inside is told by crossings of a ray (Franklin, PNPOLY, 1970).
//
// The polygon is seen on two axes, across the largest component of the normal at its first corner.
// COMPAT: OBJ-POLYGON: order and single precision are the peer's, and so are the faces: the search
// goes on where the last ear was, which makes a fan of a convex polygon; of one that has no ear
// left, as it cuts itself or is seen edge on, the rest is dropped. Cost is quadratic in the number
// of corners.

#include "asset/mesh.h"

#include <float.h>
#include <math.h>

// Picks the two axes that the polygon is seen on.
static void chooseAxes(const float* const* corner, int count, int axes[2]) {
  axes[0] = 1;
  axes[1] = 2;
  for (int i = 0; i < count; i++) {
    const float *a = corner[i], *b = corner[(i + 1) % count], *c = corner[(i + 2) % count];
    float n[3];
    for (int k = 0; k < 3; k++) {
      int p = (k + 1) % 3, q = (k + 2) % 3;
      n[k] = fabsf((b[p] - a[p]) * (c[q] - b[q]) - (b[q] - a[q]) * (c[p] - b[p]));
    }
    if (n[0] > FLT_EPSILON || n[1] > FLT_EPSILON || n[2] > FLT_EPSILON) {
      if (!(n[0] > n[1] && n[0] > n[2])) {
        axes[0] = 0;
        axes[1] = n[2] > n[0] && n[2] > n[1] ? 1 : 2;
      }
      return;
    }
  }
}

static bool isInside(const float x[3], const float y[3], float px, float py) {
  bool inside = false;
  for (int i = 0, j = 2; i < 3; j = i++) {
    if ((y[i] > py) != (y[j] > py) && px < (x[j] - x[i]) * (py - y[i]) / (y[j] - y[i]) + x[i]) {
      inside = !inside;
    }
  }
  return inside;
}

int lb_cutEars(const float* const* corner, int count, int* left, int* triangle) {
  int axes[2], made = 0;
  chooseAxes(corner, count, axes);
  float area = 0;
  for (int i = 0; i < count; i++) {
    const float *a = corner[i], *b = corner[(i + 1) % count];
    area += (a[axes[0]] * b[axes[1]] - a[axes[1]] * b[axes[0]]) * 0.5f;
    left[i] = i;
  }
  int n = count;
  for (int at = 0, tries = n; n > 3 && tries > 0; tries--) {
    at %= n;
    float x[3], y[3];
    int* ear = triangle + 3 * made;
    for (int k = 0; k < 3; k++) {
      ear[k] = left[(at + k) % n];
      x[k] = corner[ear[k]][axes[0]];
      y[k] = corner[ear[k]][axes[1]];
    }
    float turn = (x[1] - x[0]) * (y[2] - y[1]) - (y[1] - y[0]) * (x[2] - x[1]);
    bool isEar = !(turn * area < 0);
    for (int k = 3; k < n && isEar; k++) {
      const float* other = corner[left[(at + k) % n]];
      isEar = !isInside(x, y, other[axes[0]], other[axes[1]]);
    }
    if (!isEar) {
      at++;
      continue;
    }
    made++;
    n--;
    for (int k = (at + 1) % (n + 1); k < n; k++) {
      left[k] = left[k + 1];
    }
    tries = n + 2;
  }
  for (int k = 0; k < 3 && n == 3; k++) {
    triangle[3 * made + k] = left[k];
  }
  return made + (n == 3);
}
