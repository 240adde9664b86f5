// <composite type="cable">: a chain of bodies along a curve, joined by ball joints.
//
// Points are kept in single precision, as the peer does, so that generated models agree. Each body
// has its x axis along its edge; the normal is carried from edge to edge without twist (Bishop
// frame; Bergou et al. 2008, "Discrete elastic rods", section 4.2.2).

#include "mjcf/composite.h"

#include "math/inline.h"
#include "math/libm.h"
#include "mjcf/cable_skin.h"
#include "mjcf/text.h"
#include "spec/internal.h"

#include <stdio.h>
#include <string.h>

typedef enum Initial_ {
  INITIAL_BALL,
  INITIAL_FREE,
  INITIAL_NONE,
} Initial;

enum {
  MAX_CABLE = 10000,
};

typedef struct Cable_ {
  lbReader* reader;
  const lbXml* node;
  const char* prefix;
  lbBody* parent;
  lbFrame* frame;
  const lbDefault* def;
  Initial initial;
  int count;      // points
  float* points;  // (count x 3), region memory
  double offset[3];
  lbJoint* joint;  // templates with the attributes of the sub-elements
  lbGeom* geom;
  lbSite* site;
  const char* plugin;
  const char* pluginName;
} Cable;

static const char* cableName(const Cable* cable, const char* kind, int index) {
  lbRegion* region = cable->reader->region;
  bool last = index == cable->count - 2;
  if (index == 0) {
    return lb_regionPrintf(region, "%s%s_first", cable->prefix, kind);
  }
  return last ? lb_regionPrintf(region, "%s%s_last", cable->prefix, kind)
              : lb_regionPrintf(region, "%s%s_%d", cable->prefix, kind, index);
}

static void setName(const Cable* cable, lbElement* element, const char* name) {
  lb_readPlace(cable->node, element);
  if (mjs_setName(&element->handle, name) != 0) {
    lb_xmlFault(cable->node, &(lbFault){.quotesLast = true}, "%s",
                mjs_getError(&cable->reader->spec->s));
  }
}

// --- curve ---------------------------------------------------------------------------------------

// size: length, radius, turns (in half turns).
static double curveValue(lbCurve shape, double t, const double size[3]) {
  switch (shape) {
    case LB_SHAPE_LINE:
      return size[0] * t;
    case LB_SHAPE_COS:
      return size[1] * lb_cos(mjPI * size[2] * t);
    case LB_SHAPE_SIN:
      return size[1] * lb_sin(mjPI * size[2] * t);
    default:
      return 0;
  }
}

static void readCurve(Cable* cable, const int count[3]) {
  lbCurve shapes[3] = {LB_SHAPE_ZERO, LB_SHAPE_ZERO, LB_SHAPE_ZERO};
  double size[3] = {1, 0, 0};
  const char* cursor = lb_xmlValue(cable->node, "curve");
  const char* word;
  size_t length;
  for (int i = 0; cursor && lb_nextWord(&cursor, &word, &length); i++) {
    const lbKeywords* keywords = LB_KEYWORDS(shape);
    int found = -1;
    for (int k = 0; k < keywords->count; k++) {
      if (strlen(keywords->items[k].name) == length &&
          strncmp(keywords->items[k].name, word, length) == 0) {
        found = keywords->items[k].value;
      }
    }
    if (found < 0 || i >= 3) {
      lb_xmlFault(cable->node, &(lbFault){.attribute = "curve"},
                  i < 3 ? "The curve array contains an invalid shape"
                        : "The curve array must have a maximum of 3 components");
    }
    shapes[i] = (lbCurve)found;
  }
  double quat[4] = {1, 0, 0, 0};
  lb_readDoubles(cable->node, "size", size, 1, 3);
  lb_readDoubles(cable->node, "quat", quat, 4, 4);
  cable->count = count[0];
  cable->points = lb_regionAlloc(cable->reader->region, 3 * sizeof(float) * (size_t)count[0]);
  for (int i = 0; i < count[0]; i++) {
    double point[3];
    double turned[3];
    for (int k = 0; k < 3; k++) {
      point[k] = curveValue(shapes[k], (double)i / (count[0] - 1), size);
    }
    // COMPAT: CABLE-QUAT: a quaternion that is not normalised stretches the curve
    lb_rotVecQuat(turned, point, quat);
    for (int k = 0; k < 3; k++) {
      cable->points[3 * i + k] = (float)turned[k];
    }
  }
}

