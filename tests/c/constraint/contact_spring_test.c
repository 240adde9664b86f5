// Springs in place of the contacts of passive flexes.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/contact_spring.h"
#include "constraint/scenes_support.h"

static Scene scene(const char* passive) {
  static char xml[900];
  snprintf(xml, sizeof(xml),
           "<mujoco><option integrator='implicitfast' solver='CG'/><worldbody><geom type='plane' "
           "size='1 1 1'/><flexcomp name='f' type='grid' dim='2' count='2 2 1' spacing='.1 .1 .1' "
           "radius='.02' mass='.4' pos='0 0 .015'><contact selfcollide='none' internal='false' "
           "%s/></flexcomp></worldbody></mujoco>",
           passive);
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  return s;
}

typedef struct Seen_ {
  int count;
  mjtNum stiffness, dist, square;
} Seen;

static void look(void* context, const lbContactSpring* spring) {
  Seen* seen = context;
  seen->count++;
  seen->stiffness = spring->stiffness;
  seen->dist = spring->dist;
  for (int k = 0; k < spring->count; k++) {
    seen->square += spring->J[k] * spring->J[k];
    assert_true(!k || spring->dof[k - 1] < spring->dof[k]);
  }
}

// COMPAT: PAS-44: 5e7 / s^2 times the mass of the lightest vertex, along the normal.
static void each_contact_is_a_spring_of_the_lightest_vertex(void** state) {
  Scene s = scene("passive='true'");
  Seen seen = {0};
  lb_visitContactSprings(s.m, s.d, look, &seen);
  assert_int_equal(seen.count, 4);
  assert_true(fabs(seen.stiffness - 5e7 * .1) < 1e-3);
  assert_true(fabs(seen.dist + .005) < 1e-12);
  // a vertex on the floor: J is the normal
  assert_true(fabs(seen.square - 4) < 1e-9);
  freeScene(s);
}

static void other_contacts_are_no_springs(void** state) {
  Scene s = scene("");
  Seen seen = {0};
  lb_visitContactSprings(s.m, s.d, look, &seen);
  assert_int_equal(s.d->ncon, 4);
  assert_int_equal(seen.count, 0);
  freeScene(s);
}

// COMPAT: CONTACT-UNMOVED
static void a_pinned_vertex_is_no_spring(void** state) {
  Scene s = scene("passive='true'/><pin id='0'");
  Seen seen = {0};
  lb_visitContactSprings(s.m, s.d, look, &seen);
  assert_int_equal(seen.count, 3);
  int fixed = 0;
  for (int i = 0; i < s.d->ncon; i++) {
    fixed += s.d->contact[i].exclude == 3;
  }
  assert_int_equal(fixed, 1);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_contact_is_a_spring_of_the_lightest_vertex),
      cmocka_unit_test(other_contacts_are_no_springs),
      cmocka_unit_test(a_pinned_vertex_is_no_spring),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
