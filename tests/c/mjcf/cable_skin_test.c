// The skin of a cable of boxes.

#include "spec/spec_support.h"

static mjSpec* cable(const char* skin) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><asset><material name='m'/></asset><worldbody><composite type='cable' "
           "prefix='c' count='4 1 1' size='3' curve='s 0 0'><joint kind='main'/>"
           "<geom type='box' size='.1 .2 .05'/><skin %s/></composite></worldbody></mujoco>",
           skin);
  return parseModel(xml);
}

static const mjsSkin* skinOf(mjSpec* spec) {
  return mjs_asSkin(mjs_firstElement(spec, mjOBJ_SKIN));
}

// Two layers of 4 x 2 vertices, moved by 4 x 2 bones.
static void a_skin_has_two_layers_over_the_points_of_the_cable(void** state) {
  mjSpec* spec = cable("material='m' rgba='1 0 0 1' group='3'");
  const mjsSkin* skin = skinOf(spec);
  assert_int_equal(skin->vert->count, 3 * 2 * 8);
  assert_int_equal(skin->bodyname->count, 8);
  assert_int_equal(skin->texcoord->count, 0);
  assert_int_equal(skin->group, 3);
  assert_string_equal(mjs_getString(skin->material), "m");
  ASSERT_NEAR(skin->inflate, 2 * .05, 1e-7);
  assert_string_equal(lb_text(&skin->bodyname->items[0]), "cB_first");
  assert_string_equal(lb_text(&skin->bodyname->items[7]), "cB_last");

  // bones stand on both sides of the cable
  ASSERT_NUMBERS(skin->bindpos->items, 1e-7, 0, -.2, 0, 0, .2, 0);
  mj_deleteSpec(spec);
}

// A closed surface: every edge belongs to two triangles, once in each direction.
static void the_surface_is_closed(void** state) {
  mjSpec* spec = cable("subgrid='1'");
  const mjIntVec* face = skinOf(spec)->face;
  for (int e = 0; e < face->count; e++) {
    int a = face->items[e], b = face->items[e % 3 == 2 ? e - 2 : e + 1], same = 0, opposite = 0;
    for (int o = 0; o < face->count; o++) {
      int c = face->items[o], d = face->items[o % 3 == 2 ? o - 2 : o + 1];
      same += a == c && b == d;
      opposite += a == d && b == c;
    }
    assert_int_equal(same, 1);
    assert_int_equal(opposite, 1);
  }
  mj_deleteSpec(spec);
}

// Splines take what is constant or straight as it is: weights sum to one.
static void weights_of_a_vertex_sum_to_one(void** state) {
  static const char* const skins[] = {"", "subgrid='1'", "subgrid='3' texcoord='true'"};
  static const int vertices[] = {2 * 4 * 2, 2 * 7 * 5, 2 * 13 * 9};
  for (int k = 0; k < 3; k++) {
    mjSpec* spec = cable(skins[k]);
    const mjsSkin* skin = skinOf(spec);
    double sum[300] = {0};
    assert_int_equal(skin->vert->count, 3 * vertices[k]);
    for (int b = 0; b < skin->vertid->count; b++) {
      for (int i = 0; i < skin->vertid->items[b].count; i++) {
        sum[skin->vertid->items[b].items[i]] += skin->vertweight->items[b].items[i];
      }
    }
    for (int v = 0; v < vertices[k]; v++) {
      ASSERT_NEAR(sum[v], 1, 1e-6);
    }
    assert_int_equal(skin->texcoord->count, k == 2 ? 2 * vertices[k] : 0);
    mj_deleteSpec(spec);
  }
}

static void settings_out_of_range_are_refused_with_their_place(void** state) {
  static const char* const models[][2] = {
      {"subgrid='101'", "subgrid must be between 0 and 100"},
      {"group='6'", "skin group must be between 0 and 5"},
  };
  for (int i = 0; i < 2; i++) {
    char xml[500];
    snprintf(xml, sizeof xml,
             "<mujoco><worldbody><composite type='cable' count='4 1 1' size='3' curve='s 0 0'>\n"
             "<geom type='box' size='.1 .2 .05'/>\n<skin %s/></composite></worldbody></mujoco>",
             models[i][0]);
    const char* message = refusalOf(xml);
    ASSERT_SAYS(message, models[i][1]);
    ASSERT_SAYS(message, "Element 'skin', line 3, column 7");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_skin_has_two_layers_over_the_points_of_the_cable),
      cmocka_unit_test(the_surface_is_closed),
      cmocka_unit_test(weights_of_a_vertex_sum_to_one),
      cmocka_unit_test(settings_out_of_range_are_refused_with_their_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
