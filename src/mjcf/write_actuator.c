// Writing actuators and sensors.
//
// Actuators are written as <general>, except where only a shortcut can say what is meant: ranges
// inherited from the target.

#include "mjcf/write.h"
#include "spec/internal.h"

#include <stdio.h>
#include <string.h>

static void writeTransmission(lbWriter* writer, const mjsActuator* a) {
  static const char* const names[] = {"joint",  "jointinparent", "cranksite",
                                      "tendon", "site",          "body"};
  lbEmit* emit = &writer->emit;
  if ((int)a->trntype >= 0 && (size_t)a->trntype < sizeof names / sizeof names[0]) {
    lb_emitText(emit, names[a->trntype], lb_text(a->target));
  }
  if (a->trntype == mjTRN_SLIDERCRANK && !lb_isEmpty(a->slidersite)) {
    lb_emitText(emit, "slidersite", lb_text(a->slidersite));
  }
  if (a->trntype == mjTRN_SITE && !lb_isEmpty(a->refsite)) {
    lb_emitText(emit, "refsite", lb_text(a->refsite));
  }
}

static void writeSignals(lbWriter* writer, const mjsActuator* a) {
  if (a->gaintype == mjGAIN_SO3) {
    lb_emitKeyword(&writer->emit, "input", LB_KEYWORDS(inputchart), a->ctrlspec);
  } else if (a->ctrlspec == mjINPUT_NONE) {
    lb_emitText(&writer->emit, "input", "none");
  } else if (a->ctrlspec) {
    lb_emitFlags(&writer->emit, "input", LB_KEYWORDS(inputbit), a->ctrlspec, false);
  }
}

void lb_writeGeneral(lbWriter* writer, const lbActuator* actuator, const mjsActuator* initial,
                     bool inDefault) {
  mjsActuator a = actuator->s;
  if (!inDefault && a.trntype != mjTRN_SLIDERCRANK) {
    a.cranklength = initial->cranklength;
  }
  if (!a.lengthrange[0] && !a.lengthrange[1]) {
    memcpy(a.lengthrange, actuator->foundRange, sizeof a.lengthrange);
  }
  lb_emitAttributes(&writer->emit, LB_ELEM_GENERAL, &a, initial, inDefault);
  if (a.ctrlspec != initial->ctrlspec) {
    writeSignals(writer, &a);
  }
}

static void writeNumber(lbWriter* writer, const char* name, double value) {
  lb_emitDoubles(&writer->emit, name, &value, 1);
}

// Velocity feedback: damping, or a damping ratio when positive.
static void writeVelocityGain(lbWriter* writer, const mjsActuator* a) {
  if (a->biasprm[2] > 0) {
    writeNumber(writer, "dampratio", a->biasprm[2]);
  } else {
    writeNumber(writer, "kv", a->biasprm[2] == 0 ? 0 : -a->biasprm[2]);
  }
}

static void writePid(lbWriter* writer, const mjsActuator* a) {
  writeNumber(writer, "kp", -a->biasprm[1]);
  writeVelocityGain(writer, a);
  if (a->dyntype == mjDYN_PID) {
    writeNumber(writer, "ki", a->gainprm[0]);
    writeNumber(writer, "imax", a->dynprm[0]);
    writeNumber(writer, "slewmax", a->dynprm[1]);
  }
  writeSignals(writer, a);
}

// The shortcut an actuator must be written as, or <general>.
static lbElementId elementOf(const mjsActuator* a) {
  if (a->plugin.active) {
    return LB_ELEM_ACTUATOR_PLUGIN;
  }
  if (a->gaintype == mjGAIN_PID && a->inheritrange > 0) {
    return LB_ELEM_PID;
  }
  if (a->inheritrange > 0 && lb_tracksPosition(a)) {
    return a->dyntype == mjDYN_INTEGRATOR ? LB_ELEM_INTVELOCITY : LB_ELEM_POSITION;
  }
  return LB_ELEM_GENERAL;
}

static void writeServo(lbWriter* writer, const mjsActuator* a, lbElementId id) {
  writeNumber(writer, "kp", a->gainprm[0]);
  writeVelocityGain(writer, a);
  if (id == LB_ELEM_POSITION && a->dyntype == mjDYN_FILTEREXACT) {
    writeNumber(writer, "timeconst", a->dynprm[0]);
  }
}

