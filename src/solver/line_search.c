// Exact line search.
//
// phi(alpha) is convex, once differentiable and piecewise quadratic (with pieces containing square
// roots for elliptic cones), so its minimum is the root of a rising derivative. Newton steps go on
// until the derivative changes its sign, then a bracket closes in; both land on the root exactly
// once they reach its piece. Without evaluations left, Newton's last point counts as it is, even
// if it raises the cost, and of a bracket the cheaper end, if it is cheaper than the start.

#include "solver/line_search.h"

#include <math.h>

#include "api/mj_functions.h"
#include "data/stack.h"
#include "math/blas.h"
#include "math/inline.h"
#include "solver/update.h"

typedef struct Point_ {
  mjtNum alpha, slope, curve;
} Point;

typedef struct Search_ {
  const lbProblem* p;
  const lbLine* line;
  mjtNum slope0, curve0;  // Gauss term and equality rows: always quadratic
  int simpleEnd;          // rows nf .. simpleEnd are unilateral, the rest starts with cones
  int evaluations;
} Search;

// Derivatives of one elliptic cone at alpha.
static void addCone(const mjContact* con, const mjtNum* D, const mjtNum* jar, const mjtNum* Jv,
                    Point* point) {
  mjtNum mu = con->mu, alpha = point->alpha, UU = 0, UV = 0, VV = 0;
  mjtNum N = mu * (jar[0] + alpha * Jv[0]), N1 = mu * Jv[0];
  for (int j = 1; j < con->dim; j++) {
    mjtNum U = con->friction[j - 1] * (jar[j] + alpha * Jv[j]);
    mjtNum V = con->friction[j - 1] * Jv[j];
    UU += U * U;
    UV += U * V;
    VV += V * V;
  }
  mjtNum T = sqrt(UU);

  switch (lb_coneZone(N, T, mu)) {
    case lbCONE_TOP:
      return;
    case lbCONE_BOTTOM:
      for (int j = 0; j < con->dim; j++) {
        point->slope += D[j] * Jv[j] * (jar[j] + alpha * Jv[j]);
        point->curve += D[j] * Jv[j] * Jv[j];
      }
      return;
    default: {
      mjtNum Dm = D[0] / (mu * mu * (1 + mu * mu));
      mjtNum T1 = UV / T, T2 = VV / T - T1 * T1 / T, gap = N - mu * T, gap1 = N1 - mu * T1;
      point->slope += Dm * gap * gap1;
      point->curve += Dm * (gap1 * gap1 - gap * mu * T2);
      return;
    }
  }
}

static void addFriction(const lbRowSet* rows, const lbLine* line, Point* point) {
  for (int i = rows->ne; i < rows->ne + rows->nf; i++) {
    mjtNum x = line->jar[i] + point->alpha * line->Jv[i];
    mjtNum bound = rows->frictionloss[i], width = rows->R[i] * bound;
    if (x <= -width) {
      point->slope -= bound * line->Jv[i];
    } else if (x >= width) {
      point->slope += bound * line->Jv[i];
    } else {
      mjtNum DJv = rows->D[i] * line->Jv[i];
      point->slope += DJv * x;
      point->curve += DJv * line->Jv[i];
    }
  }
}

// Unilateral rows: quadratic where x < 0. Two lanes, no branches.
static void addUnilateral(const Search* s, Point* point) {
  const lbRowSet* rows = &s->p->rows;
  const mjtNum *jar = s->line->jar, *Jv = s->line->Jv, *D = rows->D;
  lbV2 slope = {0, 0}, curve = {0, 0}, alpha = lb_splat2(point->alpha), zero = {0, 0};
  int i = rows->ne + rows->nf;
  for (; i + 2 <= s->simpleEnd; i += 2) {
    lbV2 v = lb_load2(Jv + i), x = lb_load2(jar + i) + alpha * v;
    lbV2 DJv = (lbV2)((x < zero) & (__typeof__(x < zero))(lb_load2(D + i) * v));
    slope += DJv * x;
    curve += DJv * v;
  }
  point->slope += lb_sum2(slope);
  point->curve += lb_sum2(curve);
  for (; i < s->simpleEnd; i++) {
    mjtNum x = jar[i] + point->alpha * Jv[i];
    if (x < 0) {
      point->slope += D[i] * Jv[i] * x;
      point->curve += D[i] * Jv[i] * Jv[i];
    }
  }
}

// Both in the order of the reference: the coefficients of all rows that act are summed before alpha
// counts. COMPAT: ALG-06-ORDER: unfinished conjugate gradients show the last bit.
static void addInOrder(const Search* s, Point* point) {
  const lbRowSet* rows = &s->p->rows;
  const mjtNum *jar = s->line->jar, *Jv = s->line->Jv;
  mjtNum slope = s->slope0, curve = s->curve0;
  for (int i = rows->ne; i < s->simpleEnd; i++) {
    bool hasFriction = i < rows->ne + rows->nf;
    mjtNum x = jar[i] + point->alpha * Jv[i], bound = hasFriction ? rows->frictionloss[i] : 0;
    mjtNum width = rows->R[i] * bound;
    if (hasFriction && fabs(x) >= width) {
      slope += x < 0 ? -bound * Jv[i] : bound * Jv[i];
    } else if (hasFriction || x < 0) {
      slope += rows->D[i] * jar[i] * Jv[i];
      curve += rows->D[i] * Jv[i] * Jv[i];
    }
  }
  point->slope = slope + point->alpha * curve;
  point->curve = curve;
}

