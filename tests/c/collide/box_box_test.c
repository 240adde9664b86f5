// Contacts of two boxes against what geometry says.

#include "collide/pairs_support.h"

// A fixed cube with half sides 1 around the origin and a second box with a free joint.
static Scene boxes(const char* second) {
  char xml[600];
  snprintf(xml, sizeof(xml),
           "<mujoco><worldbody><geom type='box' size='1 1 1'/><body><freejoint/><geom type='box' "
           "size='%s'/></body></worldbody></mujoco>",
           second);
  return loadScene(xml);
}

static void place2(Scene s, const mjtNum pos[3], const mjtNum quat[4]) {
  mju_copy3(s.d->qpos, pos);
  mju_copy4(s.d->qpos + 3, quat);
  mj_fwdPosition(s.m, s.d);
}

static void a_small_face_on_a_large_one_has_its_four_corners(void** state) {
  Scene s = boxes(".2 .3 .4");
  place2(s, (mjtNum[]){.1, -.2, 1.39}, (mjtNum[]){1, 0, 0, 0});
  assert_int_equal(s.d->ncon, 4);
  for (int i = 0; i < 4; i++) {
    const mjContact* c = s.d->contact + i;
    assertClose(&c->dist, (mjtNum[]){-.01}, 1, 1e-12);
    assertClose(c->frame, (mjtNum[]){0, 0, 1}, 3, 1e-12);
    assertClose((mjtNum[]){fabs(c->pos[0] - .1), fabs(c->pos[1] + .2), c->pos[2]},
                (mjtNum[]){.2, .3, .995}, 3, 1e-12);
    for (int k = 0; k < i; k++) {
      assert_true(mju_dist3(c->pos, s.d->contact[k].pos) > .3);
    }
  }
  freeScene(s);
}

static void faces_that_overlap_partly_are_clipped(void** state) {
  Scene s = boxes("1 1 1");
  place2(s, (mjtNum[]){1.5, 1.2, 1.99}, (mjtNum[]){1, 0, 0, 0});
  assert_int_equal(s.d->ncon, 4);
  for (int i = 0; i < 4; i++) {
    const mjtNum* p = s.d->contact[i].pos;
    assert_true(p[0] > .5 - 1e-9 && p[0] < 1 + 1e-9 && p[1] > .2 - 1e-9 && p[1] < 1 + 1e-9);
  }
  freeScene(s);
}

// Turned by 45 degrees about z, a square over a square of the same size leaves an octagon.
static void a_turned_square_on_a_square_has_eight_contacts(void** state) {
  Scene s = boxes("1 1 1");
  const mjtNum half = 3.14159265358979 / 8;
  place2(s, (mjtNum[]){0, 0, 1.99}, (mjtNum[]){cos(half), 0, 0, sin(half)});
  assert_int_equal(s.d->ncon, 8);
  freeScene(s);
}

// Both boxes stand on edges that cross: one contact, normal to both.
static void crossed_edges_touch_in_one_point(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom type='box' size='1 1 1' euler='45 0 0'/><body><freejoint/><geom "
      "type='box' size='1 1 1' euler='0 45 0'/></body></worldbody></mujoco>");
  mjtNum top = sqrt(2);
  place2(s, (mjtNum[]){.1, .2, 2 * top - .01}, (mjtNum[]){1, 0, 0, 0});
  assert_int_equal(s.d->ncon, 1);
  const mjContact* c = s.d->contact;
  assertClose(&c->dist, (mjtNum[]){-.01}, 1, 1e-9);
  assertClose(c->frame, (mjtNum[]){0, 0, 1}, 3, 1e-9);
  assertClose(c->pos, (mjtNum[]){.1, 0, top - .005}, 3, 1e-9);
  freeScene(s);
}

static void boxes_further_apart_than_the_margin_have_no_contact(void** state) {
  Scene s = boxes("1 1 1"), wide = boxes("1 1 1' margin='.002");
  place2(s, (mjtNum[]){0, 0, 2.001}, (mjtNum[]){1, 0, 0, 0});
  place2(wide, s.d->qpos, s.d->qpos + 3);
  assert_int_equal(s.d->ncon, 0);
  assert_int_equal(wide.d->ncon, 4);
  freeScene(s);
  freeScene(wide);
}

