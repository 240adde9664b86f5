// URDF documents into a spec, with the <mujoco> extension block.
//
// Links become bodies, joints with their parent and child links the tree. Visual geoms are left out
// unless the extension sets compiler/discardvisual="false"; the colour of a link's last visual is
// used for its collision geoms. Unknown elements and attributes are ignored, as the format is wider
// than what simulation needs.

#include "base/compiler.h"
#include "math/inline.h"
#include "math/libm.h"
#include "mjcf/read.h"
#include "spec/internal.h"

#include <stdio.h>
#include <string.h>

typedef struct Link_ {
  const char* name;
  const lbXml* node;
  const lbXml* joint;  // towards the parent, NULL: a root
  struct Link_* parent;
  struct Link_* firstChild;  // in the order of the joints
  struct Link_* lastChild;
  struct Link_* nextSibling;
  struct Link_* next;
  lbBody* body;  // NULL: not placed yet
} Link;

typedef struct Colour_ {
  const char* name;
  float rgba[4];
  struct Colour_* next;
} Colour;

typedef struct Urdf_ {
  lbReader* reader;
  Link* links;
  Colour* colours;
} Urdf;

// The only child of a name; the format has no use for a second one.
static const lbXml* onlyChild(const lbXml* node, const char* name) {
  const lbXml* found = lb_xmlChild(node, name);
  for (const lbXml* next = found ? found->next : NULL; next; next = next->next) {
    if (strcmp(next->name, name) == 0) {
      lb_xmlError(next, "repeated element: '%s'", name);
    }
  }
  return found;
}

static const lbXml* requiredChild(const lbXml* node, const char* name) {
  const lbXml* child = onlyChild(node, name);
  if (!child) {
    lb_xmlError(node, "missing element: '%s'", name);
  }
  return child;
}

static void requiredNumbers(const lbXml* node, const char* name, double* values, int count) {
  lb_requiredText(node, name);
  if (lb_readDoubles(node, name, values, count, count) != count) {
    lb_xmlFault(node, &(lbFault){.attribute = name}, "attribute '%s' does not have enough data",
                name);
  }
}

// <origin>: position, and roll, pitch, yaw about fixed axes.
static void readOrigin(const lbXml* node, double pos[3], double quat[4]) {
  const lbXml* origin = onlyChild(node, "origin");
  lb_zero3(pos);
  lb_unit4(quat);
  if (!origin) {
    return;
  }
  mjsOrientation turn = {.type = mjORIENTATION_EULER};
  lb_readDoubles(origin, "xyz", pos, 3, 3);
  lb_readDoubles(origin, "rpy", turn.euler, 3, 3);
  mjs_resolveOrientation(quat, false, "XYZ", &turn);
}

// --- settings ------------------------------------------------------------------------------------

// The extension block is read like MJCF, without its schema check.
static void readExtension(lbReader* reader, lbXml* root) {
  const lbXml* block = onlyChild(root, "mujoco");
  for (lbXml* child = block ? block->child : NULL; child; child = child->next) {
    child->kind = lb_schemaChild(LB_ELEM_MUJOCO, child->name);
    for (lbXml* inner = child->child; inner && child->kind >= 0; inner = inner->next) {
      inner->kind = lb_schemaChild((lbElementId)child->kind, inner->name);
    }
  }
  static const char* const sections[] = {"compiler", "option", "size"};
  static void (*const read[])(lbReader*, const lbXml*) = {lb_readCompiler, lb_readOption,
                                                          lb_readSize};
  for (int i = 0; block && i < 3; i++) {
    const lbXml* section = onlyChild(block, sections[i]);
    if (section) {
      read[i](reader, section);
    }
  }
}

static void readSettings(lbReader* reader, lbXml* root) {
  mjSpec* s = &reader->spec->s;
  s->compiler.fusestatic = true;
  s->compiler.discardvisual = true;
  readExtension(reader, root);
  // angles of the format itself are in radians
  s->compiler.degree = false;
  const char* name = lb_xmlValue(root, "name");
  if (name) {
    lb_setText(s->modelname, name);
  }
}

// --- links and joints
// ------------------------------------------------------------------------------

static Link* findLink(const Urdf* urdf, const char* name) {
  for (Link* link = urdf->links; link; link = link->next) {
    if (strcmp(link->name, name) == 0) {
      return link;
    }
  }
  return NULL;
}

static void collectLinks(Urdf* urdf, const lbXml* root) {
  Link** last = &urdf->links;
  for (const lbXml* node = root->child; node; node = node->next) {
    if (strcmp(node->name, "link") != 0) {
      continue;
    }
    const char* name = lb_requiredText(node, "name");
    if (findLink(urdf, name)) {
      lb_xmlFault(node, &(lbFault){.attribute = "name"}, "repeated URDF name: '%s'", name);
    }
    *last = lb_regionAlloc(urdf->reader->region, sizeof(Link));
    (*last)->name = name;
    (*last)->node = node;
    last = &(*last)->next;
  }
}

