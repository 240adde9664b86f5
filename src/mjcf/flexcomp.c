// <flexcomp> and mjs_makeFlex: what is read, or given by arguments, and handed to the assembly.

#include "mjcf/flexcomp_build.h"

#include "mjcf/text.h"
#include "spec/internal.h"

#include "api/mjs_functions.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

void lb_freeFlexcomp(lbFlexcomp* comp) {
  LB_ARRAY_FREE(&comp->points);
  LB_ARRAY_FREE(&comp->elements);
  LB_ARRAY_FREE(&comp->texcoord);
  LB_ARRAY_FREE(&comp->elemTexcoord);
  LB_ARRAY_FREE(&comp->pins);
  LB_ARRAY_FREE(&comp->gridPins);
  lb_free(comp->pinned);
  lb_free(comp->occupied);
  lb_free(comp->work);
  lb_free(comp->shellIds);
  comp->pinned = NULL;
  comp->occupied = NULL;
  comp->work = NULL;
  comp->shellIds = NULL;
}

static void initialComp(lbFlexcomp* comp) {
  comp->type = LB_FLEXCOMP_GRID;
  comp->dim = 2;
  comp->radius = 0.005;
  comp->mass = 1;
  comp->inertiabox = 0.005;
  comp->quat[0] = 1;
  for (int i = 0; i < 3; i++) {
    comp->count[i] = 10;
    comp->cellcount[i] = 1;
    comp->spacing[i] = 0.02;
    comp->scale[i] = 1;
  }
}

static void readNumbers(const lbXml* node, lbFlexcomp* comp, const mjString* material) {
  bool rigid = false;
  lb_readKeyword(node, "type", LB_KEYWORDS(fcomp), &comp->type);
  lb_readKeyword(node, "dof", LB_KEYWORDS(fdof), &comp->dof);
  lb_readInt(node, "dim", &comp->dim);
  if (!lb_readDoubles(node, "origin", comp->origin, 3, 3) && comp->type == LB_FLEXCOMP_MESH &&
      comp->dim == 3) {
    lb_xmlError(node, "origin must be specified for mesh flexcomps if dim=3");
  }
  lb_readInts(node, "count", comp->count, 3, 3);
  lb_readInts(node, "cellcount", comp->cellcount, 3, 3);
  lb_readDoubles(node, "spacing", comp->spacing, 3, 3);
  lb_readDoubles(node, "scale", comp->scale, 3, 3);
  lb_readDouble(node, "radius", &comp->radius);
  lb_readDouble(node, "mass", &comp->mass);
  lb_readDouble(node, "inertiabox", &comp->inertiabox);
  lb_readDoubles(node, "pos", comp->pos, 3, 3);
  lb_readBool(node, "rigid", &rigid);
  comp->rigid = rigid;
  comp->file = lb_xmlValue(node, "file");
  comp->textured = !lb_isEmpty(material);
}

static void readPose(lbFlexBuild* build) {
  mjsOrientation alt = {.type = mjORIENTATION_QUAT};
  const mjsCompiler* compiler = &build->reader->spec->s.compiler;
  lb_readOrientation(build->node, build->comp.quat, &alt);
  const char* text =
      mjs_resolveOrientation(build->comp.quat, compiler->degree, compiler->eulerseq, &alt);
  if (text) {
    lb_refuseFlex(build, text);
  }
}

static void readArrays(lbFlexBuild* build) {
  lbFlexcomp* comp = &build->comp;
  const lbXml* node = build->node;
  double* values;
  int count = lb_readDoubleArray(build->reader, node, "point", &values);
  for (int i = 0; i < count; i++) {
    LB_PUSH(&comp->points, values[i]);
  }
  count = lb_readDoubleArray(build->reader, node, "element", &values);
  for (int i = 0; i < count; i++) {
    int id = fabs(values[i]) < 2e9 ? (int)values[i] : -1;
    LB_PUSH(&comp->elements, id);
  }
  float* coordinates;
  count = lb_readFloatArray(build->reader, node, "texcoord", &coordinates);
  for (int i = 0; i < count; i++) {
    LB_PUSH(&comp->texcoord, coordinates[i]);
    comp->textured = false;
  }
}

