// Every allocation of every entry point fails once: what it was for ends with an error that says
// so, and nothing is left over. Each tenth allocation by default; all of them with LB_ALL=1:
//
//   LB_ALL=1 build/debug/tests/test_base_out_of_memory

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"

#define OFF "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n"

static const char modelText[] =
    "<mujoco><compiler meshdir='meshes'/><include file='more.xml'/><default><default class='c'>"
    "<geom friction='2'/></default></default><extension><plugin plugin='mujoco.pid'>"
    "<instance name='i'><config key='kp' value='4'/></instance></plugin></extension>"
    "<asset><mesh name='m' file='m.obj'/><texture name='t' type='2d' builtin='checker' width='4' "
    "height='4'/><material name='a' texture='t'/><hfield name='h' nrow='2' ncol='2' size='1 1 1 1'"
    " elevation='0 1 1 0'/><model name='arm' file='arm.xml'/></asset>"
    "<worldbody><body name='b' pos='0 0 2'><freejoint name='f'/><geom name='g' class='c' "
    "type='mesh' mesh='m' material='a'/><site name='s'/><site name='s2' pos='1 0 0'/></body><geom "
    "type='hfield' hfield='h'/>"
    "<body name='d' pos='2 0 1'><joint name='j'/><geom size='.1'/></body><frame name='k'>"
    "<attach model='arm' prefix='x'/></frame><replicate count='3' offset='1 0 0'><geom size='.1'/>"
    "</replicate><flexcomp name='e' type='grid' count='3 3 1' spacing='.1 .1 .1' mass='1' dim='2' "
    "radius='.01'><edge equality='true'/></flexcomp><composite prefix='q' type='cable' curve='s' "
    "count='4 1 1' size='1' initial='none'><joint kind='main' damping='.1'/><geom type='capsule' "
    "size='.02'/></composite></worldbody><tendon><spatial name='w'><site site='s'/>"
    "<site site='s2'/></spatial></tendon><actuator><motor name='u' joint='j'/><plugin joint='j' "
    "plugin='mujoco.pid' instance='i'/></actuator><sensor><gyro site='s' delay='.01' "
    "nsample='3'/></sensor><keyframe><key name='start'/></keyframe></mujoco>";
static const char moreText[] = "<mujoco><custom><text name='z' data='abc'/></custom></mujoco>";
static const char armText[] =
    "<mujoco><worldbody><body name='b'><joint/><geom size='.1'/></body></worldbody></mujoco>";

// What a call works with: made before, freed after.
typedef struct World_ {
  mjVFS vfs;
  mjSpec *spec, *other;
  mjModel* m;
  mjData* d;
  void* bytes;
  int size;
  mjvScene scene;
  // what the call makes
  mjSpec* madeSpec;
  mjModel* madeModel;
  mjData* madeData;
  mjVFS madeFiles;
  char error[1000];
  bool failed;  // it said so without raising an error
} World;

static World w;

static void addFile(const char* name, const char* text) {
  assert_int_equal(mj_addBufferVFS(&w.vfs, name, text, (int)strlen(text)), 0);
}

static void build(void) {
  memset(&w, 0, sizeof w);
  mj_defaultVFS(&w.vfs);
  addFile("model.xml", modelText);
  addFile("more.xml", moreText);
  addFile("arm.xml", armText);
  addFile("meshes/m.obj", OFF);
  w.spec = mj_parseXML("model.xml", &w.vfs, w.error, sizeof w.error);
  if (!w.spec) {
    fail_msg("%s", w.error);
  }
  w.m = mj_compile(w.spec, &w.vfs);
  if (!w.m) {
    fail_msg("%s", mjs_getError(w.spec));
  }
  w.other = mj_parseXML("arm.xml", &w.vfs, w.error, sizeof w.error);
  w.d = mj_makeData(w.m);
  w.size = (int)mj_sizeModel(w.m);
  w.bytes = malloc((size_t)w.size);
  mj_saveModel(w.m, NULL, w.bytes, w.size);
  mjv_defaultScene(&w.scene);
}

