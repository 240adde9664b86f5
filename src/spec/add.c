// mjs_add*, mjs_default*, mjs_as*: one line each over lb_addElement and the field tables.

#include "base/error.h"
#include "base/memory.h"
#include "spec/internal.h"

#include <math.h>
#include <string.h>

static lbBody* bodyOf(const mjsBody* body) {
  return (lbBody*)body->element;
}

static const lbDefault* classOf(const mjsDefault* def) {
  return def ? (const lbDefault*)def->element : NULL;
}

// The class of a new tree element when none is given: the body's childclass, else the main class.
static const lbDefault* treeClass(lbBody* body, const mjsDefault* def) {
  if (def) {
    return classOf(def);
  }
  const lbDefault* own = lb_findDefault(body->head.spec, lb_text(body->s.childclass));
  return own ? own : body->head.spec->mainClass;
}

static const lbDefault* specClass(lbSpec* spec, const mjsDefault* def) {
  return def ? classOf(def) : spec->mainClass;
}

mjsBody* mjs_addBody(mjsBody* body, const mjsDefault* def) {
  LB_REQUIRE(body);
  lbBody* parent = bodyOf(body);
  const lbDefault* own = treeClass(parent, def);
  lbElement* element = lb_addElement(parent->head.spec, mjOBJ_BODY, parent, own);
  lb_setText(((lbBody*)element)->s.childclass, lb_text(&own->head.name));
  return &((lbBody*)element)->s;
}

