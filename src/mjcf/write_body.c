// Writing the kinematic tree.

#include "base/compiler.h"
#include "base/error.h"
#include "math/inline.h"
#include "mjcf/write.h"
#include "model/primitive_radius.h"
#include "spec/internal.h"
#include "spec/placement.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static bool isTurn(const double quat[4]) {
  return lb_dot4(quat, quat) >= mjMINVAL * mjMINVAL;
}

// Orientation of an element as a quaternion.
static void resolveQuat(const lbElement* element, const double quat[4], const mjsOrientation* alt,
                        double result[4]) {
  const mjsCompiler* compiler = &element->origin->s.compiler;
  lb_copy4(result, quat);
  const char* refusal = mjs_resolveOrientation(result, compiler->degree, compiler->eulerseq, alt);
  if (refusal) {
    lb_specError(element, "%s", refusal);
  }
}

// Pose of the frames around an element, relative to its body.
static void framePose(const lbElement* element, double pos[3], double quat[4]) {
  lb_zero3(pos);
  lb_unit4(quat);
  for (const lbFrame* frame = element->frame; frame; frame = frame->head.frame) {
    double own[4];
    double outerPos[3];
    double outerQuat[4];
    resolveQuat(&frame->head, frame->s.quat, &frame->s.alt, own);
    lb_normalize4(own);
    lb_mulPose(outerPos, outerQuat, frame->s.pos, own, pos, quat);
    lb_copy3(pos, outerPos);
    lb_copy4(quat, outerQuat);
  }
}

static bool isZero(const double* values, int count) {
  for (int i = 0; i < count; i++) {
    if (values[i] != 0) {
      return false;
    }
  }
  return true;
}

static bool isUnit(const double quat[4]) {
  return quat[0] == 1 && isZero(quat + 1, 3);
}

// Zero and minus zero are one number of a text.
static bool differs(const double* a, const double* b, int count) {
  double difference = 0;
  for (int i = 0; i < count; i++) {
    difference += fabs(a[i] - b[i]);
  }
  return difference != 0;
}

// pos and quat with the frames folded in, where they differ from what the class gives.
static void writePose(lbWriter* writer, const lbElement* element, double pos[3],
                      const double quat[4], const mjsOrientation* alt, const double classPos[3],
                      const double classQuat[4], const mjsOrientation* classAlt) {
  double turn[4];
  resolveQuat(element, quat, alt, turn);
  // a file cannot say no length at all, which is no turn of a body
  if (!isTurn(turn)) {
    if (element->handle.elemtype != mjOBJ_BODY) {
      lb_specError(element, "MJCF cannot hold a quaternion of length zero");
    }
    lb_unit4(turn);
  }
  if (element->frame) {
    double outerPos[3];
    double outerQuat[4];
    double newPos[3];
    double newQuat[4];
    framePose(element, outerPos, outerQuat);
    lb_normalize4(turn);
    lb_mulPose(newPos, newQuat, outerPos, outerQuat, pos, turn);
    lb_copy3(pos, newPos);
    lb_copy4(turn, newQuat);
  }
  if (differs(pos, classPos, 3)) {
    lb_emitDoubles(&writer->emit, "pos", pos, 3);
  }
  if (differs(turn, classQuat, 4) || classAlt->type != mjORIENTATION_QUAT) {
    lb_emitDoubles(&writer->emit, "quat", turn, 4);
  }
}

// COMPAT: LC-26: classes are written with their quaternion only. The form that a class chose would
// win over the quaternions of its elements, which are all written where there is one.
static void writeClassQuat(lbWriter* writer, const double quat[4], const double initial[4]) {
  if (isTurn(quat) && memcmp(quat, initial, 4 * sizeof(double)) != 0) {
    lb_emitDoubles(&writer->emit, "quat", quat, 4);
  }
}

