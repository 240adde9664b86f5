// Names by which elements refer to each other.

#include "spec/spec_support.h"

static char visited[1000];

static void note(void* context, mjString* name, mjtObj type) {
  if (!lb_isEmpty(name)) {
    snprintf(visited + strlen(visited), sizeof visited - strlen(visited), "%s:%s ",
             mju_type2Str(type) ? mju_type2Str(type) : "?", lb_text(name));
  }
}

// What the first element of a kind refers to, as type:name.
static const char* referencesOf(const char* xml, mjtObj type) {
  mjSpec* spec = parseModel(xml);
  visited[0] = 0;
  lb_visitReferences(lb_head(mjs_firstElement(spec, type)), note, NULL);
  mj_deleteSpec(spec);
  return visited;
}

static void elements_of_the_tree_refer_to_assets_and_bodies(void** state) {
  assert_string_equal(referencesOf("<mujoco><worldbody><geom type='mesh' mesh='m' material='x'/>"
                                   "</worldbody></mujoco>",
                                   mjOBJ_GEOM),
                      "material:x mesh:m ");
  assert_string_equal(
      referencesOf("<mujoco><worldbody><camera target='b' mode='targetbody'/></worldbody></mujoco>",
                   mjOBJ_CAMERA),
      "body:b ");
}

static void the_type_of_an_equality_or_actuator_tells_what_it_names(void** state) {
  static const struct {
    const char *xml, *references;
    mjtObj type;
  } cases[] = {
      {"<equality><weld body1='a' body2='b'/></equality>", "body:a body:b ", mjOBJ_EQUALITY},
      {"<equality><connect site1='a' site2='b'/></equality>", "site:a site:b ", mjOBJ_EQUALITY},
      {"<equality><joint joint1='a' joint2='b'/></equality>", "joint:a joint:b ", mjOBJ_EQUALITY},
      {"<equality><tendon tendon1='a'/></equality>", "tendon:a ", mjOBJ_EQUALITY},
      {"<equality><flex flex='a'/></equality>", "flex:a ", mjOBJ_EQUALITY},
      {"<actuator><motor joint='a'/></actuator>", "joint:a ", mjOBJ_ACTUATOR},
      {"<actuator><motor tendon='a'/></actuator>", "tendon:a ", mjOBJ_ACTUATOR},
      {"<actuator><adhesion body='a' ctrlrange='0 1'/></actuator>", "body:a ", mjOBJ_ACTUATOR},
      {"<actuator><motor site='a' refsite='b'/></actuator>", "site:a site:b ", mjOBJ_ACTUATOR},
      {"<sensor><framepos objtype='geom' objname='a' reftype='site' refname='b'/></sensor>",
       "geom:a site:b ", mjOBJ_SENSOR},
      {"<contact><pair geom1='a' geom2='b'/></contact>", "geom:a geom:b ", mjOBJ_PAIR},
      {"<contact><exclude body1='a' body2='b'/></contact>", "body:a body:b ", mjOBJ_EXCLUDE},
      {"<custom><tuple name='t'><element objtype='site' objname='a'/><element objtype='key' "
       "objname='b'/></tuple></custom>",
       "site:a key:b ", mjOBJ_TUPLE}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[500];
    snprintf(xml, sizeof xml, "<mujoco>%s</mujoco>", cases[i].xml);
    assert_string_equal(referencesOf(xml, cases[i].type), cases[i].references);
  }
}

static void a_tendon_refers_by_its_path(void** state) {
  assert_string_equal(
      referencesOf(
          "<mujoco><tendon><spatial material='m'><site site='a'/><geom geom='g' "
          "sidesite='s'/><pulley divisor='2'/><site site='b'/></spatial></tendon></mujoco>",
          mjOBJ_TENDON),
      "material:m site:a geom:g site:s site:b ");
}

static void prefix(void* context, mjString* name, mjtObj type) {
  if (!lb_isEmpty(name)) {
    lb_setJoined(name, "x_", lb_text(name), "");
  }
}

static void visitors_may_rename(void** state) {
  mjSpec* spec = parseModel("<mujoco><actuator><motor joint='a'/></actuator></mujoco>");
  mjsActuator* actuator = mjs_asActuator(mjs_firstElement(spec, mjOBJ_ACTUATOR));
  lb_visitReferences(lb_head(actuator->element), prefix, NULL);
  assert_string_equal(mjs_getString(actuator->target), "x_a");
  mj_deleteSpec(spec);
}

// Lists of a tuple may be filled one after the other.
static void names_of_a_tuple_count_as_far_as_their_types_are_known(void** state) {
  mjSpec* spec = mj_makeSpec();
  mjsTuple* tuple = mjs_addTuple(spec);
  const int type = mjOBJ_BODY;
  mjs_setStringVec(tuple->objname, "a b");
  visited[0] = 0;
  lb_visitReferences(lb_head(tuple->element), note, NULL);
  assert_string_equal(visited, "");
  mjs_setInt(tuple->objtype, &type, 1);
  lb_visitReferences(lb_head(tuple->element), note, NULL);
  assert_string_equal(visited, "body:a ");
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_of_a_tuple_count_as_far_as_their_types_are_known),
      cmocka_unit_test(elements_of_the_tree_refer_to_assets_and_bodies),
      cmocka_unit_test(the_type_of_an_equality_or_actuator_tells_what_it_names),
      cmocka_unit_test(a_tendon_refers_by_its_path),
      cmocka_unit_test(visitors_may_rename),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