static void readPin(lbFlexBuild* build, const lbXml* node) {
  lbFlexcomp* comp = &build->comp;
  int* values;
  int count = lb_readIntArray(build->reader, node, "id", &values);
  for (int i = 0; i < count; i++) {
    LB_PUSH(&comp->pins, values[i]);
    LB_PUSH(&comp->pins, values[i]);
  }
  count = lb_readIntArray(build->reader, node, "range", &values);
  if (count % 2) {
    lb_refuseFlex(build, "Pin range number must be multiple of 2");
  }
  for (int i = 0; i < count; i++) {
    LB_PUSH(&comp->pins, values[i]);
  }
  bool gridded = comp->type == LB_FLEXCOMP_GRID || lb_isInterpolated(comp);
  if (gridded && comp->dim == 1 && (lb_xmlValue(node, "grid") || lb_xmlValue(node, "gridrange"))) {
    lb_refuseFlex(build, "Pin grid(range) cannot be used with dim=1");
  }
  int axes = comp->dim;
  count = lb_readIntArray(build->reader, node, "grid", &values);
  if (axes < 1 || axes > 3 || count % axes) {
    lb_refuseFlex(build, "Pin grid number must be multiple of dim");
  }
  for (int i = 0; i < count; i += axes) {
    for (int k = 0; k < 2 * axes; k++) {
      LB_PUSH(&comp->gridPins, values[i + k % axes]);
    }
  }
  count = lb_readIntArray(build->reader, node, "gridrange", &values);
  if (count % (2 * axes)) {
    lb_refuseFlex(build, "Pin grid range number of must be multiple of 2*dim");
  }
  for (int i = 0; i < count; i++) {
    LB_PUSH(&comp->gridPins, values[i]);
  }
}

static void readEdge(lbFlexBuild* build, const lbXml* node) {
  mjsFlex* flex = &build->flex->s;
  mjsEquality* e = &build->edgeEquality->s;
  lb_readKeyword(node, "equality", LB_KEYWORDS(flexeq), &build->comp.equality);
  lb_readDoubles(node, "solref", e->solref, 1, 2);
  lb_readDoubles(node, "solimp", e->solimp, 1, 5);
  lb_readDouble(node, "stiffness", &flex->edgestiffness);
  lb_readDouble(node, "damping", &flex->edgedamping);
}

// One named instance, shared by all bodies.
static void readFlexPlugin(lbFlexBuild* build, const lbXml* node) {
  lbFlexcomp* comp = &build->comp;
  comp->pluginName = lb_xmlValue(node, "plugin");
  comp->plugin = lb_xmlValue(node, "instance");
  if (!comp->plugin) {
    lbPlugin* own = lb_addPluginInstance(build->reader, node);
    comp->plugin = lb_regionPrintf(build->reader->region, "flexcomp_%s", comp->name);
    lb_setText(own->s.name, comp->plugin);
    lb_rename(&own->head, comp->plugin);
  }
}

static void readChildren(lbFlexBuild* build) {
  for (const lbXml* child = build->node->child; child; child = child->next) {
    switch (child->kind) {
      case LB_ELEM_FLEXCOMP_EDGE:
        readEdge(build, child);
        break;
      case LB_ELEM_PIN:
        readPin(build, child);
        break;
      case LB_ELEM_PLUGIN:
        readFlexPlugin(build, child);
        break;
      default:
        lb_readAttributes(build->reader, child, &build->flex->s);
    }
  }
}

static void readBuild(void* context) {
  lbFlexBuild* build = context;
  const lbXml* node = build->node;
  lbSpec* spec = build->reader->spec;
  initialComp(&build->comp);
  build->flex = (lbFlex*)lb_addElement(spec, mjOBJ_FLEX, NULL, NULL);
  lb_readHead(build->reader, node, &build->flex->head);
  build->comp.name = lb_xmlValue(node, "name");
  lb_readAttributes(build->reader, node, &build->flex->s);
  readNumbers(node, &build->comp, build->flex->s.material);
  readPose(build);
  readArrays(build);
  build->edgeEquality = (lbEquality*)lb_newElement(spec, mjOBJ_EQUALITY);
  lb_copyContent(&build->edgeEquality->head, &spec->mainClass->equality->head);
  readChildren(build);
  lb_assembleFlex(build);
}

