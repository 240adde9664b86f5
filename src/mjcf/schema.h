// The MJCF table: every element, attribute, keyword and rule, once.
//
// Reading, validation and its messages, default classes, writing and mj_printSchema all walk this
// table. An attribute that is a field of the element's public struct comes from the row of that
// field (api/field_table.h); schema_table.inc adds the attributes that stand for no single field,
// and those of elements that share a struct. Attributes without a place are handled by the reader
// of their element.

#pragma once

#include "mjcf/dom.h"
#include "spec/element.h"
#include "spec/fields.h"

// One per element of the format. An XML name may have several: <joint> in a body, in a tendon, in
// an equality. LB_ELEM_MUJOCO is the root.
typedef enum lbElementId_ {
  LB_ELEM_MUJOCO,
  LB_ELEM_COMPILER,
  LB_ELEM_LENGTHRANGE,
  LB_ELEM_OPTION,
  LB_ELEM_FLAG,
  LB_ELEM_SIZE,
  LB_ELEM_STATISTIC,
  LB_ELEM_VISUAL,
  LB_ELEM_GLOBAL,
  LB_ELEM_QUALITY,
  LB_ELEM_HEADLIGHT,
  LB_ELEM_MAP,
  LB_ELEM_SCALE,
  LB_ELEM_RGBA,
  LB_ELEM_DEFAULT,
  LB_ELEM_LAYER,
  LB_ELEM_EXTENSION,
  LB_ELEM_EXTENSION_PLUGIN,
  LB_ELEM_INSTANCE,
  LB_ELEM_CONFIG,
  LB_ELEM_ASSET,
  LB_ELEM_MESH,
  LB_ELEM_PLUGIN,
  LB_ELEM_HFIELD,
  LB_ELEM_SKIN,
  LB_ELEM_BONE,
  LB_ELEM_TEXTURE,
  LB_ELEM_MATERIAL,
  LB_ELEM_MODEL,
  LB_ELEM_BODY,
  LB_ELEM_INERTIAL,
  LB_ELEM_JOINT,
  LB_ELEM_FREEJOINT,
  LB_ELEM_GEOM,
  LB_ELEM_ATTACH,
  LB_ELEM_SITE,
  LB_ELEM_CAMERA,
  LB_ELEM_LIGHT,
  LB_ELEM_COMPOSITE,
  LB_ELEM_COMPOSITE_JOINT,
  LB_ELEM_COMPOSITE_SKIN,
  LB_ELEM_COMPOSITE_GEOM,
  LB_ELEM_COMPOSITE_SITE,
  LB_ELEM_FLEXCOMP,
  LB_ELEM_FLEXCOMP_EDGE,
  LB_ELEM_ELASTICITY,
  LB_ELEM_FLEXCOMP_CONTACT,
  LB_ELEM_PIN,
  LB_ELEM_DEFORMABLE,
  LB_ELEM_FLEX,
  LB_ELEM_FLEX_EDGE,
  LB_ELEM_CONTACT,
  LB_ELEM_PAIR,
  LB_ELEM_EXCLUDE,
  LB_ELEM_TENDON,
  LB_ELEM_SPATIAL,
  LB_ELEM_SPATIAL_SITE,
  LB_ELEM_SPATIAL_GEOM,
  LB_ELEM_PULLEY,
  LB_ELEM_FIXED,
  LB_ELEM_FIXED_JOINT,
  LB_ELEM_EQUALITY,
  LB_ELEM_CONNECT,
  LB_ELEM_WELD,
  LB_ELEM_EQUALITY_JOINT,
  LB_ELEM_EQUALITY_TENDON,
  LB_ELEM_EQUALITY_FLEX,
  LB_ELEM_FLEXVERT,
  LB_ELEM_FLEXSTRAIN,
  LB_ELEM_ACTUATOR,
  LB_ELEM_GENERAL,
  LB_ELEM_MOTOR,
  LB_ELEM_POSITION,
  LB_ELEM_VELOCITY,
  LB_ELEM_INTVELOCITY,
  LB_ELEM_ORIENTATION,
  LB_ELEM_PID,
  LB_ELEM_DAMPER,
  LB_ELEM_CYLINDER,
  LB_ELEM_MUSCLE,
  LB_ELEM_ADHESION,
  LB_ELEM_DCMOTOR,
  LB_ELEM_ACTUATOR_PLUGIN,
  LB_ELEM_SENSOR,
  LB_ELEM_TOUCH,
  LB_ELEM_ACCELEROMETER,
  LB_ELEM_VELOCIMETER,
  LB_ELEM_GYRO,
  LB_ELEM_FORCE,
  LB_ELEM_TORQUE,
  LB_ELEM_MAGNETOMETER,
  LB_ELEM_CAMPROJECTION,
  LB_ELEM_RANGEFINDER,
  LB_ELEM_JOINTPOS,
  LB_ELEM_JOINTVEL,
  LB_ELEM_TENDONPOS,
  LB_ELEM_TENDONVEL,
  LB_ELEM_ACTUATORPOS,
  LB_ELEM_ACTUATORVEL,
  LB_ELEM_ACTUATORFRC,
  LB_ELEM_JOINTACTUATORFRC,
  LB_ELEM_TENDONACTUATORFRC,
  LB_ELEM_BALLQUAT,
  LB_ELEM_BALLANGVEL,
  LB_ELEM_JOINTLIMITPOS,
  LB_ELEM_JOINTLIMITVEL,
  LB_ELEM_JOINTLIMITFRC,
  LB_ELEM_TENDONLIMITPOS,
  LB_ELEM_TENDONLIMITVEL,
  LB_ELEM_TENDONLIMITFRC,
  LB_ELEM_FRAMEPOS,
  LB_ELEM_FRAMEQUAT,
  LB_ELEM_FRAMEXAXIS,
  LB_ELEM_FRAMEYAXIS,
  LB_ELEM_FRAMEZAXIS,
  LB_ELEM_FRAMELINVEL,
  LB_ELEM_FRAMEANGVEL,
  LB_ELEM_FRAMELINACC,
  LB_ELEM_FRAMEANGACC,
  LB_ELEM_SUBTREECOM,
  LB_ELEM_SUBTREELINVEL,
  LB_ELEM_SUBTREEANGMOM,
  LB_ELEM_INSIDESITE,
  LB_ELEM_DISTANCE,
  LB_ELEM_NORMAL,
  LB_ELEM_FROMTO,
  LB_ELEM_SENSOR_CONTACT,
  LB_ELEM_E_POTENTIAL,
  LB_ELEM_E_KINETIC,
  LB_ELEM_CLOCK,
  LB_ELEM_TACTILE,
  LB_ELEM_USER,
  LB_ELEM_SENSOR_PLUGIN,
  LB_ELEM_CUSTOM,
  LB_ELEM_NUMERIC,
  LB_ELEM_TEXT,
  LB_ELEM_TUPLE,
  LB_ELEM_ELEMENT,
  LB_ELEM_KEYFRAME,
  LB_ELEM_KEY,
  LB_ELEM_WORLDBODY,
  LB_ELEM_FRAME,
  LB_ELEM_REPLICATE,
  LB_ELEM_DEFAULT_EQUALITY,
  LB_ELEM_DEFAULT_TENDON,
  LB_ELEM_COUNT,
} lbElementId;

