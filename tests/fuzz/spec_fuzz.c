// Sequences of calls that edit specs: elements are added, named, filled with any value, moved,
// attached, copied, deleted, compiled, simulated, saved and read back, in any order. A call works
// or says what is wrong, and nothing stays behind.
//
// An input is a list of calls of CALL bytes: which, on which spec, three choices, and a value.

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"
#include "spec/fields.h"

#include "models.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SPECS = 3, CALL = 6, MAX_CALLS = 30, MAX_TEXT = 1 << 18, MAX_NUMBERS = 1 << 20 };

static mjSpec* specs[SPECS];
static mjModel* model;  // compiled last, with its data
static mjData* data;
static mjSpec* modelSpec;

typedef struct Choice_ {
  int call, spec, a, b, c, value;
} Choice;

static const char* const names[] = {"a",  "b", "g", "h", "s",     "t",    "m",  "c",  "f",
                                    "e1", "j", "",  "k", "world", "main", NULL, "a/", "no such"};

static const char* nameOf(int choice) {
  return names[(size_t)choice % (sizeof names / sizeof *names)];
}

static double numberOf(int choice) {
  static const double special[] = {0,     1,        -1,        0.5,  2,   3,   0.001,
                                   NAN,   INFINITY, -INFINITY, 1e10, 1e9, 1e5, -3,
                                   1e300, 0.1,      100,       1e-9, 7,   50};
  return special[(size_t)choice % (sizeof special / sizeof *special)];
}

static int integerOf(int choice) {
  static const int special[] = {0,  1,   2,   3,    -1,    4,         5,        6,
                                10, 100, -10, 1000, 65536, INT32_MAX, INT32_MIN};
  return special[(size_t)choice % (sizeof special / sizeof *special)];
}

static mjtObj typeOf(int choice) {
  static const mjtObj types[] = {
      mjOBJ_BODY,    mjOBJ_JOINT,    mjOBJ_GEOM,   mjOBJ_SITE,    mjOBJ_CAMERA,
      mjOBJ_LIGHT,   mjOBJ_FLEX,     mjOBJ_MESH,   mjOBJ_SKIN,    mjOBJ_HFIELD,
      mjOBJ_TEXTURE, mjOBJ_MATERIAL, mjOBJ_PAIR,   mjOBJ_EXCLUDE, mjOBJ_EQUALITY,
      mjOBJ_TENDON,  mjOBJ_ACTUATOR, mjOBJ_SENSOR, mjOBJ_NUMERIC, mjOBJ_TEXT,
      mjOBJ_TUPLE,   mjOBJ_KEY,      mjOBJ_PLUGIN, mjOBJ_FRAME,   mjOBJ_DEFAULT};
  return types[(size_t)choice % (sizeof types / sizeof *types)];
}

// An element of a kind, by number; NULL when there is none of it.
static mjsElement* elementOf(const mjSpec* s, mjtObj type, int number) {
  mjsElement* element = mjs_firstElement(s, type);
  for (int i = number % 16; element && i > 0; i--) {
    mjsElement* next = mjs_nextElement(s, element);
    element = next ? next : element;
  }
  return element;
}

static mjsBody* bodyOf(const mjSpec* s, int number) {
  mjsElement* element = elementOf(s, mjOBJ_BODY, number);
  return element ? mjs_asBody(element) : mjs_findBody(s, "world");
}

static void dropModel(void) {
  mj_deleteData(data);
  mj_deleteModel(model);
  data = NULL;
  model = NULL;
}

static bool isSmall(const mjModel* m) {
  return m->narena < MAX_NUMBERS * 8 && m->nv < 500 && m->nhistory < MAX_NUMBERS &&
         m->nsensordata < MAX_NUMBERS && m->nuserdata < MAX_NUMBERS &&
         mj_sizeModel(m) < MAX_NUMBERS * 8;
}

static void compile(mjSpec* s) {
  dropModel();
  model = mj_compile(s, NULL);
  modelSpec = s;
  if (model && isSmall(model)) {
    data = mj_makeData(model);
  }
  if (data) {
    mj_step(model, data);
    mj_forward(model, data);
  }
}

static void recompile(mjSpec* s) {
  if (model && data && modelSpec == s) {
    // what a recompiled model may need is not known before
    if (mj_recompile(s, NULL, model, data) || !isSmall(model)) {
      dropModel();
    } else {
      mj_step(model, data);
    }
  }
}