// COMPAT: BOX-TIES: a corner on the edge of the other face is cut twice at the same place
static void contacts_that_repeat_one_are_left_out(void** state) {
  const mjtNum beyond[] = {1e-3, 1e-9, 1e-15};
  const int count[] = {5, 4, 4};
  for (int k = 0; k < 3; k++) {
    Scene s = boxes(".5 .5 .5");
    place2(s, (mjtNum[]){1 - sqrt(.5) + beyond[k], .04, 1.48},
           (mjtNum[]){cos(mjPI / 8), 0, 0, sin(mjPI / 8)});
    assert_int_equal(s.d->ncon, count[k]);
    freeScene(s);
  }
}

// COMPAT: BOX-TIES: a quarter turn is one up to rounding, and two edges lie on each other
static void edges_on_edges_of_a_box_turned_by_a_quarter_have_no_contacts_of_their_own(
    void** state) {
  for (int sign = -1; sign < 2; sign += 2) {
    char xml[400];
    snprintf(xml, sizeof(xml),
             "<mujoco><worldbody><geom type='box' size='.1 .15 .2' quat='.70710678118654757 0 0 "
             "%.17g'/><body><freejoint/><geom type='box' size='.1 .15 .2'/></body></worldbody>"
             "</mujoco>",
             sign * .70710678118654757);
    Scene s = loadScene(xml);
    for (int k = 0; k < 4; k++) {
      mjtNum shift = k % 2 ? -.05 : .05;
      place2(s, (mjtNum[]){k < 2 ? shift : 0, k < 2 ? 0 : shift, .39}, (mjtNum[]){1, 0, 0, 0});
      assert_int_equal(s.d->ncon, 4);
    }
    freeScene(s);
  }
}

// COMPAT: BOX-TIES: heights are counted from the face, where the least tilt is not lost
static void of_faces_that_touch_the_lower_corners_are_contacts(void** state) {
  Scene s = boxes("1 1 1");
  const mjtNum tilts[] = {0, 1e-20, 1e-33};
  for (int k = 0; k < 3; k++) {
    place2(s, (mjtNum[]){.5, 0, 2}, (mjtNum[]){1, 0, tilts[k], 0});
    assert_int_equal(s.d->ncon, k ? 2 : 4);
    for (int i = 0; i < s.d->ncon; i++) {
      assert_true(fabs(s.d->contact[i].dist) <= 4 * tilts[k]);
    }
  }
  freeScene(s);
}

// COMPAT: BOX-EDGE-BIAS: edges that are nearly in line with a face count when they are a twentieth
// further apart than it, and are chosen when it is by a little more.
static void edges_win_over_a_face_by_a_twentieth(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom type='box' size='.4 .3 .1' margin='.1'/><body><freejoint/>"
      "<geom type='box' size='.2 .3 .15' margin='.1'/></body></worldbody></mujoco>");
  place2(s, (mjtNum[]){-.11, -.0714, .2948}, (mjtNum[]){.9998, .0167, -.0087, .0015});
  assert_int_equal(s.d->ncon, 1);
  place2(s, (mjtNum[]){-.1249, -.1001, .3683}, (mjtNum[]){.9983, .0573, .0068, -.0025});
  assert_int_equal(s.d->ncon, 1);
  place2(s, (mjtNum[]){-.11, -.0714, .3}, (mjtNum[]){.9998, .0167, -.0087, .0015});
  assert_int_equal(s.d->ncon, 4);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_small_face_on_a_large_one_has_its_four_corners),
      cmocka_unit_test(faces_that_overlap_partly_are_clipped),
      cmocka_unit_test(a_turned_square_on_a_square_has_eight_contacts),
      cmocka_unit_test(crossed_edges_touch_in_one_point),
      cmocka_unit_test(boxes_further_apart_than_the_margin_have_no_contact),
      cmocka_unit_test(contacts_that_repeat_one_are_left_out),
      cmocka_unit_test(edges_on_edges_of_a_box_turned_by_a_quarter_have_no_contacts_of_their_own),
      cmocka_unit_test(of_faces_that_touch_the_lower_corners_are_contacts),
      cmocka_unit_test(edges_win_over_a_face_by_a_twentieth),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