static void connectLinks(Urdf* urdf, const lbXml* root) {
  for (const lbXml* node = root->child; node; node = node->next) {
    if (strcmp(node->name, "joint") != 0) {
      continue;
    }
    lb_requiredText(node, "name");
    lb_requiredText(node, "type");
    Link* parent = findLink(urdf, lb_requiredText(requiredChild(node, "parent"), "link"));
    Link* child = findLink(urdf, lb_requiredText(requiredChild(node, "child"), "link"));
    if (!parent || !child) {
      lb_xmlError(node, "URDF joint parent or child missing");
    }
    if (child->parent) {
      lb_xmlError(node, "URDF body has multiple parents: '%s'", child->name);
    }
    child->parent = parent;
    child->joint = node;
    *(parent->lastChild ? &parent->lastChild->nextSibling : &parent->firstChild) = child;
    parent->lastChild = child;
  }
}

static void applyLimit(const lbXml* node, mjsJoint* joint) {
  const lbXml* limit = onlyChild(node, "limit");
  if (limit) {
    double effort = 0;
    bool lower = lb_readDouble(limit, "lower", &joint->range[0]);
    bool upper = lb_readDouble(limit, "upper", &joint->range[1]);
    if (!lower || !upper) {
      joint->limited = mjLIMITED_FALSE;
    }
    if (lb_readDouble(limit, "effort", &effort) && effort != 0) {
      joint->actfrcrange[0] = -fabs(effort);
      joint->actfrcrange[1] = fabs(effort);
    }
  }
}

static void applyDynamics(const lbXml* node, mjsJoint* joint) {
  const lbXml* dynamics = onlyChild(node, "dynamics");
  if (dynamics) {
    lb_readDouble(dynamics, "damping", &joint->damping[0]);
    lb_readDouble(dynamics, "friction", &joint->frictionloss);
  }
}

static mjsJoint* addJoint(const Urdf* urdf, const lbXml* node, lbBody* body, const char* name,
                          mjtJoint type, const double axis[3]) {
  lbJoint* joint =
      (lbJoint*)lb_addElement(urdf->reader->spec, mjOBJ_JOINT, body, urdf->reader->spec->mainClass);
  lb_readPlace(node, &joint->head);
  if (mjs_setName(&joint->head.handle, name) != 0) {
    lb_xmlFault(node, &(lbFault){.attribute = "name", .quotesLast = true}, "%s",
                mjs_getError(&urdf->reader->spec->s));
  }
  joint->s.type = type;
  lb_copy3(joint->s.axis, axis);
  applyDynamics(node, &joint->s);
  return &joint->s;
}

// Two slides in the plane across the axis, and a hinge about it.
static void addPlanar(const Urdf* urdf, const lbXml* node, lbBody* body, const double axis[3]) {
  static const char* const suffixes[3] = {"TX", "TY", "RZ"};
  static const double local[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const char* name = lb_xmlValue(node, "name");
  mjsOrientation turn = {.type = mjORIENTATION_ZAXIS};
  double quat[4] = {1, 0, 0, 0};
  lb_copy3(turn.zaxis, axis);
  mjs_resolveOrientation(quat, false, "xyz", &turn);
  for (int i = 0; i < 3; i++) {
    double direction[3];
    lb_rotVecQuat(direction, local[i], quat);
    const char* full = lb_regionPrintf(urdf->reader->region, "%s_%s", name, suffixes[i]);
    mjsJoint* joint = addJoint(urdf, node, body, full, i < 2 ? mjJNT_SLIDE : mjJNT_HINGE,
                               i < 2 ? direction : axis);
    if (i == 0) {
      applyLimit(node, joint);
    }
  }
}

// What types of joints become; what is planar has three joints, what is fixed none.
enum { PLANAR = mjJNT_HINGE + 1, FIXED };

static int jointType(const lbXml* node) {
  static const struct {
    const char* name;
    int type;
  } types[] = {{"revolute", mjJNT_HINGE}, {"continuous", mjJNT_HINGE}, {"prismatic", mjJNT_SLIDE},
               {"floating", mjJNT_FREE},  {"spherical", mjJNT_BALL},   {"planar", PLANAR},
               {"fixed", FIXED}};
  const char* name = lb_xmlValue(node, "type");
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    if (strcmp(name, types[i].name) == 0) {
      return types[i].type;
    }
  }
  lb_xmlFault(node, &(lbFault){.attribute = "type"}, "invalid joint type in URDF joint definition");
}