static void save(const mjSpec* s) {
  static char text[MAX_TEXT], error[200];
  if (!mj_saveXMLString(s, text, MAX_TEXT, error, sizeof error)) {
    mj_deleteSpec(mj_parseXMLString(text, NULL, error, sizeof error));
  }
}

typedef const mjsDefault Class;

static void addInBody(mjSpec* s, const Choice* call, Class* def) {
  mjsBody* body = bodyOf(s, call->c);
  switch (call->a % 7) {
    case 0:
      mjs_addBody(body, def);
      break;
    case 1:
      call->b & 2 ? mjs_addFreeJoint(body) : mjs_addJoint(body, def);
      break;
    case 2:
      mjs_addGeom(body, def);
      break;
    case 3:
      mjs_addSite(body, def);
      break;
    case 4:
      mjs_addCamera(body, def);
      break;
    case 5:
      mjs_addLight(body, def);
      break;
    default:
      mjs_addFrame(body, mjs_findFrame(s, nameOf(call->value)));
  }
}

#define PLAIN(name)                                \
  static void plain##name(mjSpec* s, Class* def) { \
    mjs_add##name(s);                              \
    (void)def;                                     \
  }
#define CLASSED(name)                                \
  static void classed##name(mjSpec* s, Class* def) { \
    mjs_add##name(s, def);                           \
  }
PLAIN(Flex)
PLAIN(Skin)
PLAIN(HField)
PLAIN(Texture)
PLAIN(Exclude)
PLAIN(Sensor)
PLAIN(Numeric)
PLAIN(Text)
PLAIN(Tuple)
PLAIN(Key)
PLAIN(Plugin)
CLASSED(Mesh)
CLASSED(Material)
CLASSED(Pair)
CLASSED(Equality)
CLASSED(Tendon)
CLASSED(Actuator)

static void (*const adders[])(mjSpec*, Class*) = {
    plainFlex,       plainSkin,   plainHField,     plainTexture,  plainExclude,   plainSensor,
    plainNumeric,    plainText,   plainTuple,      plainKey,      plainPlugin,    classedMesh,
    classedMaterial, classedPair, classedEquality, classedTendon, classedActuator};

static void add(mjSpec* s, const Choice* call) {
  Class* def = call->b & 1 ? mjs_findDefault(s, nameOf(call->b >> 1)) : NULL;
  if (call->a % 3) {
    addInBody(s, call, def);
  } else if (call->a % 7) {
    adders[(size_t)call->c % (sizeof adders / sizeof *adders)](s, def);
  } else {
    mjs_addDefault(s, nameOf(call->c), def);
  }
}

static void fillContainer(void* container, lbFieldKind kind, const Choice* call) {
  double numbers[16];
  float floats[16];
  int integers[16], count = call->c % 16;
  for (int i = 0; i < 16; i++) {
    numbers[i] = i % 3 ? numberOf(call->value) : i;
    floats[i] = (float)numbers[i];
    integers[i] = i % 4 ? i : integerOf(call->value);
  }
  switch (kind) {
    case LB_FIELD_STRING:
      mjs_setString(container, nameOf(call->value));
      break;
    case LB_FIELD_BYTEVEC:
      mjs_setBuffer(container, numbers, count);
      break;
    case LB_FIELD_INTVEC:
      mjs_setInt(container, integers, count);
      break;
    case LB_FIELD_FLOATVEC:
      mjs_setFloat(container, floats, count);
      break;
    case LB_FIELD_DOUBLEVEC:
      mjs_setDouble(container, numbers, count);
      break;
    case LB_FIELD_STRINGVEC:
      count & 1 ? mjs_setStringVec(container, nameOf(call->value))
                : mjs_appendString(container, nameOf(call->value));
      break;
    case LB_FIELD_INTVECVEC:
      mjs_appendIntVec(container, integers, count);
      break;
    default:
      mjs_appendFloatVec(container, floats, count);
  }
}

// Gives a field of a struct any value that its type can hold.
static void fill(void* object, const lbField* fields, int count, const Choice* call) {
  if (!count) {
    return;
  }
  const lbField* field = &fields[call->b % count];
  char* at = (char*)object + field->offset;
  int item = call->c % field->count;
  switch (field->kind) {
    case LB_FIELD_BOOL:
      *(mjtBool*)at = call->value & 1;
      break;
    case LB_FIELD_BYTE:
      ((mjtByte*)at)[item] = (mjtByte)call->value;
      break;
    case LB_FIELD_CHAR:
      at[item] = (char)(call->value & 127);
      break;
    case LB_FIELD_INT:
      ((int*)at)[item] = integerOf(call->value);
      break;
    case LB_FIELD_SIZE:
      ((int64_t*)at)[item] = integerOf(call->value);
      break;
    case LB_FIELD_FLOAT:
      ((float*)at)[item] = (float)numberOf(call->value);
      break;
    case LB_FIELD_DOUBLE:
      ((double*)at)[item] = numberOf(call->value);
      break;
    default:
      fillContainer(*(void**)at, (lbFieldKind)field->kind, call);
  }
}

