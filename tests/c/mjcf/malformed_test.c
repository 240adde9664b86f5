// Malformed models: each is refused with a message that names what is wrong and where, and leaves
// nothing allocated.

#include "mjcf/parse_support.h"

#include <stdio.h>

static const struct {
  const char* xml;
  const char* message;
} models[] = {
    {"<mujoco", "XML_ERROR_PARSING_ELEMENT"},
    {"", "XML parse error 13:\nError=XML_ERROR_EMPTY_DOCUMENT"},
    {"<!-- nothing -->", "XML root element not found"},
    {"<mujoco/>\n<mujoco/>",
     "second top-level element 'mujoco' after 'mujoco', expected one\nElement 'mujoco', line 2"},
    {"<mujoco/><!-- more --><robot name=\"r\"/>", "second top-level element 'robot'"},
    {"<foo/>", "Unrecognized XML model type: 'foo'"},
    {"<mujoco><a><b></a></b></mujoco>", "XML_ERROR_MISMATCHED_ELEMENT"},
    {"<mujoco>\n<worldbody>\n<geom siz=\"1\"/></worldbody></mujoco>",
     "unrecognized attribute: 'siz', expected 'size'\nElement 'geom', line 3, column 7"},
    {"<mujoco><worldbody><foo/></worldbody></mujoco>",
     "Schema violation: unrecognized element\nElement 'foo', line 1"},
    {"<mujoco><worldbody><geom size=\"a\"/></worldbody></mujoco>",
     "bad format in attribute 'size'"},
    {"<mujoco><worldbody><geom size=\"1 2 3 4\"/></worldbody></mujoco>",
     "attribute 'size' has too much data"},
    {"<mujoco><worldbody><geom rgba=\"1 2\"/></worldbody></mujoco>",
     "attribute 'rgba' does not have enough data"},
    {"<mujoco><worldbody><geom type=\"foo\"/></worldbody></mujoco>", "invalid keyword: 'foo'"},
    {"<mujoco><worldbody><geom contype=\"1.5\"/></worldbody></mujoco>",
     "bad format in attribute 'contype'"},
    {"<mujoco><worldbody><geom contype=\"99999999999\"/></worldbody></mujoco>",
     "number is too large in attribute 'contype'"},
    {"<mujoco><worldbody><geom size=\"1e400\"/></worldbody></mujoco>",
     "number is too large in attribute 'size'"},
    {"<mujoco><worldbody><geom size=\"1,2\"/></worldbody></mujoco>",
     "bad format in attribute 'size'"},
    {"<mujoco><worldbody><geom name=\"a\"/><geom name=\"a\"/></worldbody></mujoco>",
     "repeated name 'a' in geom"},
    {"<mujoco><worldbody><body name=\"world\"/></worldbody></mujoco>",
     "repeated name 'world' in body"},
    {"<mujoco><worldbody><geom class=\"zz\"/></worldbody></mujoco>",
     "unknown default class name 'zz'"},
    {"<mujoco><worldbody><body childclass=\"zz\"/></worldbody></mujoco>",
     "unknown default childclass"},
    {"<mujoco><worldbody><geom euler=\"0 0 0\" quat=\"1 0 0 0\"/></worldbody></mujoco>",
     "multiple orientation specifiers are not allowed"},
    {"<mujoco><worldbody><joint/></worldbody></mujoco>", "World body cannot have joints"},
    {"<mujoco><worldbody><frame><freejoint/></frame></worldbody></mujoco>",
     "World body cannot have joints"},
    {"<mujoco><worldbody><inertial pos=\"0 0 0\" mass=\"1\"/></worldbody></mujoco>",
     "World body cannot have inertia"},
    {"<mujoco><worldbody name=\"a\"/></mujoco>", "World body cannot have attributes"},
    {"<mujoco><worldbody><body><inertial mass=\"1\"/></body></worldbody></mujoco>",
     "required attribute missing: 'pos'"},
    {"<mujoco><worldbody><body><inertial mass=\"1\" pos=\"0 0 0\"/><inertial mass=\"1\" pos=\"0 0 "
     "0\"/></body></worldbody></mujoco>",
     "unique element 'inertial' found 2 times"},
    {"<mujoco><worldbody><camera fovy=\"20\" sensorsize=\"1 1\"/></worldbody></mujoco>",
     "at most one of 'fovy', 'sensorsize' can be specified"},
    {"<mujoco><equality><connect/></equality></mujoco>",
     "one of ('site1', 'site2'), ('body1', 'anchor') must be specified"},
    {"<mujoco><sensor><framepos objtype=\"body\" objname=\"a\" "
     "reftype=\"body\"/></sensor></mujoco>",
     "attributes 'reftype', 'refname' must be specified together"},
    {"<mujoco><sensor><touch/></sensor></mujoco>", "required attribute missing: 'site'"},
    {"<mujoco><sensor><contact data=\"force found\"/></sensor></mujoco>",
     "data attributes must be in order: found, force"},
    {"<mujoco><sensor><contact num=\"0\"/></sensor></mujoco>", "'num' must be positive"},
    {"<mujoco><tendon><fixed><joint joint=\"j\"/></fixed></tendon></mujoco>",
     "required attribute missing: 'coef'"},
    {"<mujoco><actuator><position joint=\"j\" kv=\"1\" dampratio=\"1\"/></actuator></mujoco>",
     "kv and dampratio cannot both be defined"},
    {"<mujoco><actuator><motor joint=\"j\" cranklength=\"2\"/></actuator></mujoco>",
     "can only be used in slidercrank transmission"},
    {"<mujoco><actuator><damper joint=\"j\" kv=\"-1\"/></actuator></mujoco>",
     "damping coefficient cannot be negative"},
    {"<mujoco><actuator><dcmotor joint=\"j\"/></actuator></mujoco>",
     "motor constant K must be positive"},
    {"<mujoco><default><default/></default></mujoco>", "empty class name"},
    {"<mujoco><default><default class=\"a\"/><default class=\"a\"/></default></mujoco>",
     "repeated default class name"},
    {"<mujoco><default><geom name=\"a\"/></default></mujoco>", "unrecognized attribute: 'name'"},
    {"<mujoco><default><motor joint=\"a\"/></default></mujoco>", "unrecognized attribute: 'joint'"},
    {"<mujoco><default class=\"foo\"/></mujoco>",
     "top-level default class 'main' cannot be renamed"},
    {"<mujoco><size memory=\"3Q\"/></mujoco>", "expected in attribute 'memory'"},
    {"<mujoco><size memory=\"100E\"/></mujoco>", "expected in attribute 'memory'"},
    // MJCF-LONE-INT
    {"<mujoco><default><mesh maxhullvert=\"\"/></default></mujoco>",
     "problem reading attribute 'maxhullvert'"},
    {"<mujoco><size njmax=\" \"/></mujoco>", "problem reading attribute 'njmax'"},
    {"<mujoco><default><mesh maxhullvert=\"3\"/></default></mujoco>",
     "XML Error: maxhullvert must be larger than 3"},
    {"<mujoco><asset><hfield name=\"h\" nrow=\"2\" ncol=\"2\" size=\"\"/></asset></mujoco>",
     "required attribute missing: 'size'"},
    {"<mujoco><worldbody><replicate count=\"\"/></worldbody></mujoco>",
     "required attribute missing: 'count'"},
    {"<mujoco><size nuser_geom=\"-2\"/></mujoco>", "nuser_geom must be >= -1"},
    {"<mujoco><size memory=\"1K\" njmax=\"3\"/></mujoco>",
     "at most one of 'memory', 'njmax' can be specified"},
    {"<mujoco><option integrator=\"foo\"/></mujoco>", "invalid keyword: 'foo'"},
    {"<mujoco><option actuatorgroupdisable=\"31\"/></mujoco>", "cannot exceed 30"},
    {"<mujoco><compiler coordinate=\"global\"/></mujoco>",
     "global coordinates no longer supported"},
    {"<mujoco><compiler eulerseq=\"xy\"/></mujoco>", "must have exactly 3 characters"},
    {"<mujoco><statistic extent=\"-1\"/></mujoco>", "extent must be strictly positive"},
    {"<mujoco><include file=\"nope.xml\"/></mujoco>", "Error opening file 'nope.xml'"},
    {"<mujoco><include/></mujoco>", "required attribute missing: 'file'"},
    {"<mujoco><extension><plugin plugin=\"no.such\"/></extension></mujoco>",
     "plugin no.such not found"},
    {"<mujoco><custom><numeric name=\"a\"/></custom></mujoco>",
     "custom field size must be between 1 and 500"},
    {"<mujoco><custom><text name=\"a\" data=\"\"/></custom></mujoco>",
     "text field cannot be empty"},
    {"<mujoco><custom><tuple name=\"t\"><element objtype=\"foo\" "
     "objname=\"b\"/></tuple></custom></mujoco>",
     "unknown object type"},
    {"<mujoco><asset><hfield name=\"h\"/></asset></mujoco>", "required attribute missing: 'size'"},
    {"<mujoco><asset><hfield name=\"h\" size=\"1 1 1 1\" nrow=\"2\" ncol=\"2\" elevation=\"1 2 "
     "3\"/></asset></mujoco>",
     "elevation data length must match nrow*ncol"},
    {"<mujoco><asset><texture gridlayout=\"abc\"/></asset></mujoco>",
     "gridlayout length must match gridsize"},
    {"<mujoco><asset><mesh builtin=\"sphere\" params=\"1 2\"/></asset></mujoco>",
     "Sphere mesh type requires 1 parameter"},
    {"<mujoco><asset><model file=\"nope.xml\"/></asset></mujoco>", "could not parse model file"},
    {"<mujoco><worldbody><attach model=\"x\" prefix=\"p\"/></worldbody></mujoco>",
     "could not find model 'x'"},
    {"<mujoco><worldbody><composite type=\"rope\"/></worldbody></mujoco>",
     "Please use \"cable\" instead"},
    {"<mujoco><worldbody><composite type=\"cable\" count=\"1 1 1\"/></worldbody></mujoco>",
     "Cable must be one-dimensional"},
    {"<mujoco><worldbody><flexcomp name=\"f\" dim=\"4\"/></worldbody></mujoco>",
     "Invalid dim, must be between 1 and 3"},
    {"<mujoco><worldbody><flexcomp name=\"f\" count=\"3 3 1\" mass=\"0\"/></worldbody></mujoco>",
     "Mass and inertiabox must be larger than mjMINVAL"},
    {"<mujoco><worldbody><flexcomp name=\"f\" count=\"2000000000 2 1\"/></worldbody></mujoco>",
     "Count too large"},
    {"<mujoco><worldbody><flexcomp name=\"f\" type=\"direct\" point=\"0 0 0\" element=\"0 1 "
     "2\"/></worldbody></mujoco>",
     "element 1 has point id 1, number of points is 1"},
    {"<mujoco><worldbody><flexcomp name=\"f\" count=\"2 2 1\"><pin "
     "id=\"9\"/></flexcomp></worldbody></mujoco>",
     "pinid out of range"},
    {"<robot><link name=\"a\"/><link name=\"a\"/></robot>", "repeated URDF name"},
    {"<robot><link name=\"a\"/><joint name=\"j\" type=\"foo\"><parent link=\"a\"/><child "
     "link=\"a\"/></joint></robot>",
     "loop of joints"},
    {"<mujoco><worldbody><replicate count=\"2000000000\"><geom size=\"1\"/></replicate>"
     "</worldbody></mujoco>",
     "replicate makes more than 500000 elements\nElement 'replicate', line 1"},
    {"<robot><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"foo\"><parent "
     "link=\"a\"/><child link=\"b\"/></joint></robot>",
     "invalid joint type"},
};

