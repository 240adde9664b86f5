// mj_compile: from mjSpec to mjModel, as the order of its passes.
//
// Work copies of assets and of the kinematic tree are resolved first (frames, sizes, inertias,
// ids). Then everything is counted, the model is allocated as a draft and filled; lengths that
// follow from what is filled complete the sizes, and the final model takes the draft's place. Last
// come constants that need a simulation. The state that passes share is in compile/context.h.

#include "base/cache.h"
#include "base/clock.h"
#include "base/compiler.h"
#include "compile/actuators.h"
#include "compile/assets.h"
#include "compile/bvh.h"
#include "compile/copy_back.h"
#include "compile/elements.h"
#include "compile/fill_tree.h"
#include "compile/flex/passes.h"
#include "compile/layout.h"
#include "compile/names.h"
#include "compile/plugins.h"
#include "compile/simulate.h"
#include "compile/tree.h"
#include "model/matrices.h"
#include "model/model.h"
#include "spec/fields.h"

#include <string.h>

// Fills the draft, whose remaining sizes follow, and lays out the final model.
LB_APART static void layModel(lbCompiler* c) {
  lb_countSizes(c);
  lb_checkBones(c);
  lb_orderContact(c);
  c->m = lb_makeModel(&c->sizes);
  c->m->opt = c->spec->s.option;
  c->m->vis = c->spec->s.visual;
  c->m->stat = c->spec->s.stat;
  lb_fillNames(c);
  lb_fillPaths(c);
  lb_fillTree(c);
  lb_fillPlugins(c);
  lb_fillContact(c);
  lb_fillEquality(c);
  lb_fillTendons(c);
  lb_countSimpleDofs(c->m);
  lb_fillActuators(c);
  lb_fillSensors(c);
  lb_fillCustom(c);
  lb_fillMaterials(c);
  lb_checkMasses(c);
  if (c->m->nkey) {
    lb_fillKeys(c);
  }
  c->current = NULL;
  lb_finalModel(c);
  lb_fillMatrices(&c->region, c->m);
  lb_fillTendonJacobian(c);
  lb_fillTextures(c);
  lb_fillMeshes(c);
  lb_fillHFields(c);
  lb_fillSkins(c);
  lb_fillFlexes(c);
  lb_fillFlexJacobians(c);
  lb_fillBvh(c);
  lb_fillSleep(c);
  lb_countPluginStates(c);
  lb_placeSensors(c);
}

// Options of newer versions have their names, so that the error can say what is wrong.
static void checkOptions(lbCompiler* c) {
  const mjOption* option = &c->spec->s.option;
  if (option->enableflags & mjENBL_IPC) {
    lb_compileError(c, "flag 'ipc' is of version 3.14 and not computed here: expected disable");
  }
}

// What programs may have written into fields that are enums.
static void checkEnums(lbCompiler* c, const lbField* fields, int count, const void* object,
                       const char* kind) {
  for (int i = 0; i < count; i++) {
    int last = fields[i].last, value;
    memcpy(&value, (const char*)object + fields[i].offset, last ? sizeof value : 0);
    if (last && (value < 0 || value > last)) {
      lb_compileError(c, "invalid %s in %s: %d, expected 0 to %d", fields[i].name, kind, value,
                      last);
    }
  }
}

LB_APART static void checkElements(lbCompiler* c) {
  int count;
  const lbField* settings = lb_specFields(&count);
  checkEnums(c, settings, count, &c->spec->s, "spec");
  for (int list = 0; list < LB_SPEC_LISTS; list++) {
    for (int i = 0; i < c->spec->lists[list].count; i++) {
      const lbElement* element = c->spec->lists[list].items[i];
      const lbStruct* shape = lb_structOf(element->handle.elemtype);
      c->current = element;
      checkEnums(c, shape->fields, shape->fieldCount, (const char*)element + shape->publicOffset,
                 shape->kind);
    }
  }
  c->current = NULL;
}

static void compileAll(void* context) {
  lbCompiler* c = context;
  if (c->spec->attachedTo) {
    lb_error("Error: cannot compile child spec if attached by reference to a parent spec");
  }
  checkOptions(c);
  checkElements(c);
  lb_specOrderTree(c->spec);
  lb_numberElements(c);
  lb_nameAssets(c);
  lb_checkNames(c);
  lb_checkReferences(c);
  double *timers = c->spec->timers, assets = lb_clock();
  lb_compileMeshes(c);
  lb_compileHFields(c);
  lb_compileSkins(c);
  double textures = lb_clock();
  lb_compileTextures(c);
  lb_lap(timers, mjCTIMER_TEXTURE, &textures);
  lb_lap(timers, mjCTIMER_ASSETS, &assets);
  lb_compileRaise(c);
  lb_compileTree(c);
  layModel(c);
  lb_simulateModel(c);
  lb_keepCompiled(c);
}

// Runs the compiler; NULL, with the message in the spec, when it fails.
static mjModel* compileSpec(lbSpec* spec, const mjVFS* vfs) {
  lbCompiler c = {.spec = spec, .vfs = vfs};
  double start = lb_clock();
  memset(spec->timers, 0, sizeof spec->timers);
  lb_cacheEnter();
  bool done = lb_protect(compileAll, &c);
  lb_cacheLeave();
  lb_lap(spec->timers, mjCTIMER_TOTAL, &start);
  if (done) {
    spec->isCompiled = spec->wasCompiled = true;
    lb_specSetError(spec, "");
  } else {
    lb_specSetError(spec, lb_compileReport(&c));
    mj_deleteData(c.d);
    mj_deleteModel(c.m);
    c.m = NULL;
  }
  lb_closeFile(&c.open);
  mj_deleteSpec(c.decoded);
  lb_regionFree(&c.passing);
  lb_regionFree(&c.region);
  return c.m;
}

// --- public functions

mjModel* mj_compile(mjSpec* s, const mjVFS* vfs) {
  return s ? compileSpec(lb_spec(s), vfs) : NULL;
}
