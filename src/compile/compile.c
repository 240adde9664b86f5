// mj_compile and its relatives: running the passes, keeping or discarding the result.

#include "compile/compile.h"

#include "base/cache.h"
#include "compile/length_range.h"
#include "compile/set_const.h"
#include "data/data.h"
#include "math/inline.h"
#include "model/model.h"
#include "spec/internal.h"

#include <stdio.h>
#include <string.h>

// --- helpers shared by the passes

LB_NORETURN void lb_compileError(lbCompiler* c, const char* format, ...) {
  char message[LB_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  const lbElement* element = c->current;
  c->located = true;
  lb_specError(element, "%s", message);
}

// The message of the last error; what knows nothing of elements raised it when it is not located.
static void locate(lbCompiler* c, char* text, size_t size) {
  const char* message = lb_lastError();
  char place[256] = "";
  if (!c->located) {
    lb_describeElement(c->current, place, sizeof place);
  }
  bool plain = c->located || (!place[0] && !strncmp(message, "Error", 5));
  bool named = plain || !c->file || strstr(message, c->file);
  snprintf(text, size, "%s%s%s%s%s%s", plain ? "" : "Error: ", message, named ? "" : " in file '",
           named ? "" : c->file, named ? "" : "'", place);
  c->located = false;
}

static void addProblem(lbCompiler* c, const char* message) {
  size_t used = strlen(c->problems), length = strlen(message);
  // there must be room for how many more there are
  if (used && used + length + 32 > sizeof c->problems) {
    c->moreProblems++;
    return;
  }
  snprintf(c->problems + used, sizeof c->problems - used, "%s%s", used ? "\n" : "", message);
}

typedef struct Each_ {
  lbCompiler* c;
  mjtObj kind;
  void (*step)(lbCompiler* c, int i);
  int i;
} Each;

static void runEach(void* context) {
  Each* each = context;
  lbCompiler* c = each->c;
  for (; each->i < lb_specCount(c->spec, each->kind); each->i++) {
    c->current = c->spec->lists[lb_listIndex(each->kind)].items[each->i];
    c->file = NULL;
    each->step(c, each->i);
  }
}

void lb_compileEach(lbCompiler* c, mjtObj kind, void (*step)(lbCompiler* c, int i)) {
  Each each = {.c = c, .kind = kind, .step = step};
  while (!lb_protect(runEach, &each)) {
    char message[LB_MESSAGE_SIZE];
    locate(c, message, sizeof message);
    addProblem(c, message);
    each.i++;
  }
  c->current = NULL;
  c->file = NULL;
}

void lb_compileRaise(lbCompiler* c) {
  if (c->problems[0]) {
    c->located = true;
    lb_error("%s", c->problems);
  }
}

static mjtObj listType(mjtObj type) {
  return type == mjOBJ_XBODY ? mjOBJ_BODY : type;
}

int lb_compileFind(lbCompiler* c, mjtObj type, const char* name) {
  type = listType(type);
  if (lb_listIndex(type) < 0 || !name[0]) {
    return -1;
  }
  const lbElement* element = lb_specFind(c->spec, type, name);
  return element ? c->ids[lb_listIndex(type)][element->id] : -1;
}

int lb_compileRequire(lbCompiler* c, mjtObj type, const char* name, const char* what, int id) {
  if (!name[0]) {
    return -1;
  }
  if (!lb_specFind(c->spec, listType(type), name)) {
    lb_compileError(c, "%s '%s' not found in %s %d", lb_elementKind(listType(type)), name, what,
                    id);
  }
  return lb_compileFind(c, type, name);
}

lbWorkGeom* lb_workGeom(lbCompiler* c, int id) {
  return c->geomById[id];
}

// --- passes

static void prepareIds(lbCompiler* c) {
  for (int kind = 0; kind < LB_SPEC_LISTS; kind++) {
    int count = c->spec->lists[kind].count;
    c->ids[kind] = LB_WORK_ARRAY(c, int, count + 1);
    for (int i = 0; i < count; i++) {
      c->ids[kind][i] = i;
    }
  }
}

// Assets are only reached by name.
static void requireNames(lbCompiler* c) {
  static const mjtObj kinds[] = {mjOBJ_MESH, mjOBJ_HFIELD, mjOBJ_TEXTURE, mjOBJ_MATERIAL};
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < lb_specCount(c->spec, kinds[k]); i++) {
      c->current = c->spec->lists[kinds[k]].items[i];
      bool sky =
          kinds[k] == mjOBJ_TEXTURE && ((const lbTexture*)c->current)->s.type == mjTEXTURE_SKYBOX;
      if (lb_isEmpty(&c->current->name) && !sky) {
        lb_compileError(c, "empty name in %s", lb_elementKind(kinds[k]));
      }
    }
  }
  c->current = NULL;
}

