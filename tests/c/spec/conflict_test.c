// Settings of attached models: the rules of the column `model` in api/option_fields.h.

#include "mjcf/parse_support.h"

#include <stdio.h>

// Attaches a model with the child's settings to one with the parent's; NULL: refused.
static mjSpec* attached(const char* policy, const char* parent, const char* childSettings,
                        char error[500]) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><compiler conflict='%s'/>%s<worldbody><frame name='f'/></worldbody></mujoco>",
           policy, parent);
  mjSpec* spec = parseModel(xml);
  snprintf(xml, sizeof xml, "<mujoco>%s<worldbody><body name='b'/></worldbody></mujoco>",
           childSettings);
  mjSpec* child = parseModel(xml);
  mjsElement* made =
      mjs_attach(mjs_findFrame(spec, "f")->element, mjs_findBody(child, "b")->element, "x_", "");
  mj_deleteSpec(child);
  const char* warning = mjs_getWarning(spec, 0);
  snprintf(error, 500, "%s", warning ? warning : mjs_getError(spec));
  if (!made) {
    mj_deleteSpec(spec);
    return NULL;
  }
  return spec;
}

static void merging_takes_the_smaller_step_and_tolerance_and_the_larger_count(void** state) {
  char error[500];
  mjSpec* spec = attached("merge",
                          "<option timestep='.01' tolerance='1e-3' iterations='7'/>"
                          "<size nuserdata='3'/>",
                          "<option timestep='.005' tolerance='1e-2' iterations='9'/>"
                          "<size nuserdata='5'/>",
                          error);
  assert_non_null(spec);
  assert_float_equal(spec->option.timestep, 0.005, 0);
  assert_float_equal(spec->option.tolerance, 1e-3, 0);
  assert_int_equal(spec->option.iterations, 9);
  assert_int_equal(spec->nuserdata, 5);
  mj_deleteSpec(spec);
}

static void merging_refuses_two_gravities(void** state) {
  char error[500];
  assert_null(attached("merge", "<option gravity='0 0 1'/>", "<option gravity='0 0 2'/>", error));
  assert_non_null(strstr(error, "gravity: parent has 0 0 1, child has 0 0 2"));
}

static void what_the_parent_left_out_is_adopted_only_by_merging(void** state) {
  char error[500];
  mjSpec* merged = attached("merge", "", "<option gravity='0 0 2'/>", error);
  mjSpec* warned = attached("warning", "", "<option gravity='0 0 2'/>", error);
  assert_float_equal(merged->option.gravity[2], 2, 0);
  assert_float_equal(warned->option.gravity[2], -9.81, 0);
  assert_int_equal(mjs_numWarnings(warned), 1);
  mj_deleteSpec(merged);
  mj_deleteSpec(warned);
}

static void a_flag_that_either_sets_is_set_and_named(void** state) {
  char error[500];
  mjSpec* spec = attached("merge", "<option><flag contact='disable'/></option>",
                          "<option><flag nativeccd='disable' energy='enable'/></option>", error);
  assert_int_equal(spec->option.disableflags, mjDSBL_CONTACT | mjDSBL_NATIVECCD);
  assert_int_equal(spec->option.enableflags, mjENBL_ENERGY);
  assert_non_null(strstr(error, "flag 'NativeCCD': added from child"));
  assert_non_null(strstr(error, "flag 'Energy': added from child"));
  mj_deleteSpec(spec);
}

static void flags_stand_in_the_order_of_their_bits(void** state) {
#define BIT(bit, name, attribute) bit,
  static const int disable[] = {LB_DISABLE_FLAGS(BIT)}, enable[] = {LB_ENABLE_FLAGS(BIT)};
#undef BIT
  assert_int_equal(sizeof disable / sizeof disable[0], mjNDISABLE);
  assert_int_equal(sizeof enable / sizeof enable[0], mjNENABLE);
  for (int i = 0; i < mjNDISABLE; i++) {
    assert_int_equal(disable[i], 1 << i);
  }
  for (int i = 0; i < mjNENABLE; i++) {
    assert_int_equal(enable[i], 1 << i);
  }
}

