// Building bounding volume hierarchies.

#include <string.h>

#include "api/limber.h"
#include "collide/bvh_build.h"
#include "math/random.h"

enum { most = 300 };

static void everyNodeHoldsItsChildren(int count) {
  static lbBvhItem items[most];
  static int child[4 * most], nodeid[2 * most], depth[2 * most], seen[most], parents[2 * most];
  static double boxes[6 * most], aabb[12 * most];
  Random random = {(uint64_t)count};
  for (int i = 0; i < count; i++) {
    items[i].id = i;
    randomVector(&random, items[i].box, 6);
    for (int k = 3; k < 6; k++) {
      items[i].box[k] = .1 * fabs(items[i].box[k]);
    }
    memcpy(boxes + 6 * i, items[i].box, sizeof(items[i].box));
  }
  int n = lb_bvhBuild(items, NULL, count, child, nodeid, depth, aabb);
  assert_int_equal(n, lb_bvhNodeCount(count));
  memset(seen, 0, sizeof(seen));
  memset(parents, 0, sizeof(parents));
  assert_int_equal(depth[0], 0);
  for (int i = 0; i < n; i++) {
    if (nodeid[i] >= 0) {
      seen[nodeid[i]]++;
      assertClose(aabb + 6 * i, boxes + 6 * nodeid[i], 6, 1e-12);
      assert_int_equal(child[2 * i], -1);
      assert_int_equal(child[2 * i + 1], -1);
      continue;
    }
    for (int c = 0; c < 2; c++) {
      int k = child[2 * i + c];
      assert_true(k > i && k < n);
      assert_int_equal(depth[k], depth[i] + 1);
      parents[k]++;
      for (int j = 0; j < 3; j++) {
        double way = fabs(aabb[6 * k + j] - aabb[6 * i + j]);
        assert_true(way + aabb[6 * k + 3 + j] <= aabb[6 * i + 3 + j] + 1e-12);
      }
    }
  }
  for (int i = 0; i < count; i++) {
    assert_int_equal(seen[i], 1);
  }
  for (int i = 1; i < n; i++) {
    assert_int_equal(parents[i], 1);
  }
}

static void trees_enclose_every_item_once(void** state) {
  for (int count = 1; count < 20; count++) {
    everyNodeHoldsItsChildren(count);
  }
  everyNodeHoldsItsChildren(most);
}

static void items_at_the_same_place_do_not_degenerate(void** state) {
  lbBvhItem items[100];
  int child[400], nodeid[200], depth[200];
  memset(items, 0, sizeof(items));
  for (int i = 0; i < 100; i++) {
    items[i].id = i;
  }
  int n = lb_bvhBuild(items, NULL, 100, child, nodeid, depth, NULL);
  for (int i = 0; i < n; i++) {
    assert_true(depth[i] <= 10);
  }
}

static void a_placed_box_encloses_the_rotated_one(void** state) {
  Random random = {7};
  for (int t = 0; t < 100; t++) {
    double box[6], pos[3], quat[4], mat[9], res[6], corner[3], placed[3];
    randomVector(&random, box, 6);
    randomVector(&random, pos, 3);
    randomUnit(&random, quat, 4);
    mju_quat2Mat(mat, quat);
    for (int k = 3; k < 6; k++) {
      box[k] = fabs(box[k]);
    }
    lb_bvhPlaceBox(res, box, pos, mat);
    double reach[3] = {0, 0, 0};
    for (int c = 0; c < 8; c++) {
      for (int k = 0; k < 3; k++) {
        corner[k] = box[k] + (c >> k & 1 ? box[3 + k] : -box[3 + k]);
      }
      mju_mulMatVec3(placed, mat, corner);
      for (int k = 0; k < 3; k++) {
        reach[k] = fmax(reach[k], fabs(placed[k] + pos[k] - res[k]));
      }
    }
    assertClose(reach, res + 3, 3, 1e-12);
  }
}

// COMPAT: BVH-EQUAL-CENTRES
static void centres_that_differ_by_rounding_are_in_order_of_their_ids(void** state) {
  const mjtNum shifts[] = {9e-15, 1.1e-14};
  for (int k = 0; k < 2; k++) {
    lbBvhItem items[] = {{0, {shifts[k], 0, 0, .1, .1, .1}}, {1, {0, 0, 0, .1, .1, .1}}};
    int child[6], nodeid[3], depth[3];
    assert_int_equal(lb_bvhBuild(items, NULL, 2, child, nodeid, depth, NULL), 3);
    assert_int_equal(nodeid[child[0]], k);
    assert_int_equal(nodeid[child[1]], 1 - k);
  }
}

// COMPAT: BVH-EQUAL-AXES
static void of_equal_lengths_the_first_is_cut_unless_they_are_large(void** state) {
  const mjtNum sizes[] = {1, 50, 100, 1e10};
  const int low[] = {1, 1, 2, 2};  // the item that is lowest in x, in z
  for (int k = 0; k < 4; k++) {
    mjtNum h = sizes[k];
    lbBvhItem items[] = {
        {0, {0, 0, 0, h, h, h}}, {1, {-.2, 0, .1, .1, .1, .1}}, {2, {.1, 0, -.2, .1, .1, .1}}};
    int child[10], nodeid[5], depth[5];
    assert_int_equal(lb_bvhBuild(items, NULL, 3, child, nodeid, depth, NULL), 5);
    assert_int_equal(nodeid[child[0]], low[k]);
  }
}

static void a_box_holds_its_points(void** state) {
  const mjtNum points[][3] = {{1, 0, 2}, {-3, 4, 2}, {0, 1, 2}};
  mjtNum box[6];
  lb_bvhBoxPoints(box, points, 3);
  assertClose(box, (const mjtNum[]){-1, 2, 2, 2, 2, 0}, 6, 0);
}

// Centres of their own, one of them none: that item stays where its number puts it.
static void items_can_have_centres_of_their_own(void** state) {
  const lbBvhItem items[3] = {
      {0, {0, 0, 0, 1, 1, 1}}, {1, {5, 0, 0, 1, 1, 1}}, {2, {9, 0, 0, 1, 1, 1}}};
  const mjtNum center[9] = {3, 0, 0, 2, 0, 0, 1, 0, 0};
  int child[10], nodeid[5], depth[5];
  assert_int_equal(lb_bvhBuild(items, center, 3, child, nodeid, depth, NULL), 5);
  assert_int_equal(nodeid[1], 2);
  assert_int_equal(nodeid[3] + nodeid[4], 1);
  const mjtNum none[9] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
  lb_bvhBuild(items, none, 3, child, nodeid, depth, NULL);
  assert_int_equal(nodeid[1], 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trees_enclose_every_item_once),
      cmocka_unit_test(items_at_the_same_place_do_not_degenerate),
      cmocka_unit_test(centres_that_differ_by_rounding_are_in_order_of_their_ids),
      cmocka_unit_test(of_equal_lengths_the_first_is_cut_unless_they_are_large),
      cmocka_unit_test(a_box_holds_its_points),
      cmocka_unit_test(a_placed_box_encloses_the_rotated_one),
      cmocka_unit_test(items_can_have_centres_of_their_own),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