static void readJoint(const Urdf* urdf, const lbXml* node, lbBody* body) {
  static const double up[3] = {0, 0, 1};
  double axis[3] = {1, 0, 0};
  int type = jointType(node);
  const lbXml* axisNode = onlyChild(node, "axis");
  if (axisNode) {
    requiredNumbers(axisNode, "xyz", axis, 3);
  }
  readOrigin(node, body->s.pos, body->s.quat);
  if (type == PLANAR) {
    addPlanar(urdf, node, body, axis);
  } else if (type != FIXED) {
    applyLimit(node, addJoint(urdf, node, body, lb_xmlValue(node, "name"), (mjtJoint)type,
                              type == mjJNT_FREE ? up : axis));
  }
}

// --- content of a link
// -----------------------------------------------------------------------------

// COMPAT: URDF-INERTIA: the peer takes the tensor as it stands; the rotation of the inertial origin
// has no effect on the compiled inertia.
static void readInertial(const lbXml* node, lbBody* body) {
  static const char* const names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  requiredNumbers(requiredChild(node, "mass"), "value", &body->s.mass, 1);
  const lbXml* inertia = requiredChild(node, "inertia");
  double ignored[4];
  readOrigin(node, body->s.ipos, ignored);
  for (int i = 0; i < 6; i++) {
    requiredNumbers(inertia, names[i], &body->s.fullinertia[i], 1);
  }
  body->s.explicitinertial = true;

  // all zero is a placeholder, not a tensor
  double sum = 0;
  for (int i = 0; i < 6; i++) {
    sum += fabs(body->s.fullinertia[i]);
  }
  if (sum == 0) {
    memcpy(body->s.fullinertia, ((const mjsBody*)lb_structOf(mjOBJ_BODY)->defaults)->fullinertia,
           sizeof body->s.fullinertia);
  }
}

static const Colour* findColour(const Urdf* urdf, const char* name) {
  for (const Colour* colour = urdf->colours; colour; colour = colour->next) {
    if (strcmp(colour->name, name) == 0) {
      return colour;
    }
  }
  return NULL;
}

// The colour of a <material>, defined here or earlier; false when it has none.
static bool readColour(Urdf* urdf, const lbXml* node, float rgba[4]) {
  const char* name = lb_xmlValue(node, "name");
  const lbXml* colour = onlyChild(node, "color");
  if (!colour) {
    const Colour* known = name ? findColour(urdf, name) : NULL;
    if (known) {
      memcpy(rgba, known->rgba, sizeof known->rgba);
    }
    return known != NULL;
  }
  lb_requiredText(colour, "rgba");
  lb_readFloats(colour, "rgba", rgba, 4, 4);
  if (name && !findColour(urdf, name)) {
    Colour* entry = lb_regionAlloc(urdf->reader->region, sizeof(Colour));
    *entry = (Colour){.name = name, .next = urdf->colours};
    memcpy(entry->rgba, rgba, sizeof entry->rgba);
    urdf->colours = entry;
  }
  return true;
}

// The mesh asset of a file and scale, made when it is not there. Its name is the file's without
// folder and extension, with a number when that stands for another scale.
static const char* meshAsset(const Urdf* urdf, const lbXml* node) {
  lbSpec* spec = urdf->reader->spec;
  const char* file = lb_requiredText(node, "filename");
  double scale[3] = {1, 1, 1};
  lb_readDoubles(node, "scale", scale, 3, 3);
  const char* start = file;
  for (const char* c = file; *c; c++) {
    start = *c == '/' || *c == '\\' ? c + 1 : start;
  }
  const char* dot = strrchr(start, '.');
  int length = dot ? (int)(dot - start) : (int)strlen(start);
  for (int number = 0;; number++) {
    const char* name = number
                           ? lb_regionPrintf(urdf->reader->region, "%.*s%d", length, start, number)
                           : lb_regionPrintf(urdf->reader->region, "%.*s", length, start);
    lbMesh* mesh = (lbMesh*)lb_specFind(spec, mjOBJ_MESH, name);
    if (!mesh) {
      mesh = (lbMesh*)lb_addElement(spec, mjOBJ_MESH, NULL, spec->mainClass);
      mesh->head.file = node->file;
      lb_readPlace(node, &mesh->head);
      lb_rename(&mesh->head, name);
      lb_setText(mesh->s.file, file);
      lb_copy3(mesh->s.scale, scale);
    }
    if (memcmp(mesh->s.scale, scale, sizeof scale) == 0) {
      return name;
    }
  }
}

