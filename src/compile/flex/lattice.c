// Elastic coefficients of interpolated flexes.
//
// Solid lattices: linear elasticity of each box-shaped cell with polynomial shape functions,
// integrated by Gauss points; one dense matrix per cell, stored with a minus sign.
// COMPAT: FLEX-LATTICE-SHEAR: with half the shear modulus.
//
// Hollow lattices: the quads of the surface, numbered by faces (low x, high x, low y, ...)
// with the last axis fastest, resist bending along the edges that they share
// (model/flex_layout.h).
//
// Where a strain equality acts, the place of a cell's or quad's matrix holds the number of its
// deformation modes and then the modes, eigenvectors times the root of the eigenvalue, of a
// standard material. COMPAT: FLEX-MODES: cyclic Jacobi rotations decide the order and signs of the
// modes.

#include "base/compiler.h"
#include "compile/flex/work_flex.h"
#include "math/inline.h"
#include "math/pose.h"
#include "mjcf/flexcomp.h"
#include "model/flex_layout.h"

#include <string.h>

enum { MAX_NODES = 27 };

static const double modeYoung = 10, modePoisson = 0.3;

// Value and slope of the shape functions of order 1 or 2 at u in [0, 1].
static void shapeFunctions(int order, double u, double value[3], double slope[3]) {
  if (order == 1) {
    value[0] = 1 - u;
    value[1] = u;
    slope[0] = -1;
    slope[1] = 1;
    return;
  }
  value[0] = 2 * u * u - 3 * u + 1;
  value[1] = 4 * u - 4 * u * u;
  value[2] = 2 * u * u - u;
  slope[0] = 4 * u - 3;
  slope[1] = 4 - 8 * u;
  slope[2] = 4 * u - 1;
}

// Adds a Gauss point to the stiffness of a box of 2 or 3 dimensions, with as many numbers per node:
// with E the strain of a unit move, lambda tr(Ei) tr(Ej) + mu tr(Ei Ej).
static void addPoint(int order, int dim, const double u[3], double weight, const double side[3],
                     lbLame lame, double* K) {
  double value[3][3], slope[3][3], strain[3 * MAX_NODES][9] = {{0}}, trace[3 * MAX_NODES];
  int perAxis = order + 1, moves = dim * (dim == 3 ? perAxis : 1) * perAxis * perAxis;
  for (int k = 0; k < dim; k++) {
    shapeFunctions(order, u[k], value[k], slope[k]);
  }
  for (int i = 0; i < moves; i++) {
    double* E = strain[i];
    for (int k = 0; k < dim; k++) {
      double product = 1;
      for (int r = 0, stride = moves / dim; r < dim; r++) {
        stride /= perAxis;
        int at = i / dim / stride % perAxis;
        product *= r == k ? slope[r][at] : value[r][at];
      }
      product *= 1 / side[k] / 2;
      E[3 * (i % dim) + k] += product;
      E[3 * k + i % dim] += product;
    }
    trace[i] = E[0] + E[4] + E[8];
  }
  for (int i = 0; i < moves; i++) {
    for (int j = 0; j < moves; j++, K++) {
      double dot = 0;
      for (int r = 0; r < 9; r += 3) {
        dot += lb_dot3(strain[i] + r, strain[j] + r);
      }
      *K += lame.lambda * trace[i] * trace[j] * weight;
      *K += lame.mu * dot * weight;
    }
  }
}

// K += stiffness of a box with the given sides, over its volume (or area) times scale.
// COMPAT: FLEX-MODES: boxes with equal sides have modes of equal stiffness, whose directions hang
// on the last bit of K, so order and rounding of its sums matter.
static void integrate(int order, int dim, const double side[3], lbLame lame, double scale,
                      double* K) {
  // COMPAT: FLEX-QUADRATIC-POINTS: the outer points of quadratic boxes are at 1/2 -+ sqrt(5/3)/2,
  // outside of the box (three point Gauss quadrature has sqrt(3/5)): bending and shearing cost more
  // than they should
  const double linear = 1 / sqrt(3), quadratic = sqrt(5.0 / 3);
  const double point[2][3] = {{(1 - linear) / 2, (1 + linear) / 2},
                              {0.5, (1 - quadratic) / 2, (1 + quadratic) / 2}};
  static const double weight[2][3] = {{0.5, 0.5}, {8.0 / 18, 5.0 / 18, 5.0 / 18}};
  double volume = side[0] * side[1] * (dim == 3 ? side[2] : 1);
  int perAxis = order + 1, points = (dim == 3 ? perAxis : 1) * perAxis * perAxis;
  for (int p = 0, stride = points; p < points; p++, stride = points) {
    double u[3], product = 1;
    for (int k = 0; k < dim; k++) {
      stride /= perAxis;
      int at = p / stride % perAxis;
      u[k] = point[order - 1][at];
      product *= weight[order - 1][at];
    }
    addPoint(order, dim, u, product * volume * scale, side, lame, K);
  }
}

