// Pairs of elements from trees and sweeps against all pairs tried.

#include <stdlib.h>
#include <string.h>

#include "collide/flex_pairs.h"
#include "collide/pairs_support.h"

static Scene crumpled(const char* mode) {
  char xml[700];
  snprintf(
      xml, sizeof(xml),
      "<mujoco><worldbody><flexcomp name='f' type='grid' dim='2' count='7 6 1' spacing='.1 .1 "
      ".1' radius='.01' mass='1'><contact selfcollide='%s' internal='false'/></flexcomp>"
      "<flexcomp name='g' type='grid' dim='2' count='4 4 1' spacing='.1 .1 .1' radius='.01' "
      "mass='1'><contact selfcollide='none' internal='false'/></flexcomp></worldbody></mujoco>",
      mode);
  Scene s = loadScene(xml);
  Random random = {5};
  for (int i = 0; i < s.m->nq; i++) {
    s.d->qpos[i] += .12 * nextRandom(&random);
  }
  mj_forward(s.m, s.d);
  return s;
}

static bool overlap(Scene s, int flex1, int e1, int flex2, int e2) {
  lbElement a, b;
  lb_makeElement(s.m, s.d, flex1, e1, &a);
  lb_makeElement(s.m, s.d, flex2, e2, &b);
  for (int k = 0; k < 3; k++) {
    mjtNum reach = a.radius + b.radius;
    if (a.box[k] - reach > b.box[3 + k] || b.box[k] - reach > a.box[3 + k]) {
      return false;
    }
  }
  return true;
}

static bool shareVertex(Scene s, int e1, int e2) {
  const int *a = s.m->flex_elem + 3 * e1, *b = s.m->flex_elem + 3 * e2;
  for (int i = 0; i < 9; i++) {
    if (a[i / 3] == b[i % 3]) {
      return true;
    }
  }
  return false;
}

static void every_mode_finds_the_pairs_that_all_pairs_tried_give(void** state) {
  const char* modes[] = {"narrow", "bvh", "sap", "auto"};
  for (int k = 0; k < 4; k++) {
    Scene s = crumpled(modes[k]);
    int n = s.m->flex_elemnum[0], expected = 0;
    char* found = calloc((size_t)n * n, 1);
    mj_markStack(s.d);
    lbElementPairs pairs = lb_flexSelfPairs(s.m, s.d, 0);
    for (int i = 0; i < pairs.count; i++) {
      int a = pairs.items[i][0], b = pairs.items[i][1];
      assert_false(shareVertex(s, a, b));
      assert_false(found[a < b ? a * n + b : b * n + a]);
      found[a < b ? a * n + b : b * n + a] = 1;
    }
    mj_freeStack(s.d);
    for (int a = 0; a < n; a++) {
      for (int b = a + 1; b < n; b++) {
        bool near = !shareVertex(s, a, b) && overlap(s, 0, a, 0, b);
        assert_true(!near || found[a * n + b]);
        expected += near;
      }
    }
    assert_true(expected > 10);
    free(found);
    freeScene(s);
  }
}

static void two_flexes_have_the_pairs_that_all_pairs_tried_give(void** state) {
  Scene s = crumpled("none");
  int n = s.m->flex_elemnum[0], other = s.m->flex_elemnum[1], expected = 0;
  char* found = calloc((size_t)n * other, 1);
  mj_markStack(s.d);
  lbElementPairs pairs = lb_flexPairs(s.m, s.d, 0, 1, 0);
  for (int i = 0; i < pairs.count; i++) {
    found[pairs.items[i][0] * other + pairs.items[i][1]] = 1;
  }
  mj_freeStack(s.d);
  for (int a = 0; a < n; a++) {
    for (int b = 0; b < other; b++) {
      bool near = overlap(s, 0, a, 1, b);
      assert_true(!near || found[a * other + b]);
      expected += near;
    }
  }
  assert_true(expected > 10);
  free(found);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_mode_finds_the_pairs_that_all_pairs_tried_give),
      cmocka_unit_test(two_flexes_have_the_pairs_that_all_pairs_tried_give),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
