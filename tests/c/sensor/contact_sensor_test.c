// Contact sensors: which contacts count, in which order and in which frame.

#include "check.h"
#include "constraint/scenes_support.h"

#include <cmocka.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Two balls on the floor, the second pressed in deeper; sensors of every kind of set.
static const char ballsXml[] =
    "<mujoco><worldbody><geom name='floor' type='plane' size='3 3 1'/>"
    "<body name='a' pos='0 0 .09'><freejoint/><geom name='a' size='.1'/>"
    "<site name='at' size='.12'/></body>"
    "<body name='b' pos='1 0 .08'><freejoint/><geom name='b' size='.1'/>"
    "<body name='c' pos='1 0 0'><geom name='c' size='.1'/></body></body></worldbody><sensor>"
    "<contact data='found'/><contact geom1='a' data='found'/><contact body1='b' data='found'/>"
    "<contact subtree1='b' data='found'/><contact site='at' data='found'/>"
    "<contact geom1='a' geom2='b' data='found'/><contact geom1='floor' body2='b' data='found'/>"
    "%s</sensor></mujoco>";

static Scene balls(const char* sensors) {
  char xml[2000];
  snprintf(xml, sizeof xml, ballsXml, sensors);
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->ncon, 3);
  return s;
}

static void contacts_count_that_join_the_two_sets(void** state) {
  Scene s = balls("");
  ASSERT_NUMBERS(s.d->sensordata, 0, 3, 1, 1, 2, 1, 0, 1);
  freeScene(s);
}

// A program may write it; the search had no end.
static void a_subtree_of_no_body_has_no_contacts(void** state) {
  Scene s = balls("");
  assert_int_equal(s.m->sensor_objtype[3], mjOBJ_XBODY);
  s.m->sensor_objid[3] = -1;
  mj_forward(s.m, s.d);
  ASSERT_NUMBERS(s.d->sensordata + 2, 0, 1, 0, 1);
  freeScene(s);
}

static void slots_are_filled_by_depth_or_by_force(void** state) {
  Scene s = balls(
      "<contact data='dist' num='4' reduce='mindist'/>"
      "<contact geom1='floor' data='found force' num='2' reduce='maxforce'/>");
  const mjtNum* value = s.d->sensordata + 7;
  ASSERT_NUMBERS(value, 1e-9, -.02, -.02, -.01, 0);
  value += 4;
  mjtNum first = mju_norm3(value + 1), second = mju_norm3(value + 5);
  assert_true(first >= second && second > 0);
  freeScene(s);
}

static void in_the_other_order_normal_and_tangent_turn_and_the_force_reacts(void** state) {
  Scene s = balls(
      "<contact geom1='floor' geom2='a' data='force normal tangent'/>"
      "<contact geom1='a' geom2='floor' data='force normal tangent'/>");
  s.d->qvel[0] = .3;
  s.d->qvel[1] = .2;
  mj_forward(s.m, s.d);
  const mjtNum *x = s.d->sensordata + 7, *y = x + 9;
  assert_true(fabs(x[1]) > 1e-3 && fabs(x[2]) > 1e-3);
  ASSERT_NUMBERS(x + 3, 1e-12, 0, 0, 1);

  // the same push, read on the other side: normal and first tangent are reversed, so is the force
  mjtNum force[2][3];
  for (int k = 0; k < 2; k++) {
    const mjtNum* v = k ? y : x;
    mjtNum second[3];
    mju_cross(second, v + 3, v + 6);
    for (int i = 0; i < 3; i++) {
      force[k][i] = v[0] * v[3 + i] + v[1] * v[6 + i] + v[2] * second[i];
    }
  }
  for (int i = 0; i < 3; i++) {
    ASSERT_NEAR(y[3 + i], -x[3 + i], 0);
    ASSERT_NEAR(y[6 + i], -x[6 + i], 0);
    ASSERT_NEAR(force[1][i], -force[0][i], 1e-12);
  }
  freeScene(s);
}

static void the_net_force_acts_at_the_centre_of_pressure(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 -10'/><worldbody><geom name='floor' type='plane' size='3 3 1'/>"
      "<body pos='1 2 .1'><freejoint/><geom name='box' type='box' size='.4 .2 .1' mass='2'/>"
      "<geom pos='.2 0 0' size='.01' mass='2'/></body></worldbody><sensor>"
      "<contact geom1='floor' geom2='box' data='found force torque pos' reduce='netforce'/>"
      "</sensor></mujoco>");
  for (int i = 0; i < 3000; i++) {
    mj_step(s.m, s.d);
  }
  mj_forward(s.m, s.d);
  ASSERT_NUMBERS(s.d->sensordata, 1e-2, 4, 0, 0, 40, 0, 0, 0);
  ASSERT_NUMBERS(s.d->sensordata + 7, 1e-2, 1.1, 2, 0);
  freeScene(s);
}