static void readPoints(Cable* cable) {
  int count[3] = {0, 1, 1};
  float* vertices;
  int numbers = lb_readFloatArray(cable->reader, cable->node, "vertex", &vertices);
  lb_readInts(cable->node, "count", count, 1, 3);
  lb_readDoubles(cable->node, "offset", cable->offset, 3, 3);
  if (numbers && lb_xmlValue(cable->node, "count")) {
    lb_xmlError(cable->node, "Either vertex or count can be specified, not both");
  }
  if (numbers ? numbers < 6 : count[0] < 2 || count[1] != 1 || count[2] != 1) {
    lb_xmlError(cable->node,
                "Cable must be one-dimensional. Positive counts expected in composite, "
                "singleton counts must come last");
  }
  if (count[0] > MAX_CABLE || numbers / 3 > MAX_CABLE) {
    lb_xmlError(cable->node, "Cable has too many points");
  }
  if (!numbers) {
    readCurve(cable, count);
    return;
  }
  cable->count = numbers / 3;
  cable->points = vertices;
}

// --- frames --------------------------------------------------------------------------------------

// COMPAT: CM-07: the difference of two points is one of single precision
static double edgeOf(const Cable* cable, int index, double tangent[3]) {
  const float* p = cable->points + 3 * index;
  for (int k = 0; k < 3; k++) {
    tangent[k] = p[3 + k] - p[k];
  }
  double length = lb_norm3(tangent);
  if (length >= mjMINVAL) {
    lb_scl3(tangent, tangent, 1 / length);
  } else {
    lb_zero3(tangent);
  }
  return length;
}

// COMPAT: CABLE-STRAIGHT: edges that turn by less than this are in line, and the normal stays.
// Where the first two are in line, each edge has the frame that a straight start has, bends or not.
#define LEAST_TURN 1e-7

// Frame of an edge of a straight start: the turn that takes x to the tangent; -x, after half a turn
// about z, where the tangent points back.
static void straightQuat(double quat[4], const double t[3]) {
  const double ahead[4] = {1 + t[0], 0, -t[2], t[1]};
  const double back[4] = {t[1], t[2], 0, 1 - t[0]};
  lb_copy4(quat, t[0] > 0 ? ahead : back);
  lb_normalize4(quat);
}

// Normal of the first edge: in the plane of the first two edges. Whether there is such a plane.
static bool firstNormal(const Cable* cable, double normal[3], const double tangent[3]) {
  double next[3];
  double binormal[3];
  edgeOf(cable, cable->count > 2 ? 1 : 0, next);
  lb_cross(binormal, tangent, next);
  double norm = lb_norm3(binormal);
  if (norm < LEAST_TURN) {
    return false;
  }
  lb_scl3(binormal, binormal, 1 / norm);
  lb_cross(normal, binormal, tangent);
  return true;
}

// Turns the normal by the rotation that takes the previous tangent to this one.
static void carryNormal(double normal[3], const double previous[3], const double tangent[3]) {
  double axis[3];
  double turn[4];
  double turned[3];
  lb_cross(axis, previous, tangent);
  double sine = lb_norm3(axis);
  if (sine < LEAST_TURN) {
    return;
  }
  lb_scl3(axis, axis, 1 / sine);
  lb_axisAngle2Quat(turn, axis, lb_atan2(sine, lb_dot3(previous, tangent)));
  lb_rotVecQuat(turned, normal, turn);
  lb_copy3(normal, turned);
}

static void frameQuat(double quat[4], const double tangent[3], const double normal[3]) {
  double binormal[3];
  lb_cross(binormal, tangent, normal);
  lb_normalize3(binormal);
  const double mat[9] = {tangent[0],  normal[0],  binormal[0], tangent[1], normal[1],
                         binormal[1], tangent[2], normal[2],   binormal[2]};
  lb_mat2Quat(quat, mat);
}

// --- elements ------------------------------------------------------------------------------------

// A copy of a template with its name, in a body.
static lbElement* addFromTemplate(const Cable* cable, lbElement* from, lbBody* body,
                                  const char* name) {
  lbElement* element = lb_addElement(cable->reader->spec, from->handle.elemtype, body, NULL);
  lb_copyContent(element, from);
  element->def = (lbDefault*)cable->def;
  setName(cable, element, name);
  return element;
}

static void addCableGeom(const Cable* cable, lbBody* body, int index, double length) {
  const char* name = lb_regionPrintf(cable->reader->region, "%sG%d", cable->prefix, index);
  lbGeom* geom = (lbGeom*)addFromTemplate(cable, &cable->geom->head, body, name);
  if (geom->s.type == mjGEOM_BOX) {
    lb_zero3(geom->s.pos);
    geom->s.pos[0] = length / 2;
    geom->s.size[0] = length / 2;
  } else {
    memset(geom->s.fromto, 0, sizeof geom->s.fromto);
    geom->s.fromto[3] = length;
  }
}

