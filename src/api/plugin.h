// Engine plugins, resource providers, encoders and decoders: structs that a program fills in and
// registers.

#pragma once

#include "data.h"
#include "model.h"
#include "spec.h"
#include "visual.h"

// What a plugin can do, bits.
typedef enum mjtPluginCapabilityBit_ {
  mjPLUGIN_ACTUATOR = 1,  // computes actuator forces
  mjPLUGIN_SENSOR = 2,    // computes readings of sensors
  mjPLUGIN_PASSIVE = 4,   // computes passive forces
  mjPLUGIN_SDF = 8,       // is a shape, given by its signed distance
} mjtPluginCapabilityBit;

// A virtual file system: files in memory, and mounted resource providers.
typedef struct mjVFS_ {
  void* impl_;  // file table, owned
} mjVFS;

// A cache of what was read from asset files.
typedef struct mjCache_ {
  void* impl_;  // asset cache, owned
} mjCache;

// An open file or other source of bytes.
typedef struct mjResource_ {
  char* name;                                   // full name, with prefix
  void* data;                                   // provider's own data
  char timestamp[512];                          // when the content last changed, provider's format
  const mjVFS* vfs;                             // where it was opened, may be NULL
  const struct mjpResourceProvider_* provider;  // NULL: VFS or disk
} mjResource;

// Prepares the folder resource->name, before files in it are opened; nonzero on success.
typedef int (*mjfMountResource)(mjResource* resource);
// Releases what mount took; nonzero on success.
typedef int (*mjfUnmountResource)(mjResource* resource);
// Makes the bytes of resource->name ready; nonzero on success.
typedef int (*mjfOpenResource)(mjResource* resource);
// Gives the address of the bytes; returns their number, -1 on failure.
typedef int (*mjfReadResource)(mjResource* resource, const void** buffer);
// Writes the bytes of resource->name, which is not open; returns their number, -1 on failure.
typedef mjtSize (*mjfWriteResource)(mjResource* resource, const void* buffer, mjtSize nbytes);
// Releases what open took.
typedef void (*mjfCloseResource)(mjResource* resource);
// Gives the folder of the resource: ndir characters of dir.
typedef void (*mjfGetResourceDir)(mjResource* resource, const char** dir, int* ndir);
// 0 when the resource is still the one of the timestamp.
typedef int (*mjfResourceModified)(const mjResource* resource, const char* timestamp);

// Where bytes come from whose names begin with a prefix, or are below a mounted folder.
typedef struct mjpResourceProvider_ {
  const char* prefix;            // scheme before ':' that selects this provider
  mjfOpenResource open;          // nonzero on success
  mjfReadResource read;          // number of bytes, -1 on failure
  mjfCloseResource close;        // called when the resource is closed
  mjfMountResource mount;        // called by mj_mountVFS, may be NULL
  mjfUnmountResource unmount;    // called when the folder is unmounted, may be NULL
  mjfResourceModified modified;  // may be NULL
  mjfWriteResource write;        // number of bytes, -1 on failure; NULL: read only
  void* data;                    // provider's own data
  mjfGetResourceDir getdir;      // may be NULL: the name up to its last '/', or its prefix
} mjpResourceProvider;

// Nonzero: a decoder reads this resource.
typedef int (*mjfCanDecode)(const mjResource* resource);
// A new spec, owned by the caller; NULL on failure.
typedef mjSpec* (*mjfDecode)(mjResource* resource, const mjVFS* vfs);
// Sets resource->data to the bytes of a file; returns their number, -1 on failure.
typedef mjtSize (*mjfEncode)(const mjSpec* s, const mjModel* m, const mjVFS* vfs,
                             mjResource* resource);

// Reads files of a type into a spec.
typedef struct mjpDecoder_ {
  const char* content_type;  // such as "model/obj"
  const char* extension;     // such as ".obj", or several: ".obj|.objz"
  mjfCanDecode can_decode;   // asked when no content type is stated
  mjfDecode decode;          // reads the resource
} mjpDecoder;

