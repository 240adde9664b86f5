// Sensors: what they look at, their size, stage and data type, sample buffers.

#include "base/compiler.h"
#include "compile/assets.h"
#include "compile/attributes.h"
#include "compile/elements.h"
#include "compile/model_fields.h"
#include "compile/plugins.h"
#include "data/history.h"
#include "math/inline.h"
#include "model/sensor_shape.h"

#include <string.h>

static mjtStage stageOf(const mjsSensor* s) {
  switch (s->type) {
    case mjSENS_VELOCIMETER:
    case mjSENS_GYRO:
    case mjSENS_JOINTVEL:
    case mjSENS_TENDONVEL:
    case mjSENS_ACTUATORVEL:
    case mjSENS_BALLANGVEL:
    case mjSENS_JOINTLIMITVEL:
    case mjSENS_TENDONLIMITVEL:
    case mjSENS_FRAMELINVEL:
    case mjSENS_FRAMEANGVEL:
    case mjSENS_SUBTREELINVEL:
    case mjSENS_SUBTREEANGMOM:
    case mjSENS_E_KINETIC:
      return s->type == mjSENS_E_KINETIC ? mjSTAGE_POS : mjSTAGE_VEL;
    case mjSENS_TOUCH:
    case mjSENS_ACCELEROMETER:
    case mjSENS_FORCE:
    case mjSENS_TORQUE:
    case mjSENS_ACTUATORFRC:
    case mjSENS_JOINTACTFRC:
    case mjSENS_TENDONACTFRC:
    case mjSENS_JOINTLIMITFRC:
    case mjSENS_TENDONLIMITFRC:
    case mjSENS_FRAMELINACC:
    case mjSENS_FRAMEANGACC:
    case mjSENS_CONTACT:
    case mjSENS_TACTILE:
      return mjSTAGE_ACC;
    case mjSENS_PLUGIN:
    case mjSENS_USER:
      return s->needstage;
    default:
      return mjSTAGE_POS;
  }
}

static mjtDataType dataTypeOf(const mjsSensor* s) {
  switch (s->type) {
    case mjSENS_TOUCH:
    case mjSENS_INSIDESITE:
      return mjDATATYPE_POSITIVE;
    case mjSENS_BALLQUAT:
    case mjSENS_FRAMEQUAT:
      return mjDATATYPE_QUATERNION;
    case mjSENS_FRAMEXAXIS:
    case mjSENS_FRAMEYAXIS:
    case mjSENS_FRAMEZAXIS:
    case mjSENS_GEOMNORMAL:
      return mjDATATYPE_AXIS;
    case mjSENS_PLUGIN:
    case mjSENS_USER:
      return s->datatype;
    default:
      return mjDATATYPE_REAL;
  }
}

static void checkJoint(lbCompiler* c, const mjsSensor* s, int joint) {
  const mjModel* m = c->m;
  int type = m->jnt_type[joint];
  bool scalar = type == mjJNT_HINGE || type == mjJNT_SLIDE;
  switch (s->type) {
    case mjSENS_JOINTPOS:
    case mjSENS_JOINTVEL:
    case mjSENS_JOINTACTFRC:
      if (!scalar) {
        lb_compileError(c, "joint must be slide or hinge in sensor");
      }
      break;
    case mjSENS_BALLQUAT:
    case mjSENS_BALLANGVEL:
      if (type != mjJNT_BALL) {
        lb_compileError(c, "joint must be ball in sensor");
      }
      break;
    case mjSENS_JOINTLIMITPOS:
    case mjSENS_JOINTLIMITVEL:
    case mjSENS_JOINTLIMITFRC:
      if (!m->jnt_limited[joint]) {
        lb_compileError(c, "joint must be limited in sensor");
      }
      break;
    default:
      break;
  }
}

// What an object of a sensor must be, given its name.
static int findObject(lbCompiler* c, mjtObj type, const mjString* name, const char* what) {
  if (lb_isEmpty(name) || type == mjOBJ_UNKNOWN) {
    return -1;
  }
  int id = lb_compileFind(c, type, lb_text(name));
  if (id < 0) {
    lb_compileError(c, "unrecognized name '%s' of %s", lb_text(name), what);
  }
  return id;
}

enum {
  FRAMES = 1 << mjOBJ_BODY | 1 << mjOBJ_XBODY | 1 << mjOBJ_GEOM | 1 << mjOBJ_SITE,
};

// Words for what sensors look at, by the letters of sensor_shape.h.
static const struct {
  char letter;
  const char* what;
} attachments[] = {
    {'S', "attached to site"},
    {'R', "attached to site or camera"},
    {'J', "attached to joint"},
    {'B', "attached to joint"},
    {'T', "attached to tendon"},
    {'A', "attached to actuator"},
    {'F', "attached to (x)body, geom, site or camera"},
    {'O', "attached to body"},
    {'D', "attached to body or geom"},
    {'M', "associated with a mesh"},
};

static bool isAmong(mjtObj type, unsigned types) {
  return type < mjNOBJECT && (types >> type & 1);
}