static void addCableJoint(const Cable* cable, lbBody* body, int index) {
  if (index == 0 && cable->initial == INITIAL_NONE) {
    return;
  }
  lbJoint* joint =
      (lbJoint*)addFromTemplate(cable, &cable->joint->head, body, cableName(cable, "J", index));
  joint->s.type = mjJNT_BALL;
  if (index == 0 && cable->initial == INITIAL_FREE) {
    // nothing but name and group applies to a free joint
    const mjsJoint* plain = lb_structOf(mjOBJ_JOINT)->defaults;
    joint->s.damping[0] = plain->damping[0];
    joint->s.armature = plain->armature;
    joint->s.frictionloss = plain->frictionloss;
    joint->s.type = mjJNT_FREE;
  }
}

// COMPAT: MODEL-COMPOSITE: a single body has one site, the first by name and the last by place.
static void addCableSite(const Cable* cable, lbBody* body, int index, double length) {
  const char* name =
      lb_regionPrintf(cable->reader->region, "%sS_%s", cable->prefix, index ? "last" : "first");
  lbSite* site = (lbSite*)addFromTemplate(cable, &cable->site->head, body, name);
  lb_zero3(site->s.pos);
  site->s.pos[0] = index == cable->count - 2 ? length : 0;
}

static void addExclude(const Cable* cable, const lbBody* previous, const lbBody* body) {
  lbExclude* exclude = (lbExclude*)lb_addElement(cable->reader->spec, mjOBJ_EXCLUDE, NULL, NULL);
  lb_setText(exclude->s.bodyname1, lb_text(&previous->head.name));
  lb_setText(exclude->s.bodyname2, lb_text(&body->head.name));
}

static void makeBodies(Cable* cable) {
  lbBody* body = cable->parent;
  double previous[3] = {0};
  double normal[3] = {0};
  double previousQuat[4] = {1, 0, 0, 0};
  double previousLength = 0;
  bool bends = false;
  int edges = cable->count - 1;
  for (int i = 0; i < edges; i++) {
    double tangent[3];
    double quat[4];
    double length = edgeOf(cable, i, tangent);
    bends = i ? bends : firstNormal(cable, normal, tangent);
    if (bends) {
      if (i) {
        carryNormal(normal, previous, tangent);
      }
      frameQuat(quat, tangent, normal);
    } else {
      straightQuat(quat, tangent);
    }

    lbBody* next = (lbBody*)lb_addElement(cable->reader->spec, mjOBJ_BODY, body, cable->def);
    lb_setText(next->s.childclass, lb_text(&cable->def->head.name));
    setName(cable, &next->head, cableName(cable, "B", i));
    if (i == 0) {
      next->head.frame = cable->frame;
      for (int k = 0; k < 3; k++) {
        next->s.pos[k] = cable->offset[k] + (double)cable->points[k];
      }
      lb_copy4(next->s.quat, quat);
    } else {
      double inverse[4];
      lb_negQuat(inverse, previousQuat);
      lb_mulQuat(next->s.quat, inverse, quat);
      next->s.pos[0] = previousLength;
      addExclude(cable, body, next);
    }
    addCableJoint(cable, next, i);
    addCableGeom(cable, next, i, length);
    if (cable->plugin) {
      next->s.plugin.active = true;
      lb_setText(next->s.plugin.name, cable->plugin);
      lb_setText(next->s.plugin.plugin_name, cable->pluginName);
    }
    if (i == 0 || i == edges - 1) {
      addCableSite(cable, next, i, length);
    }
    lb_copy3(previous, tangent);
    lb_copy4(previousQuat, quat);
    previousLength = length;
    body = next;
  }
}

// --- reading -------------------------------------------------------------------------------------

static void refuseType(const lbXml* node, int type) {
  static const char* const instead[] = {
      [LB_COMPOSITE_PARTICLE] = "replicate", [LB_COMPOSITE_GRID] = "flex",
      [LB_COMPOSITE_ROPE] = "cable",         [LB_COMPOSITE_LOOP] = "flexcomp",
      [LB_COMPOSITE_CABLE] = NULL,           [LB_COMPOSITE_CLOTH] = "shell"};
  if (instead[type]) {
    lb_xmlFault(node, &(lbFault){.attribute = "type"},
                "The \"%s\" composite type is deprecated. Please use \"%s\" instead.",
                lb_xmlValue(node, "type"), instead[type]);
  }
}

// One named instance, shared by all bodies.
static void readCablePlugin(Cable* cable, const lbXml* node) {
  static const char supported[] = "mujoco.elasticity.cable";
  cable->pluginName = lb_xmlValue(node, "plugin");
  cable->plugin = lb_xmlValue(node, "instance");
  if (cable->pluginName && strcmp(cable->pluginName, supported) != 0) {
    lb_xmlError(cable->node, "Only %s is supported by composites", supported);
  }
  if (!cable->plugin) {
    lbPlugin* own = lb_addPluginInstance(cable->reader, node);
    cable->plugin = lb_regionPrintf(cable->reader->region, "composite%s", cable->prefix);
    lb_setText(own->s.name, cable->plugin);
    lb_rename(&own->head, cable->plugin);
  }
}