// Two elements of a kind with one name would make references ambiguous.
static void checkNames(lbCompiler* c) {
  for (int kind = mjOBJ_BODY; kind < mjNOBJECT; kind++) {
    for (int i = 0; i < c->spec->lists[kind].count; i++) {
      const lbElement* element = c->spec->lists[kind].items[i];
      if (lb_isEmpty(&element->name)) {
        continue;
      }
      const lbElement* found = lb_specFind(c->spec, kind, lb_text(&element->name));
      if (found && found != element) {
        c->current = element;
        lb_compileError(c, "repeated name '%s' in %s", lb_text(&element->name),
                        lb_elementKind(kind));
      }
    }
  }
  c->current = NULL;
}

static bool hasInertia(const mjModel* m, int body) {
  const mjtNum* inertia = m->body_inertia + 3 * body;
  return m->body_mass[body] >= mjMINVAL && inertia[0] >= mjMINVAL && inertia[1] >= mjMINVAL &&
         inertia[2] >= mjMINVAL;
}

// Moving bodies must have something to accelerate: they or a body welded to them.
static void checkMasses(lbCompiler* c) {
  const mjModel* m = c->m;
  for (int i = 1; i < m->nbody; i++) {
    bool heavy = !m->body_dofnum[i];
    for (int k = i; k < m->nbody && !heavy; k++) {
      heavy = m->body_weldid[k] == i && hasInertia(m, k);
    }
    if (!heavy) {
      c->current = &c->bodies[i]->source->head;
      lb_compileError(c, "mass and inertia of moving bodies must be larger than mjMINVAL");
    }
  }
  c->current = NULL;
}

// The statistics a model declares take the place of the computed ones.
static void overrideStatistics(lbCompiler* c) {
  const mjStatistic* given = &c->spec->s.stat;
  mjStatistic* stat = &c->m->stat;
  stat->meaninertia = isnan(given->meaninertia) ? stat->meaninertia : given->meaninertia;
  stat->meanmass = isnan(given->meanmass) ? stat->meanmass : given->meanmass;
  stat->meansize = isnan(given->meansize) ? stat->meansize : given->meansize;
  stat->extent = isnan(given->extent) ? stat->extent : given->extent;
  if (!isnan(given->center[0])) {
    lb_copy3(stat->center, given->center);
  }
}

static mjtNum* collectSpringDampers(lbCompiler* c) {
  mjtNum* values = LB_WORK_ARRAY(c, mjtNum, 2 * c->m->njnt);
  int joint = 0;
  for (int b = 0; b < c->bodyCount; b++) {
    for (const lbWorkJoint* j = c->bodies[b]->joints.first; j; j = j->next, joint++) {
      values[2 * joint] = j->s.springdamper[0];
      values[2 * joint + 1] = j->s.springdamper[1];
    }
  }
  return values;
}

static void indexGeoms(lbCompiler* c) {
  c->geomById = LB_WORK_ARRAY(c, lbWorkGeom*, c->sizes.ngeom);
  for (int b = 0; b < c->bodyCount; b++) {
    for (lbWorkGeom* g = c->bodies[b]->geoms.first; g; g = g->next) {
      c->geomById[g->id] = g;
    }
  }
}

// Fills the draft, whose remaining sizes follow, and lays out the final model.
static void layModel(lbCompiler* c) {
  lb_countSizes(c);
  c->m = lb_makeModel(&c->sizes);
  c->m->opt = c->spec->s.option;
  c->m->vis = c->spec->s.visual;
  c->m->stat = c->spec->s.stat;
  lb_fillNames(c);
  lb_fillPaths(c);
  lb_fillMaterials(c);
  lb_fillTree(c);
  lb_fillPlugins(c);
  lb_fillContact(c);
  lb_fillTendons(c);
  lb_countSimpleDofs(c->m);
  lb_fillEquality(c);
  lb_fillActuators(c);
  lb_fillSensors(c);
  lb_fillCustom(c);
  lb_fillKeys(c);
  c->current = NULL;
  lb_finalModel(c);
  lb_fillMatrices(&c->region, c->m);
  lb_fillTendonJacobian(c);
  lb_fillTextures(c);
  lb_fillMeshes(c);
  lb_fillSkins(c);
  lb_fillFlexes(c);
  lb_fillBvh(c);
  lb_fillSleep(c);
  lb_countPluginStates(c);
}

// Trees that start asleep cannot have tendons held at a length.
static void refuseSleepingTendons(const mjModel* m) {
  for (int i = 0; i < m->neq; i++) {
    for (int side = 0; side < 2 && m->eq_type[i] == mjEQ_TENDON; side++) {
      int tendon = side ? m->eq_obj2id[i] : m->eq_obj1id[i];
      for (int k = 0; tendon >= 0 && k < m->tendon_treenum[tendon] && k < 2; k++) {
        if (m->tree_sleep_policy[m->tendon_treeid[2 * tendon + k]] == mjSLEEP_INIT) {
          lb_error("engine error: tendon equality does not yet support sleeping");
        }
      }
    }
  }
}

