// One element of a flex as a shape.

#include "collide/flex_element.h"
#include "collide/pairs_support.h"

static Scene triangleScene(const char* geom) {
  char xml[900];
  snprintf(xml, sizeof(xml),
           "<mujoco><worldbody>%s<flexcomp name='f' type='direct' dim='2' point='0 0 0 1 0 0 0 1 "
           "0' element='0 1 2' radius='.01' mass='1'><contact selfcollide='none'/></flexcomp>"
           "</worldbody></mujoco>",
           geom);
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  return s;
}

static void an_element_has_its_corners_and_their_box(void** state) {
  Scene s = triangleScene("");
  lbElement e;
  lb_makeElement(s.m, s.d, 0, 0, &e);
  assert_int_equal(e.dim, 2);
  assertClose(e.point, (mjtNum[]){0, 0, 0, 1, 0, 0, 0, 1, 0}, 9, 1e-12);
  assertClose(e.box, (mjtNum[]){0, 0, 0, 1, 1, 0}, 6, 1e-12);
  assert_true(e.radius == .01);
  freeScene(s);
}

static void a_ball_above_the_middle_is_pushed_upwards(void** state) {
  Scene s = triangleScene("<geom size='.1' pos='.25 .25 .1'/>");
  lbElement e;
  mjPreContact con[mjMAXCONPAIR];
  lb_makeElement(s.m, s.d, 0, 0, &e);
  assert_int_equal(lb_collideGeomElement(s.m, s.d, con, 0, &e, 0), 1);
  assertClose(&con[0].dist, (mjtNum[]){-.01}, 1, 1e-6);
  assertClose(con[0].normal, (mjtNum[]){0, 0, -1}, 3, 1e-5);
  assertClose(con[0].pos, (mjtNum[]){.25, .25, .005}, 3, 1e-5);
  freeScene(s);
}

static void a_vertex_across_an_edge_is_kept_off_the_triangle(void** state) {
  Scene s = triangleScene("");
  lbElement e;
  mjPreContact con;
  lb_makeElement(s.m, s.d, 0, 0, &e);
  assert_true(lb_collideElementVertex(&con, &e, (mjtNum[]){.3, .3, .015}));
  assertClose(&con.dist, (mjtNum[]){-.005}, 1, 1e-12);
  assertClose(con.normal, (mjtNum[]){0, 0, -1}, 3, 1e-12);
  assert_false(lb_collideElementVertex(&con, &e, (mjtNum[]){.3, .3, .05}));
  freeScene(s);
}

static void only_outer_layers_of_solids_are_active(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><flexcomp name='f' type='grid' dim='3' count='6 6 6' spacing='.1 .1 .1' "
      "radius='.01' mass='1'><contact selfcollide='none' activelayers='1'/></flexcomp>"
      "</worldbody></mujoco>");
  int active = 0;
  for (int e = 0; e < s.m->flex_elemnum[0]; e++) {
    active += lb_elementActive(s.m, 0, e);
    assert_int_equal(lb_elementActive(s.m, 0, e), s.m->flex_elemlayer[e] == 0);
  }
  assert_true(active > 0 && active < s.m->flex_elemnum[0]);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_element_has_its_corners_and_their_box),
      cmocka_unit_test(a_ball_above_the_middle_is_pushed_upwards),
      cmocka_unit_test(a_vertex_across_an_edge_is_kept_off_the_triangle),
      cmocka_unit_test(only_outer_layers_of_solids_are_active),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
