// <sensor>: every kind of sensor becomes type, object, reference and integer parameters.

#include "mjcf/read.h"
#include "spec/internal.h"

#include "api/mju_functions.h"

#include <string.h>

static void setObject(mjsSensor* s, mjtObj type, const char* name) {
  s->objtype = type;
  lb_setText(s->objname, name);
}

static void setReference(mjsSensor* s, mjtObj type, const char* name) {
  s->reftype = type;
  lb_setText(s->refname, name);
}

// First of several alternative attributes that is there.
typedef struct Choice_ {
  const char* attribute;
  mjtObj type;
} Choice;

static const char* choose(const lbXml* node, const Choice* choices, int count, mjtObj* type) {
  for (int i = 0; i < count; i++) {
    const char* name = lb_xmlValue(node, choices[i].attribute);
    if (name) {
      *type = choices[i].type;
      return name;
    }
  }
  return NULL;
}

static void readDistance(const lbXml* node, mjsSensor* s, mjtSensor type) {
  static const Choice first[] = {{"geom1", mjOBJ_GEOM}, {"body1", mjOBJ_BODY}};
  static const Choice second[] = {{"geom2", mjOBJ_GEOM}, {"body2", mjOBJ_BODY}};
  mjtObj kind = mjOBJ_UNKNOWN;
  s->type = type;
  const char* name = choose(node, first, 2, &kind);
  setObject(s, kind, name);
  name = choose(node, second, 2, &kind);
  setReference(s, kind, name);
}

// intprm: fields, reduction, number of slots.
static void readContactSensor(const lbXml* node, mjsSensor* s) {
  static const Choice first[] = {{"site", mjOBJ_SITE},
                                 {"body1", mjOBJ_BODY},
                                 {"subtree1", mjOBJ_XBODY},
                                 {"geom1", mjOBJ_GEOM}};
  static const Choice second[] = {
      {"body2", mjOBJ_BODY}, {"subtree2", mjOBJ_XBODY}, {"geom2", mjOBJ_GEOM}};
  mjtObj kind = mjOBJ_UNKNOWN;
  s->type = mjSENS_CONTACT;
  const char* name = choose(node, first, 4, &kind);
  setObject(s, kind, name);
  kind = mjOBJ_UNKNOWN;
  name = choose(node, second, 3, &kind);
  setReference(s, kind, name);
  lb_readFlags(node, "data", LB_KEYWORDS(condata), true, true, &s->intprm[0]);
  s->intprm[0] = s->intprm[0] ? s->intprm[0] : 1 << mjCONDATA_FOUND;
  s->intprm[1] = 0;
  lb_readKeyword(node, "reduce", LB_KEYWORDS(reduce), &s->intprm[1]);
  s->intprm[2] = 1;
  lb_readInt(node, "num", &s->intprm[2]);
  if (s->intprm[2] <= 0) {
    lb_xmlFault(node, &(lbFault){.attribute = "num"}, "'num' must be positive in sensor");
  }
}

static void readRangefinder(const lbXml* node, mjsSensor* s) {
  static const Choice origin[] = {{"site", mjOBJ_SITE}, {"camera", mjOBJ_CAMERA}};
  mjtObj kind = mjOBJ_UNKNOWN;
  s->type = mjSENS_RANGEFINDER;
  const char* name = choose(node, origin, 2, &kind);
  setObject(s, kind, name);
  lb_readFlags(node, "data", LB_KEYWORDS(raydata), true, true, &s->intprm[0]);
  s->intprm[0] = s->intprm[0] ? s->intprm[0] : 1 << mjRAYDATA_DIST;
}

static void readUser(const lbXml* node, mjsSensor* s) {
  s->type = mjSENS_USER;
  lb_requiredText(node, "dim");
  const char* kind = lb_xmlValue(node, "objtype");
  if (kind) {
    s->objtype = (mjtObj)mju_str2Type(kind);
  }
}

