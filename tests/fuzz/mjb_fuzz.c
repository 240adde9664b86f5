// Binary models: whatever a file says, loading refuses it, or the model can be stepped, drawn and
// inverted. Damaged bytes are mostly refused at once; so the input changes single numbers of the
// arrays of sound models.

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"
#include "model/fields.h"
#include "model/model.h"

#include "../c/use_model.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// every kind of element at least once
static const char* const sources[] = {
    "<mujoco><size nuserdata='2'/><worldbody><light pos='0 0 2'/><camera name='c'/>"
    "<geom type='plane' size='1 1 .1'/><body pos='0 0 .3' name='a' sleep='allowed'><freejoint/>"
    "<geom name='g' size='.1'/><site name='s' size='.05'/></body>"
    "<body pos='1 0 .3' name='b'><joint name='h' limited='true' range='-1 1'/>"
    "<geom name='g2' type='capsule' size='.1 .2'/><body pos='0 0 .2'><joint name='q' type='ball'/>"
    "<geom type='box' size='.1 .1 .1'/><site name='t' pos='0 0 .1'/></body></body>"
    "<body mocap='true' name='m'><geom size='.01' contype='0' conaffinity='0'/></body></worldbody>"
    "<tendon><spatial name='p' limited='true' range='0 2'><site site='s'/><geom geom='g'/>"
    "<site site='t'/></spatial><fixed name='f'><joint joint='h' coef='1'/></fixed></tendon>"
    "<equality><weld body1='a' body2='m'/><connect body1='b' anchor='0 0 0'/>"
    "<joint joint1='h'/><tendon tendon1='f'/></equality><contact><pair geom1='g' geom2='g2'/>"
    "</contact><actuator><motor joint='h' delay='.01' nsample='3'/><muscle tendon='p'/>"
    "<position site='s' refsite='t' kp='2'/><adhesion body='a' ctrlrange='0 1'/>"
    "<intvelocity joint='h' actrange='-1 1' kp='1'/></actuator><sensor>"
    "<framequat objtype='site' objname='s' reftype='body' refname='b'/><jointpos joint='h'/>"
    "<touch site='s'/><tendonpos tendon='p'/><rangefinder site='t'/><subtreecom body='a'/>"
    "<contact geom1='g' num='2' data='found force' reduce='mindist'/><clock/></sensor>"
    "<custom><numeric name='n' data='1 2'/><text name='x' data='abc'/><tuple name='u'>"
    "<element objtype='body' objname='a' prm='1'/></tuple></custom><keyframe><key time='1'/>"
    "</keyframe></mujoco>",
    "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1 1 1 1'/><hfield name='h' nrow='3'"
    " ncol='3' size='1 1 .2 .1' elevation='0 1 0 1 2 1 0 1 0'/><texture name='t' type='2d'"
    " builtin='checker' width='4' height='4'/><material name='k' texture='t'/></asset><worldbody>"
    "<geom type='hfield' hfield='h'/><body pos='0 0 .2'><freejoint/><geom type='mesh' mesh='m'"
    " material='k'/></body><body pos='0 0 .6'><freejoint/><geom type='cylinder' size='.2 .1'/></body>"
    "</worldbody></mujoco>",
    "<mujoco><option><flag nativeccd='enable'/></option><worldbody><geom type='plane' size='1 1 .1'/>"
    "<flexcomp name='c' type='grid' dim='2' count='3 3 1' spacing='.1 .1 .1' pos='0 0 .02' radius='.02'"
    " mass='1'><contact selfcollide='auto'/><elasticity young='1e3'"
    " thickness='.01' elastic2d='both'/></flexcomp><flexcomp name='d' type='grid' dim='3'"
    " count='2 2 2' dof='trilinear' spacing='.1 .1 .1' pos='0 0 .2' radius='.01' mass='1'>"
    "<contact selfcollide='none'/><elasticity young='1e4' poisson='.1'/></flexcomp></worldbody></mujoco>",
};
enum { SOURCES = sizeof sources / sizeof *sources, MAX_FIELDS = 1000, PATCH = 8 };

static char* files[SOURCES];
static int sizes[SOURCES];
static size_t starts[SOURCES][MAX_FIELDS];  // of the arrays in the file, and the file's end

static void compileSource(int which) {
  char error[1000] = "";
  const char* text = sources[which];
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* model = spec ? mj_compile(spec, NULL) : NULL;
  if (!model) {
    lb_warning("source %d: %s %s", which, error, spec ? mjs_getError(spec) : "");
    abort();
  }
  sizes[which] = (int)mj_sizeModel(model);
  files[which] = malloc(sizes[which]);
  mj_saveModel(model, NULL, files[which], sizes[which]);
  starts[which][lb_modelFieldCount] = sizes[which];
  for (int i = lb_modelFieldCount - 1; i >= 0; i--) {
    starts[which][i] = starts[which][i + 1] - lb_fieldBytes(&lb_modelFields[i], model, NULL);
  }
  mj_deleteModel(model);
  mj_deleteSpec(spec);
}

// warnings are wanted results here
static void ignore(const char* message) {
  (void)message;
}

// One patch: array, item, and a number for it, small or any.
static void damage(char* file, int which, const uint8_t patch[PATCH]) {
  uint16_t item;
  int32_t value;
  int field = patch[0] + 256 * (patch[1] & 1);
  memcpy(&item, patch + 2, sizeof item);
  memcpy(&value, patch + 4, sizeof value);
  if (patch[1] & 2) {
    value %= 64;
  }
  field %= lb_modelFieldCount;
  size_t start = starts[which][field], words = (starts[which][field + 1] - start) / sizeof value;
  if (words) {
    memcpy(file + start + sizeof value * (item % words), &value, sizeof value);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count) {
  if (count < 1) {
    return 0;
  }
  int which = bytes[0] % SOURCES;
  if (!files[which]) {
    compileSource(which);
    mju_user_warning = ignore;
  }
  size_t before = lb_liveBlocks();
  char* file = malloc(sizes[which]);
  memcpy(file, files[which], sizes[which]);
  for (size_t i = 1; i + PATCH <= count && i < 8 * PATCH; i += PATCH) {
    damage(file, which, bytes + i);
  }
  mjModel* m = mj_loadModelBuffer(file, sizes[which]);
  free(file);
  if (m) {
    useModel(m);
  }
  mj_deleteModel(m);
  if (lb_liveBlocks() != before) {
    abort();
  }
  return 0;
}
