// Elastic coefficients of flexes.
//
// Elements: Saint Venant-Kirchhoff energy V (lambda/2 tr(E)^2 + mu E:E), written in the changes of
// squared edge lengths d_a = l_a^2 - L_a^2. Since d_a = 2 e_a' E e_a, the Green strain is
// E = sum d_a S_a, and the energy is d' K d / 4 with K_ab = V w (lambda tr S_a tr S_b + mu
// S_a:S_b). Stored: the upper triangle of K (model/flex_layout.h).
// COMPAT: FLEX-ELASTIC-WEIGHT: the weight w is 4 for solids and 1 for sheets, and both use the
// moduli of a solid. With 4, the term of lambda is twice that of the energy above.
//
// Hinges: quadratic bending (Wardetzky et al. 2007), B = s c c' with cotangent weights c, times the
// cosine of the rest angle, and one number for its sine (Garg et al., Cubic shells, 2007).
//
// Lattices of interpolated flexes: flex_lattice.c.

#include "base/compiler.h"
#include "compile/flex/work_flex.h"
#include "math/inline.h"
#include "model/flex_layout.h"

#include <string.h>

// Solves A x = b for n <= 6 by elimination with pivoting; A and b are destroyed, b becomes x.
// False when singular.
static bool solveSmall(double A[36], double b[36], int n) {
  for (int col = 0; col < n; col++) {
    int pivot = col;
    for (int row = col + 1; row < n; row++) {
      pivot = fabs(A[n * row + col]) > fabs(A[n * pivot + col]) ? row : pivot;
    }
    if (fabs(A[n * pivot + col]) < 1e-30) {
      return false;
    }
    for (int k = 0; k < n && pivot != col; k++) {
      double a = A[n * col + k], x = b[n * col + k];
      A[n * col + k] = A[n * pivot + k];
      b[n * col + k] = b[n * pivot + k];
      A[n * pivot + k] = a;
      b[n * pivot + k] = x;
    }
    for (int row = 0; row < n; row++) {
      double factor = row == col ? 0 : A[n * row + col] / A[n * col + col];
      for (int k = 0; k < n; k++) {
        A[n * row + k] -= factor * A[n * col + k];
        b[n * row + k] -= factor * b[n * col + k];
      }
    }
  }
  for (int row = 0; row < n; row++) {
    for (int k = 0; k < n; k++) {
      b[n * row + k] /= A[n * row + row];
    }
  }
  return true;
}

// Edge vectors of an element, of a triangle in its own plane (z = 0); returns its volume or area.
static double elementEdges(const lbWorkFlex* f, int element, double side[6][3]) {
  const int* v = f->element + element * (f->dim + 1);
  double raw[6][3];
  for (int k = 0; k < lb_edgesPerElement(f->dim); k++) {
    const int* ends = lb_flexEdgeEnds[f->dim - 1][k];
    lb_sub3(raw[k], f->position + 3 * v[ends[1]], f->position + 3 * v[ends[0]]);
  }
  if (f->dim == 3) {
    memcpy(side, raw, sizeof raw);
    double cross[3];
    lb_cross(cross, raw[0], raw[2]);
    return fabs(lb_dot3(cross, raw[4])) / 6;
  }

  // in the plane of the triangle
  double normal[3], x[3], y[3];
  lb_cross(normal, raw[0], raw[1]);
  double area = lb_normalize3(normal) / 2;
  lb_copy3(x, raw[0]);
  lb_normalize3(x);
  lb_cross(y, normal, x);
  for (int k = 0; k < 3; k++) {
    lb_set3(side[k], lb_dot3(raw[k], x), lb_dot3(raw[k], y), 0);
  }
  return area;
}

// Upper triangle of K of one element.
static void elementStiffness(lbCompiler* c, const lbWorkFlex* f, int element, lbLame lame,
                             double thickness, double* packed) {
  static const int row[6] = {0, 1, 2, 0, 0, 1}, col[6] = {0, 1, 2, 1, 2, 2};
  static const int planeRow[3] = {0, 1, 0}, planeCol[3] = {0, 1, 1};
  int n = lb_edgesPerElement(f->dim);
  const int* r = f->dim == 3 ? row : planeRow;
  const int* s = f->dim == 3 ? col : planeCol;
  double side[6][3], A[36] = {0}, S[36] = {0}, weight = f->dim == 3 ? 4 : 1;
  double volume = elementEdges(f, element, side) * (f->dim == 3 ? 1 : thickness);

  // 2 e' E e for every edge, in the components of E
  for (int a = 0; a < n; a++) {
    for (int k = 0; k < n; k++) {
      A[n * a + k] = 2 * side[a][r[k]] * side[a][s[k]] * (r[k] == s[k] ? 1 : 2);
    }
    S[n * a + a] = 1;
  }
  if (volume < mjMINVAL || !solveSmall(A, S, n)) {
    lb_compileError(c, "element %d of flex has no volume", element);
  }
  for (int a = 0; a < n; a++) {
    for (int b = a; b < n; b++) {
      double traceA = 0, traceB = 0, product = 0;
      for (int k = 0; k < n; k++) {
        bool diagonal = r[k] == s[k];
        traceA += diagonal ? S[n * k + a] : 0;
        traceB += diagonal ? S[n * k + b] : 0;
        product += S[n * k + a] * S[n * k + b] * (diagonal ? 1 : 2);
      }
      *packed++ = volume * weight * (lame.lambda * traceA * traceB + lame.mu * product);
    }
  }
}

