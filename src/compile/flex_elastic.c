// Elastic coefficients of flexes.
//
// Elements: Saint Venant-Kirchhoff energy V (lambda/2 tr(E)^2 + mu E:E), written in the changes of
// squared edge lengths d_a = l_a^2 - L_a^2. Since d_a = 2 e_a' E e_a, the Green strain is
// E = sum d_a S_a, and the energy is d' K d / 4 with K_ab = V w (lambda tr S_a tr S_b + mu S_a:S_b).
// Stored: 21 numbers per element, the upper triangle of K (6 of them for a triangle). COMPAT: the
// weight w is 4 for solids and 1 for sheets, and both use the moduli of a solid.
//
// Hinges: quadratic bending (Wardetzky et al. 2007), B = s c c' with cotangent weights c, times the
// cosine of the rest angle, and one number for its sine (Garg et al., Cubic shells, 2007).
//
// Lattices: linear elasticity of a box-shaped cell with polynomial shape functions, integrated by
// Gauss points; negative, one dense matrix per cell (COMPAT: with half the shear modulus).

#include "compile/flex.h"
#include "math/inline.h"

#include <string.h>

enum { STIFFNESS_STRIDE = 21, BENDING_STRIDE = 17, MAX_NODES = 27 };

typedef struct Lame_ {
  double lambda, mu;
} Lame;

static Lame lameOf(const mjsFlex* s) {
  double E = s->young, nu = s->poisson;
  return (Lame){.lambda = E * nu / ((1 + nu) * (1 - 2 * nu)), .mu = E / (2 * (1 + nu))};
}

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

// Edge vectors of an element in as many coordinates as it has dimensions; returns its measure.
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
static void elementStiffness(lbCompiler* c, const lbWorkFlex* f, int element, Lame lame,
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

// Cotangent of the angle between two vectors; their cross product's length to area.
static double cotangent(const double a[3], const double b[3], double cross[3]) {
  lb_cross(cross, a, b);
  return lb_dot3(a, b) / lb_max(mjMINVAL, lb_norm3(cross));
}

static void hinge(const lbWorkFlex* f, int edge, double scale, double B[BENDING_STRIDE]) {
  // COMPAT: the edge is taken in the direction in which the first element runs along it
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
  double a01 = cotangent(e0, e1, normal0), a02 = cotangent(e2, e0, normal1);
  double a03 = cotangent(back, e3, unused), a04 = cotangent(back, e4, unused);
  double c[4] = {a03 + a04, a01 + a02, -a01 - a03, -a02 - a04};
  double volume = lb_dot3(normal0, e2), length = lb_norm3(e0);
  double area = (lb_norm3(normal0) + lb_norm3(normal1)) / 2;
  lb_normalize3(normal0);
  lb_normalize3(normal1);
  double cosine = lb_dot3(normal0, normal1), s = scale / lb_max(mjMINVAL, area);
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      B[4 * i + j] = s * cosine * c[i] * c[j];
    }
  }
  B[16] = s * volume * (a01 - a03) * (a04 - a02) / (length * length * length);
}

// Value and slope of the shape functions of a lattice of order 1 or 2 at u in [0, 1].
static void shapeFunctions(int order, double u, double value[3], double slope[3]) {
  if (order == 1) {
    value[0] = 1 - u;
    value[1] = u;
    slope[0] = -1;
    slope[1] = 1;
    return;
  }
  value[0] = (1 - u) * (1 - 2 * u);
  value[1] = 4 * u * (1 - u);
  value[2] = u * (2 * u - 1);
  slope[0] = 4 * u - 3;
  slope[1] = 4 - 8 * u;
  slope[2] = 4 * u - 1;
}

// Adds a Gauss point to the (negative) stiffness of a cell with the given side lengths.
static void addPoint(int order, const double u[3], double weight, const double side[3], Lame lame,
                     double* K) {
  double value[3][3], slope[3][3], gradient[MAX_NODES][3];
  for (int k = 0; k < 3; k++) {
    shapeFunctions(order, u[k], value[k], slope[k]);
  }
  int count = 0;
  for (int a = 0; a <= order; a++) {
    for (int b = 0; b <= order; b++) {
      for (int d = 0; d <= order; d++, count++) {
        gradient[count][0] = slope[0][a] * value[1][b] * value[2][d] / side[0];
        gradient[count][1] = value[0][a] * slope[1][b] * value[2][d] / side[1];
        gradient[count][2] = value[0][a] * value[1][b] * slope[2][d] / side[2];
      }
    }
  }
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++) {
      double dot = lb_dot3(gradient[i], gradient[j]);
      for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
          double term = lame.lambda * gradient[i][a] * gradient[j][b] +
                        lame.mu * gradient[i][b] * gradient[j][a] + (a == b ? lame.mu * dot : 0);
          K[(3 * i + a) * 3 * count + 3 * j + b] -= weight * term;
        }
      }
    }
  }
}