static void malformed_models_are_refused_with_a_helpful_message(void** state) {
  for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
    const char* message = refusalOf(models[i].xml);
    if (!strstr(message, models[i].message)) {
      fail_msg("model %s\n  said     %s\n  expected %s", models[i].xml, message, models[i].message);
    }
  }
}

static void refused_models_leave_nothing_allocated(void** state) {
  size_t before = lb_liveBlocks();
  for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
    refusalOf(models[i].xml);
    assert_int_equal(lb_liveBlocks(), before);
  }
}

static void deep_nesting_is_refused(void** state) {
  enum {
    DEPTH = 5000,
  };
  char* xml = malloc(DEPTH * 13 + 100);
  char* end = xml + sprintf(xml, "<mujoco><worldbody>");
  for (int i = 0; i < DEPTH; i++) {
    end += sprintf(end, "<body>");
  }
  for (int i = 0; i < DEPTH; i++) {
    end += sprintf(end, "</body>");
  }
  sprintf(end, "</worldbody></mujoco>");
  assert_non_null(strstr(refusalOf(xml), "DEPTH_EXCEEDED"));
  free(xml);
}

// Cutting a valid model anywhere must never do worse than an error.
static void truncated_models_never_crash(void** state) {
  static const char xml[] =
      "<mujoco><default><default class=\"c\"><geom size=\".1\"/></default></default>"
      "<worldbody><replicate count=\"2\"><body name=\"b\" childclass=\"c\"><joint name=\"j\"/>"
      "<geom fromto=\"0 0 0 1 1 1\"/></body></replicate></worldbody>"
      "<actuator><position joint=\"j\" kp=\"2\"/></actuator></mujoco>";
  char cut[sizeof xml];
  size_t before = lb_liveBlocks();
  for (size_t length = 0; length < sizeof xml; length++) {
    memcpy(cut, xml, length);
    cut[length] = 0;
    mj_deleteSpec(mj_parseXMLString(cut, NULL, NULL, 0));
    assert_int_equal(lb_liveBlocks(), before);
  }
}