// The type of the second object; none is right for frames and contacts only.
static void checkReference(lbCompiler* c, const mjsSensor* s, char letter) {
  mjtObj type = s->reftype;
  if (s->type == mjSENS_INSIDESITE && type != mjOBJ_SITE) {
    lb_compileError(c, "sensor must be associated with a site");
  }
  if (s->type == mjSENS_CAMPROJECTION && type != mjOBJ_CAMERA) {
    lb_compileError(c, "sensor must be associated with a camera");
  }
  if (letter == 'M' && type != mjOBJ_GEOM) {
    lb_compileError(c, "sensor must be associated with a geom");
  }
  if (letter == 'D' && !isAmong(type, 1 << mjOBJ_BODY | 1 << mjOBJ_GEOM)) {
    lb_compileError(c, "sensor must be %s", "attached to body or geom");
  }
  bool set = type != mjOBJ_UNKNOWN;
  if (letter == 'F' && set && !isAmong(type, FRAMES | 1 << mjOBJ_CAMERA)) {
    lb_compileError(c, "reference frame object must be (x)body, geom, site or camera in sensor");
  }
  if (letter == 'C' && set && !isAmong(type, FRAMES & ~(1 << mjOBJ_SITE))) {
    lb_compileError(c, "second matching criterion: if set, must be (x)body or geom");
  }
}

// What sensors of contacts and distances read, and how many.
static void checkParameters(lbCompiler* c, const int* prm, bool contact) {
  if (prm[0] <= 0) {
    lb_compileError(c, "data spec (intprm[0]) must be positive, got %d", prm[0]);
  }
  if (prm[0] >> (contact ? mjNCONDATA : mjNRAYDATA)) {
    lb_compileError(c, "data spec intprm[0]=%d has bits set beyond the first %s bits", prm[0],
                    contact ? "mjNCONDATA" : "mjNRAYDATA");
  }
  if (contact && (prm[1] < 0 || prm[1] > 3)) {
    lb_compileError(c, "unknown reduction criterion. got %d, expected one of {0, 1, 2, 3}", prm[1]);
  }
  if (contact && prm[2] <= 0) {
    lb_compileError(c, "num (intprm[2]) must be positive in sensor, got %d", prm[2]);
  }
}

// Specs built by calls may name anything.
static void checkTypes(lbCompiler* c, const mjsSensor* s) {
  char letter = lb_sensorObject(s->type);
  // COMPAT: SENSOR-DISTANCE-TYPES: distances are between geoms or bodies that are named as such
  unsigned types = lb_sensorObjectTypes(letter) & (letter == 'D' ? ~(1u << mjOBJ_XBODY) : ~0u);
  for (size_t k = 0; k < sizeof attachments / sizeof attachments[0]; k++) {
    if (attachments[k].letter == letter && !isAmong(s->objtype, types)) {
      bool none = s->objtype == mjOBJ_UNKNOWN;
      lb_compileError(c, none ? "invalid type in sensor" : "sensor must be %s",
                      attachments[k].what);
    }
  }
  if (letter == 'C' && s->objtype != mjOBJ_UNKNOWN && !isAmong(s->objtype, FRAMES)) {
    lb_compileError(c, "first matching criterion: if set, must be (x)body, geom or site");
  }
  if (s->type == mjSENS_PLUGIN && !s->plugin.active) {
    lb_compileError(c, "neither 'plugin' nor 'instance' is specified for sensor");
  }
  checkReference(c, s, letter);
  if (letter == 'C' || letter == 'R') {
    checkParameters(c, s->intprm, letter == 'C');
  }
}

static void checkObject(lbCompiler* c, const mjsSensor* s, int id) {
  if (id < 0 && s->objtype != mjOBJ_UNKNOWN) {
    lb_compileError(c, "missing name of sensorized object in sensor");
  }
  if (s->reftype != mjOBJ_UNKNOWN && lb_isEmpty(s->refname)) {
    lb_compileError(c, "missing name of reference frame object in sensor");
  }
  checkTypes(c, s);
  bool distance =
      s->type == mjSENS_GEOMDIST || s->type == mjSENS_GEOMNORMAL || s->type == mjSENS_GEOMFROMTO;
  if (distance && s->objtype == s->reftype &&
      strcmp(lb_text(s->objname), lb_text(s->refname)) == 0) {
    lb_compileError(c, "1st body/geom must be different from 2nd body/geom");
  }
  if (id >= 0 && s->objtype == mjOBJ_JOINT) {
    checkJoint(c, s, id);
  }
  bool limit = s->type == mjSENS_TENDONLIMITPOS || s->type == mjSENS_TENDONLIMITVEL ||
               s->type == mjSENS_TENDONLIMITFRC;
  if (limit && !c->m->tendon_limited[id]) {
    lb_compileError(c, "tendon must be limited in sensor");
  }
  if (s->type == mjSENS_CAMPROJECTION) {
    int camera = lb_compileFind(c, mjOBJ_CAMERA, lb_text(s->refname));
    if (!c->m->cam_resolution[2 * camera] || !c->m->cam_resolution[2 * camera + 1]) {
      lb_compileError(c, "camera projection sensor requires camera resolution");
    }
  }
}

