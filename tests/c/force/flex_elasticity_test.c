// Soft cubes against linear elasticity, with small strains: a free cube that is pulled at both ends
// has the exact solution of uniform stress; a cube on a fixed base under uniform traction is
// compared with trilinear bricks, an independent discretisation of the same problem.
//
// COMPAT: PAS-40. The coefficients of solids have the first Lame constant twice; without lateral
// contraction (poisson = 0) they are those of young and poisson.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bodies_support.h"

static const double side = 0.2, young = 1e5, load = 4;

// First and second Lame constant of the cube's material.
typedef struct Lame_ {
  double lambda, mu;
} Lame;

static Lame lameConstants(double poisson) {
  return (Lame){2 * young * poisson / ((1 + poisson) * (1 - 2 * poisson)),
                young / (2 * (1 + poisson))};
}

// ---------------------------------------------------------------------------------- the soft cube

static Scene loadCube(int points, double poisson, bool fixed) {
  char pin[80] = "", xml[1000];
  if (fixed) {
    snprintf(pin, sizeof(pin), "<pin gridrange='0 0 0 %d %d 0'/>", points - 1, points - 1);
  }
  double spacing = side / (points - 1);
  snprintf(xml, sizeof(xml),
           "<mujoco><option timestep='%g' gravity='0 0 0'/><worldbody>"
           "<flexcomp name='cube' type='grid' count='%d %d %d' spacing='%.17g %.17g %.17g' "
           "radius='.001' dim='3' mass='1'>%s<contact selfcollide='none' internal='false'/>"
           "<elasticity young='%g' poisson='%g'/></flexcomp></worldbody></mujoco>",
           8e-4 / (points - 1), points, points, points, spacing, spacing, spacing, pin, young,
           poisson);
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  return s;
}

// Pulls at a face across an axis: every triangle of it gives a third of its share to its corners.
static void pullFace(Scene s, int axis, double place, double force) {
  const mjtNum* x = s.d->flexvert_xpos;
  for (int e = 0; e < s.m->flex_elemnum[0]; e++) {
    const int* corner = s.m->flex_elem + 4 * e;
    int on[4], count = 0;
    for (int k = 0; k < 4; k++) {
      if (fabs(x[3 * corner[k] + axis] - place) < 1e-9) {
        on[count++] = corner[k];
      }
    }
    if (count != 3) {
      continue;
    }
    mjtNum ab[3], ac[3], n[3];
    mju_sub3(ab, x + 3 * on[1], x + 3 * on[0]);
    mju_sub3(ac, x + 3 * on[2], x + 3 * on[0]);
    mju_cross(n, ab, ac);
    double share = force * 0.5 * mju_norm3(n) / (side * side);
    for (int k = 0; k < 3; k++) {
      s.d->xfrc_applied[6 * s.m->flex_vertbodyid[on[k]] + axis] += share / 3;
    }
  }
}

// Steps to rest: whenever the kinetic energy has passed a maximum, motion starts anew from zero.
static void relax(Scene s, int steps) {
  double last = 0;
  for (int i = 0; i < steps; i++) {
    mj_step(s.m, s.d);
    double kinetic = mju_dot(s.d->qvel, s.d->qvel, (int)s.m->nv);
    if (kinetic < last) {
      mju_zero(s.d->qvel, (int)s.m->nv);
      kinetic = 0;
    }
    last = kinetic;
  }
  mj_fwdPosition(s.m, s.d);
}

// Mean displacement along an axis of the vertices that were at a place of that axis, by their share
// of the face.
static double meanOfFace(Scene s, const mjtNum* start, int axis, double place, int points) {
  double sum = 0;
  for (int v = 0; v < s.m->nflexvert; v++) {
    if (fabs(start[3 * v + axis] - place) < 1e-9) {
      double weight = 1.0 / ((points - 1) * (points - 1));
      for (int k = 0; k < 3; k++) {
        bool edge = fabs(fabs(start[3 * v + k]) - side / 2) < 1e-9;
        weight *= k != axis && edge ? 0.5 : 1;
      }
      sum += weight * (s.d->flexvert_xpos[3 * v + axis] - start[3 * v + axis]);
    }
  }
  return sum;
}

