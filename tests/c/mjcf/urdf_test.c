// URDF documents.

#include "spec/spec_support.h"

#include <stdio.h>
#include "mjcf/parse_support.h"

static void urdf_links_become_a_tree(void** state) {
  mjSpec* spec = parseModel(
      "<robot name='r'><link name='base'/><link name='arm'><inertial><mass value='2'/>"
      "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>"
      "<collision><geometry><box size='2 4 6'/></geometry></collision></link>"
      "<joint name='j' type='revolute'><parent link='base'/><child link='arm'/>"
      "<origin xyz='0 0 1' rpy='0 0 1.5707963267948966'/><axis xyz='0 1 0'/>"
      "<limit lower='-1' upper='2' effort='3'/><dynamics damping='5'/></joint></robot>");
  mjsBody* arm = mjs_findBody(spec, "arm");
  assert_string_equal(mjs_getString(mjs_getName(mjs_getParent(arm->element)->element)), "base");
  assert_float_equal(arm->quat[3], sqrt(0.5), 1e-15);
  mjsJoint* joint = mjs_asJoint(mjs_findElement(spec, mjOBJ_JOINT, "j"));
  assert_float_equal(joint->range[1], 2, 0);
  assert_float_equal(joint->actfrcrange[0], -3, 0);
  mjsGeom* box = mjs_asGeom(mjs_firstElement(spec, mjOBJ_GEOM));
  assert_float_equal(box->size[2], 3, 0);
  mj_deleteSpec(spec);
}

#define ROBOT(content) "<robot name='r'>\n<link name='a'/><link name='b'/>" content "</robot>"
#define JOINT(type, content) \
  ROBOT("<joint name='j' type='" type "'><parent link='a'/><child link='b'/>" content "</joint>")

static void a_link_named_world_is_the_world_wherever_it_hangs(void** state) {
  mjSpec* spec = parseModel(
      "<robot name='r'><link name='a'/><link name='world'/><link name='b'/><joint name='j' "
      "type='fixed'><parent link='a'/><child link='world'/></joint><joint name='k' type='fixed'>"
      "<parent link='world'/><child link='b'/></joint></robot>");
  for (const char* name = "a"; *name; name = *name == 'a' ? "b" : "") {
    mjsBody* body = mjs_findBody(spec, name);
    assert_ptr_equal(mjs_getParent(body->element), mjs_findBody(spec, "world"));
  }
  mj_deleteSpec(spec);
}

static const mjsJoint* jointOf(mjSpec* spec) {
  return mjs_asJoint(mjs_firstElement(spec, mjOBJ_JOINT));
}

