// A lattice on a moving body resists what its nodes do, whatever moves them.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solver/effective_support.h"

#define FLEX(kind, pin)                                                                   \
  "<flexcomp name='f' type='grid' dim='3' count='3 3 3' spacing='.1 .1 .1' radius='.01' " \
  "mass='1' dof='" kind "'><elasticity young='1e5' poisson='.2' damping='.05'/>" pin      \
  "<contact selfcollide='none' contype='0' conaffinity='0'/></flexcomp>"
#define GEOM "<geom size='.1' contype='0' conaffinity='0'/>"

// Rotated before the joint, so that slides are no axes of the world.
static Scene carried(const char* joint, const char* flex) {
  char xml[1200];
  snprintf(xml, sizeof(xml),
           "<mujoco><option integrator='implicitfast' solver='CG' timestep='.002' gravity='0 0 "
           "0'/><worldbody><body name='p' quat='.3 .5 -.2 .7'>%s%s</body></worldbody></mujoco>",
           joint, flex);
  Scene s = loadScene(xml);
  for (int i = 0; i < s.m->nq; i++) {
    s.d->qpos[i] += .02 * rough(i);
  }
  mj_forward(s.m, s.d);
  return s;
}

// Velocities of the nodes for joint velocities x, and x' K x.
static mjtNum resistance(Scene s, const mjtNum* x, mjtNum* nodeVelocity) {
  int nv = (int)s.m->nv;
  mjtNum *Kx = calloc(nv, sizeof(mjtNum)), *J = calloc(3 * (size_t)nv, sizeof(mjtNum));
  lb_addStiffness(s.m, s.d, Kx, x);
  mjtNum result = mju_dot(x, Kx, nv);
  for (int i = 0; i < s.m->nflexnode; i++) {
    mjtNum point[3];
    int body = s.m->flex_nodebodyid[i];
    mju_mulMatVec3(point, s.d->xmat + 9 * body, s.m->flex_node + 3 * i);
    mju_addTo3(point, s.d->xpos + 3 * body);
    mj_jac(s.m, s.d, J, NULL, point, body);
    mju_mulMatVec(nodeVelocity + 3 * i, J, x, 3, nv);
  }
  free(Kx);
  free(J);
  return result;
}

// COMPAT: FLEX-CARRIED
static void a_carried_lattice_resists_as_a_fixed_one_whose_nodes_move_alike(void** state) {
  const char* joints[] = {"<freejoint/>" GEOM, "<joint axis='0 1 1'/>" GEOM};
  for (int k = 0; k < 2; k++) {
    Scene moving = carried(joints[k], FLEX("trilinear", ""));
    Scene fixed = carried("", FLEX("trilinear", ""));
    mjtNum* x = calloc(moving.m->nv, sizeof(mjtNum));
    mjtNum* y = calloc(fixed.m->nv, sizeof(mjtNum));
    mjtNum velocity[24], same[24];

    // the same shape in space: the fixed lattice takes over the places of the nodes
    for (int i = 0; i < fixed.m->nflexnode; i++) {
      mjtNum offset[3], local[3];
      int body = fixed.m->flex_nodebodyid[i], mate = moving.m->flex_nodebodyid[i];
      mju_sub3(offset, moving.d->xpos + 3 * mate, fixed.d->xpos + 3 * body);
      mju_mulMatTVec3(local, fixed.d->xmat + 9 * body, offset);
      mju_addTo3(fixed.d->qpos + fixed.m->body_dofadr[body], local);
    }
    mj_forward(fixed.m, fixed.d);

    for (int t = 0; t < 10; t++) {
      for (int i = 0; i < moving.m->nv; i++) {
        x[i] = rough(i + 31 * t);
      }
      mjtNum expected = resistance(moving, x, velocity);
      for (int i = 0; i < fixed.m->nflexnode; i++) {
        int body = fixed.m->flex_nodebodyid[i];
        mju_mulMatTVec3(y + fixed.m->body_dofadr[body], fixed.d->xmat + 9 * body, velocity + 3 * i);
      }
      mjtNum found = resistance(fixed, y, same);
      assert_true(expected > 0);
      assert_true(fabs(found - expected) < 1e-10 * expected);
    }
    free(x);
    free(y);
    freeScene(moving);
    freeScene(fixed);
  }
}

static void moving_on_together_meets_no_resistance(void** state) {
  const char* flexes[] = {FLEX("trilinear", "<pin id='0 1'/>"),
                          FLEX("quadratic", "<pin id='0 1'/>")};
  for (int k = 0; k < 2; k++) {
    Scene s = carried("<freejoint/>" GEOM, flexes[k]);
    mjtNum* Kx = calloc(s.m->nv, sizeof(mjtNum));
    mjtNum* x = calloc(s.m->nv, sizeof(mjtNum));
    x[0] = .3;
    x[1] = -.5;
    x[2] = .7;
    lb_addStiffness(s.m, s.d, Kx, x);
    for (int i = 0; i < s.m->nv; i++) {
      assert_true(fabs(Kx[i]) < 1e-10);
    }
    free(x);
    free(Kx);
    freeScene(s);
  }
}

static void what_carries_survives_a_copy_of_the_data(void** state) {
  Scene s = carried("<freejoint/>" GEOM, FLEX("trilinear", ""));
  mjData* copy = mj_copyData(NULL, s.m, s.d);
  int nv = (int)s.m->nv;
  mjtNum *x = calloc(nv, sizeof(mjtNum)), *a = calloc(nv, sizeof(mjtNum));
  mjtNum* b = calloc(nv, sizeof(mjtNum));
  for (int i = 0; i < nv; i++) {
    x[i] = rough(i);
  }
  lb_addStiffness(s.m, s.d, a, x);
  lb_addStiffness(s.m, copy, b, x);
  assert_memory_equal(a, b, nv * sizeof(mjtNum));
  free(x);
  free(a);
  free(b);
  mj_deleteData(copy);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_carried_lattice_resists_as_a_fixed_one_whose_nodes_move_alike),
      cmocka_unit_test(moving_on_together_meets_no_resistance),
      cmocka_unit_test(what_carries_survives_a_copy_of_the_data),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