typedef enum lbAttributeType_ {
  LB_ATTR_INT,
  LB_ATTR_FLOAT,
  LB_ATTR_DOUBLE,
  LB_ATTR_BOOL,
  LB_ATTR_KEYWORD,
  LB_ATTR_FLAGS,  // several keywords
  LB_ATTR_CHARS,
  LB_ATTR_STRING,
  LB_ATTR_FILE,
  LB_ATTR_REF,  // name of another object
  LB_ATTR_ID,   // own name
} lbAttributeType;

// Rules of one attribute.
enum {
  LB_REQUIRED = 1,
  LB_NODEFAULT = 2,  // not allowed in default classes
  LB_POSITIVE = 4,
  LB_AT_LEAST_0 = 8,
  LB_AT_LEAST_MINUS_1 = 16,
  LB_SKIN_GROUP = 32,  // 0 to 5
  LB_NOT_EMPTY = 64,
  LB_ABOVE_0 = 128,  // LB_POSITIVE in other words
};

typedef struct lbKeyword_ {
  const char* name;
  int value;
} lbKeyword;

typedef struct lbKeywords_ {
  const lbKeyword* items;
  int count;
} lbKeywords;

enum {
  LB_NOWHERE = 255,  // fieldKind of attributes without a place of their own
};

typedef struct lbAttribute_ {
  const char* name;
  unsigned char type;      // lbAttributeType
  unsigned char minCount;  // numbers
  unsigned char maxCount;  // 0: any number
  unsigned char rules;
  unsigned char fieldKind;  // lbFieldKind or LB_NOWHERE
  unsigned short offset;    // in the public struct
  const lbKeywords* keywords;
  const char* target;  // kind of object for REF and ID; for FILE the compiler's attribute that
                       // names the folder, NULL: the model's own
} lbAttribute;

typedef struct lbAttributes_ {
  const lbAttribute* items;
  int count;
} lbAttributes;

typedef enum lbOccurrence_ {
  LB_OPTIONAL,  // at most once
  LB_ANY,
} lbOccurrence;

typedef struct lbChildRule_ {
  short element;  // lbElementId
  short occurrence;
} lbChildRule;

enum {
  LB_SCHEMA_GROUPS = 3,
};

typedef struct lbSchema_ {
  const char* name;  // in XML
  lbAttributes attributes;
  lbAttributes groups[LB_SCHEMA_GROUPS];  // shared attributes
  const lbChildRule* children;
  int childCount;
  const char* const* rules;  // "exclusive a b+c", "oneof a b", "together a b"; ends with NULL
  mjtSensor sensor;          // what a sensor element stands for
  mjtObj objtype;
  mjtObj reftype;
} lbSchema;

const lbSchema* lb_schema(lbElementId id);

// The bit of attribute number i of <flag>; disables: it is one of disableflags, else of
// enableflags.
int lb_flagBit(int i, bool* disables);

// The element a child of that name is in a parent, or -1.
int lb_schemaChild(lbElementId parent, const char* name);

// The attribute of that name, own or from a group; NULL when there is none.
const lbAttribute* lb_schemaAttribute(const lbSchema* element, const char* name);

// Keyword tables by name, for readers of attributes without a place.
#define LB_KEYWORDS(name) (&lb_##name##Keywords)
#define KEYWORDS(name, ...) extern const lbKeywords lb_##name##Keywords;
#include "mjcf/keywords.inc"
#undef KEYWORDS