// Writes a spec or model as files of a type.
typedef struct mjpEncoder_ {
  const char* content_type;         // such as "model/obj"
  const char* extension;            // such as ".obj", or several: ".obj|.objz"
  mjfEncode encode;                 // makes the bytes; resource->name is the file to be written
  mjfCloseResource close_resource;  // releases them
} mjpEncoder;

// What mjc_distance combines shapes to.
typedef enum mjtSDFType_ {
  mjSDFTYPE_SINGLE = 0,        // the first shape alone
  mjSDFTYPE_INTERSECTION = 1,  // max(A, B)
  mjSDFTYPE_MIDSURFACE = 2,    // A - B
  mjSDFTYPE_COLLISION = 3,     // A + B + |max(A, B)|, lowest deep in both
} mjtSDFType;

// An engine plugin. Functions that a plugin has no use for are NULL; those of its capabilities must
// be there.
typedef struct mjpPlugin_ {
  const char* name;               // globally unique
  int nattribute;                 // number of configuration attributes
  const char* const* attributes;  // their names
  int capabilityflags;            // mjtPluginCapabilityBit
  int needstage;                  // mjtStage, for sensors
  // numbers of plugin_state that an instance needs; NULL: none
  int (*nstate)(const mjModel* m, int instance);
  // readings of a sensor; needed by sensors
  int (*nsensordata)(const mjModel* m, int instance, int sensor_id);
  // called when data is made; 0, or negative: error
  int (*init)(const mjModel* m, mjData* d, int instance);
  // called when data is deleted
  void (*destroy)(mjData* d, int instance);
  // copies plugin_data of an instance; the state is copied already
  void (*copy)(mjData* dest, const mjModel* m, const mjData* src, int instance);
  // sets the state of an instance; NULL: the state stays (it is zero in new data)
  void (*reset)(const mjModel* m, mjtNum* plugin_state, void* plugin_data, int instance);
  // writes actuator_force or sensordata, or adds to qfrc_passive
  void (*compute)(const mjModel* m, mjData* d, int instance, int capability_bit);
  // called at the end of a step
  void (*advance)(const mjModel* m, mjData* d, int instance);
  // adds to the scene
  void (*visualize)(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn, int instance);
  // writes act_dot of the instance's actuators
  void (*actuator_act_dot)(const mjModel* m, mjData* d, int instance);
  // signed distance at a point in the frame of the shape, m; negative inside
  mjtNum (*sdf_distance)(const mjtNum point[3], const mjData* d, int instance);
  // its gradient
  void (*sdf_gradient)(mjtNum gradient[3], const mjtNum point[3], const mjData* d, int instance);
  // the same distance without data, for the compiler
  mjtNum (*sdf_staticdistance)(const mjtNum point[3], const mjtNum* attributes);
  // numbers for sdf_staticdistance from configuration texts
  void (*sdf_attribute)(mjtNum attribute[], const char* name[], const char* value[]);
  // box around the shape: centre, half sizes, m
  void (*sdf_aabb)(mjtNum aabb[6], const mjtNum* attributes);
} mjpPlugin;

// Shapes to combine to one signed distance function. Arrays hold one shape, or two.
typedef struct mjSDF_ {
  const mjpPlugin** plugin;  // plugins of the shapes; NULL entry: geom without plugin
  int* id;                   // plugin instances, or geoms without plugin
  mjtSDFType type;           // how the shapes are combined
  mjtNum* relpos;     // positions of the points' frame in the frames of the shapes (3 each), m
  mjtNum* relmat;     // orientations of it (9 each)
  mjtGeom* geomtype;  // kinds of geoms
} mjSDF;

// Told of each library that was loaded: its file's name, its first plugin's slot, -1 without one,
// and its number of plugins.
typedef void (*mjfPluginLibraryLoadCallback)(const char* filename, int first, int count);