// Whatever allocation fails, parsing reports it and frees everything.
static void running_out_of_memory_is_an_error_without_leaks(void** state) {
  static const char xml[] =
      "<mujoco><default><default class=\"c\"><geom size=\".1\"/></default></default>"
      "<asset><mesh name=\"m\" builtin=\"sphere\" params=\"1\"/></asset>"
      "<worldbody><replicate count=\"2\"><body name=\"b\" childclass=\"c\"><joint name=\"j\"/>"
      "<geom type=\"mesh\" mesh=\"m\"/></body></replicate>"
      "<flexcomp name=\"f\" count=\"3 3 1\"/></worldbody>"
      "<actuator><position joint=\"j\" kp=\"2\"/></actuator></mujoco>";
  size_t before = lb_liveBlocks();
  bool finished = false;
  for (int64_t count = 0; !finished && count < 20000; count += 1 + count / 20) {
    lb_failAllocationAfter(count);
    mjSpec* spec = mj_parseXMLString(xml, NULL, NULL, 0);
    lb_failAllocationAfter(-1);
    finished = spec != NULL;
    mj_deleteSpec(spec);
    assert_int_equal(lb_liveBlocks(), before);
  }
  assert_true(finished);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(malformed_models_are_refused_with_a_helpful_message),
      cmocka_unit_test(refused_models_leave_nothing_allocated),
      cmocka_unit_test(deep_nesting_is_refused),
      cmocka_unit_test(truncated_models_never_crash),
      cmocka_unit_test(running_out_of_memory_is_an_error_without_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
