// Torus and bowl as signed distances.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/error.h"
#include "math/random.h"
#include "plugin/shape_support.h"

#define KEY(name, value) "<config key='" name "' value='" value "'/>"

static void a_torus_weighs_what_it_should(void** state) {
  Scene s = shapeScene("mujoco.sdf.torus", KEY("radius1", ".4") KEY("radius2", ".1"),
                       "><freejoint/>", "");
  mjtNum volume = 2 * mjPI * mjPI * .4 * .01;
  assert_true(fabs(s.m->body_mass[1] / 1000 - volume) < .003 * volume);
  freeScene(s);
}

static mjtNum distanceOf(const char* name, mjtNum* attributes, mjtNum x, mjtNum y, mjtNum z) {
  const mjtNum point[3] = {x, y, z};
  return mjp_getPlugin(name, NULL)->sdf_staticdistance(point, attributes);
}

static void the_distance_to_a_torus_is_exact(void** state) {
  mjtNum a[2] = {0.35, 0.15};  // centre line, tube
  assert_true(fabs(distanceOf("mujoco.sdf.torus", a, 0.35, 0, 0) + 0.15) < 1e-15);
  assert_true(fabs(distanceOf("mujoco.sdf.torus", a, 0, 0, 0) - 0.2) < 1e-15);
  assert_true(fabs(distanceOf("mujoco.sdf.torus", a, 0, 0.35, 0.5) - 0.35) < 1e-15);
}

// Height .6 of radius 1: the rim is a circle of radius .8.
static void a_bowl_is_a_shell_below_its_rim(void** state) {
  mjtNum a[3] = {0.6, 1, 0.02};
  assert_true(fabs(distanceOf("mujoco.sdf.bowl", a, 0, 0, -1) + 0.02) < 1e-15);
  assert_true(fabs(distanceOf("mujoco.sdf.bowl", a, 0, 0, -0.5) - 0.48) < 1e-15);
  assert_true(fabs(distanceOf("mujoco.sdf.bowl", a, 0.8, 0, 0.9) - 0.28) < 1e-15);
}

static void readOddTorus(void* context) {
  const char *names[2] = {"radius1", "radius2"}, *values[2] = {"1", "-1"};
  mjtNum attributes[2];
  mjp_getPlugin("mujoco.sdf.torus", NULL)->sdf_attribute(attributes, names, values);
}

static void a_radius_that_is_not_positive_is_refused(void** state) {
  assert_false(lb_protect(readOddTorus, NULL));
  assert_non_null(strstr(lb_lastError(), "must be positive"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_torus_weighs_what_it_should),
      cmocka_unit_test(the_distance_to_a_torus_is_exact),
      cmocka_unit_test(a_bowl_is_a_shell_below_its_rim),
      cmocka_unit_test(a_radius_that_is_not_positive_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