static void latticeStiffness(lbCompiler* c, lbWorkFlex* f, Lame lame) {
  static const double point[2][3] = {{0.21132486540518711775, 0.78867513459481288225, 0},
                                     {0.11270166537925831148, 0.5, 0.88729833462074168852}};
  static const double weight[2][3] = {{0.5, 0.5, 0}, {5.0 / 18, 8.0 / 18, 5.0 / 18}};
  const mjsFlex* s = &f->source->s;
  int order = s->order > 1 ? 2 : 1, cells[3], lattice[3];
  lame.mu /= 2;
  for (int k = 0; k < 3; k++) {
    cells[k] = s->cellcount[k] > 0 ? s->cellcount[k] : 1;
    lattice[k] = order * cells[k] + 1;
  }
  int total = cells[0] * cells[1] * cells[2], perCell = (order + 1) * (order + 1) * (order + 1);
  if (lattice[0] * lattice[1] * lattice[2] != f->nodeCount) {
    lb_compileError(c, "number of nodes does not match the cells of flex");
  }
  int size = 9 * perCell * perCell;
  f->stiffnessCount = total * size;
  f->stiffness = LB_WORK_ARRAY(c, double, f->stiffnessCount);
  for (int index = 0; index < total; index++) {
    int at[3] = {index / (cells[1] * cells[2]), index / cells[2] % cells[1], index % cells[2]};
    int first = (order * at[0] * lattice[1] + order * at[1]) * lattice[2] + order * at[2];
    int far = ((order * at[0] + order) * lattice[1] + order * at[1] + order) * lattice[2] +
              order * at[2] + order;
    double side[3];
    lb_sub3(side, f->nodePosition + 3 * far, f->nodePosition + 3 * first);
    double volume = fabs(side[0] * side[1] * side[2]);
    if (volume < mjMINVAL) {
      lb_compileError(c, "cell %d of flex has no volume", index);
    }
    for (int p = 0; p < (order + 1) * (order + 1) * (order + 1); p++) {
      int i = p / ((order + 1) * (order + 1)), j = p / (order + 1) % (order + 1),
          k = p % (order + 1);
      const double* u = point[order - 1];
      const double* w = weight[order - 1];
      double where[3] = {u[i], u[j], u[k]};
      addPoint(order, where, volume * w[i] * w[j] * w[k], side, lame, f->stiffness + index * size);
    }
  }
}

void lb_flexElasticity(lbCompiler* c, lbWorkFlex* f) {
  const mjsFlex* s = &f->source->s;
  if (s->young < 0) {
    lb_compileError(c, "Young's modulus must be positive in flex");
  }
  if (s->poisson < 0 || s->poisson >= 0.5) {
    lb_compileError(c, "Poisson ratio must be in [0, 0.5) in flex");
  }
  if (f->interpolated) {
    // a hollow lattice (negative order) has no cells
    if (s->order >= 0) {
      latticeStiffness(c, f, lameOf(s));
    }
    return;
  }
  if (!(s->young > 0) || f->dim == 1 || f->rigid) {
    return;
  }

  // a sheet resists stretching (2) and bending (1) as it is told
  bool stretches = f->dim == 3 || (s->elastic2d & 2), bends = f->dim == 2 && (s->elastic2d & 1);
  double thickness = s->thickness > 0 ? s->thickness : 2 * s->radius;
  Lame lame = lameOf(s);
  if (stretches || bends) {
    f->stiffnessCount = STIFFNESS_STRIDE * f->elementCount;
    f->stiffness = LB_WORK_ARRAY(c, double, f->stiffnessCount);
    for (int e = 0; stretches && e < f->elementCount; e++) {
      elementStiffness(c, f, e, lame, thickness, f->stiffness + STIFFNESS_STRIDE * e);
    }
  }
  if (bends) {
    double scale = lame.mu * thickness * thickness * thickness / 8;
    f->bending = LB_WORK_ARRAY(c, double, (size_t)BENDING_STRIDE * f->edgeCount);
    for (int e = 0; e < f->edgeCount; e++) {
      if (f->edgeFlap[2 * e] >= 0 && f->edgeFlap[2 * e + 1] >= 0) {
        hinge(f, e, scale, f->bending + BENDING_STRIDE * e);
      }
    }
  }
}