// What calls set before attaching; the names are fields of mjOption and sizes.
typedef struct Values_ {
  double impratio;
  double gravity;
  int iterations;
  int flags;
  int groups;
  int bodyNumbers;
} Values;

static void setValues(mjSpec* spec, const Values* v) {
  spec->option.impratio = v->impratio ? v->impratio : spec->option.impratio;
  spec->option.gravity[2] = v->gravity ? v->gravity : spec->option.gravity[2];
  spec->option.iterations = v->iterations ? v->iterations : spec->option.iterations;
  spec->option.disableflags |= v->flags;
  spec->option.disableactuator |= v->groups;
  spec->nuser_body = v->bodyNumbers ? v->bodyNumbers : spec->nuser_body;
}

// Attaches after calls; the parent is to be deleted. What was said is empty where nothing was.
static mjSpec* attachedAfterCalls(mjtConflict policy, const char* parent, Values parentValues,
                                  const char* child, Values childValues, bool accepted,
                                  char said[500]) {
  char xml[1000];
  snprintf(xml, sizeof xml, "<mujoco model='P'>%s<worldbody><frame name='f'/></worldbody></mujoco>",
           parent);
  mjSpec* spec = parseModel(xml);
  spec->compiler.conflict = policy;
  snprintf(xml, sizeof xml, "<mujoco model='C'>%s<worldbody><body name='b'/></worldbody></mujoco>",
           child);
  mjSpec* other = parseModel(xml);
  setValues(spec, &parentValues);
  setValues(other, &childValues);
  mjsElement* made =
      mjs_attach(mjs_findFrame(spec, "f")->element, mjs_findBody(other, "b")->element, "x_", "");
  mj_deleteSpec(other);
  assert_int_equal(made != NULL, accepted);
  const char* warning = mjs_getWarning(spec, 0);
  snprintf(said, 500, "%s", warning ? warning : mjs_getError(spec));
  return spec;
}

// What calls set in both models, and what becomes of the parent.
static const struct {
  mjtConflict policy;
  Values parent, child;
  bool accepted;
  double impratio;  // afterwards
  int iterations, flags, groups, bodyNumbers;
  const char* said;
} callCases[] = {
    {mjCONFLICT_WARNING,
     {.impratio = 2},
     {.impratio = 3},
     true,
     2,
     100,
     0,
     0,
     -1,
     "impratio: parent has 2, child has 3, keeping parent value"},
    {mjCONFLICT_WARNING,
     {0},
     {.impratio = 3},
     true,
     1,
     100,
     0,
     0,
     -1,
     "impratio: parent has 1 (default), child has 3, keeping parent value"},
    {mjCONFLICT_WARNING, {.impratio = 2}, {0}, true, 2, 100, 0, 0, -1, ""},
    {mjCONFLICT_MERGE,
     {0},
     {.impratio = 3},
     true,
     3,
     100,
     0,
     0,
     -1,
     "impratio: parent has 1 (default), child has 3, adopting child value"},
    {mjCONFLICT_MERGE,
     {.impratio = 2},
     {.impratio = 3},
     false,
     2,
     100,
     0,
     0,
     -1,
     "Error: Attach conflict when attaching 'C' to 'P', policy is 'merge'\n"
     "impratio: parent has 2, child has 3"},
    {mjCONFLICT_MERGE,
     {.iterations = 7},
     {.iterations = 9},
     true,
     1,
     9,
     0,
     0,
     -1,
     "iterations: parent has 7, child has 9, taking the maximum"},
    {mjCONFLICT_MERGE,
     {.iterations = 9},
     {.iterations = 7},
     true,
     1,
     9,
     0,
     0,
     -1,
     "keeping parent value (the maximum)"},
    {mjCONFLICT_MERGE,
     {.flags = 1},
     {.flags = 2, .groups = 2},
     true,
     1,
     100,
     3,
     2,
     -1,
     "flag 'Equality': added from child\ndisableactuator group 1: added from child"},
    {mjCONFLICT_MERGE,
     {.bodyNumbers = 3},
     {.bodyNumbers = 4},
     true,
     1,
     100,
     0,
     0,
     4,
     "nuser_body: parent has 3, child has 4, taking the maximum"},
    {mjCONFLICT_ERROR,
     {0},
     {.impratio = 3},
     true,
     1,
     100,
     0,
     0,
     -1,
     "impratio: parent has 1 (default), child has 3, keeping parent value"},
    {mjCONFLICT_ERROR,
     {.impratio = 2, .gravity = -1},
     {.impratio = 3, .gravity = -2},
     false,
     2,
     100,
     0,
     0,
     -1,
     "impratio: parent has 2, child has 3\ngravity: parent has 0 0 -1, child has 0 0 -2"},
    {mjCONFLICT_ERROR,
     {0},
     {.flags = 2},
     false,
     1,
     100,
     0,
     0,
     -1,
     "flag 'Equality': parent unset, child set"},
    {mjCONFLICT_ERROR,
     {.flags = 3},
     {.flags = 2},
     false,
     1,
     100,
     3,
     0,
     -1,
     "flag 'Constraint': parent set, child unset"},
    {mjCONFLICT_ERROR, {.flags = 3}, {0}, true, 1, 100, 3, 0, -1, ""},
    {mjCONFLICT_ERROR,
     {0},
     {.groups = 4},
     false,
     1,
     100,
     0,
     0,
     -1,
     "disableactuator group 2: parent unset, child set"},
};

