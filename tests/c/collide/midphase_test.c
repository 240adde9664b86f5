// The mid phase leaves nothing out.

#include <stdio.h>

#include "collide/midphase.h"
#include "collide/pairs_support.h"

// Two bodies of many balls, interlocked.
static Scene clusters(const char* option) {
  static char xml[9000];
  Random random = {11};
  int length = snprintf(xml, sizeof(xml), "<mujoco><option>%s</option><worldbody>", option);
  for (int body = 0; body < 2; body++) {
    length += snprintf(xml + length, sizeof(xml) - length, "<body><freejoint/>");
    for (int i = 0; i < 40; i++) {
      length +=
          snprintf(xml + length, sizeof(xml) - length,
                   "<geom type='%s' size='.1 .1 .1' pos='%.3f %.3f %.3f' %s/>",
                   i % 3 ? "sphere" : "box", .5 * nextRandom(&random), .5 * nextRandom(&random),
                   .5 * nextRandom(&random), i % 5 ? "" : "contype='2' conaffinity='2'");
    }
    length += snprintf(xml + length, sizeof(xml) - length, "</body>");
  }
  snprintf(xml + length, sizeof(xml) - length, "</worldbody></mujoco>");
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  return s;
}

static void the_tree_of_boxes_finds_the_contacts_that_all_pairs_have(void** state) {
  Scene tree = clusters("<flag midphase='enable'/>"), all = clusters("<flag midphase='disable'/>");
  assert_true(tree.d->ncon > 10);
  assert_int_equal(tree.d->ncon, all.d->ncon);
  for (int i = 0; i < tree.d->ncon; i++) {
    bool found = false;
    for (int k = 0; k < all.d->ncon && !found; k++) {
      const mjContact *a = tree.d->contact + i, *b = all.d->contact + k;
      found = a->geom[0] == b->geom[0] && a->geom[1] == b->geom[1] && a->dist == b->dist &&
              mju_dist3(a->pos, b->pos) == 0;
    }
    assert_true(found);
  }
  freeScene(tree);
  freeScene(all);
}

// bvh_active, which the abstract scene shows
static void small_bodies_have_touched_boxes_where_a_program_shows_them(void** state) {
  Scene s = loadScene(
      "<mujoco><visual><global bvactive='true'/></visual><worldbody><body><freejoint/>"
      "<geom size='.1'/></body><body pos='0 0 .19'><freejoint/><geom size='.1'/>"
      "<geom size='.1' pos='.25 0 0'/></body></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->ncon, 1);
  const int wanted[] = {1, 1, 1, 0};
  for (int i = 0; i < 4; i++) {
    assert_int_equal(s.d->bvh_active[i], wanted[i]);
  }
  freeScene(s);
}

static void pairs_are_sorted_and_pass_the_masks(void** state) {
  Scene s = clusters("");
  int count;
  mj_markStack(s.d);
  const int(*pairs)[2] = lb_geomPairs(s.m, s.d, 1, 2, &count);
  assert_true(count > 10);
  for (int i = 0; i < count; i++) {
    int a = pairs[i][0], b = pairs[i][1];
    assert_true(s.m->geom_type[a] <= s.m->geom_type[b]);
    assert_true((s.m->geom_contype[a] & s.m->geom_conaffinity[b]) ||
                (s.m->geom_contype[b] & s.m->geom_conaffinity[a]));
    assert_true(!i || pairs[i - 1][0] < a || (pairs[i - 1][0] == a && pairs[i - 1][1] < b));
  }
  mj_freeStack(s.d);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_tree_of_boxes_finds_the_contacts_that_all_pairs_have),
      cmocka_unit_test(small_bodies_have_touched_boxes_where_a_program_shows_them),
      cmocka_unit_test(pairs_are_sorted_and_pass_the_masks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