static void fillElement(mjSpec* s, const Choice* call) {
  mjtObj type = typeOf(call->a);
  const lbStruct* shape = lb_structOf(type);
  mjsElement* element = elementOf(s, type, call->spec / SPECS);
  if (shape && element) {
    fill((char*)element + shape->publicOffset, shape->fields, shape->fieldCount, call);
  }
}

static void fillSpec(mjSpec* s, const Choice* call) {
  int count;
  const lbField* fields = lb_specFields(&count);
  fill(s, fields, count, call);
}

static void drive(mjSpec* s, const Choice* call) {
  mjsElement* element = elementOf(s, mjOBJ_ACTUATOR, call->a);
  if (!element) {
    return;
  }
  mjsActuator* actuator = mjs_asActuator(element);
  double x = numberOf(call->value), six[6] = {x, x, x, x, x, x}, *some = call->c & 1 ? six : NULL;
  switch (call->b % 12) {
    case 0:
      mjs_setToMotor(actuator);
      break;
    case 1:
      mjs_setToPosition(actuator, x, some, NULL, some, x);
      break;
    case 2:
      mjs_setToIntVelocity(actuator, x, some, NULL, some, x);
      break;
    case 3:
      mjs_setToVelocity(actuator, x);
      break;
    case 4:
      mjs_setToOrientation(actuator, x, some, NULL, call->c);
      break;
    case 5:
      mjs_setToPID(actuator, x, some, NULL, some, some, some, x, call->c);
      break;
    case 6:
      mjs_setToDamper(actuator, x);
      break;
    case 7:
      mjs_setToCylinder(actuator, x, x, x, x);
      break;
    case 8:
      mjs_setToMuscle(actuator, six, x, some, x, x, x, x, x, x, x);
      break;
    case 9:
      mjs_setToAdhesion(actuator, x);
      break;
    default:
      mjs_setToDCMotor(actuator, some, x, some, some, some, some, some, some, some, call->c);
  }
}

static void wrap(mjSpec* s, const Choice* call) {
  mjsElement* element = elementOf(s, mjOBJ_TENDON, call->a);
  if (!element) {
    return;
  }
  mjsTendon* tendon = mjs_asTendon(element);
  switch (call->b % 5) {
    case 0:
      mjs_wrapSite(tendon, nameOf(call->c));
      break;
    case 1:
      mjs_wrapGeom(tendon, nameOf(call->c), nameOf(call->value));
      break;
    case 2:
      mjs_wrapJoint(tendon, nameOf(call->c), numberOf(call->value));
      break;
    case 3:
      mjs_wrapPulley(tendon, numberOf(call->value));
      break;
    default:
      if (mjs_getWrapNum(tendon)) {
        const mjsWrap* path = mjs_getWrap(tendon, call->c % mjs_getWrapNum(tendon));
        mjs_getWrapTarget(path);
        mjs_getWrapSideSite(path);
      }
  }
}

static void attach(mjSpec* s, const Choice* call) {
  const mjSpec* other = specs[call->value % SPECS];
  mjsElement* parent = elementOf(s, typeOf(call->a), call->spec / SPECS);
  const mjsElement* child = elementOf(other, typeOf(call->b), call->value / SPECS);
  if (call->b % 29 == 28) {
    child = other->element;
  }
  if (parent && child) {
    mjs_attach(parent, child, nameOf(call->c), call->c & 1 ? "_s" : NULL);
  }
}

static void shape(mjSpec* s, const Choice* call) {
  double x = numberOf(call->value), params[4] = {x, 4, x, 3};
  int count[3] = {call->a % 5, call->b % 5, call->c % 4};
  static const char* const types[] = {"grid", "box", "circle", "square", "disc", "cylinder", "no"};
  static const char* const dofs[] = {"full", "radial", "trilinear", "quadratic", "2d", NULL};
  if (call->a & 1) {
    mjsElement* element = elementOf(s, mjOBJ_MESH, call->c);
    if (element) {
      mjs_makeMesh(mjs_asMesh(element), (mjtMeshBuiltin)(call->b % 12), params, call->c % 5);
    }
    return;
  }
  mjs_makeFlex(bodyOf(s, call->c), nameOf(call->b), types[call->b % 7], 1 + call->a % 3,
               dofs[call->c % 6], count, NULL, params, NULL, 0.01, x, 0.01, call->b % 4,
               call->c & 1, 0, 0, params, NULL, NULL, NULL, NULL);
}

