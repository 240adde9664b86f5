// What comes along with parts that are attached one after the other.

#include "spec/spec_support.h"

static const char childXml[] =
    "<mujoco model='child'><asset><material name='mat'/></asset><worldbody>"
    "<body name='L'><joint name='l'/><geom name='lg' size='.1' material='mat'/><site name='ls'/>"
    "</body><body name='R'><joint name='r'/><geom name='rg' size='.1'/><site name='rs'/></body>"
    "</worldbody><contact><pair name='p' geom1='lg' geom2='rg'/><exclude body1='L' body2='R'/>"
    "</contact><tendon><fixed name='t'><joint joint='l' coef='1'/><joint joint='r' coef='-1'/>"
    "</fixed><spatial name='s'><site site='ls'/><geom geom='rg' sidesite='ls'/><site site='rs'/>"
    "</spatial></tendon><equality><joint name='e' joint1='l' joint2='r'/></equality>"
    "<actuator><motor name='m' tendon='t'/><motor joint='l'/></actuator><sensor><clock/>"
    "<framepos objtype='body' objname='R' reftype='body' refname='L'/></sensor>"
    "<custom><tuple name='u'><element objtype='body' objname='L'/></tuple></custom></mujoco>";

static mjsElement* attachBody(mjSpec* host, mjSpec* child, const char* name, const char* prefix) {
  mjsElement* body = mjs_findBody(child, name)->element;
  return mjs_attach(mjs_findFrame(host, "f")->element, body, prefix, "");
}

static mjSpec* makeHost(const char* content, bool deep) {
  char xml[600];
  snprintf(xml, sizeof xml, "<mujoco><worldbody><frame name='f'/>%s</worldbody></mujoco>", content);
  mjSpec* host = parseModel(xml);
  mjs_setDeepCopy(host, deep);
  return host;
}

static const char* says(mjSpec* spec) {
  static char text[200];
  mjModel* m = mj_compile(spec, NULL);
  assert_string_equal(mjs_getError(spec), "");
  snprintf(text, sizeof text,
           "%d pairs, %d excludes, %d tendons, %d equalities, %d actuators, %d sensors, %d tuples",
           (int)m->npair, (int)m->nexclude, (int)m->ntendon, (int)m->neq, (int)m->nu,
           (int)m->nsensor, (int)m->ntuple);
  mj_deleteModel(m);
  return text;
}

// What spans both parts comes with the second, and what came with the first does not come again.
static void elements_across_two_parts_come_with_the_second(void** state) {
  for (int deep = 0; deep < 2; deep++) {
    for (int order = 0; order < 2; order++) {
      mjSpec* host = makeHost("", deep);
      mjSpec* child = parseModel(childXml);
      assert_non_null(attachBody(host, child, order ? "L" : "R", "p_"));
      assert_string_equal(says(host),
                          order ? "0 pairs, 0 excludes, 0 tendons, 0 equalities, 1 actuators, "
                                  "1 sensors, 1 tuples"
                                : "0 pairs, 0 excludes, 0 tendons, 0 equalities, 0 actuators, "
                                  "1 sensors, 0 tuples");
      assert_non_null(attachBody(host, child, order ? "R" : "L", "p_"));
      assert_string_equal(says(host),
                          "1 pairs, 1 excludes, 2 tendons, 1 equalities, 2 actuators, 2 sensors, "
                          "1 tuples");
      assert_string_equal(namesOf(host, mjOBJ_TENDON), "p_t p_s ");
      assert_string_equal(namesOf(host, mjOBJ_MATERIAL), "p_mat ");
      mj_deleteSpec(child);
      mj_deleteSpec(host);
    }
  }
}

