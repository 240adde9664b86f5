// Writing of actuators and sensors.

#include "spec/spec_support.h"

static void actuators_are_written_as_general_ones(void** state) {
  assertWritten("<actuator><motor name='m' joint='j'/></actuator>",
                "<general name=\"m\" joint=\"j\"/>");
  assertWritten("<actuator><position joint='j' kp='3' kv='2'/></actuator>",
                "<general joint=\"j\" biastype=\"affine\" gainprm=\"3\" biasprm=\"0 -3 -2\"/>");
  assertWritten("<actuator><general cranksite='c' slidersite='s' cranklength='.5'/></actuator>",
                "cranksite=\"c\" slidersite=\"s\" cranklength=\"0.5\"");
}

static void what_only_a_shortcut_can_say_is_written_as_one(void** state) {
  assertWritten("<actuator><position joint='j' kp='3' dampratio='1' inheritrange='1'/></actuator>",
                "<position joint=\"j\" inheritrange=\"1\" kp=\"3\" dampratio=\"1\"/>");
  assertWritten(
      "<actuator><pid joint='j' kp='1' ki='2' input='pos vel' inheritrange='1'/></actuator>",
      "kp=\"1\" kv=\"0\" ki=\"2\" imax=\"0\" slewmax=\"0\" input=\"pos vel\"/>");
}

static void general_actuators_say_their_signals(void** state) {
  assertWritten("<actuator><pid joint='j' kp='1' ki='2' input='pos vel'/></actuator>",
                "<general joint=\"j\" dyntype=\"pid\" gaintype=\"pid\" biastype=\"affine\" "
                "dynprm=\"0\" gainprm=\"2\" biasprm=\"0 -1\" input=\"pos vel\"/>");
  assertWritten(
      "<actuator><dcmotor joint='j' motorconst='.5' resistance='2' input='none'/></actuator>",
      "gainprm=\"2 0.5\" actearly=\"true\" input=\"none\"/>");
  assertWritten("<actuator><orientation joint='j' kp='1' input='quat'/></actuator>",
                "input=\"quat\"/>");
  const char* servo =
      "<default><default class='d'><dcmotor motorconst='1' resistance='2' inductance='0 .1' "
      "input='voltage'/></default></default><actuator><general class='d' joint='j' "
      "actrange='-2 3'/></actuator>";
  assertWritten(servo, "actearly=\"true\" input=\"voltage\"/>");
  assertWritten(servo, "<general class=\"d\" joint=\"j\" actrange=\"-2 3\"/>");
}

static void sensors_are_written_by_type_with_their_objects(void** state) {
  assertWritten("<sensor><gyro name='g' site='s' cutoff='2'/></sensor>",
                "<gyro name=\"g\" site=\"s\" cutoff=\"2\"/>");
  assertWritten("<sensor><distance geom1='a' body2='b'/></sensor>",
                "<distance geom1=\"a\" body2=\"b\"/>");
  assertWritten(
      "<sensor><contact site='s' subtree2='b' data='found force' num='2' "
      "reduce='mindist'/></sensor>",
      "<contact site=\"s\" subtree2=\"b\" num=\"2\" data=\"found force\" "
      "reduce=\"mindist\"/>");
  assertWritten(
      "<sensor><framepos objtype='geom' objname='a' reftype='site' refname='b'/></sensor>",
      "objtype=\"geom\" objname=\"a\" reftype=\"site\" refname=\"b\"/>");
  assertWritten("<sensor><rangefinder camera='c' data='dist dir'/></sensor>",
                "<rangefinder camera=\"c\" data=\"dist dir\"/>");
  assertWritten("<sensor><contact data='found' num='1'/></sensor>", "<contact/>");
}

static void a_user_sensor_says_all_that_it_is_and_no_object_of_no_kind(void** state) {
  assertWritten("<sensor><user dim='3'/></sensor>",
                "<user datatype=\"real\" needstage=\"acc\" dim=\"3\"/>");
  assertWritten("<sensor><user name='u' dim='2' objtype='foo' objname='b'/></sensor>",
                "<user name=\"u\" datatype=\"real\" needstage=\"acc\" dim=\"2\"/>");
}

static void a_sensor_of_no_type_cannot_be_written(void** state) {
  mjSpec* spec = mj_makeSpec();
  mj_deleteModel(mj_compile(spec, NULL));
  mjs_addSensor(spec)->type = (mjtSensor)99;
  char text[100], error[1000] = "";
  assert_true(mj_saveXMLString(spec, text, sizeof text, error, sizeof error) < 0);
  ASSERT_SAYS(error, "sensor of type 99 cannot be written");
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(actuators_are_written_as_general_ones),
      cmocka_unit_test(what_only_a_shortcut_can_say_is_written_as_one),
      cmocka_unit_test(general_actuators_say_their_signals),
      cmocka_unit_test(sensors_are_written_by_type_with_their_objects),
      cmocka_unit_test(a_user_sensor_says_all_that_it_is_and_no_object_of_no_kind),
      cmocka_unit_test(a_sensor_of_no_type_cannot_be_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