// (a, b) turned by the angle with this cosine and sine
static inline void turn(double* a, double* b, double c, double s) {
  double old = *a;
  *a = c * old - s * *b;
  *b = s * old + c * *b;
}

// One rotation that makes A[p][q] zero; V collects the eigenvectors in its columns.
static void rotatePair(double* A, double* V, int n, int p, int q) {
  const double enough = 1e-15;
  double off = A[p * n + q];
  if (fabs(off) < enough) {
    return;
  }
  double theta = (A[q * n + q] - A[p * n + p]) / (2 * off);
  double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
  double c = 1 / sqrt(t * t + 1), s = t * c;
  A[p * n + p] -= t * off;
  A[q * n + q] += t * off;
  A[p * n + q] = A[q * n + p] = 0;
  for (int k = 0; k < n; k++) {
    if (k != p && k != q) {
      turn(A + k * n + p, A + k * n + q, c, s);
      A[p * n + k] = A[k * n + p];
      A[q * n + k] = A[k * n + q];
    }
    turn(V + k * n + p, V + k * n + q, c, s);
  }
}

// Replaces a symmetric matrix by the number of its deformation modes and the modes.
static void findModes(lbCompiler* c, double* K, int n) {
  const int maxSweeps = 50;
  const double enough = 1e-24;  // sum of the squares beside the diagonal
  const double rigid = 1e-10;   // part of the largest eigenvalue
  double *A = LB_WORK_ARRAY(c, double, n* n), *V = LB_WORK_ARRAY(c, double, n* n);
  memcpy(A, K, (size_t)n * n * sizeof(double));
  for (int i = 0; i < n; i++) {
    V[i * n + i] = 1;
  }
  double rest = 1;
  for (int sweep = 0; rest >= enough && sweep < maxSweeps; sweep++) {
    rest = 0;
    for (int p = 0; p < n; p++) {
      for (int q = p + 1; q < n; q++) {
        rotatePair(A, V, n, p, q);
      }
    }
    for (int k = 0; k < n * n; k++) {
      rest += k % n > k / n ? A[k] * A[k] : 0;
    }
  }
  double largest = 0;
  for (int i = 0; i < n; i++) {
    largest = lb_max(largest, A[i * n + i]);
  }
  memset(K, 0, (size_t)n * n * sizeof(double));
  double* mode = K + 1;
  for (int i = 0; i < n; i++) {
    if (A[i * n + i] > rigid * largest) {
      double root = sqrt(A[i * n + i]);
      for (int k = 0; k < n; k++) {
        *mode++ = root * V[k * n + i];
      }
      K[0]++;
    }
  }
}

static void latticeSizes(const lbWorkFlex* f, int cells[3], int lattice[3]) {
  for (int k = 0; k < 3; k++) {
    cells[k] = lb_maxInt(1, f->source->s.cellcount[k]);
    lattice[k] = lb_latticeOrder(f) * cells[k] + 1;
  }
}

static const double* nodeAt(const lbWorkFlex* f, const int lattice[3], const int at[3]) {
  return f->nodePosition + 3 * ((at[0] * lattice[1] + at[1]) * lattice[2] + at[2]);
}

// Which cells of the lattice the boxes of elements reach; the others have no stiffness.
static bool* occupiedCells(lbCompiler* c, const lbWorkFlex* f, const int cells[3]) {
  int count = cells[0] * cells[1] * cells[2];
  bool* occupied = LB_WORK_ARRAY(c, bool, count);
  lb_markOccupied(f->position, f->vertexCount, f->element, f->elementCount, f->dim + 1, cells,
                  occupied, LB_WORK_ARRAY(c, int, 2 * count));
  return occupied;
}

static const char numbers[] = "stiffness numbers of a flex";

