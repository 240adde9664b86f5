// Compiling small scenes in tests; see compile_support.h.

#include "compile/compile_support.h"

#include <stdio.h>

static mjModel* tryCompile(const char* content, const char* const files[], char* error, int size) {
  char* xml = test_malloc(strlen(content) + 32);
  sprintf(xml, "<mujoco>%s</mujoco>", content);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  for (int i = 0; files && files[i]; i += 2) {
    mj_addBufferVFS(&vfs, files[i], files[i + 1], (int)strlen(files[i + 1]));
  }
  mjSpec* spec = mj_parseXMLString(xml, &vfs, error, size);
  mjModel* m = spec ? mj_compile(spec, &vfs) : NULL;
  if (spec) {
    snprintf(error, (size_t)size, "%s", mjs_getError(spec));
  }
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);
  test_free(xml);
  return m;
}

mjModel* compiledWith(const char* content, const char* const files[]) {
  char error[16384] = "";
  mjModel* m = tryCompile(content, files, error, sizeof error);
  if (!m) {
    fail_msg("%s: %s", content, error);
  }
  return m;
}

mjModel* compiled(const char* content) {
  return compiledWith(content, NULL);
}

void compileTwice(const char* content, mjModel* models[2]) {
  mjCache* cache = mj_getCache();
  mj_clearCache(cache);
  models[0] = compiled(content);
  size_t kept = mj_getCacheSize(cache);
  assert_true(kept > 0);
  models[1] = compiled(content);
  assert_int_equal(mj_getCacheSize(cache), kept);
}

void assertRefused(const char* content, const char* reason) {
  char error[16384] = "";
  mjModel* m = tryCompile(content, NULL, error, sizeof error);
  if (m) {
    mj_deleteModel(m);
    fail_msg("%s: accepted, although %s", content, reason);
  }
  if (!strstr(error, reason)) {
    fail_msg("%s: '%s' does not say '%s'", content, error, reason);
  }
}

mjtNum distance(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum largest = 0;
  for (int i = 0; i < n; i++) {
    mjtNum difference = fabs(a[i] - b[i]);
    largest = difference > largest ? difference : largest;
  }
  return largest;
}