static void clearMade(void) {
  mj_deleteSpec(w.madeSpec);
  mj_deleteData(w.madeData);
  mj_deleteModel(w.madeModel);
  w.madeSpec = NULL;
  w.madeData = NULL;
  w.madeModel = NULL;
  mj_deleteVFS(&w.madeFiles);
  mjv_freeScene(&w.scene);
  mj_freeLastXML();
  mj_clearCache(mj_getCache());
}

static void destroy(void) {
  clearMade();
  mj_deleteData(w.d);
  mj_deleteModel(w.m);
  mj_deleteSpec(w.spec);
  mj_deleteSpec(w.other);
  mj_deleteVFS(&w.vfs);
  free(w.bytes);
}

static void loadXml(void) {
  w.madeModel = mj_loadXML("model.xml", &w.vfs, w.error, sizeof w.error);
  w.failed = !w.madeModel;
}

static void parseXml(void) {
  w.madeSpec = mj_parseXML("model.xml", &w.vfs, w.error, sizeof w.error);
  w.failed = !w.madeSpec;
}

static void parseArm(void) {
  w.madeSpec = mj_parseXML("arm.xml", &w.vfs, w.error, sizeof w.error);
  w.failed = !w.madeSpec;
}

static void saveXml(void) {
  static char text[100000];
  w.failed = mj_saveXMLString(w.spec, text, sizeof text, w.error, sizeof w.error) != 0;
}

static void compile(void) {
  w.madeModel = mj_compile(w.spec, &w.vfs);
  w.failed = !w.madeModel;
  snprintf(w.error, sizeof w.error, "%s", w.failed ? mjs_getError(w.spec) : "");
}

static void recompile(void) {
  w.failed = mj_recompile(w.spec, &w.vfs, w.m, w.d) != 0;
  snprintf(w.error, sizeof w.error, "%s", w.failed ? mjs_getError(w.spec) : "");
}

static void copySpec(void) {
  w.madeSpec = mj_copySpec(w.spec);
}

// A child that is new each time: attached once, it stays attached.
static void attachByReference(void) {
  static int count = 0;
  char prefix[20];
  snprintf(prefix, sizeof prefix, "r%d_", count++);
  parseArm();
  if (!w.failed) {
    w.failed = !mjs_attach(mjs_findFrame(w.spec, "k")->element, w.madeSpec->element, prefix, "");
    snprintf(w.error, sizeof w.error, "%s", w.failed ? mjs_getError(w.spec) : "");
  }
}

static void attach(void) {
  static int count = 0;
  char prefix[20];
  snprintf(prefix, sizeof prefix, "n%d_", count++);
  mjs_setDeepCopy(w.spec, 1);
  w.failed = !mjs_attach(mjs_findFrame(w.spec, "k")->element, mjs_findBody(w.other, "b")->element,
                         prefix, "");
  snprintf(w.error, sizeof w.error, "%s", w.failed ? mjs_getError(w.spec) : "");
}

static void addElements(void) {
  mjsBody* body = mjs_addBody(mjs_findBody(w.spec, "world"), NULL);
  mjsGeom* geom = mjs_addGeom(body, NULL);
  mjs_setString(geom->meshname, "m");
  mjs_addDefault(w.spec, "another", NULL);
}

static void makeAndStep(void) {
  w.madeData = mj_makeData(w.m);
  mj_step(w.m, w.madeData);
  mj_inverse(w.m, w.madeData);
  mj_resetDataKeyframe(w.m, w.madeData, 0);
}

static void copyBoth(void) {
  w.madeModel = mj_copyModel(NULL, w.m);
  w.madeData = mj_copyData(NULL, w.m, w.d);
}

static void loadBinary(void) {
  w.madeModel = mj_loadModelBuffer(w.bytes, w.size);
  w.failed = !w.madeModel;
  snprintf(w.error, sizeof w.error, "%s", w.failed ? lb_lastError() : "");
}