// Runs a build and frees what it holds, whether it succeeds or not.
static bool run(lbFlexBuild* build, void (*body)(void* context)) {
  bool done = lb_protect(body, build);
  lb_freeFlexcomp(&build->comp);
  if (build->edgeEquality) {
    lb_freeElement(&build->edgeEquality->head);
  }
  return done;
}

static const lbDefault* classOf(const lbBody* body) {
  const lbDefault* def = lb_findDefault(body->head.spec, lb_text(body->s.childclass));
  return def ? def : body->head.spec->mainClass;
}

// COMPAT: FLEXCOMP-FRAME: neither the pose nor the class of an enclosing frame applies to a
// flexcomp.
void lb_readFlexcomp(lbReader* reader, const lbXml* node, lbBody* body) {
  lbFlexBuild build = {
      .reader = reader, .node = node, .body = body, .def = classOf(body), .vfs = reader->vfs};
  if (!run(&build, readBuild)) {
    lb_raiseAgain();
  }
}

static void makeBuild(void* context) {
  lb_assembleFlex(context);
}

// COMPAT: FLEX-WORDS: a word that is none changes nothing.
static void readWord(const lbKeywords* keywords, const char* name, int* value) {
  for (int i = 0; name && i < keywords->count; i++) {
    if (strcmp(keywords->items[i].name, name) == 0) {
      *value = keywords->items[i].value;
    }
  }
}

mjsFlex* mjs_makeFlex(mjsBody* body, const char* name, const char* type, int dim, const char* dof,
                      const int count[3], const int cellcount[3], const double spacing[3],
                      const double scale[3], double radius, double mass, double inertiabox,
                      int equality, int rigid, int flatskin, int elastic2d, const double pos[3],
                      const double quat[4], const double origin[3], const char* file,
                      const mjVFS* vfs) {
  LB_REQUIRE(body);
  lbBody* parent = (lbBody*)body->element;
  lbSpec* spec = parent->head.spec;
  lbFlexBuild build = {.body = parent, .def = classOf(parent), .vfs = vfs};
  lbFlexcomp* comp = &build.comp;
  initialComp(comp);
  comp->name = name;
  comp->dim = dim;
  comp->radius = radius;
  comp->mass = mass > 0 ? mass : comp->mass;
  comp->inertiabox = inertiabox > 0 ? inertiabox : comp->inertiabox;
  comp->equality = equality;
  comp->rigid = rigid != 0;
  comp->file = file;
  for (int i = 0; i < 3; i++) {
    comp->count[i] = count ? count[i] : comp->count[i];
    comp->cellcount[i] = cellcount ? cellcount[i] : 1;
    comp->spacing[i] = spacing ? spacing[i] : comp->spacing[i];
    comp->scale[i] = scale ? scale[i] : 1;
    comp->pos[i] = pos ? pos[i] : 0;
    comp->origin[i] = origin ? origin[i] : 0;
  }
  for (int i = 0; quat && i < 4; i++) {
    comp->quat[i] = quat[i];
  }
  readWord(LB_KEYWORDS(fcomp), type, &comp->type);
  readWord(LB_KEYWORDS(fdof), dof, &comp->dof);
  build.flex = (lbFlex*)lb_addElement(spec, mjOBJ_FLEX, NULL, NULL);
  build.flex->s.flatskin = flatskin != 0;
  build.flex->s.elastic2d = elastic2d;
  if (mjs_setName(&build.flex->head.handle, name) != 0 || !run(&build, makeBuild)) {
    if (!spec->error || !*spec->error) {
      lb_specSetError(spec, lb_lastError());
    }
    mjs_delete(&spec->s, &build.flex->head.handle);
    return NULL;
  }
  return &build.flex->s;
}
