// Contacts of a capsule and a box in positions with a closed form.

#include "collide/collide.h"
#include "collide/pairs_support.h"

static const mjtNum axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const mjtNum alongX[9] = {0, 0, 1, 0, 1, 0, -1, 0, 0};
static const mjtNum origin[3] = {0, 0, 0}, sides[3] = {1, 1, 1};

static void a_capsule_lying_on_a_face_touches_with_both_ends(void** state) {
  mjPreContact con[mjMAXCONPAIR];
  int count = lb_capsuleBox(con, (mjtNum[]){.1, .2, 1.09}, alongX, (mjtNum[]){.1, .5}, origin, axes,
                            sides, 0);
  assert_int_equal(count, 2);
  for (int i = 0; i < 2; i++) {
    assertClose(&con[i].dist, (mjtNum[]){-.01}, 1, 1e-12);
    assertClose(con[i].normal, (mjtNum[]){0, 0, -1}, 3, 1e-12);
    assertClose((mjtNum[]){fabs(con[i].pos[0] - .1), con[i].pos[1], con[i].pos[2]},
                (mjtNum[]){.5, .2, .995}, 3, 1e-12);
  }
}

static void an_upright_capsule_touches_with_its_end(void** state) {
  mjPreContact con[mjMAXCONPAIR];
  int count = lb_capsuleBox(con, (mjtNum[]){.3, -.2, 1.58}, axes, (mjtNum[]){.1, .5}, origin, axes,
                            sides, 0);
  assert_true(count >= 1);
  assertClose(&con[0].dist, (mjtNum[]){-.02}, 1, 1e-12);
  assertClose(con[0].pos, (mjtNum[]){.3, -.2, .99}, 3, 1e-12);
}

// Beside an edge of the box, parallel to the diagonal across it: the edge is the nearest feature.
static void an_edge_is_met_at_the_distance_of_two_lines(void** state) {
  mjPreContact con[mjMAXCONPAIR];
  mjtNum r = sqrt(.5), pos[3] = {1 + .05 * r, .2, 1 + .05 * r};
  mjtNum across[9] = {r, 0, r, 0, 1, 0, r, 0, -r};  // axis along (1, 0, -1)
  int count = lb_capsuleBox(con, pos, across, (mjtNum[]){.1, .5}, origin, axes, sides, 0);
  assert_true(count >= 1);
  mjtNum least = 0;
  for (int i = 0; i < count; i++) {
    least = fmin(least, con[i].dist);
  }
  assertClose(&least, (mjtNum[]){-.05}, 1, 1e-9);
}

static void what_is_beyond_the_margin_is_left_out(void** state) {
  mjPreContact con[mjMAXCONPAIR];
  mjtNum pos[3] = {0, 0, 1.12}, size[2] = {.1, .5};
  assert_int_equal(lb_capsuleBox(con, pos, alongX, size, origin, axes, sides, .01), 0);
  assert_int_equal(lb_capsuleBox(con, pos, alongX, size, origin, axes, sides, .03), 2);
}

// Its end is in the plane of a side: the segment leaves the face where it begins.
static void an_end_above_the_rim_touches_once(void** state) {
  mjPreContact con[mjMAXCONPAIR];
  mjtNum pos[3] = {1.5, .25, 1.0625}, size[2] = {.125, .5};
  assert_int_equal(lb_capsuleBox(con, pos, alongX, size, origin, axes, sides, 0), 1);
  assertClose(con[0].pos, (mjtNum[]){1, .25, .96875}, 3, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_capsule_lying_on_a_face_touches_with_both_ends),
      cmocka_unit_test(an_upright_capsule_touches_with_its_end),
      cmocka_unit_test(an_edge_is_met_at_the_distance_of_two_lines),
      cmocka_unit_test(what_is_beyond_the_margin_is_left_out),
      cmocka_unit_test(an_end_above_the_rim_touches_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