static void writeActuator(lbWriter* writer, lbActuator* actuator) {
  lbEmit* emit = &writer->emit;
  mjsActuator copy = actuator->s;
  const mjsActuator* initial = &lb_classOf(&actuator->head)->actuator->s;
  lbElementId id = elementOf(&copy);
  const char* name = lb_schema(id)->name;
  lb_emitStart(emit, name);
  lb_writeHead(writer, &actuator->head, writer->spec->mainClass);
  writeTransmission(writer, &copy);
  if (id == LB_ELEM_GENERAL) {
    lb_writeGeneral(writer, actuator, initial, false);
  } else {
    lb_emitAttributes(emit, id, &copy, initial, false);
  }
  if (id == LB_ELEM_PID) {
    writePid(writer, &copy);
  } else if (id == LB_ELEM_POSITION || id == LB_ELEM_INTVELOCITY) {
    writeServo(writer, &copy, id);
  } else if (id == LB_ELEM_ACTUATOR_PLUGIN) {
    lb_writePluginAttributes(writer, &copy.plugin);
  }
  lb_emitEnd(emit, name);
}

void lb_writeActuators(lbWriter* writer) {
  lb_emitStart(&writer->emit, "actuator");
  for (int i = 0; i < lb_specCount(writer->spec, mjOBJ_ACTUATOR); i++) {
    writeActuator(writer, LB_SPEC_ITEM(writer->spec, lbActuator, mjOBJ_ACTUATOR, i));
  }
  lb_emitEndOptional(&writer->emit, "actuator");
}

// --- sensors -----------------------------------------------------------------------------------

// The schema element of a sensor type.
static int sensorElement(mjtSensor type) {
  switch (type) {
    case mjSENS_GEOMDIST:
      return LB_ELEM_DISTANCE;
    case mjSENS_GEOMNORMAL:
      return LB_ELEM_NORMAL;
    case mjSENS_GEOMFROMTO:
      return LB_ELEM_FROMTO;
    case mjSENS_CONTACT:
      return LB_ELEM_SENSOR_CONTACT;
    case mjSENS_RANGEFINDER:
      return LB_ELEM_RANGEFINDER;
    case mjSENS_TACTILE:
      return LB_ELEM_TACTILE;
    case mjSENS_USER:
      return LB_ELEM_USER;
    case mjSENS_PLUGIN:
      return LB_ELEM_SENSOR_PLUGIN;
    case mjSENS_TOUCH:
      return LB_ELEM_TOUCH;
    default:
      break;
  }
  const lbSchema* sensors = lb_schema(LB_ELEM_SENSOR);
  for (int i = 0; i < sensors->childCount; i++) {
    int id = sensors->children[i].element;
    if (lb_schema((lbElementId)id)->sensor == type) {
      return id;
    }
  }
  return -1;
}

// Attribute that names an object of a kind.
static const char* objectAttribute(mjtObj type) {
  switch (type) {
    case mjOBJ_SITE:
      return "site";
    case mjOBJ_JOINT:
      return "joint";
    case mjOBJ_TENDON:
      return "tendon";
    case mjOBJ_ACTUATOR:
      return "actuator";
    case mjOBJ_BODY:
      return "body";
    case mjOBJ_CAMERA:
      return "camera";
    default:
      return NULL;
  }
}

static void writePairObject(lbWriter* writer, mjtObj type, const mjString* name, int number) {
  const char* kind = type == mjOBJ_GEOM    ? "geom"
                     : type == mjOBJ_BODY  ? "body"
                     : type == mjOBJ_XBODY ? "subtree"
                                           : "site";
  char attribute[16];
  snprintf(attribute, sizeof attribute, type == mjOBJ_SITE ? "%s" : "%s%d", kind, number);
  if (!lb_isEmpty(name)) {
    lb_emitText(&writer->emit, attribute, lb_text(name));
  }
}