// Cotangent of the angle between two vectors, and their cross product.
static double cotangent(const double a[3], const double b[3], double cross[3]) {
  lb_cross(cross, a, b);
  return lb_dot3(a, b) / lb_max(mjMINVAL, lb_norm3(cross));
}

static void hinge(const lbWorkFlex* f, int edge, double stiffness, double B[lbBENDING_STRIDE]) {
  // COMPAT: FLEX-HINGE-DIRECTION: the edge is taken in the direction in which the first element
  // runs along it
  bool turned = f->edgeTurned[edge];
  const double* v0 = f->position + 3 * f->edge[2 * edge + turned];
  const double* v1 = f->position + 3 * f->edge[2 * edge + !turned];
  const double* v2 = f->position + 3 * f->edgeFlap[2 * edge];
  const double* v3 = f->position + 3 * f->edgeFlap[2 * edge + 1];
  double e0[3], back[3], e1[3], e2[3], e3[3], e4[3], normal0[3], normal1[3], unused[3];
  lb_sub3(e0, v1, v0);
  lb_sub3(back, v0, v1);
  lb_sub3(e1, v2, v0);
  lb_sub3(e2, v3, v0);
  lb_sub3(e3, v2, v1);
  lb_sub3(e4, v3, v1);
  double a01 = cotangent(e0, e1, normal0), a02 = cotangent(e2, e0, unused);
  double a03 = cotangent(back, e3, unused), a04 = cotangent(back, e4, normal1);
  double c[4] = {a03 + a04, a01 + a02, -a01 - a03, -a02 - a04};
  double area = lb_max(mjMINVAL, (lb_norm3(normal0) + lb_norm3(normal1)) / 2);

  // across the edge in either triangle, as long as the edge
  double across0[3], across1[3];
  for (int k = 0; k < 3; k++) {
    across0[k] = a03 * e1[k] + a01 * e3[k];
    across1[k] = a04 * e2[k] + a02 * e4[k];
  }
  double square = lb_dot3(e0, e0), cosine = -lb_dot3(across0, across1) / square;
  double s = 3 * stiffness / (24 * area);
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      B[4 * i + j] = c[i] * c[j] * cosine * s;
    }
  }
  B[16] = s * lb_dot3(normal0, e2) * (a01 - a03) * (a04 - a02) / (square * sqrt(square));
}

// Vertices of a bending sheet belong to bodies that translate freely (three slide joints) or are
// static (pinned).
static void checkPins(lbCompiler* c, const lbWorkFlex* f) {
  for (int i = 0; i < f->vertexCount; i++) {
    const lbBody* body = c->bodies[f->vertexBody[i]]->source;
    int joints = body->joints.count;
    if (joints != 0 && joints != 3) {
      lb_compileError(c,
                      "pinned flex vertices with bending require a static (jointless) pin body, "
                      "body '%s' has joints",
                      lb_text(&body->head.name));
    }
  }
}

LB_APART void lb_flexElasticity(lbCompiler* c, lbWorkFlex* f) {
  const mjsFlex* s = &f->source->s;
  if (s->young > 0 && (s->poisson < 0 || s->poisson >= 0.5)) {
    lb_compileError(c, "Poisson ratio must be in [0, 0.5) in flex");
  }
  if (f->interpolated) {
    lb_latticeElasticity(c, f);
    return;
  }
  if (s->elastic2d && !(s->thickness > 0)) {
    lb_compileError(c, "2d elasticity requires positive thickness");
  }
  if (s->elastic2d && f->dim != 2) {
    lb_compileError(c, "2d elasticity requires 2d flex");
  }
  if (s->elastic2d & 1) {
    checkPins(c, f);
  }
  if (!(s->young > 0)) {
    return;
  }

  // a sheet resists stretching (2) and bending (1) as it is told
  bool stretches = f->dim == 3 || (s->elastic2d & 2), bends = f->dim == 2 && (s->elastic2d & 1);
  double thickness = s->thickness;
  lbLame lame = lb_lame(s->young, s->poisson);
  f->stiffnessCount = lbSTIFFNESS_STRIDE * f->elementCount;
  f->stiffness = LB_WORK_ARRAY(c, double, f->stiffnessCount);
  for (int e = 0; stretches && e < f->elementCount; e++) {
    elementStiffness(c, f, e, lame, thickness, f->stiffness + lbSTIFFNESS_STRIDE * e);
  }
  if (bends) {
    double stiffness = lame.mu * (thickness * thickness * thickness);
    f->bendingCount = lbBENDING_STRIDE * f->edgeCount;
    f->bending = LB_WORK_ARRAY(c, double, f->bendingCount);
    for (int e = 0; e < f->edgeCount; e++) {
      if (f->edgeFlap[2 * e] >= 0 && f->edgeFlap[2 * e + 1] >= 0) {
        hinge(f, e, stiffness, f->bending + lbBENDING_STRIDE * e);
      }
    }
  }
}