static mjtNum* copyVertices(Scene s) {
  size_t bytes = 3 * (size_t)s.m->nflexvert * sizeof(mjtNum);
  mjtNum* copy = malloc(bytes);
  memcpy(copy, s.d->flexvert_xpos, bytes);
  return copy;
}

// -------------------------------------------------------------------------------- bricks, linear

// Stiffness of a cubic trilinear brick with edge h, by 2 x 2 x 2 Gauss points: (24 x 24).
static void brickStiffness(double h, Lame material, double K[24][24]) {
  double lambda = material.lambda, mu = material.mu, at = 0.5 / sqrt(3);
  memset(K, 0, 24 * sizeof(K[0]));
  for (int g = 0; g < 8; g++) {
    double p[3], gradient[8][3];
    for (int k = 0; k < 3; k++) {
      p[k] = 0.5 + (g >> k & 1 ? at : -at);
    }
    for (int a = 0; a < 8; a++) {
      for (int k = 0; k < 3; k++) {
        gradient[a][k] = 1 / h;
        for (int j = 0; j < 3; j++) {
          bool far = a >> j & 1;
          gradient[a][k] *= j == k ? (far ? 1 : -1) : (far ? p[j] : 1 - p[j]);
        }
      }
    }
    for (int a = 0; a < 8; a++) {
      for (int b = 0; b < 8; b++) {
        double dot = 0;
        for (int k = 0; k < 3; k++) {
          dot += gradient[a][k] * gradient[b][k];
        }
        for (int i = 0; i < 9; i++) {
          int r = i / 3, c = i % 3;
          K[3 * a + r][3 * b + c] +=
              h * h * h / 8 *
              (lambda * gradient[a][r] * gradient[b][c] + mu * gradient[a][c] * gradient[b][r] +
               (r == c ? mu * dot : 0));
        }
      }
    }
  }
}

// y = K x over n^3 bricks; displacements of the base stay zero.
static void multiply(int n, double K[24][24], const double* x, double* y) {
  int line = n + 1, plane = line * line;
  memset(y, 0, 3 * (size_t)(plane * line) * sizeof(double));
  for (int e = 0; e < n * n * n; e++) {
    int first = e % n + e / n % n * line + e / (n * n) * plane, dof[24];
    double local[24];
    for (int i = 0; i < 24; i++) {
      int a = i / 3;
      dof[i] = 3 * (first + (a & 1) + (a >> 1 & 1) * line + (a >> 2) * plane) + i % 3;
      local[i] = x[dof[i]];
    }
    for (int i = 0; i < 24; i++) {
      double sum = 0;
      for (int k = 0; k < 24; k++) {
        sum += K[i][k] * local[k];
      }
      y[dof[i]] += sum;
    }
  }
  memset(y, 0, 3 * (size_t)plane * sizeof(double));
}

// Mean displacement along an axis of the top of n^3 bricks on a fixed base, under a force along
// that axis that is spread evenly: conjugate gradients.
static double brickDeflection(int n, double poisson, int axis) {
  double K[24][24];
  int line = n + 1, plane = line * line, size = 3 * plane * line;
  double* memory = calloc(5 * (size_t)size, sizeof(double));
  double *x = memory, *r = x + size, *p = r + size, *Kp = p + size, *f = Kp + size;
  brickStiffness(side / n, lameConstants(poisson), K);
  for (int v = 0; v < plane; v++) {
    bool edgeX = v % line == 0 || v % line == n, edgeY = v / line == 0 || v / line == n;
    f[size - 3 * plane + 3 * v + axis] = load / (n * n) * (edgeX ? 0.5 : 1) * (edgeY ? 0.5 : 1);
  }
  memcpy(r, f, (size_t)size * sizeof(double));
  memcpy(p, f, (size_t)size * sizeof(double));
  double rr = mju_dot(r, r, size), limit = 1e-16 * rr;
  while (rr > limit) {
    multiply(n, K, p, Kp);
    double alpha = rr / mju_dot(p, Kp, size);
    mju_addToScl(x, p, alpha, size);
    mju_addToScl(r, Kp, -alpha, size);
    double next = mju_dot(r, r, size);
    mju_addScl(p, r, p, next / rr, size);
    rr = next;
  }

  // the work of the load
  double mean = mju_dot(f, x, size) / load;
  free(memory);
  return mean;
}