static void values_set_by_calls_count_like_those_of_texts(void** state) {
  for (size_t i = 0; i < sizeof callCases / sizeof callCases[0]; i++) {
    char said[500];
    mjSpec* spec = attachedAfterCalls(callCases[i].policy, "", callCases[i].parent, "",
                                      callCases[i].child, callCases[i].accepted, said);
    if (!strstr(said, callCases[i].said) || (!*callCases[i].said && *said)) {
      fail_msg("case %d: '%s', not '%s'", (int)i, said, callCases[i].said);
    }
    assert_float_equal(spec->option.impratio, callCases[i].impratio, 0);
    assert_int_equal(spec->option.iterations, callCases[i].iterations);
    assert_int_equal(spec->option.disableflags, callCases[i].flags);
    assert_int_equal(spec->option.disableactuator, callCases[i].groups);
    assert_int_equal(spec->nuser_body, callCases[i].bodyNumbers);
    mj_deleteSpec(spec);
  }
}

// SPEC-CONFLICT-AUTHORED, SPEC-CONFLICT-FLAGS (measured on the peer).
static void what_one_text_gives_the_other_model_has_set_only_by_its_text(void** state) {
  static const struct {
    const char* parent;
    Values parentValues;
    const char* child;
    Values childValues;
    bool accepted;
    const char* said;
  } cases[] = {
      {"<option impratio='2'/>", {0}, "", {.impratio = 3}, true, ""},
      {"<option timestep='.1'/>",
       {0},
       "",
       {.impratio = 3},
       true,
       "impratio: parent has 1 (default)"},
      {"",
       {.impratio = 3},
       "<option impratio='2'/>",
       {0},
       true,
       "impratio: parent has 3 (default)"},
      {"<option impratio='1'/>", {0}, "<option impratio='2'/>", {0}, false, "parent has 1, child"},
      {"<option><flag contact='disable'/></option>", {0}, "", {.flags = 2}, true, ""},
      {"<option><flag equality='disable'/></option>",
       {0},
       "<option><flag equality='enable'/></option>",
       {0},
       true,
       ""},
      {"<option><flag equality='disable' contact='enable'/></option>",
       {0},
       "<option><flag equality='enable' contact='disable'/></option>",
       {0},
       false,
       "flag 'Equality': parent set, child unset\nflag 'Contact': parent unset, child set"},
      {"<option actuatorgroupdisable='1'/>", {0}, "", {.groups = 4}, true, ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char said[500];
    mj_deleteSpec(attachedAfterCalls(mjCONFLICT_ERROR, cases[i].parent, cases[i].parentValues,
                                     cases[i].child, cases[i].childValues, cases[i].accepted,
                                     said));
    if (!strstr(said, cases[i].said) || (!*cases[i].said && *said)) {
      fail_msg("case %d: '%s', not '%s'", (int)i, said, cases[i].said);
    }
  }
}

static void a_refusal_changes_nothing_and_names_all_that_is_refused(void** state) {
  char said[500];
  mjSpec* spec = attachedAfterCalls(
      mjCONFLICT_MERGE, "", (Values){.gravity = -1, .impratio = 2}, "",
      (Values){.gravity = -2, .impratio = 3, .iterations = 200, .flags = 1}, false, said);
  assert_int_equal(spec->option.iterations, 100);
  assert_int_equal(spec->option.disableflags, 0);
  assert_non_null(strstr(said, "impratio"));
  assert_non_null(strstr(said, "gravity"));
  mj_deleteSpec(spec);
}

// The planes of the picture and the rate of the clock; measured on the peer.
static void near_and_far_planes_and_the_rate_have_rules(void** state) {
  static const char both[] = "<visual><map znear='.1' zfar='10'/><global realtime='.5'/></visual>";
  static const struct {
    const char *policy, *parent, *child, *said;
    float znear, zfar, realtime;  // afterwards; 0: refused
  } cases[] = {
      {"warning", both,
       "<visual><map znear='.2' zfar='20'/><global realtime='.6'/></visual><size nuserdata='3'/>",
       "'warning'\nznear: parent has 0.1, child has 0.2, keeping parent value\n"
       "realtime: parent has 0.5, child has 0.6, keeping parent value\n"
       "zfar: parent has 10, child has 20, keeping parent value\n"
       "nuserdata: parent has 0 (default), child has 3, keeping parent value",
       .1f, 10, .5f},
      {"merge", both, "<visual><map znear='.2' zfar='20'/><global realtime='.123456789'/></visual>",
       "znear: parent has 0.1, child has 0.2, keeping parent value (the minimum)\n"
       "realtime: parent has 0.5, child has 0.123457, taking the minimum\n"
       "zfar: parent has 10, child has 20, taking the maximum",
       .1f, 20, .123456789f},
      {"merge", "", both, "realtime: parent has 1 (default), child has 0.5, adopting child value",
       .1f, 10, .5f},
      {"merge", both, "<visual><map znear='.01' zfar='50'/></visual>",
       "znear: parent has 0.1, child has 0.01, taking the minimum\nzfar: parent has 10, child has "
       "50, taking the maximum",
       .01f, 50, .5f},
      {"error", both, "<visual><map znear='.2'/></visual>", "znear: parent has 0.1, child has 0.2",
       0, 0, 0},
      {"error", "", both, "zfar: parent has 50 (default), child has 10, keeping parent value", .01f,
       50, 1},
      {"error", both, both, "", .1f, 10, .5f},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char said[500];
    mjSpec* spec = attached(cases[i].policy, cases[i].parent, cases[i].child, said);
    if (!strstr(said, cases[i].said) || (!*cases[i].said && *said)) {
      fail_msg("case %d: '%s', not '%s'", (int)i, said, cases[i].said);
    }
    assert_int_equal(spec != NULL, cases[i].znear > 0);
    if (spec) {
      assert_float_equal(spec->visual.map.znear, cases[i].znear, 0);
      assert_float_equal(spec->visual.map.zfar, cases[i].zfar, 0);
      assert_float_equal(spec->visual.global.realtime, cases[i].realtime, 0);
      mj_deleteSpec(spec);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(merging_takes_the_smaller_step_and_tolerance_and_the_larger_count),
      cmocka_unit_test(merging_refuses_two_gravities),
      cmocka_unit_test(what_the_parent_left_out_is_adopted_only_by_merging),
      cmocka_unit_test(a_flag_that_either_sets_is_set_and_named),
      cmocka_unit_test(flags_stand_in_the_order_of_their_bits),
      cmocka_unit_test(values_set_by_calls_count_like_those_of_texts),
      cmocka_unit_test(what_one_text_gives_the_other_model_has_set_only_by_its_text),
      cmocka_unit_test(near_and_far_planes_and_the_rate_have_rules),
      cmocka_unit_test(a_refusal_changes_nothing_and_names_all_that_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