static void solidCells(lbCompiler* c, lbWorkFlex* f) {
  const mjsFlex* s = &f->source->s;
  bool modes = f->equality == lbFLEX_STRAIN_HELD;
  if (!modes && !(s->young > 0)) {
    return;
  }
  int order = lb_latticeOrder(f), perCell = (order + 1) * (order + 1) * (order + 1);
  int cells[3], lattice[3], size = 9 * perCell * perCell;
  latticeSizes(f, cells, lattice);
  int total = cells[0] * cells[1] * cells[2];
  lbLame lame = modes ? lb_lame(modeYoung, modePoisson) : lb_lame(s->young, s->poisson);
  f->stiffnessCount = lb_sizeAsInt(lb_sizeProduct(total, size), numbers);
  f->stiffness = LB_WORK_ARRAY(c, double, f->stiffnessCount);
  const bool* occupied = occupiedCells(c, f, cells);
  for (int index = 0; index < total; index++) {
    if (!occupied[index]) {
      continue;
    }
    int at[3] = {index / (cells[1] * cells[2]), index / cells[2] % cells[1], index % cells[2]};
    int near[3], far[3];
    for (int k = 0; k < 3; k++) {
      near[k] = order * at[k];
      far[k] = near[k] + order;
    }
    double side[3], *K = f->stiffness + index * size;
    lb_sub3(side, nodeAt(f, lattice, far), nodeAt(f, lattice, near));
    double volume = side[0] * side[1] * side[2];
    if (fabs(volume) < mjMINVAL) {
      lb_compileError(c, "cell %d of flex has no volume", index);
    }
    integrate(order, 3, side, lame, volume < 0 ? -1 : 1, K);
    if (modes) {
      findModes(c, K, 3 * perCell);
    } else {
      for (int i = 0; i < size; i++) {
        K[i] = -K[i];
      }
    }
  }
}

// A quad of the surface: u, v and normal axis, first node.
typedef struct Quad_ {
  int axis[3];
  int start[3];
} Quad;

static int quadCount(const int cells[3]) {
  return 2 * (cells[0] * cells[1] + cells[1] * cells[2] + cells[2] * cells[0]);
}

static Quad quadAt(const int cells[3], int order, int index) {
  Quad quad;
  for (int side = 0;; side++) {
    int axis = side / 2, u = (axis + 1) % 3, v = (axis + 2) % 3, faceSize = cells[u] * cells[v];
    if (index < faceSize) {
      quad.axis[0] = u;
      quad.axis[1] = v;
      quad.axis[2] = axis;
      quad.start[u] = order * (index / cells[v]);
      quad.start[v] = order * (index % cells[v]);
      quad.start[axis] = side % 2 ? order * cells[axis] : 0;
      return quad;
    }
    index -= faceSize;
  }
}

// Number of the node at corner (u, v) of a quad.
static int cornerAt(const Quad* quad, const int lattice[3], int order, int u, int v) {
  int at[3] = {quad->start[0], quad->start[1], quad->start[2]};
  at[quad->axis[0]] += order * u;
  at[quad->axis[1]] += order * v;
  return (at[0] * lattice[1] + at[1]) * lattice[2] + at[2];
}

// Side vectors along u and v.
static void quadSides(const lbWorkFlex* f, const Quad* quad, const int lattice[3],
                      double along[2][3]) {
  int order = lb_latticeOrder(f);
  const double* x = f->nodePosition;
  const double* first = x + 3 * cornerAt(quad, lattice, order, 0, 0);
  lb_sub3(along[0], x + 3 * cornerAt(quad, lattice, order, 1, 0), first);
  lb_sub3(along[1], x + 3 * cornerAt(quad, lattice, order, 0, 1), first);
}

// Exchanges the two components of every node in the two rows of one node, and the rows.
static void swapComponents(double* row, int nodes) {
  double* next = row + 2 * nodes;
  for (int k = 0; k < 2 * nodes; k += 2) {
    double a = row[k], b = row[k + 1];
    row[k] = next[k + 1];
    row[k + 1] = next[k];
    next[k] = b;
    next[k + 1] = a;
  }
}

// Stiffness of a quad as a membrane in plane stress (2 per node, the lower axis of the lattice
// first); axis: those two axes.
static double* membrane(lbCompiler* c, const lbWorkFlex* f, const Quad* quad, const int lattice[3],
                        double young, double poisson, int axis[2], double side[2]) {
  int order = lb_latticeOrder(f), nodes = (order + 1) * (order + 1);
  double along[2][3];
  double* plane = LB_WORK_ARRAY(c, double, 4 * nodes * nodes);
  quadSides(f, quad, lattice, along);
  side[0] = lb_norm3(along[0]);
  side[1] = lb_norm3(along[1]);
  lbLame lame = {.lambda = young * poisson / (1 - poisson * poisson),
                 .mu = young / (2 * (1 + poisson))};
  integrate(order, 2, side, lame, f->source->s.thickness, plane);
  int swapped = quad->axis[0] > quad->axis[1];
  for (int k = 0; swapped && k < 4 * nodes * nodes; k += 4 * nodes) {
    swapComponents(plane + k, nodes);
  }
  axis[0] = quad->axis[swapped];
  axis[1] = quad->axis[!swapped];
  return plane;
}

