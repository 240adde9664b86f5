// Checks of a model that came from outside: each damage is named by its field.

#include "bodies_support.h"
#include "check.h"
#include "model/model.h"

// The field that is found wrong after a number is changed.
static const char* foundWith(mjModel* m, int* number, int value) {
  int before = *number;
  *number = value;
  const char* field = lb_validateModel(m);
  *number = before;
  return field ? field : "nothing";
}

static void models_that_the_compiler_makes_are_sound(void** state) {
  Scene scenes[] = {mixedScene(), movingScene(), wallScene(), loadScene("<mujoco/>")};
  for (int i = 0; i < 4; i++) {
    assert_null(lb_validateModel(scenes[i].m));
    freeScene(scenes[i]);
  }
}

static void ids_of_bodies_geoms_and_constraints_are_checked(void** state) {
  Scene s = mixedScene();
  mjModel* m = s.m;
  assert_string_equal(foundWith(m, m->body_mocapid + 1, 0), "body_mocapid");
  assert_string_equal(foundWith(m, m->geom_type, mjNGEOMTYPES), "geom_type");
  assert_string_equal(foundWith(m, m->geom_condim, 7), "geom_condim");
  assert_string_equal(foundWith(m, m->geom_matid, 0), "geom_matid");
  assert_string_equal(foundWith(m, m->bvh_child, -7), "bvh_child");
  assert_string_equal(foundWith(m, m->eq_obj1id, (int)m->nbody), "eq_obj1id");
  assert_string_equal(foundWith(m, m->eq_obj1id + 2, (int)m->njnt), "eq_obj1id");
  assert_string_equal(foundWith(m, m->eq_type, 100), "eq_obj1id");
  assert_string_equal(foundWith(m, m->eq_objtype, mjOBJ_GEOM), "eq_obj1id");
  assert_string_equal(foundWith(m, m->name_geomadr, (int)m->nnames), "names");
  freeScene(s);
}

static void paths_of_tendons_are_checked(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><geom name='g' size='.1'/><site name='a' pos='1 0 0'/>"
      "<site name='z' pos='-1 0 0'/><body><joint name='h'/><joint axis='1 0 0'/><geom size='.1'/>"
      "</body></worldbody><tendon><spatial><site site='a'/><geom geom='g'/><site site='z'/>"
      "</spatial><fixed><joint joint='h' coef='1'/></fixed></tendon></mujoco>");
  mjModel* m = s.m;
  assert_null(lb_validateModel(m));
  assert_string_equal(foundWith(m, m->wrap_objid, 2), "wrap_objid");
  assert_string_equal(foundWith(m, m->wrap_type, mjWRAP_SPHERE), "wrap_objid");
  assert_string_equal(foundWith(m, m->wrap_type + 2, mjWRAP_JOINT), "wrap_objid");
  assert_string_equal(foundWith(m, m->wrap_objid + 3, 2), "wrap_objid");
  assert_string_equal(foundWith(m, m->tendon_num, 4), "tendon_adr");
  assert_string_equal(foundWith(m, m->ten_J_colind, (int)m->nv), "ten_J_rownnz");
  m->wrap_prm[1] = 2;  // a side site that is not there
  assert_string_equal(lb_validateModel(m), "wrap_objid");
  freeScene(s);
}

static void what_actuators_act_on_is_checked(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body><joint name='h'/><geom size='.1'/><body><joint name='b' "
      "type='ball'/><geom size='.1'/></body></body></worldbody><actuator>"
      "<motor joint='h' delay='.1' nsample='3'/><orientation joint='b' "
      "kp='1'/></actuator></mujoco>");
  mjModel* m = s.m;
  assert_null(lb_validateModel(m));
  assert_string_equal(foundWith(m, m->actuator_trnid, 2), "actuator_trnid");
  assert_string_equal(foundWith(m, m->actuator_trnid + 2, 0), "actuator_trnid");  // a hinge
  assert_string_equal(foundWith(m, m->actuator_trntype, mjTRN_TENDON), "actuator_trnid");
  assert_string_equal(foundWith(m, m->actuator_gaintype, mjGAIN_SO3), "actuator_trnid");
  assert_string_equal(foundWith(m, m->actuator_ctrlspec, mjINPUT_POS | mjINPUT_VEL),
                      "actuator_trnid");
  assert_string_equal(foundWith(m, m->actuator_outnum, 2), "actuator_outadr");
  assert_string_equal(foundWith(m, m->actuator_historyadr, 5), "actuator_historyadr");
  assert_string_equal(foundWith(m, m->actuator_history, 4), "actuator_historyadr");
  freeScene(s);
}