static void readShape(const Urdf* urdf, const lbXml* node, mjsGeom* geom) {
  const lbXml* shape;
  if ((shape = onlyChild(node, "box"))) {
    geom->type = mjGEOM_BOX;
    requiredNumbers(shape, "size", geom->size, 3);
    lb_scl3(geom->size, geom->size, 0.5);
  } else if ((shape = onlyChild(node, "cylinder")) || (shape = onlyChild(node, "capsule"))) {
    geom->type = strcmp(shape->name, "capsule") == 0 ? mjGEOM_CAPSULE : mjGEOM_CYLINDER;
    requiredNumbers(shape, "radius", &geom->size[0], 1);
    requiredNumbers(shape, "length", &geom->size[1], 1);
    geom->size[1] /= 2;
  } else if ((shape = onlyChild(node, "sphere"))) {
    geom->type = mjGEOM_SPHERE;
    requiredNumbers(shape, "radius", &geom->size[0], 1);
  } else if ((shape = onlyChild(node, "mesh"))) {
    geom->type = mjGEOM_MESH;
    lb_setText(geom->meshname, meshAsset(urdf, shape));
  } else {
    lb_xmlError(node, "visual geometry specification not found");
  }
}

static void readGeom(const Urdf* urdf, const lbXml* node, lbBody* body, bool visual,
                     const float* rgba) {
  lbSpec* spec = urdf->reader->spec;
  lbGeom* geom = (lbGeom*)lb_addElement(spec, mjOBJ_GEOM, body, spec->mainClass);
  lb_readPlace(node, &geom->head);
  // names of geoms need not be unique in the format
  const char* name = lb_xmlValue(node, "name");
  if (name && !lb_specFind(spec, mjOBJ_GEOM, name)) {
    lb_rename(&geom->head, name);
  }
  readOrigin(node, geom->s.pos, geom->s.quat);
  readShape(urdf, requiredChild(node, "geometry"), &geom->s);
  if (rgba) {
    memcpy(geom->s.rgba, rgba, sizeof geom->s.rgba);
  }
  if (visual) {
    geom->s.contype = geom->s.conaffinity = 0;
    geom->s.density = 0;
    geom->s.group = 1;
  }
}

static void readLink(Urdf* urdf, const Link* link) {
  lbBody* body = link->body;
  bool discard = urdf->reader->spec->s.compiler.discardvisual;
  const lbXml* inertial = onlyChild(link->node, "inertial");
  if (inertial) {
    readInertial(inertial, body);
  }
  float linkColour[4];
  bool coloured = false;
  for (const lbXml* node = link->node->child; node; node = node->next) {
    if (strcmp(node->name, "visual") == 0) {
      const lbXml* material = onlyChild(node, "material");
      if (material && !onlyChild(material, "color")) {
        lb_requiredText(material, "name");
      }
      coloured |= material && readColour(urdf, material, linkColour);
      if (!discard) {
        readGeom(urdf, node, body, true, coloured ? linkColour : NULL);
      }
    } else if (strcmp(node->name, "collision") == 0) {
      readGeom(urdf, node, body, false, coloured ? linkColour : NULL);
    }
  }
}

// The body of a link and of those below it, with their joints. A link named "world" is the world
// itself, wherever it hangs.
static void placeLink(Urdf* urdf, Link* link, lbBody* parent) {
  lbSpec* spec = urdf->reader->spec;
  lbBody* body = spec->world;
  if (strcmp(link->name, "world") != 0) {
    body = (lbBody*)lb_addElement(spec, mjOBJ_BODY, parent, spec->mainClass);
    body->head.file = link->node->file;
    lb_readPlace(link->node, &body->head);
    lb_setText(body->s.childclass, lb_text(&spec->mainClass->head.name));
    if (mjs_setName(&body->head.handle, link->name) != 0) {
      lb_xmlFault(link->node, &(lbFault){.attribute = "name"}, "repeated URDF name: '%s'",
                  link->name);
    }
  }
  link->body = body;
  if (link->joint) {
    readJoint(urdf, link->joint, body);
  }
  for (Link* child = link->firstChild; child; child = child->nextSibling) {
    placeLink(urdf, child, body);
  }
}

LB_APART void lb_readUrdf(lbReader* reader, lbXml* root) {
  Urdf urdf = {.reader = reader};
  float ignored[4];
  readSettings(reader, root);
  for (const lbXml* node = root->child; node; node = node->next) {
    if (strcmp(node->name, "material") == 0) {
      readColour(&urdf, node, ignored);
    }
  }
  collectLinks(&urdf, root);
  connectLinks(&urdf, root);
  for (Link* link = urdf.links; link; link = link->next) {
    if (!link->parent) {
      placeLink(&urdf, link, reader->spec->world);
    }
  }
  // contents in the order of the document, which is that of meshes. What no root leads to hangs in
  // a loop
  for (Link* link = urdf.links; link; link = link->next) {
    if (!link->body) {
      lb_xmlFault(link->node, &(lbFault){.attribute = "name"},
                  "URDF body not found: '%s' is part of a loop of joints", link->name);
    }
    readLink(&urdf, link);
  }
}