static void readPluginSensor(lbReader* reader, const lbXml* node, lbSensor* sensor) {
  mjsSensor* s = &sensor->s;
  s->type = mjSENS_PLUGIN;
  const char* objtype = lb_xmlValue(node, "objtype");
  const char* reftype = lb_xmlValue(node, "reftype");
  s->objtype = objtype ? (mjtObj)mju_str2Type(objtype) : mjOBJ_UNKNOWN;
  s->reftype = reftype ? (mjtObj)mju_str2Type(reftype) : mjOBJ_UNKNOWN;
  if (s->objtype != mjOBJ_UNKNOWN && !lb_xmlValue(node, "objname")) {
    lb_xmlFault(node, &(lbFault){.attribute = "objtype"},
                "objtype is specified but objname is not");
  }
  if (s->objtype == mjOBJ_UNKNOWN && lb_xmlValue(node, "objname")) {
    lb_xmlFault(node, &(lbFault){.attribute = "objname"},
                "objname is specified but objtype is not");
  }
  if (s->reftype != mjOBJ_UNKNOWN && !lb_xmlValue(node, "refname")) {
    lb_xmlFault(node, &(lbFault){.attribute = "reftype"},
                "reftype is specified but refname is not");
  }
  if (s->reftype == mjOBJ_UNKNOWN && lb_xmlValue(node, "refname")) {
    lb_xmlFault(node, &(lbFault){.attribute = "refname"},
                "refname is specified but reftype is not");
  }
  lb_readPlugin(reader, node, &sensor->head);
}

// Sensors whose one object is named by an attribute of its kind: the schema says type and kinds.
static void readPlainSensor(const lbXml* node, mjsSensor* s) {
  static const struct {
    const char* attribute;
    mjtObj type;
  } names[] = {{"site", mjOBJ_SITE},         {"joint", mjOBJ_JOINT}, {"tendon", mjOBJ_TENDON},
               {"actuator", mjOBJ_ACTUATOR}, {"body", mjOBJ_BODY},   {"camera", mjOBJ_CAMERA}};
  const lbSchema* element = lb_schema((lbElementId)node->kind);
  s->type = element->sensor;
  if (element->objtype != mjOBJ_UNKNOWN) {
    s->objtype = element->objtype;
  }
  if (element->reftype != mjOBJ_UNKNOWN) {
    s->reftype = element->reftype;
  }
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const char* name = lb_xmlValue(node, names[i].attribute);
    if (name && names[i].type == element->objtype) {
      lb_setText(s->objname, name);
    } else if (name && names[i].type == element->reftype) {
      lb_setText(s->refname, name);
    }
  }
}

static void readSensor(lbReader* reader, const lbXml* node, lbSensor* sensor) {
  mjsSensor* s = &sensor->s;
  lb_readAttributes(reader, node, s);
  switch (node->kind) {
    case LB_ELEM_DISTANCE:
      readDistance(node, s, mjSENS_GEOMDIST);
      break;
    case LB_ELEM_NORMAL:
      readDistance(node, s, mjSENS_GEOMNORMAL);
      break;
    case LB_ELEM_FROMTO:
      readDistance(node, s, mjSENS_GEOMFROMTO);
      break;
    case LB_ELEM_SENSOR_CONTACT:
      readContactSensor(node, s);
      break;
    case LB_ELEM_RANGEFINDER:
      readRangefinder(node, s);
      break;
    case LB_ELEM_TACTILE:
      s->type = mjSENS_TACTILE;
      setObject(s, mjOBJ_MESH, lb_xmlValue(node, "mesh"));
      setReference(s, mjOBJ_GEOM, lb_xmlValue(node, "geom"));
      break;
    case LB_ELEM_USER:
      readUser(node, s);
      break;
    case LB_ELEM_SENSOR_PLUGIN:
      readPluginSensor(reader, node, sensor);
      break;
    default:
      readPlainSensor(node, s);
  }
}

void lb_readSensors(lbReader* reader, const lbXml* node) {
  for (const lbXml* child = node->child; child; child = child->next) {
    lbSensor* sensor = (lbSensor*)lb_addElement(reader->spec, mjOBJ_SENSOR, NULL, NULL);
    lb_readHead(reader, child, &sensor->head);
    readSensor(reader, child, sensor);
  }
}
