// XML text under construction.

#include "mjcf/emit.h"
#include "spec/spec_support.h"

// The text so far, with a zero at its end.
static const char* textOf(lbEmit* emit) {
  LB_PUSH(&emit->text, '\0');
  emit->text.count--;
  return emit->text.items;
}

// Sections, the elements inside the first one, have an empty line between them.
static void elements_are_indented_and_closed_short_when_empty(void** state) {
  lbEmit emit = {0};
  lb_emitStart(&emit, "a");
  lb_emitText(&emit, "x", "1");
  lb_emitStart(&emit, "b");
  lb_emitEnd(&emit, "b");
  lb_emitStart(&emit, "c");
  lb_emitStart(&emit, "d");
  lb_emitEnd(&emit, "d");
  lb_emitEnd(&emit, "c");
  lb_emitEnd(&emit, "a");
  assert_string_equal(textOf(&emit), "<a x=\"1\">\n  <b/>\n\n  <c>\n    <d/>\n  </c>\n</a>");
  lb_emitFree(&emit);
}

static void an_optional_element_without_content_disappears(void** state) {
  lbEmit emit = {0};
  lb_emitStart(&emit, "a");
  lb_emitStart(&emit, "gone");
  lb_emitStart(&emit, "gone2");
  lb_emitEndOptional(&emit, "gone2");
  lb_emitEndOptional(&emit, "gone");
  lb_emitStart(&emit, "stays");
  lb_emitText(&emit, "x", "");
  lb_emitEndOptional(&emit, "stays");
  lb_emitEnd(&emit, "a");
  assert_string_equal(textOf(&emit), "<a>\n  <stays x=\"\"/>\n</a>");
  lb_emitFree(&emit);
}

static void values_are_escaped_and_numbers_short(void** state) {
  lbEmit emit = {0};
  lb_emitStart(&emit, "a");
  lb_emitText(&emit, "t", "<\"&'>");
  lb_emitDoubles(&emit, "d", (double[]){1, .1, -2.5e-7}, 3);
  lb_emitFloats(&emit, "f", (float[]){.1f, 3}, 2);
  lb_emitInts(&emit, "i", (int[]){-1, 20}, 2);
  lb_emitEnd(&emit, "a");
  assert_string_equal(textOf(&emit),
                      "<a t=\"&lt;&quot;&amp;'&gt;\" d=\"1 0.1 -2.5e-07\" f=\"0.1 3\" "
                      "i=\"-1 20\"/>");
  lb_emitFree(&emit);
}

static void keywords_stand_for_values_and_bits(void** state) {
  static const lbKeyword words[] = {{"one", 1}, {"two", 2}, {"four", 4}};
  const lbKeywords keywords = {words, 3};
  lbEmit emit = {0};
  lb_emitStart(&emit, "a");
  lb_emitKeyword(&emit, "k", &keywords, 2);
  lb_emitKeyword(&emit, "unknown", &keywords, 3);
  lb_emitFlags(&emit, "bits", &keywords, 5, false);
  lb_emitFlags(&emit, "numbers", &keywords, 1 << 2 | 1 << 4, true);
  lb_emitEnd(&emit, "a");
  assert_string_equal(textOf(&emit), "<a k=\"two\" bits=\"one four\" numbers=\"two four\"/>");
  lb_emitFree(&emit);
}

static void attributes_that_agree_with_the_initial_values_are_left_out(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsGeom* initial = mjs_addGeom(mjs_findBody(spec, "world"), NULL);
  mjsGeom* geom = mjs_addGeom(mjs_findBody(spec, "world"), NULL);
  geom->size[0] = .5;
  geom->condim = 6;
  geom->friction[0] = 2;  // of three, those at the end are the initial ones
  lbEmit emit = {0};
  lb_emitStart(&emit, "geom");
  lb_emitAttributes(&emit, LB_ELEM_GEOM, geom, initial, false);
  lb_emitEnd(&emit, "geom");
  ASSERT_SAYS(textOf(&emit), " size=\"0.5\"");
  ASSERT_SAYS(textOf(&emit), " condim=\"6\"");
  ASSERT_SAYS(textOf(&emit), " friction=\"2\"");
  assert_null(strstr(textOf(&emit), "density"));
  lb_emitFree(&emit);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elements_are_indented_and_closed_short_when_empty),
      cmocka_unit_test(an_optional_element_without_content_disappears),
      cmocka_unit_test(values_are_escaped_and_numbers_short),
      cmocka_unit_test(keywords_stand_for_values_and_bits),
      cmocka_unit_test(attributes_that_agree_with_the_initial_values_are_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
