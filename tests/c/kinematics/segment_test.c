// Straight segments between points of two bodies.

#include "kinematics/segment.h"
#include "bodies_support.h"
#include "check.h"

enum { MAX_DOFS = 40 };

// A path with a full row.
static lbPath fullPath(const mjModel* m, mjtNum* J, int* column) {
  for (int i = 0; i < m->nv; i++) {
    column[i] = i;
    J[i] = 0;
  }
  return (lbPath){.column = column, .J = J, .columnCount = (int)m->nv, .divisor = 1};
}

// The segment between two sites of a scene.
static lbPath between(Scene s, const char* start, const char* end, mjtNum divisor, mjtNum* J,
                      int* column) {
  int a = mj_name2id(s.m, mjOBJ_SITE, start), b = mj_name2id(s.m, mjOBJ_SITE, end);
  lbPath path = fullPath(s.m, J, column);
  path.divisor = divisor;
  lb_addSegment(s.m, s.d, &path, s.d->site_xpos + 3 * a, s.m->site_bodyid[a],
                s.d->site_xpos + 3 * b, s.m->site_bodyid[b]);
  return path;
}

static void a_segment_is_as_long_as_its_ends_are_apart(void** state) {
  Scene s = movingScene();
  mjtNum J[MAX_DOFS];
  int column[MAX_DOFS];
  int a = mj_name2id(s.m, mjOBJ_SITE, "toe"), b = mj_name2id(s.m, mjOBJ_SITE, "peg");
  mjtNum apart = mju_dist3(s.d->site_xpos + 3 * a, s.d->site_xpos + 3 * b);
  ASSERT_NEAR(between(s, "toe", "peg", 1, J, column).length, apart, 1e-12);
  ASSERT_NEAR(between(s, "toe", "peg", 4, J, column).length, apart / 4, 1e-12);
  freeScene(s);
}

static void the_row_is_the_gradient_of_the_length(void** state) {
  static const char* const ends[][2] = {
      {"toe", "peg"}, {"hand", "toe"}, {"hip", "toe"}, {"anchor", "hand"}};
  Scene s = movingScene();
  mjtNum qpos[MAX_DOFS], J[MAX_DOFS], other[MAX_DOFS];
  int column[MAX_DOFS];
  mju_copy(qpos, s.d->qpos, (int)s.m->nq);
  for (int k = 0; k < 4; k++) {
    between(s, ends[k][0], ends[k][1], 2, J, column);
    for (int i = 0; i < s.m->nv; i++) {
      mjtNum length[2], eps = 1e-6;
      for (int side = 0; side < 2; side++) {
        nudge(s, i, side ? eps : -eps);
        length[side] = between(s, ends[k][0], ends[k][1], 2, other, column).length;
        mju_copy(s.d->qpos, qpos, (int)s.m->nq);
      }
      ASSERT_NEAR(J[i], (length[1] - length[0]) / (2 * eps), 1e-8);
    }
    mj_fwdPosition(s.m, s.d);
  }
  freeScene(s);
}

static void dofs_that_move_both_ends_do_not_count(void** state) {
  Scene s = movingScene();
  mjtNum J[MAX_DOFS];
  int column[MAX_DOFS];
  between(s, "hip", "toe", 1, J, column);
  for (int i = 0; i < 6; i++) {
    ASSERT_NEAR(J[i], 0, 0);
  }

  // both ends on one body: a length, no gradient
  int site = mj_name2id(s.m, mjOBJ_SITE, "toe"), body = s.m->site_bodyid[site];
  lbPath path = fullPath(s.m, J, column);
  lb_addSegment(s.m, s.d, &path, s.d->site_xpos + 3 * site, body, s.d->xpos + 3 * body, body);
  assert_true(path.length > .1);
  for (int i = 0; i < s.m->nv; i++) {
    ASSERT_NEAR(J[i], 0, 0);
  }
  freeScene(s);
}

// A row of zeros is told from one of what rounding leaves.
static void dofs_of_ends_that_nothing_moves_apart_are_rounded(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body pos='.1 .2 .3' euler='10 20 30'><freejoint/><geom size='.1'/>"
      "<site name='a' pos='.11 .13 .17'/><body pos='.1 .2 .3'><geom size='.1'/>"
      "<site name='b' pos='.3 .1 .07'/></body></body></worldbody></mujoco>");
  mjtNum J[MAX_DOFS];
  int column[MAX_DOFS], rounded = 0;
  for (int k = 0; k < 20; k++) {
    mju_copy(s.d->qpos + 3, (mjtNum[]){.1 * k, .7, -.3, .2}, 4);
    mj_fwdPosition(s.m, s.d);
    between(s, "a", "b", 1, J, column);
    rounded += !mju_isZero(J, 6);
    for (int i = 0; i < 6; i++) {
      ASSERT_NEAR(J[i], 0, 1e-15);
    }
  }
  assert_true(rounded > 0);
  freeScene(s);
}

static void a_point_moves_with_its_jacobian(void** state) {
  Scene s = movingScene();
  int site = mj_name2id(s.m, mjOBJ_SITE, "toe"), nv = (int)s.m->nv;
  mjtNum J[MAX_DOFS], jacp[3 * MAX_DOFS], expected[MAX_DOFS], direction[3] = {.1, -.2, .3};
  int column[MAX_DOFS];
  lbPath path = fullPath(s.m, J, column);
  lb_addPoint(s.m, s.d, &path, s.m->site_bodyid[site], s.d->site_xpos + 3 * site, direction);
  mj_jacSite(s.m, s.d, jacp, NULL, site);
  mju_mulMatTVec(expected, jacp, direction, 3, nv);
  assert_near(expected, J, nv, 1e-12);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_segment_is_as_long_as_its_ends_are_apart),
      cmocka_unit_test(the_row_is_the_gradient_of_the_length),
      cmocka_unit_test(dofs_that_move_both_ends_do_not_count),
      cmocka_unit_test(dofs_of_ends_that_nothing_moves_apart_are_rounded),
      cmocka_unit_test(a_point_moves_with_its_jacobian),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
