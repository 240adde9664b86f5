// Copies of specs and of subtrees.

#include "spec/copy.h"
#include "base/memory.h"
#include "spec/spec_support.h"

#include "mjcf/parse_support.h"

#include <stdio.h>

static const char everythingXml[] =
    "<mujoco model='all'><option timestep='.1'/><default><default class='c'><geom density='7'/>"
    "</default></default><asset><material name='m'/></asset><worldbody><body name='a' "
    "childclass='c'><joint name='j'/><frame name='f' pos='1 2 3'><geom name='g' size='1' "
    "material='m'/></frame><site name='s'/><body name='b'><geom name='h' size='1'/></body></body>"
    "</worldbody><tendon><spatial name='t'><site site='s'/><site site='s'/></spatial></tendon>"
    "<actuator><motor name='x' joint='j'/></actuator><keyframe><key name='k' qpos='3'/></keyframe>"
    "</mujoco>";

static void a_copied_spec_says_the_same(void** state) {
  mjSpec* spec = parseModel(everythingXml);
  mjSpec* copy = mj_copySpec(spec);
  char *before = savedText(spec), *after = savedText(copy);
  assert_string_equal(before, after);

  // its elements are its own
  mjsGeom* geom = mjs_asGeom(mjs_findElement(copy, mjOBJ_GEOM, "g"));
  assert_ptr_equal(mjs_getSpec(geom->element), copy);
  assert_ptr_equal(mjs_getFrame(geom->element), mjs_findFrame(copy, "f"));
  assert_ptr_equal(mjs_getDefault(geom->element), mjs_findDefault(copy, "c"));
  geom->density = 99;
  assert_float_equal(mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "g"))->density, 7, 0);
  mj_deleteSpec(spec);
  char* later = savedText(copy);
  ASSERT_SAYS(later, "density=\"99\"");
  mj_deleteSpec(copy);
  free(before);
  free(after);
  free(later);
}

static void copyTheSpec(void* spec) {
  mj_copySpec(spec);
}

static void a_copy_that_runs_out_of_memory_leaves_nothing(void** state) {
  mjSpec* spec = parseModel(everythingXml);
  size_t blocks = lb_liveBlocks();
  for (int i = 0; i < 60; i += 7) {
    lb_failAllocationAfter(i);
    errorOf(copyTheSpec, spec);
    lb_failAllocationAfter(-1);
    assert_int_equal(lb_liveBlocks(), blocks);
  }
  mj_deleteSpec(spec);
}

// Within one spec: a subtree is attached beside itself, with other names.
static mjSpec* doubled(const char* rest) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><worldbody><frame name='f'/><body name='a'><joint name='j'/><site name='s'/>"
           "</body><body name='other'><joint name='k'/><site name='z'/></body></worldbody>%s"
           "</mujoco>",
           rest);
  mjSpec* spec = parseModel(xml);
  mjsElement* copy =
      mjs_attach(mjs_findFrame(spec, "f")->element, mjs_findBody(spec, "a")->element, "x_", "");
  if (!copy) {
    fail_msg("%s", mjs_getError(spec));
  }
  return spec;
}

static void what_refers_to_the_subtree_is_copied_with_it(void** state) {
  mjSpec* spec = doubled(
      "<tendon><fixed name='own'><joint joint='j' coef='1'/></fixed><fixed name='foreign'>"
      "<joint joint='k' coef='1'/></fixed><spatial name='mixed'><site site='s'/><site site='z'/>"
      "</spatial></tendon>"
      "<sensor><jointpos name='p' joint='j'/><jointpos name='q' joint='k'/></sensor>");
  assert_string_equal(namesOf(spec, mjOBJ_TENDON), "own foreign mixed x_own x_mixed ");
  assert_string_equal(namesOf(spec, mjOBJ_SENSOR), "p q x_p ");

  // references to what is not copied stay
  const mjsTendon* mixed = mjs_asTendon(mjs_findElement(spec, mjOBJ_TENDON, "x_mixed"));
  assert_string_equal(nameOf(mjs_getWrapTarget(mjs_getWrap(mixed, 0))), "x_s");
  assert_string_equal(nameOf(mjs_getWrapTarget(mjs_getWrap(mixed, 1))), "z");
  mj_deleteSpec(spec);
}