#define ADD_TO_BODY(Name, objtype)                                                 \
  mjs##Name* mjs_add##Name(mjsBody* body, const mjsDefault* def) {                 \
    LB_REQUIRE(body);                                                              \
    lbBody* parent = bodyOf(body);                                                 \
    lbElement* element =                                                           \
        lb_addElement(parent->head.spec, objtype, parent, treeClass(parent, def)); \
    return &((lb##Name*)element)->s;                                               \
  }

ADD_TO_BODY(Site, mjOBJ_SITE)
ADD_TO_BODY(Joint, mjOBJ_JOINT)
ADD_TO_BODY(Geom, mjOBJ_GEOM)
ADD_TO_BODY(Camera, mjOBJ_CAMERA)
ADD_TO_BODY(Light, mjOBJ_LIGHT)

// A free joint takes nothing from default classes.
mjsJoint* mjs_addFreeJoint(mjsBody* body) {
  LB_REQUIRE(body);
  lbBody* parent = bodyOf(body);
  lbJoint* joint = (lbJoint*)lb_addElement(parent->head.spec, mjOBJ_JOINT, parent, NULL);
  joint->head.def = parent->head.spec->mainClass;
  joint->s.type = mjJNT_FREE;
  return &joint->s;
}

mjsFrame* mjs_addFrame(mjsBody* body, mjsFrame* parentframe) {
  LB_REQUIRE(body);
  lbBody* parent = bodyOf(body);
  lbFrame* outer = parentframe ? (lbFrame*)parentframe->element : NULL;
  lb_boundFrames(outer);
  lbElement* element = lb_addElement(parent->head.spec, mjOBJ_FRAME, parent, NULL);
  element->frame = outer;
  return &((lbFrame*)element)->s;
}

#define ADD_TO_SPEC(Name, objtype)                                          \
  mjs##Name* mjs_add##Name(mjSpec* s) {                                     \
    LB_REQUIRE(s);                                                          \
    return &((lb##Name*)lb_addElement(lb_spec(s), objtype, NULL, NULL))->s; \
  }

#define ADD_WITH_CLASS(Name, objtype)                                              \
  mjs##Name* mjs_add##Name(mjSpec* s, const mjsDefault* def) {                     \
    LB_REQUIRE(s);                                                                 \
    lbSpec* spec = lb_spec(s);                                                     \
    lbElement* element = lb_addElement(spec, objtype, NULL, specClass(spec, def)); \
    return &((lb##Name*)element)->s;                                               \
  }

ADD_WITH_CLASS(Actuator, mjOBJ_ACTUATOR)
ADD_TO_SPEC(Sensor, mjOBJ_SENSOR)
ADD_TO_SPEC(Flex, mjOBJ_FLEX)
ADD_WITH_CLASS(Pair, mjOBJ_PAIR)
ADD_TO_SPEC(Exclude, mjOBJ_EXCLUDE)
ADD_WITH_CLASS(Equality, mjOBJ_EQUALITY)
ADD_WITH_CLASS(Tendon, mjOBJ_TENDON)
ADD_TO_SPEC(Numeric, mjOBJ_NUMERIC)
ADD_TO_SPEC(Text, mjOBJ_TEXT)
ADD_TO_SPEC(Tuple, mjOBJ_TUPLE)
ADD_TO_SPEC(Key, mjOBJ_KEY)
ADD_TO_SPEC(Plugin, mjOBJ_PLUGIN)
ADD_WITH_CLASS(Mesh, mjOBJ_MESH)
ADD_TO_SPEC(HField, mjOBJ_HFIELD)
ADD_TO_SPEC(Skin, mjOBJ_SKIN)
ADD_TO_SPEC(Texture, mjOBJ_TEXTURE)
ADD_WITH_CLASS(Material, mjOBJ_MATERIAL)

static lbWrap* addWrap(mjsTendon* tendon, mjtWrap type, const char* target, double parameter) {
  lbTendon* owner = (lbTendon*)tendon->element;
  LB_RESERVE(&owner->wraps);
  lbWrap* wrap = (lbWrap*)lb_newBlock(owner->head.home, lb_wrapStruct());
  wrap->head.spec = owner->head.spec;
  wrap->tendon = owner;
  wrap->s.type = type;
  wrap->parameter = parameter;
  wrap->head.id = owner->wraps.count;
  LB_PUSH(&owner->wraps, wrap);
  lb_setText(&wrap->head.name, target);
  owner->head.spec->isCompiled = false;
  return wrap;
}

mjsWrap* mjs_wrapSite(mjsTendon* tendon, const char* name) {
  LB_REQUIRE(tendon);
  return &addWrap(tendon, mjWRAP_SITE, name, 0)->s;
}

mjsWrap* mjs_wrapGeom(mjsTendon* tendon, const char* name, const char* sidesite) {
  LB_REQUIRE(tendon);
  lbWrap* wrap = addWrap(tendon, mjWRAP_SPHERE, name, 0);
  lb_setText(&wrap->sidesite, sidesite);
  return &wrap->s;
}

mjsWrap* mjs_wrapJoint(mjsTendon* tendon, const char* name, double coef) {
  LB_REQUIRE(tendon);
  return &addWrap(tendon, mjWRAP_JOINT, name, coef)->s;
}

mjsWrap* mjs_wrapPulley(mjsTendon* tendon, double divisor) {
  LB_REQUIRE(tendon);
  return &addWrap(tendon, mjWRAP_PULLEY, NULL, divisor)->s;
}

// Resets a struct in place. Structs of elements keep their containers, emptied; a struct that is
// no element must have NULL containers.
static void reset(mjtObj type, void* object) {
  const lbStruct* layout = lb_structOf(type);
  mjsElement* element = *(mjsElement**)object;
  lb_resetFields(layout->fields, layout->fieldCount, object, layout->defaults);
  if (element) {
    lb_fillSlots(lb_head(element));
  }
}

#define DEFAULT_AND_CAST(Name, argument, objtype)                                       \
  void mjs_default##Name(mjs##Name* argument) {                                         \
    LB_REQUIRE(argument);                                                               \
    reset(objtype, argument);                                                           \
  }                                                                                     \
  mjs##Name* mjs_as##Name(mjsElement* element) {                                        \
    return element && element->elemtype == (objtype) ? &((lb##Name*)element)->s : NULL; \
  }

DEFAULT_AND_CAST(Body, body, mjOBJ_BODY)
DEFAULT_AND_CAST(Frame, frame, mjOBJ_FRAME)
DEFAULT_AND_CAST(Joint, joint, mjOBJ_JOINT)
DEFAULT_AND_CAST(Geom, geom, mjOBJ_GEOM)
DEFAULT_AND_CAST(Site, site, mjOBJ_SITE)
DEFAULT_AND_CAST(Camera, camera, mjOBJ_CAMERA)
DEFAULT_AND_CAST(Light, light, mjOBJ_LIGHT)
DEFAULT_AND_CAST(Flex, flex, mjOBJ_FLEX)
DEFAULT_AND_CAST(Mesh, mesh, mjOBJ_MESH)
DEFAULT_AND_CAST(HField, hfield, mjOBJ_HFIELD)
DEFAULT_AND_CAST(Skin, skin, mjOBJ_SKIN)
DEFAULT_AND_CAST(Texture, texture, mjOBJ_TEXTURE)
DEFAULT_AND_CAST(Material, material, mjOBJ_MATERIAL)
DEFAULT_AND_CAST(Pair, pair, mjOBJ_PAIR)
DEFAULT_AND_CAST(Equality, equality, mjOBJ_EQUALITY)
DEFAULT_AND_CAST(Tendon, tendon, mjOBJ_TENDON)
DEFAULT_AND_CAST(Actuator, actuator, mjOBJ_ACTUATOR)
DEFAULT_AND_CAST(Sensor, sensor, mjOBJ_SENSOR)
DEFAULT_AND_CAST(Numeric, numeric, mjOBJ_NUMERIC)
DEFAULT_AND_CAST(Text, text, mjOBJ_TEXT)
DEFAULT_AND_CAST(Tuple, tuple, mjOBJ_TUPLE)
DEFAULT_AND_CAST(Key, key, mjOBJ_KEY)
DEFAULT_AND_CAST(Plugin, plugin, mjOBJ_PLUGIN)

mjsExclude* mjs_asExclude(mjsElement* element) {
  return element && element->elemtype == mjOBJ_EXCLUDE ? &((lbExclude*)element)->s : NULL;
}

void mjs_defaultOrientation(mjsOrientation* orient) {
  LB_REQUIRE(orient);
  *orient = (mjsOrientation){.type = mjORIENTATION_QUAT};
}
