// See sensor_shape.h. The tables have one character per mjtSensor.

#include "model/sensor_shape.h"

#include <string.h>

#include "model/model.h"

static const char objects[] = "SSSSSSSRSJJTTAAAJTBBJJJTTTFFFFFFFFFOOOFDDDC---M**";
static const char numbers[] = "1333333 21111   11431111113433333333331136 111   ";

#define BIT(object) (1u << mjOBJ_##object)
#define FRAMES (BIT(BODY) | BIT(XBODY) | BIT(GEOM) | BIT(SITE) | BIT(CAMERA))

char lb_sensorObject(int type) {
  return type >= 0 && type < (int)sizeof objects - 1 ? objects[type] : 0;
}

unsigned lb_sensorObjectTypes(char letter) {
  switch (letter) {
    case 'S':
      return BIT(SITE);
    case 'R':
      return BIT(SITE) | BIT(CAMERA);
    case 'J':
    case 'B':
      return BIT(JOINT);
    case 'T':
      return BIT(TENDON);
    case 'A':
      return BIT(ACTUATOR);
    case 'O':
      return BIT(BODY);
    case 'F':
      return FRAMES;
    case 'D':
      return BIT(BODY) | BIT(XBODY) | BIT(GEOM);
    case 'M':
      return BIT(MESH);
    default:
      return ~0u;
  }
}

int lb_sensorNumbers(int type) {
  int digit = type >= 0 && type < (int)sizeof numbers - 1 ? numbers[type] : ' ';
  return digit == ' ' ? 0 : digit - '0';
}

static int sumOf(const char* sizes, int bits) {
  int sum = 0;
  for (; *sizes; sizes++, bits >>= 1) {
    sum += bits & 1 ? *sizes - '0' : 0;
  }
  return sum;
}

int lb_contactNumbers(int bits) {
  return sumOf("1331333", bits);
}

int lb_rayNumbers(int bits) {
  return sumOf("133331", bits);
}

// An object of one of the kinds.
static bool isOneOf(const mjModel* m, unsigned bits, int type, int id) {
  int count;
  lb_nameTable(m, type, &count);
  return type >= 0 && type < 32 && bits >> type & 1 && id >= 0 && id < count;
}

static mjtSize expectedNumbers(const mjModel* m, mjtSize i) {
  int type = m->sensor_type[i], object = m->sensor_objid[i];
  const int* prm = m->sensor_intprm + mjNSENS * i;
  switch (type) {
    case mjSENS_RANGEFINDER: {
      const int* pixels = m->cam_resolution + 2 * (mjtSize)object;
      mjtSize rays = m->sensor_objtype[i] == mjOBJ_CAMERA ? (mjtSize)pixels[0] * pixels[1] : 1;
      return rays * lb_rayNumbers(prm[0]);
    }
    case mjSENS_ACTUATORPOS:
    case mjSENS_ACTUATORVEL:
    case mjSENS_ACTUATORFRC:
      return m->actuator_outnum[object];
    case mjSENS_CONTACT:
      return (mjtSize)prm[2] * lb_contactNumbers(prm[0]);
    case mjSENS_TACTILE:
      return 3 * (mjtSize)m->mesh_vertnum[object];
    case mjSENS_PLUGIN:
    case mjSENS_USER:
      return m->sensor_dim[i];
    default:
      return lb_sensorNumbers(type);
  }
}

bool lb_sensorInside(const mjModel* m, mjtSize i) {
  int type = m->sensor_type[i], object = m->sensor_objid[i];
  int refType = m->sensor_reftype[i], ref = m->sensor_refid[i];
  char letter = lb_sensorObject(type);
  if (!letter) {
    return false;
  }
  unsigned bits = lb_sensorObjectTypes(letter);
  bool isFree = bits == ~0u;
  bool fits = isFree || isOneOf(m, bits, m->sensor_objtype[i], object);
  switch (fits ? letter : 0) {
    case 'B':
      fits = m->jnt_type[object] == mjJNT_BALL;
      break;
    case 'F':
      fits = type == mjSENS_INSIDESITE ? isOneOf(m, BIT(SITE), refType, ref)
                                       : ref < 0 || isOneOf(m, FRAMES, refType, ref);
      break;
    case 'D':
      fits = isOneOf(m, bits, refType, ref);
      break;
    case 'C':
      fits = m->sensor_intprm[mjNSENS * i + 2] > 0 &&
             (object >= 0 || m->sensor_objtype[i] == mjOBJ_UNKNOWN) &&
             (ref >= 0 || refType == mjOBJ_UNKNOWN);
      break;
    case 'M':
      fits = isOneOf(m, BIT(GEOM), refType, ref) &&
             m->mesh_normalnum[object] >= m->mesh_vertnum[object];
      break;
    default:
      fits = fits && (type != mjSENS_CAMPROJECTION || isOneOf(m, BIT(CAMERA), refType, ref));
  }
  return fits && m->sensor_dim[i] == expectedNumbers(m, i);
}