// COMPAT: MODEL-COMPOSITE: a range is the only thing that limits these joints.
static void readCableJoint(Cable* cable, const lbXml* node) {
  int kind;
  double unused[5];
  lb_readKeyword(node, "kind", LB_KEYWORDS(jkind), &kind);
  lb_readDoubles(node, "solreffix", unused, 1, 2);
  lb_readDoubles(node, "solimpfix", unused, 1, 5);
  lb_readAttributes(cable->reader, node, &cable->joint->s);
  cable->joint->s.limited = mjLIMITED_AUTO;
}

static void readSubElements(Cable* cable, lbCableSkin* skin) {
  lbReader* reader = cable->reader;
  int joints = 0;
  for (const lbXml* child = cable->node->child; child; child = child->next) {
    switch (child->kind) {
      case LB_ELEM_COMPOSITE_JOINT:
        if (joints++) {
          lb_xmlError(child, "Only particles are allowed to have multiple joints");
        }
        readCableJoint(cable, child);
        break;
      case LB_ELEM_COMPOSITE_GEOM:
        lb_readAttributes(reader, child, &cable->geom->s);
        break;
      case LB_ELEM_COMPOSITE_SITE:
        lb_readAttributes(reader, child, &cable->site->s);
        break;
      case LB_ELEM_COMPOSITE_SKIN:
        lb_readCableSkin(reader, child, skin);
        break;
      default:
        readCablePlugin(cable, child);
    }
  }
  mjtGeom type = cable->geom->s.type;
  if (type != mjGEOM_CYLINDER && type != mjGEOM_CAPSULE && type != mjGEOM_BOX) {
    lb_xmlError(cable->node, "Cable geom type must be sphere, capsule or box");
  }
}

typedef struct Build_ {
  Cable cable;
} Build;

static void build(void* context) {
  Cable* cable = &((Build*)context)->cable;
  lbReader* reader = cable->reader;
  const lbXml* node = cable->node;
  int type = LB_COMPOSITE_CABLE;
  lbCableSkin skin = {.rgba = {1, 1, 1, 1}};
  lb_requiredText(node, "type");
  lb_readKeyword(node, "type", LB_KEYWORDS(comp), &type);
  refuseType(node, type);
  cable->joint = (lbJoint*)lb_newElement(reader->spec, mjOBJ_JOINT);
  cable->geom = (lbGeom*)lb_newElement(reader->spec, mjOBJ_GEOM);
  cable->site = (lbSite*)lb_newElement(reader->spec, mjOBJ_SITE);
  cable->joint->s.group = 3;
  cable->site->s.group = 3;
  const char* initial = lb_xmlValue(node, "initial");
  cable->initial = !initial                       ? INITIAL_BALL
                   : strcmp(initial, "free") == 0 ? INITIAL_FREE
                   : strcmp(initial, "none") == 0 ? INITIAL_NONE
                                                  : INITIAL_BALL;
  readPoints(cable);
  readSubElements(cable, &skin);
  makeBodies(cable);

  // boxes get a skin over the whole cable
  if (cable->geom->s.type == mjGEOM_BOX) {
    skin.count = cable->count;
    skin.length = 2 * cable->geom->s.size[0];
    skin.halfWidth = cable->geom->s.size[1];
    skin.halfHeight = cable->geom->s.size[2];
    skin.name = lb_regionPrintf(reader->region, "%sSkin", cable->prefix);
    skin.prefix = cable->prefix;
    lb_addCableSkin(reader, &skin);
  }
  lbText* text = (lbText*)lb_addElement(reader->spec, mjOBJ_TEXT, NULL, NULL);
  setName(cable, &text->head, lb_regionPrintf(reader->region, "composite_%s", cable->prefix));
  lb_setText(text->s.data, lb_regionPrintf(reader->region, "rope_%s", cable->prefix));
}

void lb_readComposite(lbReader* reader, const lbXml* node, lbBody* body, lbFrame* frame,
                      const lbDefault* def) {
  const char* prefix = lb_xmlValue(node, "prefix");
  Build job = {.cable = {.reader = reader,
                         .node = node,
                         .prefix = prefix ? prefix : "",
                         .parent = body,
                         .frame = frame,
                         .def = def}};
  bool done = lb_protect(build, &job);
  lb_freeElement((lbElement*)job.cable.joint);
  lb_freeElement((lbElement*)job.cable.geom);
  lb_freeElement((lbElement*)job.cable.site);
  if (!done) {
    lb_raiseAgain();
  }
}