void lb_writeDummyPose(lbWriter* writer, lbElement* dummy, lbElement* initial) {
  if (dummy->handle.elemtype == mjOBJ_GEOM) {
    const mjsGeom* a = &((lbGeom*)dummy)->s;
    const mjsGeom* b = &((lbGeom*)initial)->s;
    writeClassQuat(writer, a->quat, b->quat);
  } else if (dummy->handle.elemtype == mjOBJ_SITE) {
    const mjsSite* a = &((lbSite*)dummy)->s;
    const mjsSite* b = &((lbSite*)initial)->s;
    writeClassQuat(writer, a->quat, b->quat);
  } else if (dummy->handle.elemtype == mjOBJ_CAMERA) {
    const mjsCamera* a = &((lbCamera*)dummy)->s;
    const mjsCamera* b = &((lbCamera*)initial)->s;
    writeClassQuat(writer, a->quat, b->quat);
  } else if (dummy->handle.elemtype == mjOBJ_MATERIAL) {
    const mjStringVec* a = ((lbMaterial*)dummy)->s.textures;
    const mjStringVec* b = ((lbMaterial*)initial)->s.textures;
    const char* texture = lb_text(&a->items[mjTEXROLE_RGB]);
    if (strcmp(texture, lb_text(&b->items[mjTEXROLE_RGB])) != 0) {
      lb_emitText(&writer->emit, "texture", texture);
    }
  }
}

// --- elements in bodies --------------------------------------------------------------------------