static void setConstants(void) {
  mj_setConst(w.m, w.d);
}

static void drawScene(void) {
  mjvCamera camera;
  mjvOption option;
  mjv_defaultFreeCamera(w.m, &camera);
  mjv_defaultOption(&option);
  mjv_makeScene(w.m, &w.scene, 100);
  mjv_updateScene(w.m, w.d, &option, NULL, &camera, mjCAT_ALL, &w.scene);
}

static void useFiles(void) {
  mj_defaultVFS(&w.madeFiles);
  mj_addBufferVFS(&w.madeFiles, "a", "abc", 3);
}

static void call(void* function) {
  (*(void (**)(void))function)();
}

static void quiet(const char* message) {
  (void)message;
}

// Lets allocation n of a call fail, and looks at what it says and leaves. Returns whether there was
// such an allocation.
static bool failOne(const char* name, void (*function)(void), int n) {
  size_t before = lb_liveBlocks();
  w.failed = false;
  w.error[0] = 0;
  lb_failAllocationAfter(n);
  bool returned = lb_protect(call, &function);
  // (counts down below zero when it was reached)
  lb_failAllocationAfter(-1);
  bool reached = !returned || w.failed;
  const char* error = returned ? w.error : lb_lastError();
  if (reached && !strstr(error, "memory")) {
    fail_msg("%s, allocation %d: '%s' does not speak of memory", name, n, error);
  }
  clearMade();
  // (a spec keeps tables of its names, which come and go)
  bool keeps = function != loadXml && function != parseXml && function != makeAndStep;
  if (!keeps && lb_liveBlocks() != before) {
    fail_msg("%s, allocation %d: %d blocks left over", name, n, (int)(lb_liveBlocks() - before));
  }
  return reached;
}

static int allocationsOf(void (*function)(void)) {
  size_t before = lb_allocationCount();
  assert_true(lb_protect(call, &function));
  size_t count = lb_allocationCount() - before;
  clearMade();
  return (int)count;
}

static void failAll(const char* name, void (*function)(void)) {
  bool all = getenv("LB_ALL") != NULL;
  size_t clean = lb_liveBlocks();
  build();
  int count = allocationsOf(function);
  int step = all || count < 40 ? 1 : count / 40;
  for (int n = 0; n < count; n += step) {
    failOne(name, function, n);
  }
  assert_true(lb_protect(call, &function));
  destroy();
  if (lb_liveBlocks() != clean) {
    fail_msg("%s: %d blocks left over", name, (int)(lb_liveBlocks() - clean));
  }
}

#define FAIL(function)                            \
  static void function##_survives(void** state) { \
    mju_user_warning = quiet;                     \
    failAll(#function, function);                 \
    mju_user_warning = NULL;                      \
  }

FAIL(loadXml)
FAIL(parseXml)
FAIL(saveXml)
FAIL(compile)
FAIL(recompile)
FAIL(copySpec)
FAIL(attach)
FAIL(attachByReference)
FAIL(addElements)
FAIL(makeAndStep)
FAIL(copyBoth)
FAIL(loadBinary)
FAIL(setConstants)
FAIL(drawScene)
FAIL(useFiles)

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loadXml_survives),
      cmocka_unit_test(parseXml_survives),
      cmocka_unit_test(saveXml_survives),
      cmocka_unit_test(compile_survives),
      cmocka_unit_test(recompile_survives),
      cmocka_unit_test(copySpec_survives),
      cmocka_unit_test(attach_survives),
      cmocka_unit_test(addElements_survives),
      cmocka_unit_test(makeAndStep_survives),
      cmocka_unit_test(copyBoth_survives),
      cmocka_unit_test(loadBinary_survives),
      cmocka_unit_test(setConstants_survives),
      cmocka_unit_test(drawScene_survives),
      cmocka_unit_test(useFiles_survives),
      cmocka_unit_test(attachByReference_survives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