static void writeSensorObjects(lbWriter* writer, const lbElement* sensor, const mjsSensor* s,
                               int id) {
  lbEmit* emit = &writer->emit;
  const lbSchema* element = lb_schema((lbElementId)id);
  switch (id) {
    case LB_ELEM_DISTANCE:
    case LB_ELEM_NORMAL:
    case LB_ELEM_FROMTO:
    case LB_ELEM_SENSOR_CONTACT:
      writePairObject(writer, s->objtype, s->objname, 1);
      writePairObject(writer, s->reftype, s->refname, 2);
      break;
    case LB_ELEM_RANGEFINDER:
      lb_emitText(emit, objectAttribute(s->objtype) ? objectAttribute(s->objtype) : "site",
                  lb_text(s->objname));
      break;
    case LB_ELEM_TACTILE:
      lb_emitText(emit, "mesh", lb_text(s->objname));
      lb_emitText(emit, "geom", lb_text(s->refname));
      break;
    case LB_ELEM_USER:
    case LB_ELEM_SENSOR_PLUGIN:
      if (s->objtype != mjOBJ_UNKNOWN && !lb_isEmpty(s->objname)) {
        lb_writeObjectType(writer, sensor, "objtype", s->objtype);
      }
      if (s->reftype != mjOBJ_UNKNOWN && !lb_isEmpty(s->refname)) {
        lb_writeObjectType(writer, sensor, "reftype", s->reftype);
      }
      break;
    default:
      if (objectAttribute(element->objtype)) {
        lb_emitText(emit, objectAttribute(element->objtype), lb_text(s->objname));
      }
      if (objectAttribute(element->reftype)) {
        lb_emitText(emit, objectAttribute(element->reftype), lb_text(s->refname));
      }
  }
}

static void writeSensor(lbWriter* writer, lbSensor* sensor, const lbSensor* initial) {
  lbEmit* emit = &writer->emit;
  mjsSensor copy = sensor->s;
  mjsSensor usual = initial->s;
  const mjsSensor* s = &copy;
  if (copy.reftype == mjOBJ_UNKNOWN) {
    copy.refname = usual.refname;
  }
  int id = sensorElement(s->type);
  if (id < 0) {
    lb_specError(&sensor->head, "sensor of type %d cannot be written", (int)s->type);
  }
  const char* name = lb_schema((lbElementId)id)->name;
  lb_emitStart(emit, name);
  lb_writeHead(writer, &sensor->head, NULL);
  writeSensorObjects(writer, &sensor->head, s, id);
  if (id == LB_ELEM_USER) {  // says all that it is
    usual.dim = -1;
    usual.datatype = (mjtDataType)-1;
    usual.needstage = (mjtStage)-1;
  }
  if (copy.objtype == mjOBJ_UNKNOWN) {
    copy.objname = usual.objname;
  }
  lb_emitAttributes(emit, (lbElementId)id, s, &usual, false);
  if (id == LB_ELEM_SENSOR_CONTACT) {
    if (s->intprm[2] != 1) {
      lb_emitInts(emit, "num", &s->intprm[2], 1);
    }
    if (s->intprm[0] != 1 << mjCONDATA_FOUND) {
      lb_emitFlags(emit, "data", LB_KEYWORDS(condata), s->intprm[0], true);
    }
    if (s->intprm[1]) {
      lb_emitKeyword(emit, "reduce", LB_KEYWORDS(reduce), s->intprm[1]);
    }
  } else if (id == LB_ELEM_RANGEFINDER && s->intprm[0] != 1 << mjRAYDATA_DIST) {
    lb_emitFlags(emit, "data", LB_KEYWORDS(raydata), s->intprm[0], true);
  } else if (id == LB_ELEM_SENSOR_PLUGIN) {
    lb_writePluginAttributes(writer, &s->plugin);
  }
  lb_emitEnd(emit, name);
}

void lb_writeSensors(lbWriter* writer) {
  const lbSensor* initial = (const lbSensor*)lb_blank(writer, mjOBJ_SENSOR);
  lb_emitStart(&writer->emit, "sensor");
  for (int i = 0; i < lb_specCount(writer->spec, mjOBJ_SENSOR); i++) {
    writeSensor(writer, LB_SPEC_ITEM(writer->spec, lbSensor, mjOBJ_SENSOR, i), initial);
  }
  lb_emitEndOptional(&writer->emit, "sensor");
}