static void simulateModel(lbCompiler* c) {
  mjModel* m = c->m;
  if (c->spec->s.compiler.settotalmass > 0) {
    mj_setTotalmass(m, c->spec->s.compiler.settotalmass);
  }
  lb_signModel(m);

  // nothing sleeps while the constants are derived
  int enableflags = m->opt.enableflags;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  c->d = mj_makeData(m);
  lb_setConst(m, c->d, collectSpringDampers(c));
  if (enableflags & mjENBL_SLEEP) {
    refuseSleepingTendons(m);
  }
  lb_fillFlexMass(c);
  checkMasses(c);
  lb_setLengthRanges(c);
  overrideStatistics(c);
  lb_signModel(m);

  // a trial step: whatever would fail at run time fails here
  m->opt.enableflags = enableflags;
  mj_resetData(m, c->d);
  mj_step(m, c->d);
  mj_deleteData(c->d);
  c->d = NULL;
}

static void compileAll(void* context) {
  lbCompiler* c = context;
  lb_specOrderTree(c->spec);
  prepareIds(c);
  lb_nameAssets(c);
  requireNames(c);
  checkNames(c);
  lb_compileMeshes(c);
  lb_compileSkins(c);
  lb_compileTextures(c);
  lb_compileRaise(c);
  lb_compileTree(c);
  indexGeoms(c);
  lb_orderContact(c);
  layModel(c);
  simulateModel(c);
  lb_keepCompiled(c->spec, c->m);
}

typedef struct Referrer_ {
  lbCompiler* c;
  const lbElement* element;
} Referrer;

// Notes a name that nothing has, once.
static void noteUnknown(void* context, mjString* name, mjtObj type) {
  const Referrer* referrer = context;
  lbCompiler* c = referrer->c;
  type = listType(type);
  if (lb_isEmpty(name) || lb_listIndex(type) < 0 || lb_specFind(c->spec, type, lb_text(name))) {
    return;
  }
  char quoted[128], place[256], message[LB_MESSAGE_SIZE];
  snprintf(quoted, sizeof quoted, "'%s'", lb_text(name));
  if (strstr(c->problems, quoted)) {
    return;
  }
  lb_describeElement(referrer->element, place, sizeof place);
  snprintf(message, sizeof message, "Error: unknown %s %s in %s%s", lb_elementKind(type), quoted,
           lb_elementKind(referrer->element->handle.elemtype), place);
  addProblem(c, message);
}

// After an error: the message, and the names that nothing has, so that all are known at once.
static void fail(lbCompiler* c) {
  char message[LB_MESSAGE_SIZE];
  locate(c, message, sizeof message);
  bool assets = c->problems[0];
  if (!assets) {
    addProblem(c, message);
  }
  for (int kind = mjOBJ_BODY; kind < mjNOBJECT; kind++) {
    for (int i = 0; i < c->spec->lists[kind].count; i++) {
      Referrer referrer = {c, c->spec->lists[kind].items[i]};
      lb_visitReferences(c->spec->lists[kind].items[i], noteUnknown, &referrer);
    }
  }
  if (c->moreProblems) {
    size_t used = strlen(c->problems);
    snprintf(c->problems + used, sizeof c->problems - used, "\n... and %d more", c->moreProblems);
  }
}

// Runs the compiler; NULL, with the message in the spec, when it fails.
static mjModel* compileSpec(lbSpec* spec, const mjVFS* vfs) {
  lbCompiler c = {.spec = spec, .vfs = vfs};
  lb_cacheEnter();
  bool done = lb_protect(compileAll, &c);
  lb_cacheLeave();
  if (done) {
    spec->isCompiled = true;
    lb_specSetError(spec, "");
  } else {
    fail(&c);
    lb_specSetError(spec, c.problems);
    mj_deleteData(c.d);
    mj_deleteModel(c.m);
    c.m = NULL;
  }
  lb_regionFree(&c.region);
  return c.m;
}

// --- public functions

mjModel* mj_compile(mjSpec* s, const mjVFS* vfs) {
  return s ? compileSpec(lb_spec(s), vfs) : NULL;
}

static void report(char* error, int error_sz, const char* message) {
  if (error && error_sz > 0) {
    snprintf(error, (size_t)error_sz, "%s", message);
  }
}

mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  report(error, error_sz, "");
  mjSpec* spec = mj_parseXML(filename, vfs, error, error_sz);
  if (!spec) {
    return NULL;
  }
  mjModel* m = mj_compile(spec, vfs);
  if (!m) {
    report(error, error_sz, mjs_getError(spec));
  } else if (mjs_numWarnings(spec)) {
    report(error, error_sz, mjs_getWarning(spec, 0));
  }
  lb_keepLastSpec(m ? spec : NULL);
  if (!m) {
    mj_deleteSpec(spec);
  }
  return m;
}