// COMPAT: FLEX-QUAD-STRETCH: the resistance of a quad to stretching is in the model, although no
// force follows from it.
static void quadStiffness(lbCompiler* c, const lbWorkFlex* f, const Quad* quad,
                          const int lattice[3], double* K) {
  const mjsFlex* s = &f->source->s;
  int axis[2], perAxis = lb_latticeOrder(f) + 1, nodes = perAxis * perAxis;
  double side[2];
  const double* plane = membrane(c, f, quad, lattice, s->young, s->poisson, axis, side);
  for (int i = 0; i < 2 * nodes; i++) {
    for (int k = 0; k < 2 * nodes; k++) {
      int row = 3 * (i / 2) + axis[i % 2], column = 3 * (k / 2) + axis[k % 2];
      K[3 * nodes * row + column] = -plane[2 * nodes * i + k];
    }
  }
}

// Modes of a quad: those of the membrane, then the warping of the four corners that a plate
// resists.
static void quadModes(lbCompiler* c, const lbWorkFlex* f, const Quad* quad, const int lattice[3],
                      double* modes) {
  int order = lb_latticeOrder(f), perAxis = order + 1, nodes = perAxis * perAxis, axis[2];
  double side[2], thickness = f->source->s.thickness;
  double* plane = membrane(c, f, quad, lattice, modeYoung, modePoisson, axis, side);
  findModes(c, plane, 2 * nodes);
  int count = (int)plane[0];
  double* mode = modes + 1;
  for (int r = 0; r < count; r++, mode += 3 * nodes) {
    for (int i = 0; i < 2 * nodes; i++) {
      mode[3 * (i / 2) + axis[i % 2]] = plane[1 + 2 * r * nodes + i];
    }
  }
  double warp = modeYoung * thickness * thickness * thickness /
                (12 * (1 + modePoisson) * lb_max(mjMINVAL, side[0] * side[1]));
  for (int i = 0; i < 4; i++) {
    int corner = order * ((i / 2) * perAxis + i % 2);
    mode[3 * corner + quad->axis[2]] = i == 0 || i == 3 ? sqrt(warp) : -sqrt(warp);
  }
  modes[0] = count + 1;
}

// The quad beyond an edge (0: u = 0, 1: u = 1, 2: v = 0, 3: v = 1) and the same edge on it.
static int neighborAt(const int cells[3], const int lattice[3], int order, int index, int edge,
                      int* otherEdge) {
  Quad quad = quadAt(cells, order, index);
  int ends[2];
  for (int k = 0; k < 2; k++) {
    ends[k] = cornerAt(&quad, lattice, order, edge < 2 ? edge : k, edge < 2 ? k : edge - 2);
  }
  for (int other = 0; other < quadCount(cells); other++) {
    Quad q = quadAt(cells, order, other);
    for (int e = 0; e < 4 && other != index; e++) {
      int a = cornerAt(&q, lattice, order, e < 2 ? e : 0, e < 2 ? 0 : e - 2);
      int b = cornerAt(&q, lattice, order, e < 2 ? e : 1, e < 2 ? 1 : e - 2);
      if ((a == ends[0] && b == ends[1]) || (a == ends[1] && b == ends[0])) {
        *otherEdge = e;
        return other;
      }
    }
  }
  return -1;
}

// Unit normal, and the extents of a quad along an edge and across it.
static void describe(const lbWorkFlex* f, const Quad* quad, const int lattice[3], int edge,
                     double normal[3], double* length, double* width) {
  double along[2][3];
  quadSides(f, quad, lattice, along);
  lb_cross(normal, along[0], along[1]);
  lb_normalize3(normal);
  *length = lb_norm3(along[edge < 2 ? 1 : 0]);
  *width = lb_norm3(along[edge < 2 ? 0 : 1]);
}

static void middle(int edge, double uv[2]) {
  uv[0] = edge < 2 ? edge : 0.5;
  uv[1] = edge < 2 ? 0.5 : edge - 2;
}