static void other_names_are_other_parts(void** state) {
  mjSpec* host = makeHost("", true);
  mjSpec* child = parseModel(childXml);
  assert_non_null(attachBody(host, child, "L", "p_"));
  assert_non_null(attachBody(host, child, "R", "q_"));
  assert_non_null(attachBody(host, child, "L", "q_"));
  assert_string_equal(says(host),
                      "1 pairs, 1 excludes, 2 tendons, 1 equalities, 3 actuators, 3 sensors, "
                      "2 tuples");
  // another spec with the same content is another child
  mjSpec* other = parseModel(childXml);
  assert_null(attachBody(host, other, "R", "p_"));
  assert_string_equal(mjs_getError(host), "Error: repeated name 'p_mat' in material");
  mj_deleteSpec(other);
  mj_deleteSpec(child);
  mj_deleteSpec(host);
}

// A copy of the host knows what came, too.
static void copies_of_the_host_know_what_came(void** state) {
  mjSpec* host = makeHost("", true);
  mjSpec* child = parseModel(childXml);
  assert_non_null(attachBody(host, child, "L", "p_"));
  mjSpec* copy = mj_copySpec(host);
  assert_non_null(attachBody(copy, child, "R", "p_"));
  assert_string_equal(says(copy),
                      "1 pairs, 1 excludes, 2 tendons, 1 equalities, 2 actuators, 2 sensors, "
                      "1 tuples");
  mj_deleteSpec(copy);
  mj_deleteSpec(child);
  mj_deleteSpec(host);
}

// SPEC-ATTACH-ACROSS: pairs, excludes, sensors and the path of a tendon may refer to what the host
// has under the child's name; side sites, equalities, actuators and tuples may not.
static void some_references_find_the_name_that_the_host_has(void** state) {
  static const char part[] =
      "<body name='%sL'><joint name='%sl'/><geom name='%slg' size='.1'/><site name='%sls'/></body>";
  for (int deep = 0; deep < 2; deep++) {
    for (int prefixed = 0; prefixed < 2; prefixed++) {
      char content[300];
      const char* p = prefixed ? "p_" : "";
      snprintf(content, sizeof content, part, p, p, p, p);
      mjSpec* host = makeHost(content, deep);
      mjSpec* child = parseModel(childXml);
      assert_non_null(attachBody(host, child, "R", "p_"));
      assert_string_equal(says(host),
                          prefixed ? "1 pairs, 1 excludes, 2 tendons, 1 equalities, 2 actuators, "
                                     "2 sensors, 1 tuples"
                                   : "1 pairs, 1 excludes, 1 tendons, 0 equalities, 1 actuators, "
                                     "2 sensors, 0 tuples");
      const mjsPair* pair = mjs_asPair(mjs_findElement(host, mjOBJ_PAIR, "p_p"));
      assert_string_equal(mjs_getString(pair->geomname1), prefixed ? "p_lg" : "lg");
      assert_string_equal(mjs_getString(pair->geomname2), "p_rg");
      mj_deleteSpec(child);
      mj_deleteSpec(host);
    }
  }
}

// What looks at a body of another part looks for it under the new name; the world is everywhere.
static void targets_of_cameras_and_lights_get_the_prefix(void** state) {
  for (int deep = 0; deep < 2; deep++) {
    mjSpec* host = makeHost("<body name='t'/><body name='p_t'/>", deep);
    mjSpec* child = parseModel(
        "<mujoco><worldbody><body name='b'><camera name='c' mode='targetbody' target='t'/>"
        "<light name='l' mode='targetbody' target='t'/>"
        "<camera name='w' mode='targetbody' target='world'/></body><body name='t'/></worldbody>"
        "</mujoco>");
    assert_non_null(attachBody(host, child, "b", "p_"));
    mjModel* m = mj_compile(host, NULL);
    assert_non_null(m);
    assert_int_equal(m->cam_targetbodyid[0], 2);
    assert_int_equal(m->light_targetbodyid[0], 2);
    assert_int_equal(m->cam_targetbodyid[1], 0);
    mj_deleteModel(m);
    mj_deleteSpec(child);
    mj_deleteSpec(host);
  }
}

int main(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(elements_across_two_parts_come_with_the_second),
      cmocka_unit_test(other_names_are_other_parts),
      cmocka_unit_test(copies_of_the_host_know_what_came),
      cmocka_unit_test(some_references_find_the_name_that_the_host_has),
      cmocka_unit_test(targets_of_cameras_and_lights_get_the_prefix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
