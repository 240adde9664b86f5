// Contacts of flat patches: meshes that are boxes, where the corners of a patch are known.

#include "collide/pairs_support.h"

#define CUBE "vertex='-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1'"

static Scene cubes(const char* second) {
  char xml[900];
  snprintf(xml, sizeof(xml),
           "<mujoco><asset><mesh name='c' " CUBE "/><mesh name='s' scale='.3 .2 .5' " CUBE
           "/></asset><worldbody><geom type='mesh' mesh='c'/><body><freejoint/><geom %s/></body>"
           "</worldbody></mujoco>",
           second);
  return loadScene(xml);
}

static void poseAt(Scene s, mjtNum x, mjtNum y, mjtNum z, const mjtNum quat[4]) {
  mju_copy3(s.d->qpos, (mjtNum[]){x, y, z});
  mju_copy4(s.d->qpos + 3, quat);
  mj_fwdPosition(s.m, s.d);
}

static const mjtNum upright[4] = {1, 0, 0, 0};

static void the_corners_of_a_small_face_are_the_contacts(void** state) {
  Scene s = cubes("type='mesh' mesh='s'");
  poseAt(s, .2, .1, 1.49, upright);
  assert_int_equal(s.d->ncon, 4);
  for (int i = 0; i < 4; i++) {
    const mjContact* c = s.d->contact + i;
    assertClose(&c->dist, (mjtNum[]){-.01}, 1, 1e-6);
    assertClose(c->frame, (mjtNum[]){0, 0, 1}, 3, 1e-6);
    assertClose((mjtNum[]){fabs(c->pos[0] - .2), fabs(c->pos[1] - .1), c->pos[2]},
                (mjtNum[]){.3, .2, .995}, 3, 1e-6);
  }
  freeScene(s);
}

// COMPAT: COL-45: of a patch with more corners four are taken, which span it.
static void an_octagon_is_covered_by_four_contacts(void** state) {
  Scene s = cubes("type='mesh' mesh='c'");
  mjtNum half = 3.14159265358979 / 8;
  poseAt(s, 0, 0, 1.99, (mjtNum[]){cos(half), 0, 0, sin(half)});
  assert_int_equal(s.d->ncon, 4);
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < i; k++) {
      assert_true(mju_dist3(s.d->contact[i].pos, s.d->contact[k].pos) > .5);
    }
  }
  freeScene(s);
}

// A box that stands on an edge: COMPAT: PATCH-TIES, a clipped edge gives two contacts.
static void an_edge_on_a_face_has_two_contacts(void** state) {
  Scene s = cubes("type='box' size='.3 .3 .3'");
  mjtNum eighth = 3.14159265358979 / 8;
  poseAt(s, 0, 0, 1 + .3 * sqrt(2) - .01, (mjtNum[]){cos(eighth), sin(eighth), 0, 0});
  assert_int_equal(s.d->ncon, 2);
  mjtNum ends[2] = {s.d->contact[0].pos[0], s.d->contact[1].pos[0]};
  assertClose((mjtNum[]){fabs(ends[0]), fabs(ends[1]), ends[0] + ends[1]}, (mjtNum[]){.3, .3, 0}, 3,
              1e-6);
  freeScene(s);
}

// COMPAT: COL-45: of the edges of a corner that lie along the face, the one that comes first along
// the polygons around it; numbers of the peer
static void a_blunt_corner_on_a_face_gives_one_of_its_edges(void** state) {
  Scene s = loadScene(
      "<mujoco><asset><mesh name='m' vertex='0 0 0 .1 .07 .01 -.1 .07 .01 -.1 -.07 .01 "
      ".1 -.07 .01 0 0 .2'/></asset><worldbody><geom type='box' size='.3 .3 .1'/><body "
      "pos='.01 -.007 .08' euler='1 .5 20'><freejoint/><geom type='mesh' mesh='m'/></body>"
      "</worldbody></mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->ncon, 2);
  assertClose(s.d->contact[0].pos, (mjtNum[]){.01, -.007, .09}, 3, 1e-6);
  assertClose(s.d->contact[1].pos, (mjtNum[]){.127993, -.038728, .094209}, 3, 1e-6);
  freeScene(s);
}

static void without_the_flag_there_is_one_contact(void** state) {
  Scene s = cubes("type='mesh' mesh='s'");
  s.m->opt.disableflags |= mjDSBL_MULTICCD;
  poseAt(s, .2, .1, 1.49, upright);
  assert_int_equal(s.d->ncon, 1);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_corners_of_a_small_face_are_the_contacts),
      cmocka_unit_test(an_octagon_is_covered_by_four_contacts),
      cmocka_unit_test(an_edge_on_a_face_has_two_contacts),
      cmocka_unit_test(a_blunt_corner_on_a_face_gives_one_of_its_edges),
      cmocka_unit_test(without_the_flag_there_is_one_contact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
