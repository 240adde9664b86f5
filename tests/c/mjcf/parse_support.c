// Parsing models in tests; see parse_support.h.

#include "mjcf/parse_support.h"

#include "base/zip.h"

static char error[LB_REPORT_SIZE];

static mjSpec* parse(const char* xml, const char* const files[]) {
  mjVFS vfs;
  error[0] = 0;
  mj_defaultVFS(&vfs);
  for (int i = 0; files && files[i]; i += 2) {
    mj_addBufferVFS(&vfs, files[i], files[i + 1], (int)strlen(files[i + 1]));
  }
  mjSpec* spec = mj_parseXMLString(xml, &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  return spec;
}

mjSpec* parseWith(const char* xml, const char* const files[]) {
  mjSpec* spec = parse(xml, files);
  if (!spec) {
    fail_msg("%s", error);
  }
  return spec;
}

mjSpec* parseModel(const char* xml) {
  return parseWith(xml, NULL);
}

const char* refusalWith(const char* xml, const char* const files[]) {
  mjSpec* spec = parse(xml, files);
  if (spec) {
    mj_deleteSpec(spec);
    fail_msg("accepted: %s", xml);
  }
  return error;
}

const char* refusalOf(const char* xml) {
  return refusalWith(xml, NULL);
}

int countOf(const mjSpec* spec, mjtObj type) {
  return lb_specCount(lb_spec(spec), type);
}

void addArchive(mjVFS* vfs, const char* name, const char* const files[]) {
  lbZipWriter zip = {0};
  for (int i = 0; files[i]; i += 2) {
    lb_zipAdd(&zip, files[i], files[i + 1], strlen(files[i + 1]));
  }
  lb_zipEnd(&zip);
  assert_int_equal(mj_addBufferVFS(vfs, name, zip.bytes.items, (int)zip.bytes.count), 0);
  lb_zipFree(&zip);
}

char* savedText(const mjSpec* spec) {
  char tiny[1];
  lb_spec(spec)->wasCompiled = true;
  int size = mj_saveXMLString(spec, tiny, 1, error, sizeof error);
  if (size <= 0) {
    fail_msg("%s", error);
  }
  char* text = malloc((size_t)size + 1);
  assert_int_equal(mj_saveXMLString(spec, text, size + 1, error, sizeof error), 0);
  return text;
}

void assertWritten(const char* content, const char* words) {
  char xml[1000];
  snprintf(xml, sizeof xml, "<mujoco>%s</mujoco>", content);
  mjSpec* spec = parseModel(xml);
  char* text = savedText(spec);
  ASSERT_SAYS(text, words);
  mjSpec* again = parseModel(text);
  char* twice = savedText(again);
  assert_string_equal(text, twice);
  free(text);
  free(twice);
  mj_deleteSpec(again);
  mj_deleteSpec(spec);
}