// An element with every field of its own, except those written by hand: they are set to the class
// values in a copy, so that the schema walk leaves them out.
#define BEGIN(Name)                                                                            \
  const mjs##Name* initial =                                                                   \
      &((lb##Name*)lb_classDummy(lb_classOf(&source->head), source->head.handle.elemtype))->s; \
  mjs##Name copy = source->s;

// A free joint that says no more than <freejoint> can.
static bool isPlainFree(const lbJoint* joint) {
  static const char* const other[] = {"type", "pos", "axis", "group", "align"};
  mjsJoint plain = {0};
  mjs_defaultJoint(&plain);
  const lbStruct* layout = lb_structOf(mjOBJ_JOINT);
  for (int i = 0; i < layout->fieldCount; i++) {
    bool skipped = layout->fields[i].kind >= LB_FIELD_STRING;
    for (size_t n = 0; n < sizeof other / sizeof other[0]; n++) {
      skipped |= strcmp(layout->fields[i].name, other[n]) == 0;
    }
    if (!skipped && !lb_sameField(&layout->fields[i], &plain, &joint->s)) {
      return joint->s.align != mjALIGNFREE_AUTO;
    }
  }
  return !joint->s.userdata || !joint->s.userdata->count;
}

LB_APART static void writeJoint(lbWriter* writer, lbJoint* source, const lbDefault* inherited) {
  lbEmit* emit = &writer->emit;
  BEGIN(Joint)
  if (copy.type == mjJNT_FREE && isPlainFree(source)) {
    lb_emitStart(emit, "freejoint");
    lb_writeHead(writer, &source->head, NULL);
    if (copy.group) {
      lb_emitInts(emit, "group", &copy.group, 1);
    }
    // of an attached model, whose setting was another one
    bool aligned = source->head.origin->s.compiler.alignfree;
    if (copy.align == mjALIGNFREE_AUTO && aligned != writer->spec->s.compiler.alignfree) {
      copy.align = aligned ? mjALIGNFREE_TRUE : mjALIGNFREE_FALSE;
    }
    if (copy.align != mjALIGNFREE_AUTO) {
      lb_emitKeyword(emit, "align", LB_KEYWORDS(FalseTrueAuto), copy.align);
    }
    lb_emitEnd(emit, "freejoint");
    return;
  }
  if (source->head.frame) {
    double pos[3];
    double quat[4];
    framePose(&source->head, pos, quat);
    lb_trnVecPose(copy.pos, pos, quat, source->s.pos);
    lb_rotVecQuat(copy.axis, source->s.axis, quat);
  }
  // angles in the units of the written model
  bool fromDegree = source->head.origin->s.compiler.degree;
  bool toDegree = writer->spec->s.compiler.degree;
  if (fromDegree != toDegree) {
    double unit = fromDegree ? mjPI / 180 : 180 / mjPI;
    // (a range that limits nothing is read as it is)
    bool limited = lb_isLimited(copy.limited, copy.range);
    bool angular = copy.type == mjJNT_HINGE || copy.type == mjJNT_BALL;
    for (int i = 0; limited && angular && i < 2; i++) {
      copy.range[i] *= unit;
    }
    if (copy.type == mjJNT_HINGE) {
      copy.ref *= unit;
      copy.springref *= unit;
    }
  }
  lb_emitStart(emit, "joint");
  lb_writeHead(writer, &source->head, inherited);
  lb_emitAttributes(emit, LB_ELEM_JOINT, &copy, initial, false);
  lb_emitEnd(emit, "joint");
}

static void clearSegment(double fromto[6]) {
  memset(fromto, 0, 6 * sizeof(double));
  fromto[0] = NAN;
}

// A segment inside frames becomes the pose and size compilation gives it, because turning its ends
// would lose the turn about its axis.
static void moveSegment(const lbElement* element, double fromto[6], mjtGeom type, double pos[3],
                        double quat[4], mjsOrientation* alt, double size[3]) {
  if (isnan(fromto[0])) {
    // the numbers behind NAN say nothing
    clearSegment(fromto);
    return;
  }
  if (!element->frame) {
    return;
  }
  double axis[3];
  lb_sub3(axis, fromto, fromto + 3);
  lb_add3(pos, fromto, fromto + 3);
  lb_scl3(pos, pos, 0.5);
  size[type == mjGEOM_BOX || type == mjGEOM_ELLIPSOID ? 2 : 1] = lb_norm3(axis) / 2;
  if (type == mjGEOM_BOX || type == mjGEOM_ELLIPSOID) {
    size[1] = size[0];
  }
  *alt = (mjsOrientation){.type = mjORIENTATION_ZAXIS};
  lb_copy3(alt->zaxis, axis);
  lb_unit4(quat);
  clearSegment(fromto);
}

// Numbers that a shape does not use are left out.
static void dropUnused(mjtGeom type, double size[3], const double usual[3]) {
  for (int i = lb_sizeCount(type); i < 3; i++) {
    size[i] = usual[i];
  }
}

LB_APART static void writeGeom(lbWriter* writer, lbGeom* source, const lbDefault* inherited) {
  lbEmit* emit = &writer->emit;
  BEGIN(Geom)
  mjsGeom written = *initial;
  clearSegment(written.fromto);
  moveSegment(&source->head, copy.fromto, copy.type, copy.pos, copy.quat, &copy.alt, copy.size);
  dropUnused(copy.type, copy.size, initial->size);
  if (!isnan(copy.mass)) {  // which counts
    copy.density = initial->density;
  }
  double pos[3];
  lb_copy3(pos, copy.pos);
  lb_copy3(copy.pos, initial->pos);
  lb_emitStart(emit, "geom");
  lb_writeHead(writer, &source->head, inherited);
  lb_emitAttributes(emit, LB_ELEM_GEOM, &copy, &written, false);
  if (isnan(copy.fromto[0])) {
    writePose(writer, &source->head, pos, copy.quat, &copy.alt, initial->pos, initial->quat,
              &initial->alt);
  }
  lb_writePlugin(writer, &source->head);
  lb_emitEnd(emit, "geom");
}

LB_APART static void writeSite(lbWriter* writer, lbSite* source, const lbDefault* inherited) {
  lbEmit* emit = &writer->emit;
  BEGIN(Site)
  mjsSite written = *initial;
  clearSegment(written.fromto);
  moveSegment(&source->head, copy.fromto, copy.type, copy.pos, copy.quat, &copy.alt, copy.size);
  dropUnused(copy.type, copy.size, initial->size);
  double pos[3];
  lb_copy3(pos, copy.pos);
  lb_copy3(copy.pos, initial->pos);
  lb_emitStart(emit, "site");
  lb_writeHead(writer, &source->head, inherited);
  lb_emitAttributes(emit, LB_ELEM_SITE, &copy, &written, false);
  if (isnan(copy.fromto[0])) {
    writePose(writer, &source->head, pos, copy.quat, &copy.alt, initial->pos, initial->quat,
              &initial->alt);
  }
  lb_emitEnd(emit, "site");
}

LB_APART static void writeCamera(lbWriter* writer, lbCamera* source, const lbDefault* inherited) {
  lbEmit* emit = &writer->emit;
  BEGIN(Camera)
  double pos[3];
  lb_copy3(pos, copy.pos);
  lb_copy3(copy.pos, initial->pos);
  // the field of view follows from the sensor size when there is one
  if (copy.sensor_size[0] > 0) {
    copy.fovy = initial->fovy;
  }
  lb_emitStart(emit, "camera");
  lb_writeHead(writer, &source->head, inherited);
  lb_emitAttributes(emit, LB_ELEM_CAMERA, &copy, initial, false);
  writePose(writer, &source->head, pos, copy.quat, &copy.alt, initial->pos, initial->quat,
            &initial->alt);
  lb_emitEnd(emit, "camera");
}

LB_APART static void writeLight(lbWriter* writer, lbLight* source, const lbDefault* inherited) {
  lbEmit* emit = &writer->emit;
  BEGIN(Light)
  if (source->head.frame) {
    double pos[3];
    double quat[4];
    framePose(&source->head, pos, quat);
    lb_trnVecPose(copy.pos, pos, quat, source->s.pos);
    lb_rotVecQuat(copy.dir, source->s.dir, quat);
  }
  lb_emitStart(emit, "light");
  lb_writeHead(writer, &source->head, inherited);
  lb_emitAttributes(emit, LB_ELEM_LIGHT, &copy, initial, false);
  lb_emitEnd(emit, "light");
}

// Whether the settings of the written model, in place of those of an attached one, give a body
// another inertia.
static bool isWeighedAnew(const lbWriter* writer, const lbBody* body) {
  const mjsCompiler* own = &body->head.origin->s.compiler;
  const mjsCompiler* written = &writer->spec->s.compiler;
  return own->boundmass != written->boundmass || own->boundinertia != written->boundinertia ||
         own->balanceinertia != written->balanceinertia ||
         own->inertiafromgeom != written->inertiafromgeom ||
         memcmp(own->inertiagrouprange, written->inertiagrouprange, sizeof own->inertiagrouprange);
}

// An inertia that geoms give is left to them, unless the model asks for it. Where they should and
// none counts, it is the body's own.
LB_APART static void writeInertial(lbWriter* writer, const lbBody* body) {
  lbEmit* emit = &writer->emit;
  const mjsCompiler* settings = &body->head.origin->s.compiler;
  mjsBody copy = body->s;
  const mjsBody* s = &copy;
  bool known = writer->spec->isCompiled && body->isWeighed;
  bool placeless = s->explicitinertial && isnan(s->ipos[0]);
  bool replaced = s->explicitinertial && settings->inertiafromgeom == mjINERTIAFROMGEOM_TRUE;
  if (known && (settings->saveinertial || placeless || isWeighedAnew(writer, body) ||
                (replaced && writer->spec->children.count))) {
    lb_setInertial(&copy, &body->own);
  } else if (!s->explicitinertial ||
             (replaced && !(known && body->own.mass == lb_max(s->mass, settings->boundmass)))) {
    return;
  }
  lb_emitStart(emit, "inertial");
  lb_emitDoubles(emit, "pos", s->ipos, 3);
  if (isnan(s->fullinertia[0])) {
    double quat[4];
    resolveQuat(&body->head, s->iquat, &s->ialt, quat);
    if (!isUnit(quat)) {
      lb_emitDoubles(emit, "quat", quat, 4);
    }
  }
  lb_emitDoubles(emit, "mass", &s->mass, 1);
  if (isnan(s->fullinertia[0])) {
    lb_emitDoubles(emit, "diaginertia", s->inertia, 3);
  } else {
    lb_emitDoubles(emit, "fullinertia", s->fullinertia, 6);
  }
  lb_emitEnd(emit, "inertial");
}

// --- frames --------------------------------------------------------------------------------------
//
// COMPAT: SAVE-FRAME: a frame with a name or a class is written with what is in it, without a pose:
// elements are written where they are in their body. It stands where it stood among the elements of
// each kind, so that they keep their order. Inside a body, part 0 is what no such frame is around,
// part i + 1 what is directly in the body's frame i.

enum { JOINTS, GEOMS, SITES, CAMERAS, LIGHTS, BODIES, FRAMES, KINDS };

typedef struct Parts_ {
  lbElement** items[KINDS];  // of each kind, part after part
  int* start[KINDS];         // (parts + 1) of each kind
  int* first[KINDS];         // place in its body of the first in a part, or the parts in it
  const lbDefault* def;
} Parts;

static int partOf(const lbElement* element) {
  const lbFrame* frame = element->frame;
  while (frame && !lb_isKept(frame)) {
    frame = frame->head.frame;
  }
  return frame ? frame->head.place + 1 : 0;
}

// Sorts one kind by part, keeping the order within each.
static void sortKind(lbWriter* writer, Parts* parts, int kind, const lbBody* body,
                     const lbElementList* list) {
  int count = body->frames.count + 1;
  int* start = lb_regionAlloc(&writer->region, ((size_t)count + 2) * sizeof(int));
  int* first = lb_regionAlloc(&writer->region, (size_t)count * sizeof(int));
  lbElement** items = lb_regionAlloc(&writer->region, ((size_t)list->count + 1) * sizeof *items);
  for (int i = 0; i < count; i++) {
    first[i] = INT_MAX;
  }
  for (int i = 0; i < list->count; i++) {
    int part = partOf(list->items[i]);
    list->items[i]->place = i;
    start[part + 1]++;
    for (; part && first[part] == INT_MAX; part = partOf(&body->frames.items[part - 1]->head)) {
      first[part] = i;
    }
  }
  for (int i = 0; i < count; i++) {
    start[i + 1] += start[i];
  }
  int* next = lb_regionAlloc(&writer->region, ((size_t)count + 1) * sizeof(int));
  memcpy(next, start, ((size_t)count + 1) * sizeof(int));
  for (int i = 0; i < list->count; i++) {
    items[next[partOf(list->items[i])]++] = list->items[i];
  }
  parts->items[kind] = items;
  parts->start[kind] = start;
  parts->first[kind] = first;
}

LB_APART static void sortParts(lbWriter* writer, lbBody* body, Parts* parts) {
  static const mjtObj types[KINDS] = {mjOBJ_JOINT, mjOBJ_GEOM, mjOBJ_SITE, mjOBJ_CAMERA,
                                      mjOBJ_LIGHT, mjOBJ_BODY, mjOBJ_FRAME};
  for (int i = 0; i < body->frames.count; i++) {
    body->frames.items[i]->head.place = i;
  }
  for (int kind = 0; kind < KINDS; kind++) {
    sortKind(writer, parts, kind, body, lb_bodyList(body, types[kind]));
  }
}

static void writePart(lbWriter* writer, lbBody* body, Parts* parts, int part);

static void writeFrame(lbWriter* writer, lbBody* body, Parts* parts, const lbElement* frame) {
  lb_enterLevel(writer, "bodies");
  const lbDefault* outer = parts->def;
  parts->def = frame->def ? frame->def : outer;
  lb_emitStart(&writer->emit, "frame");
  lb_writeHead(writer, frame, NULL);
  if (parts->def->parent || outer->parent) {
    lb_emitText(&writer->emit, "childclass", lb_text(&parts->def->head.name));
  }
  writePart(writer, body, parts, frame->place + 1);
  lb_emitEnd(&writer->emit, "frame");
  parts->def = outer;
  writer->depth--;
}

static void writeBody(lbWriter* writer, lbBody* body, const lbDefault* inherited);

static void writeElement(lbWriter* writer, lbElement* element, int kind, const lbDefault* def) {
  switch (kind) {
    case JOINTS:
      writeJoint(writer, (lbJoint*)element, def);
      break;
    case GEOMS:
      writeGeom(writer, (lbGeom*)element, def);
      break;
    case SITES:
      writeSite(writer, (lbSite*)element, def);
      break;
    case CAMERAS:
      writeCamera(writer, (lbCamera*)element, def);
      break;
    case LIGHTS:
      writeLight(writer, (lbLight*)element, def);
      break;
    default:
      writeBody(writer, (lbBody*)element, def);
  }
}

// The elements of a part up to a place in their body.
static void writeUpTo(lbWriter* writer, const Parts* parts, int kind, int part, int* next,
                      int place) {
  for (; *next < parts->start[kind][part + 1]; ++*next) {
    lbElement* element = parts->items[kind][*next];
    if (element->place >= place) {
      return;
    }
    writeElement(writer, element, kind, parts->def);
  }
}

// Before a frame stands what comes before the first in it or, where nothing of a kind is in it, in
// those after it.
static void writePart(lbWriter* writer, lbBody* body, Parts* parts, int part) {
  int next[FRAMES];
  for (int kind = 0; kind < FRAMES; kind++) {
    int first = INT_MAX;
    for (int i = parts->start[FRAMES][part + 1]; i-- > parts->start[FRAMES][part];) {
      int* own = &parts->first[kind][parts->items[FRAMES][i]->place + 1];
      first = *own = lb_minInt(*own, first);
    }
    next[kind] = parts->start[kind][part];
    if (kind == BODIES && part == 0) {
      lb_writePlugin(writer, &body->head);
    }
    writeUpTo(writer, parts, kind, part, &next[kind], first);
  }
  for (int i = parts->start[FRAMES][part]; i < parts->start[FRAMES][part + 1]; i++) {
    const lbElement* frame = parts->items[FRAMES][i];
    if (!lb_isKept((const lbFrame*)frame)) {
      continue;
    }
    for (int kind = 0; kind < FRAMES; kind++) {
      writeUpTo(writer, parts, kind, part, &next[kind], parts->first[kind][frame->place + 1]);
    }
    writeFrame(writer, body, parts, frame);
  }
  for (int kind = 0; kind < FRAMES; kind++) {
    writeUpTo(writer, parts, kind, part, &next[kind], INT_MAX);
  }
}

static void writeContent(lbWriter* writer, lbBody* body, const lbDefault* def) {
  Parts parts = {.def = def};
  sortParts(writer, body, &parts);
  // the world's, which a link in a URDF can have, is nothing that a file could say
  if (body->head.body) {
    writeInertial(writer, body);
  }
  writePart(writer, body, &parts, 0);
}

// The attributes of a body, apart from its content: bodies inside bodies need stack for each level.
LB_APART static void writeBodyAttributes(lbWriter* writer, lbBody* body, const lbDefault* def,
                                         const lbDefault* inherited) {
  static const double zero[3] = {0};
  static const double unit[4] = {1};
  static const mjsOrientation plain = {.type = mjORIENTATION_QUAT};
  lbEmit* emit = &writer->emit;
  mjsBody copy = body->s;
  const mjsBody* initial = lb_structOf(mjOBJ_BODY)->defaults;
  lb_writeHead(writer, &body->head, NULL);
  if (def != inherited) {
    lb_emitText(emit, "childclass", lb_text(&def->head.name));
  }
  double pos[3];
  lb_copy3(pos, copy.pos);
  writePose(writer, &body->head, pos, copy.quat, &copy.alt, zero, unit, &plain);
  if (copy.mocap) {
    lb_emitText(emit, "mocap", "true");
  }
  if (copy.gravcomp != initial->gravcomp) {
    lb_emitDoubles(emit, "gravcomp", &copy.gravcomp, 1);
  }
  if (copy.sleep != initial->sleep) {
    lb_emitKeyword(emit, "sleep", LB_KEYWORDS(bodysleep), (int)copy.sleep);
  }
  if (copy.simple != initial->simple) {
    lb_emitKeyword(emit, "simple", LB_KEYWORDS(FalseAuto), copy.simple);
  }
  if (copy.userdata->count) {
    lb_emitDoubles(emit, "user", copy.userdata->items, copy.userdata->count);
  }
}

static void writeBody(lbWriter* writer, lbBody* body, const lbDefault* inherited) {
  lb_enterLevel(writer, "bodies");
  const lbDefault* def = lb_classOf(&body->head);
  lb_emitStart(&writer->emit, "body");
  writeBodyAttributes(writer, body, def, inherited);
  writeContent(writer, body, def);
  lb_emitEnd(&writer->emit, "body");
  writer->depth--;
}

void lb_writeWorld(lbWriter* writer) {
  lb_emitStart(&writer->emit, "worldbody");
  writeContent(writer, writer->spec->world, writer->spec->mainClass);
  lb_emitEndOptional(&writer->emit, "worldbody");
}