// A strain constraint names its cell by numbers.
static void cells_of_strain_constraints_are_checked(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><flexcomp name='f' type='grid' count='3 3 3' spacing='.1 .1 .1' dim='3' "
      "radius='.01' mass='1' dof='trilinear' cellcount='2 1 1'><edge equality='strain'/>"
      "<contact selfcollide='none'/></flexcomp></worldbody></mujoco>");
  assert_int_equal(s.m->neq, 2);
  assert_null(lb_validateModel(s.m));
  const mjtNum wrong[] = {2, -1, NAN};
  mjtNum right = s.m->eq_data[0];
  for (int i = 0; i < 3; i++) {
    s.m->eq_data[0] = wrong[i];
    assert_string_equal(lb_validateModel(s.m), "eq_obj1id");
  }
  s.m->eq_data[0] = right;
  freeScene(s);
}

static void texts_end_and_the_timestep_is_a_number(void** state) {
  Scene s = loadScene("<mujoco><custom><text name='t' data='abc'/></custom></mujoco>");
  mjModel* m = s.m;
  assert_null(lb_validateModel(m));
  m->text_data[m->ntextdata - 1] = 'x';
  assert_string_equal(lb_validateModel(m), "text_data");
  m->text_data[m->ntextdata - 1] = 0;
  m->opt.timestep = NAN;
  assert_string_equal(lb_validateModel(m), "timestep");
  freeScene(s);
}

static void numbers_of_enums_are_checked(void** state) {
  Scene s = loadScene(
      "<mujoco><asset><texture name='t' type='2d' builtin='flat' width='2' height='2'/></asset>"
      "<worldbody><light/><camera/><body><joint name='h'/><geom size='.1'/></body></worldbody>"
      "<actuator><motor joint='h'/></actuator><sensor><jointpos joint='h'/></sensor></mujoco>");
  mjModel* m = s.m;
  assert_string_equal(foundWith(m, m->cam_mode, 5), "cam_mode");
  assert_string_equal(foundWith(m, m->light_type, -1), "light_type");
  assert_string_equal(foundWith(m, m->tex_colorspace, 3), "tex_colorspace");
  assert_string_equal(foundWith(m, m->actuator_dyntype, mjDYN_USER + 1), "actuator_dyntype");
  assert_string_equal(foundWith(m, m->actuator_gaintype, 99), "actuator_gaintype");
  assert_string_equal(foundWith(m, m->actuator_biastype, 99), "actuator_biastype");
  assert_string_equal(foundWith(m, m->sensor_needstage, 4), "sensor_needstage");
  assert_string_equal(foundWith(m, m->sensor_datatype, -1), "sensor_datatype");
  int* options[] = {&m->opt.integrator, &m->opt.cone, &m->opt.jacobian, &m->opt.solver};
  for (int i = 0; i < 4; i++) {
    assert_string_equal(foundWith(m, options[i], -1), "opt");
    assert_string_equal(foundWith(m, options[i], 5), "opt");
  }
  assert_null(lb_validateModel(m));
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_of_enums_are_checked),
      cmocka_unit_test(models_that_the_compiler_makes_are_sound),
      cmocka_unit_test(ids_of_bodies_geoms_and_constraints_are_checked),
      cmocka_unit_test(paths_of_tendons_are_checked),
      cmocka_unit_test(what_actuators_act_on_is_checked),
      cmocka_unit_test(cells_of_strain_constraints_are_checked),
      cmocka_unit_test(texts_end_and_the_timestep_is_a_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
