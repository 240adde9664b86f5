// Portal refinement by libccd.

#include "collide/mpr.h"
#include "collide/pairs_support.h"

static lbShape ball(mjtNum x, mjtNum radius) {
  lbShape shape = {.type = mjGEOM_SPHERE, .geom = -1, .vertex = -1, .vertexMesh = -1};
  shape.pos[0] = x;
  shape.mat[0] = shape.mat[4] = shape.mat[8] = 1;
  shape.size[0] = radius;
  return shape;
}

static void the_depth_of_two_balls_is_what_their_radii_lack(void** state) {
  Scene s = loadScene("<mujoco/>");
  lbShape a = ball(0, 1), b = ball(1.7, .8);
  mjPreContact con;
  assert_true(lb_mprPenetration(s.m, &a, &b, &con));
  assertClose(&con.dist, (mjtNum[]){-.1}, 1, 1e-4);
  assertClose(con.normal, (mjtNum[]){1, 0, 0}, 3, 1e-2);
  assertClose(con.pos, (mjtNum[]){.95, 0, 0}, 3, 1e-2);
  freeScene(s);
}

static void shapes_apart_have_no_contact(void** state) {
  Scene s = loadScene("<mujoco/>");
  lbShape a = ball(0, 1), b = ball(1.9, .8);
  mjPreContact con;
  assert_false(lb_mprPenetration(s.m, &a, &b, &con));
  freeScene(s);
}

// COMPAT: COL-36: it is what the flag asks for.
static void without_native_collision_convex_geoms_are_met_by_it(void** state) {
  const char* xml =
      "<mujoco><option><flag nativeccd='%s' multiccd='disable'/></option><worldbody><geom "
      "type='ellipsoid' size='.1 .2 .3'/><body pos='.15 0 .1'><freejoint/><geom type='cylinder' "
      "size='.1 .1'/></body></worldbody></mujoco>";
  mjtNum dist[2];
  for (int native = 0; native < 2; native++) {
    char text[500];
    snprintf(text, sizeof(text), xml, native ? "enable" : "disable");
    Scene s = loadScene(text);
    mj_forward(s.m, s.d);
    assert_int_equal(s.d->ncon, 1);
    dist[native] = s.d->contact[0].dist;
    freeScene(s);
  }
  // two methods: near, and not the same
  assertClose(dist, dist + 1, 1, 1e-2);
  assert_true(dist[0] != dist[1]);
}

// COMPAT: COL-PORTAL-BITS: depths of the peer, which a shift of 1e-15 changes by 1e-5 to 1e-4
static void thin_portals_have_the_depths_of_the_last_bits(void** state) {
  const char* poses[] = {
      "pos='-.1 -.1 .1' quat='-1.59 .34 -1.15 -.27'", "pos='-.02 .02 .1' quat='.52 .96 .66 -.62'",
      "pos='-.04 -.09 .06' quat='-.37 .5 .75 .26'", "pos='-.03 .07 .13' quat='-.77 .21 .01 -1.78'"};
  const mjtNum depths[] = {-0.01764293304148867, -0.09316761456621987, -0.05912544429289295,
                           -0.033126504908590135};
  for (int k = 0; k < 4; k++) {
    char xml[500];
    snprintf(xml, sizeof(xml),
             "<mujoco><option><flag nativeccd='disable'/></option><worldbody><geom "
             "type='cylinder' size='.06 .09'/><body %s><joint/><geom type='box' "
             "size='.08 .05 .07'/></body></worldbody></mujoco>",
             poses[k]);
    Scene s = loadScene(xml);
    mj_forward(s.m, s.d);
    assert_int_equal(s.d->ncon, 1);
    assertClose(&s.d->contact[0].dist, depths + k, 1, 1e-12);
    freeScene(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_depth_of_two_balls_is_what_their_radii_lack),
      cmocka_unit_test(shapes_apart_have_no_contact),
      cmocka_unit_test(thin_portals_have_the_depths_of_the_last_bits),
      cmocka_unit_test(without_native_collision_convex_geoms_are_met_by_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
