// Spans in columns against comparisons one by one.

#include "collide/spans.h"

#include "collide/pairs_support.h"
#include "math/inline.h"

static void what_meets_is_found_whatever_the_rounding(void** state) {
  enum { COUNT = 37 };
  Scene s = loadScene("<mujoco/>");
  Random random = {3};
  mj_markStack(s.d);
  lbSpans spans = lb_allocateSpans(s.d, COUNT);
  mjtNum ends[COUNT][4];
  for (int k = 0; k < COUNT; k++) {
    for (int axis = 0; axis < 2; axis++) {
      ends[k][2 * axis] = nextRandom(&random);
      ends[k][2 * axis + 1] = ends[k][2 * axis] + 0.5 + 0.5 * nextRandom(&random);
    }
    if (k % 5 == 4) {
      // begins exactly where another one ends
      ends[k][1] += ends[k - 1][1] - ends[k][0];
      ends[k][0] = ends[k - 1][1];
    }
    lbSpan span = lb_makeSpan(ends[k][0], ends[k][1], ends[k][2], ends[k][3]);
    lb_setSpan(&spans, k, &span);
  }
  int met = 0, apart = 0;
  for (int i = 0; i < COUNT; i++) {
    lbSpan own = lb_makeSpan(ends[i][0], ends[i][1], ends[i][2], ends[i][3]);
    for (int first = 0; first < COUNT; first += lbSPANS_LOOKED_AT) {
      unsigned found = lb_findMeeting(&spans, first, COUNT, &own);
      for (int k = 0; k < lbSPANS_LOOKED_AT; k++) {
        bool isFound = found >> k & 1, meets = first + k < COUNT;
        mjtNum gap = -1;  // the wider one of both axes
        for (int axis = 0; axis < 2 && meets; axis++) {
          const mjtNum *a = ends[i] + 2 * axis, *b = ends[first + k] + 2 * axis;
          gap = lb_max(gap, lb_max(a[0] - b[1], b[0] - a[1]));
        }
        meets &= gap <= 0;
        assert_true(isFound || !meets);
        if (isFound) {
          assert_true(first + k < COUNT);
          assert_true(gap < 1e-4);
        }
        met += meets;
        apart += !isFound;
      }
    }
  }
  assert_true(met > COUNT && apart > COUNT);
  mj_freeStack(s.d);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_meets_is_found_whatever_the_rounding),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
