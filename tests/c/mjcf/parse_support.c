// Parsing models in tests; see parse_support.h.

#include "mjcf/parse_support.h"

mjSpec* parseModel(const char* xml) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!spec) {
    fail_msg("%s", error);
  }
  return spec;
}

const char* refusalOf(const char* xml) {
  static char error[1000];
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (spec) {
    mj_deleteSpec(spec);
    fail_msg("accepted: %s", xml);
  }
  return error;
}

int countOf(const mjSpec* spec, mjtObj type) {
  return lb_specCount(lb_spec(spec), type);
}

char* savedText(const mjSpec* spec) {
  char error[1000] = "";
  char tiny[1];
  int size = mj_saveXMLString(spec, tiny, 1, error, sizeof error);
  if (size <= 0) {
    fail_msg("%s", error);
  }
  char* text = malloc((size_t)size + 1);
  assert_int_equal(mj_saveXMLString(spec, text, size + 1, error, sizeof error), 0);
  return text;
}
