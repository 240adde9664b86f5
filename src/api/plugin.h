// Engine plugins, resource providers, encoders and decoders: structs that a program fills in and
// registers.

#pragma once

#include "data.h"
#include "model.h"
#include "spec.h"
#include "visual.h"

typedef enum mjtPluginCapabilityBit_ {
  mjPLUGIN_ACTUATOR = 1,
  mjPLUGIN_SENSOR = 2,
  mjPLUGIN_PASSIVE = 4,
  mjPLUGIN_SDF = 8,
} mjtPluginCapabilityBit;

typedef struct mjVFS_ {
  void* impl_;  // file table, owned
} mjVFS;

typedef struct mjCache_ {
  void* impl_;  // asset cache, owned
} mjCache;

typedef struct mjResource_ {
  char* name;                                   // full name, with prefix
  void* data;                                   // provider's own data
  char timestamp[512];                          // when the content last changed, provider's format
  const struct mjpResourceProvider_* provider;  // NULL: VFS or disk
  const mjVFS* vfs;                             // where it was opened, may be NULL
} mjResource;

typedef int (*mjfOpenResource)(mjResource* resource);
typedef int (*mjfReadResource)(mjResource* resource, const void** buffer);
typedef void (*mjfCloseResource)(mjResource* resource);
typedef void (*mjfGetResourceDir)(mjResource* resource, const char** dir, int* ndir);
typedef int (*mjfResourceModified)(const mjResource* resource, const char* timestamp);

typedef struct mjpResourceProvider_ {
  const char* prefix;    // scheme before ':' that selects this provider
  mjfOpenResource open;  // 1 on success
  mjfReadResource read;  // number of bytes, -1 on failure
  mjfCloseResource close;
  mjfGetResourceDir getdir;      // may be NULL
  mjfResourceModified modified;  // may be NULL
  void* data;                    // provider's own data
} mjpResourceProvider;

typedef struct mjpDecoder_ {
  const char* content_type;  // such as "model/obj"
  const char* extension;     // such as ".obj"
  int (*can_decode)(const mjResource* resource);
  mjSpec* (*decode)(mjResource* resource, const mjVFS* vfs);
} mjpDecoder;

typedef struct mjpEncoder_ {
  const char* content_type;
  const char* extension;
  mjtSize (*encode)(const mjSpec* spec, const mjModel* model, const char* filename,
                    const mjVFS* vfs, char* error, int error_sz);
} mjpEncoder;

typedef enum mjtSDFType_ {
  mjSDFTYPE_SINGLE = 0,
  mjSDFTYPE_INTERSECTION = 1,
  mjSDFTYPE_MIDSURFACE = 2,
  mjSDFTYPE_COLLISION = 3,
} mjtSDFType;

typedef struct mjpPlugin_ {
  const char* name;               // globally unique
  int nattribute;                 // number of configuration attributes
  const char* const* attributes;  // their names
  int capabilityflags;            // mjtPluginCapabilityBit
  int needstage;                  // mjtStage, for sensors
  int (*nstate)(const mjModel* m, int instance);
  int (*nsensordata)(const mjModel* m, int instance, int sensor_id);
  int (*init)(const mjModel* m, mjData* d, int instance);
  void (*destroy)(mjData* d, int instance);
  void (*copy)(mjData* dest, const mjModel* m, const mjData* src, int instance);
  void (*reset)(const mjModel* m, mjtNum* plugin_state, void* plugin_data, int instance);
  void (*compute)(const mjModel* m, mjData* d, int instance, int capability_bit);
  void (*advance)(const mjModel* m, mjData* d, int instance);
  void (*visualize)(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn, int instance);
  void (*actuator_act_dot)(const mjModel* m, mjData* d, int instance);
  mjtNum (*sdf_distance)(const mjtNum point[3], const mjData* d, int instance);
  void (*sdf_gradient)(mjtNum gradient[3], const mjtNum point[3], const mjData* d, int instance);
  mjtNum (*sdf_staticdistance)(const mjtNum point[3], const mjtNum* attributes);
  void (*sdf_attribute)(mjtNum attribute[], const char* name[], const char* value[]);
  void (*sdf_aabb)(mjtNum aabb[6], const mjtNum* attributes);
} mjpPlugin;

typedef struct mjSDF_ {
  const mjpPlugin** plugin;
  int* id;
  mjtSDFType type;
  mjtNum* relpos;
  mjtNum* relmat;
  mjtGeom* geomtype;
} mjSDF;

typedef void (*mjfPluginLibraryLoadCallback)(const char* filename, int first, int count);