static void equalities_and_actuators_are_copied_when_nothing_else_takes_part(void** state) {
  mjSpec* spec = doubled(
      "<equality><joint name='e1' joint1='j'/><joint name='e2' joint1='j' joint2='k'/></equality>"
      "<actuator><motor name='m1' joint='j'/><motor name='m2' site='s' refsite='z'/></actuator>");
  assert_string_equal(namesOf(spec, mjOBJ_EQUALITY), "e1 e2 x_e1 ");
  assert_string_equal(namesOf(spec, mjOBJ_ACTUATOR), "m1 m2 x_m1 ");
  mj_deleteSpec(spec);
}

static void a_repeated_name_is_an_error_at_the_place_of_the_copy(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><frame name='f'/><body name='a'><joint name='j'/></body></worldbody>"
      "<actuator><motor name='m' joint='j'/></actuator></mujoco>");
  assert_null(
      mjs_attach(mjs_findFrame(spec, "f")->element, mjs_findBody(spec, "a")->element, "", ""));
  ASSERT_SAYS(mjs_getError(spec), "repeated name 'm' in actuator");
  mj_deleteSpec(spec);
}

static mjsElement* attachBody(mjSpec* parent, mjSpec* child, const char* body, const char* prefix) {
  return mjs_attach(mjs_findFrame(parent, "f")->element, mjs_findBody(child, body)->element, prefix,
                    "");
}

static void the_equality_of_a_flex_comes_along(void** state) {
  mjSpec* parent = parseModel("<mujoco><worldbody><frame name='f'/></worldbody></mujoco>");
  mjSpec* child = parseModel(
      "<mujoco><worldbody><body name='b'><flexcomp name='cloth' type='grid' count='3 3 1'"
      " spacing='.1 .1 .1' dim='2' mass='1'><edge equality='true'/></flexcomp></body></worldbody>"
      "<sensor><user name='u' objtype='flex' objname='cloth' dim='1'/></sensor></mujoco>");
  assert_non_null(attachBody(parent, child, "b", "x_"));
  mj_deleteSpec(child);
  assert_int_equal(countOf(parent, mjOBJ_FLEX), 1);
  assert_int_equal(countOf(parent, mjOBJ_EQUALITY), 1);
  const mjsEquality* equality = mjs_asEquality(mjs_firstElement(parent, mjOBJ_EQUALITY));
  assert_string_equal(mjs_getString(equality->name1), "x_cloth");
  const mjsSensor* sensor = mjs_asSensor(mjs_firstElement(parent, mjOBJ_SENSOR));
  assert_string_equal(mjs_getString(sensor->objname), "x_cloth");
  mj_deleteSpec(parent);
}

// The names of the frames of a spec, in the order of its list.
static void frameNames(const mjSpec* spec, char* names) {
  names[0] = 0;
  for (mjsElement* e = mjs_firstElement(spec, mjOBJ_FRAME); e; e = mjs_nextElement(spec, e)) {
    strcat(names, mjs_getString(mjs_getName(e)));
    strcat(names, " ");
  }
}

static void frames_in_frames_are_copied_with_what_is_in_them(void** state) {
  mjSpec* child = parseModel(
      "<mujoco><worldbody><body name='b'><frame name='f' pos='1 0 0'><frame name='g'>"
      "<geom name='x' size='1'/><frame name='h'/></frame><frame name='i'/></frame>"
      "<frame name='j'/></body></worldbody></mujoco>");
  mjSpec* parent = parseModel("<mujoco><worldbody><frame name='top'/></worldbody></mujoco>");
  mjs_setDeepCopy(parent, 1);
  char names[200];
  assert_non_null(mjs_attach(mjs_findFrame(parent, "top")->element,
                             mjs_findBody(child, "b")->element, "1", ""));
  frameNames(parent, names);
  assert_string_equal(names, "top 1f 1g 1h 1i 1j ");
  mjsElement* geom = mjs_findElement(parent, mjOBJ_GEOM, "1x");
  assert_string_equal(mjs_getString(mjs_getName(mjs_getFrame(geom)->element)), "1g");

  // a frame brings what is in it, and nothing beside it
  assert_non_null(mjs_attach(mjs_findFrame(parent, "top")->element,
                             mjs_findFrame(child, "g")->element, "2", ""));
  frameNames(parent, names);
  assert_non_null(strstr(names, "2g 2h "));
  assert_null(strstr(names, "2i"));
  assert_int_equal(countOf(parent, mjOBJ_GEOM), 2);
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}