static Point evaluate(Search* s, mjtNum alpha) {
  const lbRowSet* rows = &s->p->rows;
  Point point = {alpha, s->slope0 + alpha * s->curve0, s->curve0};
  if (s->p->J.columns.adr) {
    addInOrder(s, &point);
  } else {
    addFriction(rows, s->line, &point);
    addUnilateral(s, &point);
  }
  for (int i = s->simpleEnd; i < rows->nefc;) {
    if (rows->type[i] == mjCNSTR_CONTACT_ELLIPTIC) {
      const mjContact* con = rows->contact + rows->id[i];
      addCone(con, rows->D + i, s->line->jar + i, s->line->Jv + i, &point);
      i += con->dim;
      continue;
    }
    mjtNum x = s->line->jar[i] + alpha * s->line->Jv[i];
    if (x < 0) {
      point.slope += rows->D[i] * s->line->Jv[i] * x;
      point.curve += rows->D[i] * s->line->Jv[i] * s->line->Jv[i];
    }
    i++;
  }
  point.curve = lb_max(point.curve, mjMINVAL);
  s->evaluations++;
  return point;
}

static mjtNum newtonStep(Point point) {
  return point.alpha - point.slope / point.curve;
}

// Cost at alpha, but for a constant.
static mjtNum costAt(const Search* s, mjtNum alpha) {
  const lbRowSet* rows = &s->p->rows;
  mjData* d = s->p->d;
  lb_markStack(d);
  mjtNum* jar = lb_stackNum(d, rows->nefc);
  lb_copy(jar, s->line->jar, rows->nefc);
  lb_addToScl(jar, s->line->Jv, alpha, rows->nefc);
  mjtNum cost =
      lb_updateRows(rows, jar, lb_stackNum(d, rows->nefc), lb_stackInt(d, rows->nefc), false);
  lb_freeStack(d);
  return cost + alpha * (s->line->gaussSlope + 0.5 * alpha * s->line->gaussCurve);
}

// Moves an end of the bracket to the candidate with its sign that is nearest to the root.
static bool narrow(Point* end, const Point* candidate) {
  bool moved = false;
  for (int i = 0; i < 3; i++) {
    mjtNum slope = candidate[i].slope;
    if (end->slope < 0 ? slope < 0 && slope > end->slope : slope > 0 && slope < end->slope) {
      *end = candidate[i];
      moved = true;
    }
  }
  return moved;
}

// Root of the slope between two ends of different sign: in each round the middle and Newton steps
// from the ends that moved are tried. COMPAT: LINE-EVALUATIONS: as often as the
// reference, which counts them.
static Point bracketed(Search* s, Point a, Point b, mjtNum tolerance, int budget) {
  Point tried[3] = {evaluate(s, newtonStep(a)), a};
  while (s->evaluations < budget) {
    tried[2] = evaluate(s, 0.5 * (a.alpha + b.alpha));
    const Point* best = tried;
    for (int i = 1; i < 3; i++) {
      best = fabs(tried[i].slope) < fabs(best->slope) ? tried + i : best;
    }
    if (fabs(best->slope) <= tolerance) {
      return *best;
    }
    bool movedA = narrow(&a, tried), movedB = narrow(&b, tried);
    if (movedA) {
      tried[0] = evaluate(s, newtonStep(a));
    }
    if (movedB) {
      tried[1] = evaluate(s, newtonStep(b));
    }
    if (!movedA && !movedB) {
      return fabs(a.slope) < fabs(b.slope) ? a : b;
    }
  }
  mjtNum costA = costAt(s, a.alpha), costB = costAt(s, b.alpha);
  Point best = costA < costB ? a : b;
  // near the optimum costs are equal but for rounding, and slopes tell more
  mjtNum cost0 = costAt(s, 0), rounding = 1e-15 * fabs(cost0);
  best.alpha = lb_min(costA, costB) < cost0 + rounding ? best.alpha : 0;
  return best;
}

lbLineResult lb_lineSearch(const lbProblem* p, const lbLine* line) {
  const mjModel* m = p->m;
  const lbRowSet* rows = &p->rows;
  Search s = {.p = p, .line = line, .slope0 = line->gaussSlope, .curve0 = line->gaussCurve};
  if (line->norm < mjMINVAL) {
    return (lbLineResult){0};
  }
  for (int i = 0; i < rows->ne; i++) {
    mjtNum DJv = rows->D[i] * line->Jv[i];
    s.slope0 += p->J.columns.adr ? rows->D[i] * line->jar[i] * line->Jv[i] : DJv * line->jar[i];
    s.curve0 += DJv * line->Jv[i];
  }
  for (s.simpleEnd = rows->ne + rows->nf; s.simpleEnd < rows->nefc; s.simpleEnd++) {
    if (rows->type[s.simpleEnd] == mjCNSTR_CONTACT_ELLIPTIC) {
      break;
    }
  }

  mjtNum tolerance = m->opt.tolerance * m->opt.ls_tolerance * line->norm / p->scale;
  int budget = m->opt.ls_iterations;
  Point low = evaluate(&s, 0);
  mjtNum slope0 = low.slope;
  if (slope0 >= 0) {
    return (lbLineResult){0, slope0, s.evaluations, slope0};
  }

  // Newton steps until the slope turns
  Point next = evaluate(&s, newtonStep(low));
  mjtNum side = next.slope < 0 ? -1 : 1;
  while (next.slope * side > tolerance && s.evaluations < budget && next.alpha != low.alpha) {
    low = next;
    next = evaluate(&s, newtonStep(low));
  }
  if (next.slope * side < -tolerance && s.evaluations < budget) {
    next = bracketed(&s, next, low, tolerance, budget);
  }
  return (lbLineResult){next.alpha, next.slope, s.evaluations, slope0};
}
