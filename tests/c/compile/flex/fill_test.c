// Flexes in the model.

#include "compile/compile_support.h"

static void vertices_are_normalised_to_the_box_of_the_flex(void** state) {
  mjModel* m = compiled(
      "<worldbody><flexcomp name='f' type='grid' count='3 5 1' spacing='.1 .2 .1' "
      "mass='1' dim='2' radius='.01'/></worldbody>");
  ASSERT_NUMBERS(m->flex_size, 1e-15, 0.1, 0.4, 0);
  mjtNum low[3] = {1, 1, 1}, high[3] = {0, 0, 0};
  for (int i = 0; i < 3 * m->nflexvert; i++) {
    low[i % 3] = mju_min(low[i % 3], m->flex_vert0[i]);
    high[i % 3] = mju_max(high[i % 3], m->flex_vert0[i]);
  }
  ASSERT_NUMBERS(low, 1e-15, 0, 0, 0.5);
  ASSERT_NUMBERS(high, 1e-15, 1, 1, 0.5);
  mj_deleteModel(m);
}

// FLEX-SIZE-INACTIVE: without active elements the half sides are less than nothing, by the radius.
static void a_flex_without_active_elements_has_a_negative_size(void** state) {
  mjModel* m = compiled(
      "<worldbody><flexcomp name='f' type='grid' count='3 3 3' spacing='.1 .1 .1' "
      "mass='1' dim='3' radius='.02'><contact activelayers='0'/></flexcomp>"
      "</worldbody>");
  ASSERT_NUMBERS(m->flex_size, 0, -0.02, -0.02, -0.02);
  mj_deleteModel(m);
}

static void coordinatesOf(const char* elemtexcoord, int expected[3]) {
  char text[512];
  snprintf(text, sizeof text,
           "<worldbody><body name='w'/></worldbody><deformable><flex name='f' dim='2' body='w' "
           "vertex='0 0 0 1 0 0 0 1 0' element='2 0 1' texcoord='0 0 1 0 0 1' %s/></deformable>",
           elemtexcoord);
  mjModel* m = compiled(text);
  assert_memory_equal(m->flex_elemtexcoord, expected, 3 * sizeof(int));
  mj_deleteModel(m);
}

// FLEX-TEXCOORD: coordinates by element are taken as they stand, be there fewer than corners or
// more.
static void texture_coordinates_of_elements_are_taken_as_they_stand(void** state) {
  coordinatesOf("elemtexcoord='2 1'", (int[]){2, 1, 0});
  coordinatesOf("elemtexcoord='2 1 0 1'", (int[]){2, 1, 0});
  // none: those of the vertices
  coordinatesOf("", (int[]){2, 0, 1});
}

static void flaps_are_for_flexes_that_bend(void** state) {
  const char* grid =
      "<worldbody><flexcomp name='f' type='grid' count='2 2 1' spacing='1 1 1' mass='1' "
      "dim='2' radius='.01'>%s</flexcomp></worldbody>";
  static const char* const elasticity[] = {
      "", "<elasticity young='1' thickness='.1' elastic2d='stretch'/>",
      "<elasticity young='1' thickness='.1' elastic2d='bend'/>"};
  for (int i = 0; i < 3; i++) {
    char text[512];
    int flaps = 0;
    snprintf(text, sizeof text, grid, elasticity[i]);
    mjModel* m = compiled(text);
    for (int k = 0; k < 2 * m->nflexedge; k++) {
      flaps += m->flex_edgeflap[k] >= 0;
    }
    assert_int_equal(flaps, i == 2 ? 6 : 0);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vertices_are_normalised_to_the_box_of_the_flex),
      cmocka_unit_test(a_flex_without_active_elements_has_a_negative_size),
      cmocka_unit_test(texture_coordinates_of_elements_are_taken_as_they_stand),
      cmocka_unit_test(flaps_are_for_flexes_that_bend),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
