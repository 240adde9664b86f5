// The fields of every public spec struct as tables: what each holds and where.
//
// Copying, defaults, comparison, attribute storage and freeing all walk these tables, which
// field_tables.c makes from the rows of api/spec_fields.h and api/option_fields.h. Structs inside a
// struct are flattened ("alt.euler", "plugin.name"); `element` pointers are not listed, they are
// set when an element is made.

#pragma once

#include "api/spec.h"

#include <stdbool.h>
#include <stddef.h>

// The default of a table's row, as a designated initializer.
#define LB_DEFAULT(type, name, count, initial, ...) .name = initial,
#define VALUES(...) {__VA_ARGS__}

typedef enum lbFieldKind_ {
  LB_FIELD_BOOL,
  LB_FIELD_BYTE,
  LB_FIELD_CHAR,
  LB_FIELD_INT,  // and enums
  LB_FIELD_SIZE,
  LB_FIELD_FLOAT,
  LB_FIELD_DOUBLE,
  LB_FIELD_STRING,  // from here on: pointers to containers
  LB_FIELD_BYTEVEC,
  LB_FIELD_INTVEC,
  LB_FIELD_FLOATVEC,
  LB_FIELD_DOUBLEVEC,
  LB_FIELD_STRINGVEC,
  LB_FIELD_INTVECVEC,
  LB_FIELD_FLOATVECVEC,
} lbFieldKind;

// clang-format off
// lbFieldKind of a field; what is not listed is an int or an enum.
#define LB_FIELD_KIND(field)                      \
  _Generic((field),                           \
           mjtBool: LB_FIELD_BOOL,            \
           mjtByte: LB_FIELD_BYTE,            \
           char*: LB_FIELD_CHAR,              \
           int64_t: LB_FIELD_SIZE,            \
           uint64_t: LB_FIELD_SIZE,           \
           float: LB_FIELD_FLOAT,             \
           float*: LB_FIELD_FLOAT,            \
           double: LB_FIELD_DOUBLE,           \
           double*: LB_FIELD_DOUBLE,          \
           mjString*: LB_FIELD_STRING,        \
           mjByteVec*: LB_FIELD_BYTEVEC,      \
           mjIntVec*: LB_FIELD_INTVEC,        \
           mjFloatVec*: LB_FIELD_FLOATVEC,    \
           mjDoubleVec*: LB_FIELD_DOUBLEVEC,  \
           mjStringVec*: LB_FIELD_STRINGVEC,  \
           mjIntVecVec*: LB_FIELD_INTVECVEC,  \
           mjFloatVecVec*: LB_FIELD_FLOATVECVEC, \
           default: LB_FIELD_INT)

// Length of a plain array, 1 for everything else.
#define LB_FIELD_COUNT(field)                     \
  (sizeof(field) / _Generic((field),          \
                            char*: sizeof(char), int*: sizeof(int), float*: sizeof(float), \
                            double*: sizeof(double), default: sizeof(field)))

// Last value of a field that is an enum whose values follow one another from 0; else 0. Kinds of
// transmission have a gap.
#define LB_FIELD_LAST(field)                             \
  _Generic((field),                                      \
           mjtOrientation: mjORIENTATION_EULER,          \
           mjtSleepPolicy: mjSLEEP_INIT,                 \
           mjtJoint: mjJNT_HINGE,                        \
           mjtAlignFree: mjALIGNFREE_AUTO,               \
           mjtLimited: mjLIMITED_AUTO,                   \
           mjtGeom: mjNGEOMTYPES - 1,                    \
           mjtGeomInertia: mjINERTIA_SHELL,              \
           mjtCamLight: mjCAMLIGHT_TARGETBODYCOM,        \
           mjtProjection: mjPROJ_ORTHOGRAPHIC,           \
           mjtLightType: mjLIGHT_IMAGE,                  \
           mjtFlexSelf: mjFLEXSELF_AUTO,                 \
           mjtMeshInertia: mjMESH_INERTIA_SHELL,         \
           mjtTexture: mjTEXTURE_SKYBOX,                 \
           mjtColorSpace: mjCOLORSPACE_SRGB,             \
           mjtBuiltin: mjBUILTIN_FLAT,                   \
           mjtMark: mjMARK_RANDOM,                       \
           mjtEq: mjEQ_DISTANCE,                         \
           mjtObj: mjNOBJECT - 1,                        \
           mjtGain: mjGAIN_USER,                         \
           mjtBias: mjBIAS_USER,                         \
           mjtDyn: mjDYN_USER,                           \
           mjtSensor: mjSENS_USER,                       \
           mjtDataType: mjDATATYPE_QUATERNION,           \
           mjtStage: mjSTAGE_ACC,                        \
           mjtInertiaFromGeom: mjINERTIAFROMGEOM_AUTO,   \
           mjtConflict: mjCONFLICT_ERROR,                \
           default: 0)
// clang-format on

typedef struct lbField_ {
  const char* name;
  unsigned kind : 4;     // lbFieldKind
  unsigned count : 8;    // length of a plain array, 1 for containers
  unsigned last : 6;     // largest value of an enum, 0: any
  unsigned offset : 14;  // in the public struct
} lbField;

// One kind of element.
typedef struct lbStruct_ {
  const char* kind;  // word for messages: "geom"
  mjtObj type;
  unsigned short blockSize;     // internal element
  unsigned short publicOffset;  // of the public struct in it
  unsigned short publicSize;
  unsigned short fieldCount;
  const lbField* fields;
  const void* defaults;  // a public struct with default numbers; containers NULL
} lbStruct;

// Table entry of an element kind (mjOBJ_BODY ... mjOBJ_PLUGIN, mjOBJ_FRAME); NULL when there is
// none.
const lbStruct* lb_structOf(mjtObj type);

// The tendon path step, which has no mjtObj of its own.
const lbStruct* lb_wrapStruct(void);

// Fields of mjSpec itself.
const lbField* lb_specFields(int* count);

// Default settings of a spec; containers NULL. Options, visual options and length-range settings
// are zeros here: mj_defaultOption, mj_defaultVisual and mj_defaultLROpt give them.
const mjSpec* lb_specDefaults(void);

// The name of a model that was given none.
#define LB_UNNAMED_MODEL "MuJoCo Model"

// Bytes of one plain item.
size_t lb_fieldItemSize(lbFieldKind kind);

// Number of container pointers in a struct.
int lb_containerCount(const lbField* fields, int count);

// Points the container fields of a public struct at consecutive slots.
void lb_placeContainers(const lbField* fields, int count, void* object, void* slots);

// Copies all fields; containers are copied deep. Both structs have their containers in place.
void lb_copyFields(const lbField* fields, int count, void* target, const void* source);

// Sets plain fields from `defaults` and empties containers.
void lb_resetFields(const lbField* fields, int count, void* object, const void* defaults);

// Frees what the containers hold.
void lb_freeFields(const lbField* fields, int count, void* object);

// True when the field has the same content in both structs.
bool lb_sameField(const lbField* field, const void* a, const void* b);
