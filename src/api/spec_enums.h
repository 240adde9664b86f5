// Enumerations used by mjSpec before compilation.

#pragma once

typedef enum mjtGeomInertia_ {
  mjINERTIA_VOLUME = 0,
  mjINERTIA_SHELL = 1,
} mjtGeomInertia;

typedef enum mjtMeshInertia_ {
  mjMESH_INERTIA_CONVEX = 0,
  mjMESH_INERTIA_EXACT = 1,
  mjMESH_INERTIA_LEGACY = 2,
  mjMESH_INERTIA_SHELL = 3,
} mjtMeshInertia;

typedef enum mjtMeshBuiltin_ {
  mjMESH_BUILTIN_NONE = 0,
  mjMESH_BUILTIN_SPHERE = 1,
  mjMESH_BUILTIN_HEMISPHERE = 2,
  mjMESH_BUILTIN_CONE = 3,
  mjMESH_BUILTIN_SUPERSPHERE = 4,
  mjMESH_BUILTIN_SUPERTORUS = 5,
  mjMESH_BUILTIN_WEDGE = 6,
  mjMESH_BUILTIN_PLATE = 7,
} mjtMeshBuiltin;

typedef enum mjtBuiltin_ {
  mjBUILTIN_NONE = 0,
  mjBUILTIN_GRADIENT = 1,
  mjBUILTIN_CHECKER = 2,
  mjBUILTIN_FLAT = 3,
} mjtBuiltin;

typedef enum mjtMark_ {
  mjMARK_NONE = 0,
  mjMARK_EDGE = 1,
  mjMARK_CROSS = 2,
  mjMARK_RANDOM = 3,
} mjtMark;

typedef enum mjtLimited_ {
  mjLIMITED_FALSE = 0,
  mjLIMITED_TRUE = 1,
  mjLIMITED_AUTO = 2,
} mjtLimited;

typedef enum mjtAlignFree_ {
  mjALIGNFREE_FALSE = 0,
  mjALIGNFREE_TRUE = 1,
  mjALIGNFREE_AUTO = 2,
} mjtAlignFree;

typedef enum mjtInertiaFromGeom_ {
  mjINERTIAFROMGEOM_FALSE = 0,
  mjINERTIAFROMGEOM_TRUE = 1,
  mjINERTIAFROMGEOM_AUTO = 2,
} mjtInertiaFromGeom;

typedef enum mjtOrientation_ {
  mjORIENTATION_QUAT = 0,
  mjORIENTATION_AXISANGLE = 1,
  mjORIENTATION_XYAXES = 2,
  mjORIENTATION_ZAXIS = 3,
  mjORIENTATION_EULER = 4,
} mjtOrientation;

typedef enum mjtConflict_ {
  mjCONFLICT_WARNING = 0,
  mjCONFLICT_MERGE = 1,
  mjCONFLICT_ERROR = 2,
} mjtConflict;