static void joints_have_the_types_of_the_format(void** state) {
  static const struct {
    const char* xml;
    int type, count;
  } cases[] = {{JOINT("revolute", "<limit lower='-1' upper='1'/>"), mjJNT_HINGE, 1},
               {JOINT("continuous", ""), mjJNT_HINGE, 1},
               {JOINT("prismatic", ""), mjJNT_SLIDE, 1},
               {JOINT("floating", ""), mjJNT_FREE, 1},
               {JOINT("spherical", ""), mjJNT_BALL, 1},
               {JOINT("planar", "<axis xyz='0 0 1'/>"), mjJNT_SLIDE, 3},
               {JOINT("fixed", ""), 0, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mjSpec* spec = parseModel(cases[i].xml);
    assert_int_equal(countOf(spec, mjOBJ_JOINT), cases[i].count);
    if (cases[i].count) {
      assert_int_equal(jointOf(spec)->type, cases[i].type);
    }
    mj_deleteSpec(spec);
  }
}

static void a_plane_is_two_slides_across_the_axis_and_a_hinge(void** state) {
  mjSpec* spec = parseModel(JOINT("planar", "<axis xyz='1 0 0'/>"));
  assert_string_equal(namesOf(spec, mjOBJ_JOINT), "j_TX j_TY j_RZ ");
  const mjsJoint* hinge = mjs_asJoint(mjs_findElement(spec, mjOBJ_JOINT, "j_RZ"));
  ASSERT_NUMBERS(hinge->axis, 0, 1, 0, 0);
  for (mjsElement* e = mjs_firstElement(spec, mjOBJ_JOINT); e; e = mjs_nextElement(spec, e)) {
    if (e != hinge->element) {
      ASSERT_NEAR(mjs_asJoint(e)->axis[0], 0, 1e-15);
    }
  }
  mj_deleteSpec(spec);
}

static void a_limit_needs_both_ends(void** state) {
  mjSpec* spec = parseModel(JOINT("revolute", "<limit lower='-1'/>"));
  assert_int_equal(jointOf(spec)->limited, mjLIMITED_FALSE);
  mj_deleteSpec(spec);
}

static void visuals_are_left_out_unless_they_are_wanted(void** state) {
  static const char link[] =
      "<robot name='r'>%s<material name='red'><color rgba='1 0 0 1'/></material><link name='a'>"
      "<visual name='v'><geometry><sphere radius='1'/></geometry><material name='red'/></visual>"
      "<collision name='c'><geometry><cylinder radius='1' length='4'/></geometry></collision>"
      "</link></robot>";
  char xml[1000];
  for (int keep = 0; keep < 2; keep++) {
    snprintf(xml, sizeof xml, link,
             keep ? "<mujoco><compiler discardvisual='false'/></mujoco>" : "");
    mjSpec* spec = parseModel(xml);
    assert_string_equal(namesOf(spec, mjOBJ_GEOM), keep ? "v c " : "c ");
    const mjsGeom* c = mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "c"));
    ASSERT_NUMBERS(c->size, 0, 1, 2);
    ASSERT_NUMBERS(c->rgba, 0, 1, 0, 0, 1);  // that of the link's last visual
    if (keep) {
      const mjsGeom* v = mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "v"));
      assert_int_equal(v->contype, 0);
      assert_int_equal(v->group, 1);
    }
    mj_deleteSpec(spec);
  }
}

static void meshes_of_one_file_are_shared_by_scale(void** state) {
  mjSpec* spec = parseModel(
      "<robot name='r'><link name='a'>"
      "<collision><geometry><mesh filename='x/part.stl'/></geometry></collision>"
      "<collision><geometry><mesh filename='x/part.stl' scale='2 2 2'/></geometry></collision>"
      "<collision><geometry><mesh filename='x/part.stl'/></geometry></collision></link></robot>");
  assert_string_equal(namesOf(spec, mjOBJ_MESH), "part part1 ");
  mj_deleteSpec(spec);
}

// Also where the file has the child before its parent.
static void meshes_and_colours_come_in_the_order_of_the_file(void** state) {
  mjSpec* spec = parseModel(
      "<robot><link name='b'><visual><geometry><sphere radius='1'/></geometry><material name='red'>"
      "<color rgba='1 0 0 1'/></material></visual><collision><geometry><mesh filename='b.stl'/>"
      "</geometry></collision></link><link name='a'><visual><geometry><sphere radius='1'/>"
      "</geometry><material name='red'/></visual><collision name='g'><geometry>"
      "<mesh filename='a.stl'/></geometry></collision></link><joint name='j' type='fixed'>"
      "<parent link='a'/><child link='b'/></joint></robot>");
  assert_string_equal(namesOf(spec, mjOBJ_MESH), "b a ");
  const mjsGeom* geom = mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "g"));
  assert_float_equal(geom->rgba[0], 1, 0);
  assert_float_equal(geom->rgba[1], 0, 0);
  mj_deleteSpec(spec);
}

