// Strain equalities of lattices: rigid motions are free, deformations are not.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

static Scene lattice(void) {
  return loadScene(
      "<mujoco><worldbody><flexcomp name='f' type='grid' dim='3' count='3 3 3' spacing='.1 .1 .1' "
      "radius='.01' mass='1' dof='trilinear'><edge equality='strain'/><contact "
      "selfcollide='none' internal='false'/></flexcomp></worldbody></mujoco>");
}

static mjtNum largestStrain(Scene s) {
  mjtNum largest = 0;
  mj_forward(s.m, s.d);
  assert_true(s.d->ne > 0);
  for (int i = 0; i < s.d->ne; i++) {
    largest = fmax(largest, fabs(s.d->efc_pos[i]));
  }
  return largest;
}

// Moves node bodies by x -> R x - x, each has three slides along the axes.
static void move(Scene s, const mjtNum R[9]) {
  for (int b = 1; b < s.m->nbody; b++) {
    if (s.m->body_dofnum[b] == 3) {
      mjtNum x[3];
      mju_mulMatVec3(x, R, s.m->body_pos + 3 * b);
      mju_sub3(s.d->qpos + s.m->jnt_qposadr[s.m->body_jntadr[b]], x, s.m->body_pos + 3 * b);
    }
  }
}

static void a_turned_lattice_has_no_strain(void** state) {
  Scene s = lattice();
  mjtNum quat[4], R[9];
  assert_true(largestStrain(s) < 1e-9);
  mju_axisAngle2Quat(quat, (mjtNum[]){.6, 0, .8}, 1.1);
  mju_quat2Mat(R, quat);
  move(s, R);
  assert_true(largestStrain(s) < 1e-6);
  freeScene(s);
}

static void a_stretched_lattice_has_strain_in_proportion(void** state) {
  Scene s = lattice();
  mjtNum strain[2];
  for (int k = 0; k < 2; k++) {
    mjtNum R[9] = {1 + .001 * (k + 1), 0, 0, 0, 1, 0, 0, 0, 1};
    move(s, R);
    strain[k] = largestStrain(s);
  }
  assert_true(strain[0] > 0);
  assert_true(fabs(strain[1] / strain[0] - 2) < 1e-2);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_turned_lattice_has_no_strain),
      cmocka_unit_test(a_stretched_lattice_has_strain_in_proportion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