// ------------------------------------------------------------------------------------------ tests

static void a_cube_pulled_at_both_ends_stretches_and_narrows_as_uniform_stress_says(void** state) {
  const int points = 5;
  for (double poisson = 0; poisson < 0.4; poisson += 0.15) {
    Scene s = loadCube(points, poisson, false);
    mjtNum* start = copyVertices(s);
    pullFace(s, 2, side / 2, load);
    pullFace(s, 2, -side / 2, -load);
    relax(s, 600);
    Lame c = lameConstants(poisson);
    double stress = load / (side * side), sum = c.lambda + c.mu;
    double along = stress * sum / (c.mu * (3 * c.lambda + 2 * c.mu));
    double across = -along * c.lambda / (2 * sum);
    for (int axis = 0; axis < 3; axis++) {
      double change = meanOfFace(s, start, axis, side / 2, points) -
                      meanOfFace(s, start, axis, -side / 2, points);
      double expected = side * (axis == 2 ? along : across);
      if (!(fabs(change - expected) < 0.005 * side * along)) {
        print_error("poisson %g, axis %d: %g, expected %g\n", poisson, axis, change, expected);
        fail();
      }
    }
    free(start);
    freeScene(s);
  }
}

// How far the deflection of a cube on a fixed base under an evenly spread force along an axis is
// off, relative to what is expected. The deflection is that of the work of the force.
static double deflectionError(int points, double poisson, int axis, double expected) {
  Scene s = loadCube(points, poisson, true);
  mjtNum* start = copyVertices(s);
  double top = start[2], work = 0, total = 0;
  for (int v = 0; v < s.m->nflexvert; v++) {
    top = mju_max(top, start[3 * v + 2]);
  }
  pullFace(s, 2, top, load);
  for (int i = 0; i < s.m->nbody && axis != 2; i++) {
    s.d->xfrc_applied[6 * i + axis] = s.d->xfrc_applied[6 * i + 2];
    s.d->xfrc_applied[6 * i + 2] = 0;
  }
  relax(s, 250 * (points - 1));
  for (int v = 0; v < s.m->nflexvert; v++) {
    double force = s.d->xfrc_applied[6 * s.m->flex_vertbodyid[v] + axis];
    total += force;
    work += force * (s.d->flexvert_xpos[3 * v + axis] - start[3 * v + axis]);
  }
  assert_true(fabs(total - load) < 1e-9);
  free(start);
  freeScene(s);
  return fabs(work / load - expected) / expected;
}

static void a_refined_cube_under_load_reaches_the_deflection_of_linear_elasticity(void** state) {
  for (double poisson = 0.15; poisson < 0.4; poisson += 0.15) {
    double expected = brickDeflection(12, poisson, 2);
    // bricks have converged
    assert_true(fabs(brickDeflection(6, poisson, 2) - expected) < 0.01 * expected);
    double coarse = deflectionError(3, poisson, 2, expected);
    double fine = deflectionError(9, poisson, 2, expected);
    if (!(fine < coarse && fine < 0.05)) {
      print_error("poisson %g: off by %g, with few points by %g\n", poisson, fine, coarse);
      fail();
    }
  }
}

static void a_cube_sheared_at_its_top_comes_closer_to_linear_elasticity_when_refined(void** state) {
  double expected = brickDeflection(12, 0.3, 0);
  double coarse = deflectionError(3, 0.3, 0, expected), fine = deflectionError(7, 0.3, 0, expected);
  if (!(fine < 0.45 * coarse && fine < 0.15)) {
    print_error("off by %g, with few points by %g\n", fine, coarse);
    fail();
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cube_pulled_at_both_ends_stretches_and_narrows_as_uniform_stress_says),
      cmocka_unit_test(a_refined_cube_under_load_reaches_the_deflection_of_linear_elasticity),
      cmocka_unit_test(a_cube_sheared_at_its_top_comes_closer_to_linear_elasticity_when_refined),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