static void checkValues(lbCompiler* c, const mjsSensor* s, int dim) {
  mjtDataType type = dataTypeOf(s);
  if (s->cutoff < 0) {
    lb_compileError(c, "negative cutoff in sensor");
  }
  if (s->noise < 0) {
    lb_compileError(c, "negative noise in sensor");
  }
  if (dim < 0) {
    lb_compileError(c, "sensor dim must be non-negative in sensor");
  }
  if (type == mjDATATYPE_AXIS && dim != 3) {
    lb_compileError(c, "datatype AXIS requires dim=3 in sensor");
  }
  if (type == mjDATATYPE_QUATERNION && dim != 4) {
    lb_compileError(c, "datatype QUATERNION requires dim=4 in sensor");
  }
  if (s->cutoff > 0 && (type == mjDATATYPE_AXIS || type == mjDATATYPE_QUATERNION) &&
      s->type != mjSENS_GEOMNORMAL && s->type != mjSENS_CONTACT) {
    lb_compileError(c, "cutoff applied to axis or quaternion datatype in sensor");
  }
  lb_checkHistory(c, s->delay, s->nsample, "sensor ");
  if (s->interval[0] < 0) {
    lb_compileError(c, "negative interval in sensor");
  }
  if (s->interval[1] > 0) {
    lb_compileError(c, "positive phase in sensor");
  }
  if (s->interval[0] > 0 && s->interval[1] <= -s->interval[0]) {
    lb_compileError(c, "phase must be greater than -period in sensor");
  }
}

// Three numbers for each vertex of the mesh.
static int tactileDim(lbCompiler* c, const lbSensor* sensor) {
  const lbElement* mesh = lb_specFind(c->spec, mjOBJ_MESH, lb_text(sensor->s.objname));
  if (!mesh) {
    lb_compileError(c, "unrecognized name '%s' of sensorized object", lb_text(sensor->s.objname));
  }
  return lb_sizeAsInt(3 * (mjtSize)c->meshes[mesh->id].shape.vertexCount, "numbers of a sensor");
}

static int sensorDim(lbCompiler* c, const lbSensor* sensor) {
  if (sensor->s.type == mjSENS_TACTILE) {
    return tactileDim(c, sensor);
  }
  bool actuator = sensor->s.type >= mjSENS_ACTUATORPOS && sensor->s.type <= mjSENS_ACTUATORFRC;
  if (actuator && sensor->s.objtype == mjOBJ_ACTUATOR) {
    int id = lb_compileFind(c, mjOBJ_ACTUATOR, lb_text(sensor->s.objname));
    return id >= 0 ? c->m->actuator_outnum[id] : 1;
  }
  return mjs_sensorDim(&sensor->s);
}

LB_APART static void fillSensor(lbCompiler* c, const lbSensor* sensor, int i) {
  mjModel* m = c->m;
  const mjsSensor* s = &sensor->s;
  int objId = findObject(c, s->objtype, s->objname, "sensorized object");
  int refId = findObject(c, s->reftype, s->refname, "object");
  checkObject(c, s, objId);
  int dim = sensorDim(c, sensor);
  checkValues(c, s, dim);
  lb_fillSensorFields(m, i, s);
  m->sensor_datatype[i] = dataTypeOf(s);
  m->sensor_needstage[i] = stageOf(s);
  m->sensor_objid[i] = objId;
  m->sensor_refid[i] = refId;
  m->sensor_dim[i] = dim;
  m->sensor_history[2 * i] = s->nsample;
  m->sensor_history[2 * i + 1] = s->interp;
  m->sensor_plugin[i] = lb_sensorPlugin(c, s);
}

LB_APART void lb_fillSensors(lbCompiler* c) {
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_SENSOR); i++) {
    const lbSensor* sensor = LB_SPEC_ITEM(c->spec, lbSensor, mjOBJ_SENSOR, i);
    c->current = &sensor->head;
    fillSensor(c, sensor, i);
  }
}

LB_APART void lb_placeSensors(lbCompiler* c) {
  mjModel* m = c->m;
  m->nsensordata = 0;
  for (int i = 0; i < m->nsensor; i++) {
    c->current = c->spec->lists[mjOBJ_SENSOR].items[i];
    mjtSize dim = m->sensor_dim[i], samples = m->sensor_history[2 * i];
    m->sensor_adr[i] = lb_sizeAsInt(m->nsensordata, "numbers of sensors");
    m->nsensordata += dim;
    m->sensor_historyadr[i] = -1;
    if (samples > 0) {
      m->sensor_historyadr[i] = lb_sizeAsInt(m->nhistory, "numbers in the history");
      m->nhistory += LB_HISTORY_HEAD + samples * (1 + dim);
    }
  }
  c->current = NULL;
}