// k = D L / (mean width of both quads), with D the flexural rigidity of a plate.
static void shellEdges(lbCompiler* c, lbWorkFlex* f) {
  const mjsFlex* s = &f->source->s;
  int order = lb_latticeOrder(f), cells[3], lattice[3];
  latticeSizes(f, cells, lattice);
  int quads = quadCount(cells);
  double h = s->thickness, rigidity = s->young * h * h * h / (12 * (1 - s->poisson * s->poisson));
  f->bending = LB_WORK_ARRAY(c, double, 1 + 2 * lbSHELL_PAIR_STRIDE * quads);
  f->bendingCount = 1 + 2 * lbSHELL_PAIR_STRIDE * quads;
  lbShellPair* pair = (lbShellPair*)(f->bending + 1);
  for (int i = 0; i < 4 * quads; i++) {
    int a = i / 4, edge = i % 4, otherEdge,
        b = neighborAt(cells, lattice, order, a, edge, &otherEdge);
    if (b < a) {
      continue;
    }
    Quad quadA = quadAt(cells, order, a), quadB = quadAt(cells, order, b);
    double normalA[3], normalB[3], length, widthA, widthB;
    describe(f, &quadB, lattice, otherEdge, normalB, &length, &widthB);
    describe(f, &quadA, lattice, edge, normalA, &length, &widthA);
    pair->quad[0] = a;
    pair->quad[1] = b;
    middle(edge, pair->middle[0]);
    middle(otherEdge, pair->middle[1]);
    pair->stiffness = rigidity * length / lb_max(mjMINVAL, 0.5 * (widthA + widthB));
    lb_sub3(pair->rest, normalA, normalB);
    pair++;
    f->bending[0]++;
  }
}

static void shell(lbCompiler* c, lbWorkFlex* f) {
  const mjsFlex* s = &f->source->s;
  int order = lb_latticeOrder(f), perQuad = (order + 1) * (order + 1), size = 9 * perQuad * perQuad;
  int cells[3], lattice[3];
  latticeSizes(f, cells, lattice);
  if (!(s->thickness > 0)) {
    lb_compileError(c, "2d elasticity requires positive thickness");
  }
  if (!(s->young > 0) && f->equality != lbFLEX_STRAIN_HELD) {
    return;
  }
  f->stiffnessCount = lb_sizeAsInt(lb_sizeProduct(quadCount(cells), size), numbers);
  f->stiffness = LB_WORK_ARRAY(c, double, f->stiffnessCount);
  for (int i = 0; i < quadCount(cells); i++) {
    Quad quad = quadAt(cells, order, i);
    (f->equality == lbFLEX_STRAIN_HELD ? quadModes : quadStiffness)(c, f, &quad, lattice,
                                                                    f->stiffness + i * size);
  }
  if ((s->elastic2d & 1) && s->young > 0) {
    shellEdges(c, f);
  }
}

static void turnPoints(double* points, int count, const double rows[9]) {
  for (int i = 0; i < count; i++) {
    double global[3];
    lb_copy3(global, points + 3 * i);
    lb_mulMatVec3(points + 3 * i, rows, global);
  }
}

// The turn of a lattice is that of its first cell: three edges, not short, at right angles. Nodes
// and vertices at rest are kept in a frame with these axes.
static void alignNodes(lbCompiler* c, lbWorkFlex* f, const int lattice[3]) {
  double axis[3][3];
  bool orthogonal = true;
  for (int k = 0; k < 3; k++) {
    int at[3] = {0, 0, 0};
    at[k] = lb_latticeOrder(f);
    lb_sub3(axis[k], nodeAt(f, lattice, at), f->nodePosition);
    orthogonal = lb_unitLength(axis[k], 3) > 0 && orthogonal;
  }
  for (int k = 0; k < 3; k++) {
    orthogonal = fabs(lb_dot3(axis[k], axis[(k + 1) % 3])) < 1e-8 && orthogonal;
  }
  if (!orthogonal) {
    lb_compileError(c, "flex grid rotation R0 is not orthonormal");
  }
  turnPoints(f->nodePosition, f->nodeCount, &axis[0][0]);
  turnPoints(f->latticePosition, f->vertexCount, &axis[0][0]);
}

LB_APART void lb_latticeElasticity(lbCompiler* c, lbWorkFlex* f) {
  int cells[3], lattice[3];
  latticeSizes(f, cells, lattice);
  alignNodes(c, f, lattice);
  if (lb_isHollow(f)) {
    shell(c, f);
  } else {
    solidCells(c, f);
  }
}
