// The fields that spec and model hold one for one, in both directions; see model_fields.h.
//
// Each function is the expansion of one table. The column `model` of a row becomes the macro that
// copies the field: INTO(geom_friction) of the 3 numbers `friction` becomes
// PUT(geom_friction, friction, 3) on the way to the model and GET(geom_friction, friction, 3) on
// the way back.

#include "compile/model_fields.h"

#include "api/mjs_functions.h"
#include "spec/vec.h"

#include <string.h>

// What the kinds of the column mean: for an element on the way to the model and back, and for the
// degrees of freedom of a joint.
#define TO_MODEL_NONE SKIP, none
#define TO_MODEL_INTO(array) PUT, array
#define TO_MODEL_FILL(array) PUT, array
#define TO_MODEL_BACK(array) SKIP, array
#define TO_MODEL_POLY(array) PUT_POLY, array
#define TO_MODEL_DOF(array) SKIP, array
#define TO_MODEL_DOFPOLY(array) SKIP, array
#define TO_MODEL_USER(object) PUT_USER, object

#define FROM_MODEL_NONE SKIP, none
#define FROM_MODEL_INTO(array) GET, array
#define FROM_MODEL_FILL(array) SKIP, array
#define FROM_MODEL_BACK(array) GET, array
#define FROM_MODEL_POLY(array) GET_POLY, array
#define FROM_MODEL_DOF(array) SKIP, array
#define FROM_MODEL_DOFPOLY(array) SKIP, array
#define FROM_MODEL_USER(object) GET_USER, object

#define TO_DOF_NONE SKIP, none
#define TO_DOF_INTO(array) SKIP, array
#define TO_DOF_FILL(array) SKIP, array
#define TO_DOF_BACK(array) SKIP, array
#define TO_DOF_POLY(array) SKIP, array
#define TO_DOF_DOF(array) PUT, array
#define TO_DOF_DOFPOLY(array) PUT_POLY, array
#define TO_DOF_USER(object) SKIP, object

#define FROM_DOF_NONE SKIP, none
#define FROM_DOF_INTO(array) SKIP, array
#define FROM_DOF_FILL(array) SKIP, array
#define FROM_DOF_BACK(array) SKIP, array
#define FROM_DOF_POLY(array) SKIP, array
#define FROM_DOF_DOF(array) GET, array
#define FROM_DOF_DOFPOLY(array) GET_POLY, array
#define FROM_DOF_USER(object) SKIP, object

