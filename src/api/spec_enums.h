// Enumerations used by mjSpec before compilation.

#pragma once

// Where a geom has its mass.
typedef enum mjtGeomInertia_ {
  mjINERTIA_VOLUME = 0,  // in its volume
  mjINERTIA_SHELL = 1,   // on its surface
} mjtGeomInertia;

// How the inertia of a mesh follows from its triangles.
typedef enum mjtMeshInertia_ {
  mjMESH_INERTIA_CONVEX = 0,  // volume of the convex hull
  mjMESH_INERTIA_EXACT = 1,   // volume that the triangles enclose, which must be closed
  mjMESH_INERTIA_LEGACY =
      2,  // absolute volumes of the cones of all triangles, overlaps counted twice
  mjMESH_INERTIA_SHELL = 3,  // surface
} mjtMeshInertia;

// Meshes that are made by rule.
typedef enum mjtMeshBuiltin_ {
  mjMESH_BUILTIN_NONE = 0,         // none: from a file or from user data
  mjMESH_BUILTIN_SPHERE = 1,       // sphere
  mjMESH_BUILTIN_HEMISPHERE = 2,   // half a sphere
  mjMESH_BUILTIN_CONE = 3,         // cone
  mjMESH_BUILTIN_SUPERSPHERE = 4,  // superellipsoid
  mjMESH_BUILTIN_SUPERTORUS = 5,   // supertoroid
  mjMESH_BUILTIN_WEDGE = 6,        // wedge of a sphere, with a gap
  mjMESH_BUILTIN_PLATE = 7,        // plate
} mjtMeshBuiltin;

// Patterns of textures that are made by rule.
typedef enum mjtBuiltin_ {
  mjBUILTIN_NONE = 0,      // none: from a file
  mjBUILTIN_GRADIENT = 1,  // from the first colour to the second
  mjBUILTIN_CHECKER = 2,   // squares of both colours
  mjBUILTIN_FLAT = 3,      // the first colour; on the lower side of a cube the second
} mjtBuiltin;

// Marks on such patterns.
typedef enum mjtMark_ {
  mjMARK_NONE = 0,    // none
  mjMARK_EDGE = 1,    // along the edges
  mjMARK_CROSS = 2,   // a cross in the middle
  mjMARK_RANDOM = 3,  // random dots
} mjtMark;

// Whether a range holds.
typedef enum mjtLimited_ {
  mjLIMITED_FALSE = 0,  // no
  mjLIMITED_TRUE = 1,   // yes
  mjLIMITED_AUTO = 2,   // when the range is given, if the compiler has autolimits
} mjtLimited;

// Whether a body with a free joint gets its frame at its centre of mass.
typedef enum mjtAlignFree_ {
  mjALIGNFREE_FALSE = 0,  // no
  mjALIGNFREE_TRUE = 1,   // yes
  mjALIGNFREE_AUTO = 2,   // as the compiler's alignfree says
} mjtAlignFree;

// Whether inertias of bodies come from their geoms.
typedef enum mjtInertiaFromGeom_ {
  mjINERTIAFROMGEOM_FALSE = 0,  // no: they are given
  mjINERTIAFROMGEOM_TRUE = 1,   // yes, even when they are given
  mjINERTIAFROMGEOM_AUTO = 2,   // when they are not given
} mjtInertiaFromGeom;

// How an orientation is given.
typedef enum mjtOrientation_ {
  mjORIENTATION_QUAT = 0,       // quaternion
  mjORIENTATION_AXISANGLE = 1,  // axis and angle
  mjORIENTATION_XYAXES = 2,     // x axis and y axis
  mjORIENTATION_ZAXIS = 3,      // z axis, turned the shortest way
  mjORIENTATION_EULER = 4,      // angles about the axes of eulerseq
} mjtOrientation;

// What attaching does when both models set an option to different values.
typedef enum mjtConflict_ {
  mjCONFLICT_WARNING = 0,  // keeps that of the parent and warns
  mjCONFLICT_MERGE = 1,    // merges by the rule of each option
  mjCONFLICT_ERROR = 2,    // refuses
} mjtConflict;

// Parts of compilation that are timed.
typedef enum mjtCTimer_ {
  mjCTIMER_TOTAL = 0,         // all
  mjCTIMER_ASSETS = 1,        // all assets
  mjCTIMER_TEXTURE = 2,       // textures
  mjCTIMER_MESH_LOAD = 3,     // reading of meshes
  mjCTIMER_MESH_HULL = 4,     // convex hulls
  mjCTIMER_MESH_POLYGON = 5,  // polygons of hulls
  mjCTIMER_MESH_INERTIA = 6,  // inertias of meshes
  mjCTIMER_MESH_BVH = 7,      // bounding volumes
  mjCTIMER_MESH_OCTREE = 8,   // octrees
  mjNCTIMER = 9,              // number of them
} mjtCTimer;