static void change(mjSpec* s, const Choice* call) {
  mjsElement* element = elementOf(s, typeOf(call->a), call->b);
  if (!element) {
    return;
  }
  mjsBody* body = element->elemtype == mjOBJ_BODY ? mjs_asBody(element) : NULL;
  switch (call->c % 8) {
    case 0:
      mjs_setName(element, nameOf(call->value));
      break;
    case 1:
      mjs_setFrame(element, mjs_findFrame(s, nameOf(call->value)));
      break;
    case 2:
      mjs_setDefault(element, mjs_findDefault(s, nameOf(call->value)));
      break;
    case 3:
      body ? (void)mjs_bodyToFrame(&body) : (void)mjs_getDefault(element);
      break;
    case 4:
      mjs_getParent(element);
      mjs_getFrame(element);
      mjs_getId(element);
      break;
    case 5:
      mjs_getOriginSpec(element);
      mjs_getCompiler(element);
      break;
    case 6:
      mjs_setUserValue(element, "k", call->value & 1 ? names : NULL);
      break;
    default:
      mjs_delete(call->value & 7 ? s : specs[0], element);
  }
}

// Replaces a spec: by a copy of another one, a new one or a model that is read.
static void replace(int which, const Choice* call) {
  mjSpec* made = call->a & 1 ? mj_copySpec(specs[call->b % SPECS])
                 : call->a & 2
                     ? mj_makeSpec()
                     : mj_parseXMLString(fuzzModels[call->b % FUZZ_MODELS], NULL, NULL, 0);
  if (made) {
    dropModel();
    mj_deleteSpec(specs[which]);
    specs[which] = made;
  }
}

static void run(void* context) {
  const Choice* call = context;
  static const char* const plugins[] = {"mujoco.pid", "mujoco.elasticity.cable",
                                        "mujoco.sensor.touch_grid", "mujoco.sdf.torus", "no"};
  mjSpec* s = specs[call->spec % SPECS];
  switch (call->call % 16) {
    case 0:
    case 1:
      add(s, call);
      break;
    case 2:
    case 3:
    case 4:
      fillElement(s, call);
      break;
    case 5:
      fillSpec(s, call);
      break;
    case 6:
      change(s, call);
      break;
    case 7:
      attach(s, call);
      break;
    case 8:
      compile(s);
      break;
    case 9:
      recompile(s);
      break;
    case 10:
      save(s);
      break;
    case 11:
      drive(s, call);
      break;
    case 12:
      wrap(s, call);
      break;
    case 13:
      shape(s, call);
      break;
    case 14:
      replace(call->spec % SPECS, call);
      break;
    default:
      mjs_setDeepCopy(s, call->a & 1);
      mjs_activatePlugin(s, plugins[call->b % 5]);
      if (model && modelSpec == s) {
        mj_copyBack(s, model);
      }
  }
}

// A heap that has little: sizes up to INT32_MAX are legal, and a model with as many user values as
// that takes 17 GB.
static void* modest(size_t bytes) {
  return bytes >> 28 ? NULL : malloc(bytes);
}

static void ignore(const char* message) {
  (void)message;
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count) {
  mju_user_warning = ignore;
  mju_user_malloc = modest;
  mju_user_free = free;
  size_t before = lb_liveBlocks();
  for (int i = 0; i < SPECS; i++) {
    specs[i] =
        i ? mj_parseXMLString(fuzzModels[(count ? bytes[0] : 0) % FUZZ_MODELS], NULL, NULL, 0)
          : mj_makeSpec();
  }
  for (size_t i = 1; i + CALL <= count && i < CALL * MAX_CALLS; i += CALL) {
    Choice call = {bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3], bytes[i + 4], bytes[i + 5]};
    lb_protect(run, &call);
  }
  dropModel();
  for (int i = 0; i < SPECS; i++) {
    mj_deleteSpec(specs[i]);
  }
  mj_clearCache(mj_getCache());
  if (lb_liveBlocks() != before) {
    abort();
  }
  return 0;
}
