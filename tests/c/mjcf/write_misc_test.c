// Writing of everything outside the tree.

#include "spec/spec_support.h"

static void assets_are_written_with_files_layers_and_rows(void** state) {
  assertWritten("<asset><mesh name='m' file='a.obj' scale='2 2 2'/></asset>",
                "<mesh name=\"m\" file=\"a.obj\" scale=\"2 2 2\"/>");
  assertWritten(
      "<asset><hfield name='h' size='1 1 1 1' nrow='2' ncol='2' elevation='1 2 3 4'/>"
      "</asset>",
      "elevation=\"1 2 3 4\"");
  assertWritten("<asset><material name='m' texture='t'/></asset>",
                "<material name=\"m\" texture=\"t\"/>");
  assertWritten("<asset><material name='m'><layer texture='t' role='normal'/></material></asset>",
                "<layer texture=\"t\" role=\"normal\"/>");
  assertWritten("<asset><texture name='t' type='cube' fileback='b.png'/></asset>",
                "fileback=\"b.png\"");
  assertWritten(
      "<asset><texture name='t' type='cube' file='g.png' gridsize='1 2' "
      "gridlayout='UD'/></asset>",
      "gridlayout=\"UD\"");
}

static void contacts_equalities_and_tendons_are_written_with_their_objects(void** state) {
  assertWritten(
      "<contact><pair geom1='a' geom2='b' condim='1'/><exclude body1='c' body2='d'/>"
      "</contact>",
      "<exclude body1=\"c\" body2=\"d\"/>");
  assertWritten("<equality><weld site1='a' site2='b'/></equality>",
                "<weld site1=\"a\" site2=\"b\"/>");
  assertWritten("<equality><weld body1='a' anchor='0 0 1' torquescale='2'/></equality>",
                "anchor=\"0 0 1\" relpose=\"0 0 0 0 0 0 0\" torquescale=\"2\"/>");
  assertWritten("<equality><joint joint1='a'/></equality>", "<joint joint1=\"a\"/>");
  assertWritten("<equality><joint joint1='a' polycoef='0 2'/></equality>",
                "<joint joint1=\"a\" polycoef=\"0 2 0 0 0\"/>");
  assertWritten(
      "<tendon><spatial name='t'><site site='a'/><geom geom='g' sidesite='s'/>"
      "<site site='b'/><pulley divisor='2'/></spatial></tendon>",
      "<geom geom=\"g\" sidesite=\"s\"/>");
  assertWritten("<default><tendon springlength='2 2'/></default>", "<tendon springlength=\"2\"/>");
  assertWritten("<tendon><fixed springlength='2 3'><joint joint='j' coef='3'/></fixed></tendon>",
                "<fixed springlength=\"2 3\">");
  assertWritten("<tendon><fixed><joint joint='j' coef='3'/></fixed></tendon>",
                "<joint joint=\"j\" coef=\"3\"/>");
}

static void custom_fields_keys_skins_and_flexes_are_written(void** state) {
  assertWritten("<custom><numeric name='n' size='3' data='1'/></custom>", "data=\"1 0 0\"");
  assertWritten(
      "<custom><tuple name='t'><element objtype='site' objname='s' prm='2'/></tuple>"
      "</custom>",
      "<element objtype=\"site\" objname=\"s\" prm=\"2\"/>");
  assertWritten("<custom><tuple name='t'><element objtype='site' objname='s'/></tuple></custom>",
                "<element objtype=\"site\" objname=\"s\"/>");
  assertWritten("<deformable><flex name='f' dim='1' body='a b' element='0 1'/></deformable>",
                "body=\"a b\" element=\"0 1\"");
  assertWritten(
      "<deformable><skin name='s' vertex='0 0 0' face='0 0 0'><bone body='b' "
      "bindpos='1 2 3' bindquat='1 0 0 0' vertid='0' vertweight='1'/></skin></deformable>",
      "<bone body=\"b\" bindpos=\"1 2 3\" bindquat=\"1 0 0 0\" vertid=\"0\" "
      "vertweight=\"1\"/>");
}

static void plugins_are_written_with_their_configuration(void** state) {
  assertWritten(
      "<extension><plugin plugin='mujoco.pid'><instance name='p'><config key='kp' "
      "value='3'/></instance></plugin></extension>",
      "<config key=\"kp\" value=\"3\"/>");
}

// From another folder the file is found from the written model.
static void files_of_attached_models_have_their_folder_in_front(void** state) {
  static const char* const files[] = {
      "sub/c.xml",
      "<mujoco model='c'><compiler meshdir='meshes'/><asset><mesh name='m' file='a.obj'/></asset>"
      "<worldbody><body name='b'/></worldbody></mujoco>",
      NULL};
  mjSpec* spec = parseWith(
      "<mujoco><asset><model file='sub/c.xml'/></asset><worldbody><attach model='c' body='b' "
      "prefix='x_'/></worldbody></mujoco>",
      files);
  char* text = savedText(spec);
  ASSERT_SAYS(text, " file=\"sub/meshes/a.obj\"/>");
  free(text);
  mj_deleteSpec(spec);
}

static void a_constraint_that_no_element_names_cannot_be_written(void** state) {
  mjSpec* spec = mj_makeSpec();
  mj_deleteModel(mj_compile(spec, NULL));
  mjs_addEquality(spec, NULL)->type = mjEQ_DISTANCE;
  char text[100], error[1000] = "";
  assert_true(mj_saveXMLString(spec, text, sizeof text, error, sizeof error) < 0);
  ASSERT_SAYS(error, "cannot be written");
  mj_deleteSpec(spec);
}

static void corners_with_indices_of_their_own_cannot_be_written(void** state) {
  static const float places[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, points[8] = {0};
  static const int faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, others[12] = {0};
  for (int k = 0; k < 3; k++) {
    mjSpec* spec = mj_makeSpec();
    mjsMesh* mesh = mjs_addMesh(spec, NULL);
    mjs_setName(mesh->element, "m");
    mjs_setFloat(mesh->uservert, places, 12);
    mjs_setInt(mesh->userface, faces, 12);
    mjs_setFloat(mesh->usernormal, places, 12);
    mjs_setFloat(mesh->usertexcoord, points, 8);
    mjs_setInt(mesh->userfacenormal, k == 1 ? others : faces, 12);
    mjs_setInt(mesh->userfacetexcoord, k == 2 ? others : faces, 12);
    mjModel* m = mj_compile(spec, NULL);
    assert_non_null(m);
    mj_deleteModel(m);
    char text[1000], error[1000] = "";
    int result = mj_saveXMLString(spec, text, sizeof text, error, sizeof error);
    assert_int_equal(result, k ? -1 : 0);
    ASSERT_SAYS(error, k == 1   ? "no support for 'userfacenormal'"
                       : k == 2 ? "no support for 'userfacetexcoord'"
                                : "");
    mj_deleteSpec(spec);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(assets_are_written_with_files_layers_and_rows),
      cmocka_unit_test(contacts_equalities_and_tendons_are_written_with_their_objects),
      cmocka_unit_test(custom_fields_keys_skins_and_flexes_are_written),
      cmocka_unit_test(plugins_are_written_with_their_configuration),
      cmocka_unit_test(files_of_attached_models_have_their_folder_in_front),
      cmocka_unit_test(corners_with_indices_of_their_own_cannot_be_written),
      cmocka_unit_test(a_constraint_that_no_element_names_cannot_be_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