// Each frame looked for among all of them would be 16 times 400 million steps.
static void many_frames_side_by_side_are_copied_one_by_one(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><replicate count='2'><replicate count='10000'><geom size='1'/>"
      "</replicate></replicate></worldbody></mujoco>");
  assert_int_equal(countOf(spec, mjOBJ_GEOM), 20000);
  mj_deleteSpec(spec);
}

// SPEC-COPY-COMPILED
static void a_copy_has_the_signature_of_its_source(void** state) {
  mjSpec* spec =
      parseModel("<mujoco><worldbody><body><geom size='1'/></body></worldbody></mujoco>");
  mjSpec* copy = mj_copySpec(spec);
  assert_true(copy->element->signature == spec->element->signature);
  mj_deleteSpec(copy);
  mjModel* model = mj_compile(spec, NULL);
  copy = mj_copySpec(spec);
  assert_true(copy->element->signature == model->signature);
  addNamedBody(worldOf(copy), "new");
  assert_true(copy->element->signature != model->signature);
  mj_deleteSpec(copy);
  mj_deleteModel(model);
  mj_deleteSpec(spec);
}

// SPEC-COPY-COMPILED
static void a_copy_of_a_compiled_spec_is_saved_and_takes_values_back(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><compiler saveinertial='true'/><worldbody><body pos='0 0 1'><joint/>"
      "<geom name='g' size='1'/></body></worldbody></mujoco>");
  mjModel* model = mj_compile(spec, NULL);
  mjData* data = mj_makeData(model);
  data->qpos[0] = 0.5;
  mjSpec* copy = mj_copySpec(spec);
  char* texts[2] = {savedText(spec), savedText(copy)};
  assert_non_null(strstr(texts[0], "<inertial"));
  assert_string_equal(texts[0], texts[1]);
  model->geom_rgba[0] = 0.25F;
  assert_int_equal(mj_copyBack(copy, model), 1);
  assert_float_equal(mjs_asGeom(mjs_findElement(copy, mjOBJ_GEOM, "g"))->rgba[0], 0.25, 0);
  assert_int_equal(mj_recompile(copy, NULL, model, data), 0);
  assert_float_equal(data->qpos[0], 0.5, 0);

  // what was edited is no longer compiled, in the copy neither
  mjs_addSite(worldOf(copy), NULL);
  mjSpec* edited = mj_copySpec(copy);
  assert_int_equal(mj_copyBack(edited, model), 0);
  mj_deleteSpec(edited);
  free(texts[0]);
  free(texts[1]);
  mj_deleteData(data);
  mj_deleteModel(model);
  mj_deleteSpec(copy);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_copied_spec_says_the_same),
      cmocka_unit_test(a_copy_that_runs_out_of_memory_leaves_nothing),
      cmocka_unit_test(what_refers_to_the_subtree_is_copied_with_it),
      cmocka_unit_test(equalities_and_actuators_are_copied_when_nothing_else_takes_part),
      cmocka_unit_test(a_repeated_name_is_an_error_at_the_place_of_the_copy),
      cmocka_unit_test(the_equality_of_a_flex_comes_along),
      cmocka_unit_test(frames_in_frames_are_copied_with_what_is_in_them),
      cmocka_unit_test(many_frames_side_by_side_are_copied_one_by_one),
      cmocka_unit_test(a_copy_has_the_signature_of_its_source),
      cmocka_unit_test(a_copy_of_a_compiled_spec_is_saved_and_takes_values_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
