// Flexes as physics: energy of a hanging cloth, elongation of a soft bar.

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

// Kinetic energy, potential energy of gravity, and d' K d / 4 of the triangles, d being the changes
// of squared edge lengths.
static mjtNum energyOf(const mjModel* m, mjData* d) {
  mj_energyPos(m, d);
  mj_energyVel(m, d);
  mjtNum energy = d->energy[0] + d->energy[1];
  const mjtNum* packed = m->flex_stiffness + m->flex_stiffnessadr[0];
  for (int e = 0; e < m->flex_elemnum[0]; e++, packed += 21) {
    const int* edge = m->flex_elemedge + 3 * e;
    mjtNum change[3];
    for (int i = 0; i < 3; i++) {
      mjtNum length = d->flexedge_length[edge[i]], rest = m->flexedge_length0[edge[i]];
      change[i] = length * length - rest * rest;
    }
    const mjtNum* K = packed;
    for (int i = 0; i < 3; i++) {
      for (int k = i; k < 3; k++) {
        energy += (i == k ? 0.25 : 0.5) * *K++ * change[i] * change[k];
      }
    }
  }
  return energy;
}

static void energy_of_a_hanging_cloth_decreases(void** state) {
  Scene s = loadScene(
      "<mujoco><option timestep='.0005'><flag energy='enable'/></option><worldbody>"
      "<flexcomp name='cloth' type='grid' count='5 5 1' spacing='.1 .1 .1' radius='.01' dim='2' "
      "mass='.2' pos='0 0 1' euler='0 90 0'>"
      "<pin id='0 4'/><contact selfcollide='none' internal='false'/><edge damping='.02'/>"
      "<elasticity young='3e4' poisson='.2' thickness='.005' elastic2d='stretch' damping='.01'/>"
      "</flexcomp></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  mjtNum first = energyOf(s.m, s.d), last = first;
  for (int k = 0; k < 40; k++) {
    for (int i = 0; i < 50; i++) {
      mj_step(s.m, s.d);
    }
    mj_fwdPosition(s.m, s.d);
    mjtNum now = energyOf(s.m, s.d);
    assert_true(now < last);
    last = now;
  }
  assert_true(first - last > 0.01);
  freeScene(s);
}

static void a_soft_bar_stretches_by_its_load_over_its_stiffness(void** state) {
  // without lateral contraction F = E A (e + 3/2 e^2 + ...); 1% of strain
  Scene s = loadScene(
      "<mujoco><option timestep='.0005' gravity='0 0 0'/><worldbody>"
      "<flexcomp name='bar' type='grid' count='3 3 6' spacing='.1 .1 .1' radius='.01' dim='3' "
      "mass='5'>"
      "<pin gridrange='0 0 0 2 2 0'/><contact selfcollide='none' internal='false'/>"
      "<elasticity young='1e4' poisson='0' damping='.01'/>"
      "</flexcomp></worldbody></mujoco>");
  const mjtNum young = 1e4, area = 0.04, length = 0.5, load = 4;
  mj_forward(s.m, s.d);
  mjtNum top = 0, sum = 0;
  int ends[27], count = 0;
  for (int v = 0; v < s.m->nflexvert; v++) {
    top = mju_max(top, s.d->flexvert_xpos[3 * v + 2]);
  }
  for (int v = 0; v < s.m->nflexvert; v++) {
    if (s.d->flexvert_xpos[3 * v + 2] > top - 1e-6) {
      const mjtNum* x = s.d->flexvert_xpos + 3 * v;
      mjtNum weight = (fabs(x[0]) < 1e-6 ? 2 : 1) * (fabs(x[1]) < 1e-6 ? 2 : 1) / 16.0;
      s.d->xfrc_applied[6 * s.m->flex_vertbodyid[v] + 2] = load * weight;
      ends[count++] = v;
    }
  }
  assert_int_equal(count, 9);
  for (int i = 0; i < 5000; i++) {
    mj_step(s.m, s.d);
  }
  mj_fwdPosition(s.m, s.d);
  for (int i = 0; i < count; i++) {
    sum += s.d->flexvert_xpos[3 * ends[i] + 2] - top;
  }
  mjtNum expected = load * length / (young * area);
  if (!(fabs(sum / count - expected) < 0.05 * expected)) {
    print_error("elongation %g, expected %g\n", sum / count, expected);
    fail();
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(energy_of_a_hanging_cloth_decreases),
      cmocka_unit_test(a_soft_bar_stretches_by_its_load_over_its_stiffness),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
