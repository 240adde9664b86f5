// Reading MJCF: default classes, orientations, includes, replicates, shortcuts.

#include "mjcf/parse_support.h"

#include <stdio.h>

#define WORLD(content) "<mujoco><worldbody>" content "</worldbody></mujoco>"

static mjsGeom* geomOf(mjSpec* spec, const char* name) {
  return mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, name));
}

static void the_class_of_an_element_wins_over_childclass_and_main(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><default><geom rgba='1 0 0 1'/><default class='sub'><geom rgba='0 1 0 1'/>"
      "</default></default><worldbody><geom name='world' size='1'/><body childclass='sub'>"
      "<geom name='green' size='1'/><body><geom name='blue' size='1' rgba='0 0 1 1'/>"
      "<geom name='red' class='main' size='1'/></body></body></worldbody></mujoco>");
  assert_float_equal(geomOf(spec, "world")->rgba[0], 1, 0);
  assert_float_equal(geomOf(spec, "green")->rgba[1], 1, 0);
  assert_float_equal(geomOf(spec, "blue")->rgba[2], 1, 0);
  assert_float_equal(geomOf(spec, "red")->rgba[0], 1, 0);
  mj_deleteSpec(spec);
}

static void settings_apply_wherever_they_stand(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><geom name='g' class='c'/></worldbody>"
      "<default><default class='c'><geom size='2'/></default></default>"
      "<compiler angle='radian'/><option timestep='0.5'><flag contact='disable'/></option>"
      "</mujoco>");
  assert_float_equal(geomOf(spec, "g")->size[0], 2, 0);
  assert_false(spec->compiler.degree);
  assert_float_equal(spec->option.timestep, 0.5, 0);
  assert_int_equal(spec->option.disableflags, mjDSBL_CONTACT);
  mj_deleteSpec(spec);
}

static void numbers_read_to_the_last_bit(void** state) {
  static const char* const numbers[] = {
      "0.1", "1e-5", "123456789.123456789", "-2.5e10", "3.0000000000000004", "1e300", "0x1p-3",
      ".5",  "5."};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    char xml[200];
    snprintf(xml, sizeof xml, WORLD("<geom name='g' pos='%s 0 0'/>"), numbers[i]);
    mjSpec* spec = parseModel(xml);
    double expected = strtod(numbers[i], NULL);
    assert_memory_equal(&geomOf(spec, "g")->pos[0], &expected, sizeof expected);
    mj_deleteSpec(spec);
  }
}

static void orientations_resolve_to_unit_quaternions(void** state) {
  static const struct {
    mjsOrientation orientation;
    double quat[4];
  } cases[] = {
      {{.type = mjORIENTATION_AXISANGLE, .axisangle = {0, 0, 2, 90}},
       {0.70710678118654757, 0, 0, 0.70710678118654757}},
      {{.type = mjORIENTATION_XYAXES, .xyaxes = {0, 1, 0, -1, 0, 0}},
       {0.70710678118654757, 0, 0, 0.70710678118654757}},
      {{.type = mjORIENTATION_ZAXIS, .zaxis = {0, 0, -1}}, {0, 1, 0, 0}},
      {{.type = mjORIENTATION_EULER, .euler = {0, 90, 0}},
       {0.70710678118654757, 0, 0.70710678118654757, 0}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    double quat[4] = {1, 0, 0, 0};
    assert_string_equal(mjs_resolveOrientation(quat, 1, "xyz", &cases[i].orientation), "");
    for (int k = 0; k < 4; k++) {
      assert_float_equal(quat[k], cases[i].quat[k], 1e-15);
    }
  }
  double quat[4];
  const mjsOrientation zero = {.type = mjORIENTATION_AXISANGLE};
  assert_string_equal(mjs_resolveOrientation(quat, 1, "xyz", &zero), "axisangle too small");
}

static void included_files_are_spliced_in_once(void** state) {
  mjVFS vfs;
  char error[1000] = "";
  const char part[] = "<x>\n<geom name='in' size='1'/>\n<geom size='bad'/></x>";
  const char good[] = "<x><geom name='in' size='1'/></x>";
  const char cycle[] = "<x><include file='cycle.xml'/></x>";
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "part.xml", part, sizeof part - 1);
  mj_addBufferVFS(&vfs, "good.xml", good, sizeof good - 1);
  mj_addBufferVFS(&vfs, "cycle.xml", cycle, sizeof cycle - 1);

  mjSpec* spec = mj_parseXMLString(WORLD("<include file='good.xml'/>"), &vfs, error, 1000);
  assert_non_null(spec);
  assert_non_null(geomOf(spec, "in"));
  mj_deleteSpec(spec);

  // an error in the part names its own line and file
  assert_null(mj_parseXMLString(WORLD("<include file='part.xml'/>"), &vfs, error, 1000));
  assert_non_null(strstr(error, "Element 'geom', line 3, column 7, file 'part.xml'"));
  assert_null(mj_parseXMLString(WORLD("<include file='cycle.xml'/>"), &vfs, error, 1000));
  assert_non_null(strstr(error, "File 'cycle.xml' already included"));
  mj_deleteVFS(&vfs);
}

