// Points and elements of the built-in shapes of flexcomps.

#include "math/inline.h"
#include "mjcf/flexcomp.h"
#include "spec/spec_support.h"

static lbFlexcomp comp(int type, int dim, int x, int y, int z) {
  return (lbFlexcomp){
      .type = type, .dim = dim, .count = {x, y, z}, .spacing = {.1, .2, .3}, .quat = {1}};
}

static void make(lbFlexcomp* c) {
  assert_string_equal(lb_makeFlexShape(c), "");
}

// Six times the signed volume of an element of four corners.
static double volumeOf(const lbFlexcomp* c, const int* e) {
  double side[3][3], cross[3];
  for (int k = 0; k < 3; k++) {
    mju_sub3(side[k], c->points.items + 3 * e[k + 1], c->points.items + 3 * e[0]);
  }
  mju_cross(cross, side[0], side[1]);
  return mju_dot3(cross, side[2]);
}

static void a_grid_is_centred_and_has_a_point_for_each_place(void** state) {
  lbFlexcomp line = comp(LB_FLEXCOMP_GRID, 1, 3, 1, 1), sheet = comp(LB_FLEXCOMP_GRID, 2, 3, 2, 1);
  make(&line);
  ASSERT_NUMBERS(line.points.items, 1e-15, -.1, 0, 0, 0, 0, 0, .1, 0, 0);
  ASSERT_NUMBERS(line.elements.items, 0, 0, 1, 1, 2);
  make(&sheet);
  assert_int_equal(sheet.points.count, 3 * 6);
  assert_int_equal(sheet.elements.count, 3 * 2 * 2);
  ASSERT_NUMBERS(sheet.points.items, 1e-15, -.1, -.1, 0, -.1, .1, 0);
  lb_freeFlexcomp(&line);
  lb_freeFlexcomp(&sheet);
}

static void cells_of_a_solid_grid_are_filled_by_tetrahedra(void** state) {
  lbFlexcomp c = comp(LB_FLEXCOMP_GRID, 3, 3, 2, 2);
  make(&c);
  assert_int_equal(c.elements.count, 4 * 6 * 2);
  double volume = 0;
  for (int i = 0; i < c.elements.count; i += 4) {
    double own = volumeOf(&c, c.elements.items + i);
    assert_true(own * volumeOf(&c, c.elements.items) > 0);
    volume += fabs(own) / 6;
  }
  ASSERT_NEAR(volume, .2 * .2 * .3, 1e-12);
  lb_freeFlexcomp(&c);
}

// FLEXCOMP-DISC: the half side counts twice.
static void a_disc_has_its_points_on_circles(void** state) {
  lbFlexcomp c = comp(LB_FLEXCOMP_DISC, 2, 5, 5, 1);
  c.spacing[1] = .1;
  make(&c);
  for (int i = 0; i < 25; i++) {
    const double* p = c.points.items + 3 * i;
    int ring = lb_maxInt(abs(i / 5 - 2), abs(i % 5 - 2));
    ASSERT_NEAR(hypot(p[0], p[1]), .1 * ring * .2, 1e-12);
  }

  // diagonals point away from the middle: each corner belongs to two triangles
  static const int corners[4] = {0, 4, 20, 24};
  for (int k = 0; k < 4; k++) {
    int triangles = 0;
    for (int i = 0; i < c.elements.count; i++) {
      triangles += c.elements.items[i] == corners[k];
    }
    assert_int_equal(triangles, 2);
  }
  lb_freeFlexcomp(&c);
}

static void a_circle_is_closed_with_edges_of_the_spacing(void** state) {
  lbFlexcomp c = comp(LB_FLEXCOMP_CIRCLE, 1, 9, 1, 1);
  make(&c);
  assert_int_equal(c.points.count, 3 * 8);
  for (int e = 0; e < 8; e++) {
    const double *a = c.points.items + 3 * c.elements.items[2 * e],
                 *b = c.points.items + 3 * c.elements.items[2 * e + 1];
    ASSERT_NEAR(mju_dist3(a, b), .1, 1e-12);
  }
  lb_freeFlexcomp(&c);
}

static void shells_have_their_points_on_the_shape(void** state) {
  lbFlexcomp box = comp(LB_FLEXCOMP_BOX, 3, 4, 4, 4),
             ball = comp(LB_FLEXCOMP_ELLIPSOID, 3, 4, 4, 4);
  make(&box);
  make(&ball);

  // the centre comes first; 64 points less the 8 inside
  assert_int_equal(box.points.count, 3 * (1 + 56));
  ASSERT_NUMBERS(box.points.items, 0, 0, 0, 0);
  for (int i = 1; i < 57; i++) {
    const double *p = box.points.items + 3 * i, *q = ball.points.items + 3 * i;
    double side = fmax(fabs(p[0]) / .15, fmax(fabs(p[1]) / .3, fabs(p[2]) / .45));
    ASSERT_NEAR(side, 1, 1e-12);
    double x = q[0] / .15, y = q[1] / .3, z = q[2] / .45;
    ASSERT_NEAR(x * x + y * y + z * z, 1, 1e-12);
  }

  // tetrahedra with the centre fill the box
  double volume = 0;
  for (int i = 0; i < box.elements.count; i += 4) {
    volume += fabs(volumeOf(&box, box.elements.items + i)) / 6;
  }
  ASSERT_NEAR(volume, .3 * .6 * .9, 1e-12);
  lb_freeFlexcomp(&box);
  lb_freeFlexcomp(&ball);
}

static void shapes_without_elements_are_refused(void** state) {
  const struct {
    lbFlexcomp comp;
    const char* reason;
  } cases[] = {{comp(LB_FLEXCOMP_GRID, 1, 1, 1, 1), "No elements were created in grid"},
               {comp(LB_FLEXCOMP_GRID, 2, 3, 1, 1), "No elements were created in grid"},
               {comp(LB_FLEXCOMP_GRID, 2, 3, 3, 2), "count[2] must be 1 in a 2D grid"},
               {comp(LB_FLEXCOMP_CIRCLE, 1, 2, 1, 1), "Count too small"},
               {comp(LB_FLEXCOMP_BOX, 3, 2, 1, 2), "Count too small"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    lbFlexcomp c = cases[i].comp;
    assert_string_equal(lb_makeFlexShape(&c), cases[i].reason);
    lb_freeFlexcomp(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_grid_is_centred_and_has_a_point_for_each_place),
      cmocka_unit_test(cells_of_a_solid_grid_are_filled_by_tetrahedra),
      cmocka_unit_test(a_disc_has_its_points_on_circles),
      cmocka_unit_test(a_circle_is_closed_with_edges_of_the_spacing),
      cmocka_unit_test(shells_have_their_points_on_the_shape),
      cmocka_unit_test(shapes_without_elements_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