#define TO_MODEL(type, name, count, initial, attribute, model, meaning) \
  APPLY(TO_MODEL_##model, name, count)
#define FROM_MODEL(type, name, count, initial, attribute, model, meaning) \
  APPLY(FROM_MODEL_##model, name, count)
#define TO_DOF(type, name, count, initial, attribute, model, meaning) \
  APPLY(TO_DOF_##model, name, count)
#define FROM_DOF(type, name, count, initial, attribute, model, meaning) \
  APPLY(FROM_DOF_##model, name, count)
#define NO_PART(type, name, meaning)
#define APPLY(...) APPLY_ACTION(__VA_ARGS__)
#define APPLY_ACTION(action, array, name, count) action(array, name, count)

// The actions, in a scope with the model m, its row i and the element s.
#define SKIP(array, name, count)
#define PUT(array, name, count) PUT_##count(m->array, s->name)
#define PUT_POLY(array, name, count) \
  m->array[i] = s->name[0];          \
  PUT_2(m->array##poly, s->name + 1)
#define PUT_USER(object, name, count) \
  putUser(m->object##_user + i * m->nuser_##object, s->name, m->nuser_##object);
#define GET(array, name, count) GET_##count(m->array, s->name)
#define GET_POLY(array, name, count) \
  s->name[0] = m->array[i];          \
  GET_2(m->array##poly, s->name + 1)
#define GET_USER(object, name, count) \
  getUser(s->name, m->object##_user + i * m->nuser_##object, m->nuser_##object);

#define PUT_1(to, from) to[i] = from;
#define GET_1(from, to) to = from[i];
#define PUT_N(to, from, n) COPY((to) + (n) * i, from, n)
#define GET_N(from, to, n) COPY(to, (from) + (n) * i, n)
#define COPY(to, from, n)                                                             \
  _Static_assert(sizeof *(to) == sizeof *(from), "the model holds the same numbers"); \
  memcpy(to, from, (n) * sizeof *(to));
#define PUT_2(to, from) PUT_N(to, from, 2)
#define GET_2(from, to) GET_N(from, to, 2)
#define PUT_3(to, from) PUT_N(to, from, 3)
#define GET_3(from, to) GET_N(from, to, 3)
#define PUT_4(to, from) PUT_N(to, from, 4)
#define GET_4(from, to) GET_N(from, to, 4)
#define PUT_5(to, from) PUT_N(to, from, 5)
#define GET_5(from, to) GET_N(from, to, 5)
#define PUT_6(to, from) PUT_N(to, from, 6)
#define GET_6(from, to) GET_N(from, to, 6)
#define PUT_10(to, from) PUT_N(to, from, 10)
#define GET_10(from, to) GET_N(from, to, 10)
#define PUT_11(to, from) PUT_N(to, from, 11)
#define GET_11(from, to) GET_N(from, to, 11)

// Numbers of the user, as many as the model has room for; the rest stays zero.
static void putUser(mjtNum* target, const mjDoubleVec* user, mjtSize size) {
  for (int k = 0; k < size && user && k < user->count; k++) {
    target[k] = user->items[k];
  }
}

// As many as the element had, and those behind them that are not zero.
static void getUser(mjDoubleVec* user, const mjtNum* values, mjtSize count) {
  while (count > user->count && values[count - 1] == 0) {
    count--;
  }
  if (count) {
    mjs_setDouble(user, values, (int)count);
  }
}

#define DEFINE_FILL(Name, TABLE)                                      \
  void lb_fill##Name##Fields(mjModel* m, int i, const mjs##Name* s) { \
    TABLE(TO_MODEL, NO_PART)                                          \
  }
#define DEFINE_READ_BACK(Name, TABLE)                             \
  void lb_readBack##Name(mjs##Name* s, const mjModel* m, int i) { \
    TABLE(FROM_MODEL, NO_PART)                                    \
  }

DEFINE_FILL(Body, LB_BODY_FIELDS)
DEFINE_FILL(Joint, LB_JOINT_FIELDS)
DEFINE_FILL(Geom, LB_GEOM_FIELDS)
DEFINE_FILL(Site, LB_SITE_FIELDS)
DEFINE_FILL(Camera, LB_CAMERA_FIELDS)
DEFINE_FILL(Light, LB_LIGHT_FIELDS)
DEFINE_FILL(Flex, LB_FLEX_FIELDS)
DEFINE_FILL(Skin, LB_SKIN_FIELDS)
DEFINE_FILL(Material, LB_MATERIAL_FIELDS)
DEFINE_FILL(Pair, LB_PAIR_FIELDS)
DEFINE_FILL(Equality, LB_EQUALITY_FIELDS)
DEFINE_FILL(Tendon, LB_TENDON_FIELDS)
DEFINE_FILL(Actuator, LB_ACTUATOR_FIELDS)
DEFINE_FILL(Sensor, LB_SENSOR_FIELDS)

DEFINE_READ_BACK(Body, LB_BODY_FIELDS)
DEFINE_READ_BACK(Joint, LB_JOINT_FIELDS)
DEFINE_READ_BACK(Geom, LB_GEOM_FIELDS)
DEFINE_READ_BACK(Site, LB_SITE_FIELDS)
DEFINE_READ_BACK(Camera, LB_CAMERA_FIELDS)
DEFINE_READ_BACK(Light, LB_LIGHT_FIELDS)
DEFINE_READ_BACK(Material, LB_MATERIAL_FIELDS)
DEFINE_READ_BACK(Pair, LB_PAIR_FIELDS)
DEFINE_READ_BACK(Equality, LB_EQUALITY_FIELDS)
DEFINE_READ_BACK(Tendon, LB_TENDON_FIELDS)
DEFINE_READ_BACK(Actuator, LB_ACTUATOR_FIELDS)
DEFINE_READ_BACK(Sensor, LB_SENSOR_FIELDS)

void lb_fillDofFields(mjModel* m, int i, const mjsJoint* s) {
  LB_JOINT_FIELDS(TO_DOF, NO_PART)
}

void lb_readBackDof(mjsJoint* s, const mjModel* m, int i) {
  LB_JOINT_FIELDS(FROM_DOF, NO_PART)
}