static void replicates_copy_names_poses_and_what_refers_to_them(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><replicate count='12' offset='1 0 0' euler='0 0 90' sep='-'>"
      "<body name='b'><joint name='j'/><geom size='1'/></body></replicate></worldbody>"
      "<actuator><motor name='m' joint='j'/></actuator>"
      "<sensor><actuatorpos name='s' actuator='m'/></sensor></mujoco>");
  assert_int_equal(countOf(spec, mjOBJ_BODY), 13);
  assert_int_equal(countOf(spec, mjOBJ_ACTUATOR), 12);
  assert_int_equal(countOf(spec, mjOBJ_SENSOR), 12);
  mjsBody* third = mjs_findBody(spec, "b-02");
  assert_non_null(third);
  // offset, turned by 90 degrees, offset: (1, 1, 0)
  mjsFrame* frame = mjs_getFrame(third->element);
  assert_float_equal(frame->pos[0], 1, 1e-12);
  assert_float_equal(frame->pos[1], 1, 1e-12);
  mjsActuator* motor = mjs_asActuator(mjs_findElement(spec, mjOBJ_ACTUATOR, "m-11"));
  assert_string_equal(mjs_getString(motor->target), "j-11");
  mj_deleteSpec(spec);
}

static void nested_replicates_number_from_inside_out(void** state) {
  mjSpec* spec =
      parseModel(WORLD("<replicate count='2' sep='_'><replicate count='2'><geom name='g' size='1'/>"
                       "</replicate></replicate>"));
  assert_int_equal(countOf(spec, mjOBJ_GEOM), 4);
  assert_non_null(geomOf(spec, "g0_1"));
  assert_null(geomOf(spec, "g"));
  mj_deleteSpec(spec);
}

static void servo_gains_come_from_class_and_element(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><default><position kp='10' kv='3' timeconst='2'/></default>"
      "<actuator><position name='p' joint='j' kp='3'/><muscle name='m' joint='j'/></actuator>"
      "</mujoco>");
  mjsActuator* a = mjs_asActuator(mjs_findElement(spec, mjOBJ_ACTUATOR, "p"));
  assert_float_equal(a->gainprm[0], 3, 0);
  assert_float_equal(a->biasprm[1], -3, 0);
  assert_float_equal(a->biasprm[2], -3, 0);
  assert_int_equal(a->dyntype, mjDYN_FILTEREXACT);
  assert_float_equal(a->dynprm[0], 2, 0);
  mj_deleteSpec(spec);
}

static void memory_takes_units(void** state) {
  mjSpec* spec = parseModel("<mujoco><size memory='3M'/></mujoco>");
  assert_int_equal(spec->memory, 3 << 20);
  mj_deleteSpec(spec);
}

static void a_cable_is_a_chain_along_its_curve(void** state) {
  mjSpec* spec = parseModel(
      WORLD("<composite type='cable' prefix='c' count='5 1 1' size='2' curve='0 s 0' "
            "initial='none'><joint kind='main' damping='.1'/><geom type='capsule' size='.01'/>"
            "</composite>"));
  assert_int_equal(countOf(spec, mjOBJ_BODY), 5);
  assert_int_equal(countOf(spec, mjOBJ_JOINT), 3);
  assert_int_equal(countOf(spec, mjOBJ_EXCLUDE), 3);
  mjsBody* last = mjs_findBody(spec, "cB_last");
  assert_float_equal(last->pos[0], 0.5, 1e-6);
  assert_float_equal(last->quat[0], 1, 1e-12);
  mj_deleteSpec(spec);
}

static void a_flexcomp_makes_a_body_per_free_point(void** state) {
  mjSpec* spec =
      parseModel(WORLD("<flexcomp name='f' count='3 3 1' spacing='1 1 1' mass='9'><pin id='0 4'/>"
                       "<edge equality='true'/></flexcomp>"));
  assert_int_equal(countOf(spec, mjOBJ_BODY), 1 + 7);
  assert_int_equal(countOf(spec, mjOBJ_JOINT), 3 * 7);
  assert_int_equal(countOf(spec, mjOBJ_EQUALITY), 1);
  mjsFlex* flex = mjs_asFlex(mjs_findElement(spec, mjOBJ_FLEX, "f"));
  assert_int_equal(flex->elem->count, 8 * 3);
  assert_float_equal(mjs_findBody(spec, "f_8")->mass, 1, 1e-12);
  mj_deleteSpec(spec);
}

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_class_of_an_element_wins_over_childclass_and_main),
      cmocka_unit_test(settings_apply_wherever_they_stand),
      cmocka_unit_test(numbers_read_to_the_last_bit),
      cmocka_unit_test(orientations_resolve_to_unit_quaternions),
      cmocka_unit_test(included_files_are_spliced_in_once),
      cmocka_unit_test(replicates_copy_names_poses_and_what_refers_to_them),
      cmocka_unit_test(nested_replicates_number_from_inside_out),
      cmocka_unit_test(servo_gains_come_from_class_and_element),
      cmocka_unit_test(memory_takes_units),
      cmocka_unit_test(a_cable_is_a_chain_along_its_curve),
      cmocka_unit_test(a_flexcomp_makes_a_body_per_free_point),
      cmocka_unit_test(urdf_links_become_a_tree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