static void broken_robots_are_refused_with_their_place(void** state) {
  static const char* const cases[][2] = {
      {JOINT("twisted", ""), "invalid joint type in URDF joint definition"},
      {ROBOT("<link name='a'/>"), "repeated URDF name: 'a'"},
      {ROBOT("<joint name='j' type='fixed'><parent link='a'/><child link='z'/></joint>"),
       "URDF joint parent or child missing"},
      {ROBOT("<joint name='j' type='fixed'><parent link='a'/></joint>"),
       "missing element: 'child'"},
      {ROBOT("<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>"
             "<joint name='k' type='fixed'><parent link='a'/><child link='b'/></joint>"),
       "URDF body has multiple parents: 'b'"},
      {ROBOT("<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>"
             "<joint name='k' type='fixed'><parent link='b'/><child link='a'/></joint>"),
       "is part of a loop of joints"},
      {ROBOT("<link name='c'><collision><geometry/></collision></link>"),
       "visual geometry specification not found"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char* message = refusalOf(cases[i][0]);
    ASSERT_SAYS(message, cases[i][1]);
    ASSERT_SAYS(message, ", line 2, column ");
  }
}

static mjSpec* linkOf(const char* content) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<robot name='r'><mujoco><compiler discardvisual='false'/></mujoco>"
           "<material name='red'><color rgba='1 0 0 1'/></material>"
           "<material name='green'><color rgba='0 1 0 1'/></material>"
           "<link name='base'>%s</link></robot>",
           content);
  return parseModel(xml);
}

#define VISUAL(size, material) \
  "<visual><geometry><sphere radius='" size "'/></geometry>" material "</visual>"
#define COLLISION(size) "<collision><geometry><sphere radius='" size "'/></geometry></collision>"

// measured on the peer: a colour goes to what comes after it in the link
static void geoms_stand_in_the_order_of_the_file(void** state) {
  mjSpec* spec = linkOf(COLLISION(".1") VISUAL(".2", "<material name='red'/>") COLLISION(
      ".3") VISUAL(".4", "") VISUAL(".5", "<material name='green'/>") COLLISION(".6"));
  const float red[6] = {0.5f, 1, 1, 1, 0, 0};
  const int group[6] = {0, 1, 0, 1, 1, 0};
  mjsElement* element = mjs_firstElement(spec, mjOBJ_GEOM);
  for (int i = 0; i < 6; i++) {
    const mjsGeom* geom = mjs_asGeom(element);
    assert_non_null(geom);
    assert_float_equal(geom->size[0], 0.1 * (i + 1), 1e-12);
    assert_int_equal(geom->group, group[i]);
    assert_float_equal(geom->rgba[0], red[i], 0);
    element = mjs_nextElement(spec, element);
  }
  mj_deleteSpec(spec);
}

static void the_mass_of_the_world_is_read_and_not_written(void** state) {
  mjSpec* spec = parseModel(
      "<robot name='r'><link name='world'><inertial><mass value='2'/>"
      "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link></robot>");
  mjModel* m = mj_compile(spec, NULL);
  ASSERT_NEAR(m->body_mass[0], 2, 0);
  char* text = savedText(spec);
  mjSpec* again = parseModel(text);
  mj_deleteSpec(again);
  free(text);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_mass_of_the_world_is_read_and_not_written),
      cmocka_unit_test(urdf_links_become_a_tree),
      cmocka_unit_test(a_link_named_world_is_the_world_wherever_it_hangs),
      cmocka_unit_test(joints_have_the_types_of_the_format),
      cmocka_unit_test(a_plane_is_two_slides_across_the_axis_and_a_hinge),
      cmocka_unit_test(a_limit_needs_both_ends),
      cmocka_unit_test(visuals_are_left_out_unless_they_are_wanted),
      cmocka_unit_test(meshes_of_one_file_are_shared_by_scale),
      cmocka_unit_test(meshes_and_colours_come_in_the_order_of_the_file),
      cmocka_unit_test(broken_robots_are_refused_with_their_place),
      cmocka_unit_test(geoms_stand_in_the_order_of_the_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