// A flex of 5 x 5 x n vertices low over a floor, under body p.
static Scene flexOverFloor(const char* flex, const char* sensors) {
  char xml[1500];
  snprintf(xml, sizeof(xml),
           "<mujoco><worldbody><geom name='floor' type='plane' size='2 2 .1'/><body name='ball' "
           "pos='.02 .01 .058'><freejoint/><geom size='.05'/></body><body name='p' pos='0 0 .005'>"
           "<flexcomp name='f' type='grid' spacing='.1 .1 .1' mass='1' radius='.01' %s<contact "
           "selfcollide='none'/></flexcomp></body></worldbody><sensor>%s</sensor></mujoco>",
           flex, sensors);
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  return s;
}

// COMPAT: SENSOR-FLEX-BODY: numbers of the peer
static void vertices_of_a_flex_belong_to_their_bodies(void** state) {
  Scene s = flexOverFloor("dim='2' count='5 5 1'>",
                          "<contact geom1='floor' subtree2='p' data='found'/>"
                          "<contact geom1='floor' body2='f_7' data='found'/>"
                          "<contact geom1='floor' body2='p' data='found'/>"
                          "<contact subtree1='p' geom2='floor' data='found normal'/>");
  assert_float_equal(s.d->sensordata[0], 25, 0);
  assert_float_equal(s.d->sensordata[1], 1, 0);
  assert_float_equal(s.d->sensordata[2], 0, 0);
  assert_float_equal(s.d->sensordata[3], 25, 0);
  assert_float_equal(s.d->sensordata[6], -1, 0);
  freeScene(s);
}

// COMPAT: SENSOR-FLEX-BODY
static void an_element_belongs_to_the_body_of_its_first_vertex(void** state) {
  Scene s = flexOverFloor("dim='2' count='5 5 1'>", "");
  int expected[25] = {0}, elements = 0;
  for (int i = 0; i < s.d->ncon; i++) {
    const mjContact* contact = s.d->contact + i;
    if (contact->geom[0] == 1 && contact->elem[1] >= 0) {
      expected[s.m->flex_elem[3 * contact->elem[1]]]++;
      elements++;
    }
  }
  assert_true(elements > 0);
  freeScene(s);
  for (int from = 0; from < 25; from += 5) {
    char sensors[500];
    int length = 0;
    for (int i = from; i < from + 5; i++) {
      length += snprintf(sensors + length, sizeof(sensors) - (size_t)length,
                         "<contact body1='ball' body2='f_%d' data='found'/>", i);
    }
    s = flexOverFloor("dim='2' count='5 5 1'>", sensors);
    for (int i = 0; i < 5; i++) {
      assert_float_equal(s.d->sensordata[i], expected[from + i], 0);
    }
    freeScene(s);
  }
}

// COMPAT: SENSOR-FLEX-BODY
static void a_lattice_belongs_to_the_body_of_its_first_node(void** state) {
  Scene s = flexOverFloor("dim='3' count='5 5 2' dof='trilinear' pos='0 0 .05'>",
                          "<contact geom1='floor' subtree2='p' data='found'/>"
                          "<contact geom1='floor' body2='f_0_0_0' data='found'/>"
                          "<contact geom1='floor' body2='f_1_0_0' data='found'/>");
  assert_float_equal(s.d->sensordata[0], 25, 0);
  assert_float_equal(s.d->sensordata[1], 25, 0);
  assert_float_equal(s.d->sensordata[2], 0, 0);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contacts_count_that_join_the_two_sets),
      cmocka_unit_test(a_subtree_of_no_body_has_no_contacts),
      cmocka_unit_test(slots_are_filled_by_depth_or_by_force),
      cmocka_unit_test(in_the_other_order_normal_and_tangent_turn_and_the_force_reacts),
      cmocka_unit_test(the_net_force_acts_at_the_centre_of_pressure),
      cmocka_unit_test(vertices_of_a_flex_belong_to_their_bodies),
      cmocka_unit_test(an_element_belongs_to_the_body_of_its_first_vertex),
      cmocka_unit_test(a_lattice_belongs_to_the_body_of_its_first_node),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
