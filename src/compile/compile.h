// The compiler from mjSpec to mjModel: its working state and the passes that share it.
//
// Passes run in the order of their declaration below. They never change the spec's values: what is
// resolved (frames, sizes, inertias, ids) lives in work copies inside one region. The model is
// allocated once all sizes are known and filled by the later passes. Any pass may raise an error;
// mj_compile then frees region and model and keeps the message in the spec.

#pragma once

#include "api/limber.h"
#include "asset/hfield.h"
#include "asset/mesh.h"
#include "asset/skin.h"
#include "asset/texture.h"
#include "base/vfs.h"
#include "model/matrices.h"
#include "spec/element.h"

// COMPAT: geoms of no more volume or mass than this weigh nothing.
#define LB_SMALLEST_MASS 1e-14

typedef struct lbWorkBody_ lbWorkBody;

typedef struct lbWorkJoint_ {
  const lbJoint* source;
  mjsJoint s;  // pose in the body frame, angles in radians, limited resolved
  struct lbWorkJoint_* next;
} lbWorkJoint;

typedef struct lbWorkGeom_ {
  const lbGeom* source;
  mjsGeom s;  // pose in the body frame, type and sizes resolved
  lbWorkBody* body;
  struct lbWorkGeom_* next;
  int id;
  int meshId, hfieldId, materialId;  // -1: none
  double mass, inertia[3];           // about the geom's own frame
  double aabb[6];                    // centre and half sizes in the geom frame
  double rbound;
  bool discarded;
} lbWorkGeom;

typedef struct lbWorkSite_ {
  const lbSite* source;
  mjsSite s;
  lbWorkBody* body;
  struct lbWorkSite_* next;
  int id, materialId;
} lbWorkSite;

typedef struct lbWorkCamera_ {
  const lbCamera* source;
  mjsCamera s;
  struct lbWorkCamera_* next;
  int targetId;
} lbWorkCamera;

typedef struct lbWorkLight_ {
  const lbLight* source;
  mjsLight s;
  struct lbWorkLight_* next;
  int targetId, textureId;
} lbWorkLight;

// A list with constant-time appending, so that fusing bodies moves their elements cheaply.
#define LB_CHAIN(Type) \
  struct {             \
    Type* first;       \
    Type* last;        \
    int count;         \
  }
#define LB_CHAIN_ADD(chain, item) \
  do {                            \
    if ((chain)->last) {          \
      (chain)->last->next = item; \
    } else {                      \
      (chain)->first = item;      \
    }                             \
    (chain)->last = item;         \
    (chain)->count++;             \
  } while (0)

struct lbWorkBody_ {
  const lbBody* source;
  mjsBody s;  // pose in the parent body, inertial frame and inertia resolved
  lbWorkBody* parent;
  lbWorkBody* next;  // sibling
  int id;            // in the model
  LB_CHAIN(lbWorkBody) bodies;
  LB_CHAIN(lbWorkJoint) joints;
  LB_CHAIN(lbWorkGeom) geoms;
  LB_CHAIN(lbWorkSite) sites;
  LB_CHAIN(lbWorkCamera) cameras;
  LB_CHAIN(lbWorkLight) lights;
  int dofNum;
  int weldId, rootId, mocapId;
};

typedef struct lbWorkFlex_ lbWorkFlex;

typedef struct lbCompiler_ {
  lbSpec* spec;
  const mjVFS* vfs;
  lbRegion region;
  mjModel sizes;                       // sizes collected before the model exists
  mjModel* m;                          // NULL until allocated
  mjData* d;                           // for the passes that simulate
  const lbElement* current;            // element being compiled, for messages
  bool located;                        // the error raised already names its element
  const char* file;                    // asset that is read, NULL: none
  char problems[8 * LB_MESSAGE_SIZE];  // errors that are told together
  int moreProblems;                    // found no room
  int* ids[LB_SPEC_LISTS];             // spec position -> model id, -1: not in the model
  lbWorkBody* bodyWork;                // by spec position
  lbWorkGeom* geomWork;
  lbWorkSite* siteWork;
  lbWorkBody** bodies;  // by model id
  lbWorkGeom** geomById;
  int bodyCount;
  lbMeshShape* meshes;          // by spec position
  bool *colliding, *distances;  // meshes that collide, whose distances are asked for
  lbHFieldShape* hfields;       // by spec position
  lbSkinShape* skins;           // by spec position
  lbWorkFlex* flexes;           // by spec position
  lbTexturePixels* textures;    // by spec position
} lbCompiler;

// Zeroed array that lives as long as the compilation.
#define LB_WORK_ARRAY(c, Type, count) \
  ((Type*)lb_regionAlloc(&(c)->region, lb_checkedSize((size_t)(count), sizeof(Type))))

// Raises an error about the element being compiled.
LB_NORETURN void lb_compileError(lbCompiler* c, const char* format, ...) LB_PRINTF(2, 3);

// Runs a step for each element of a kind. An error of one is noted, and the others follow:
// lb_compileRaise raises what was noted.
void lb_compileEach(lbCompiler* c, mjtObj kind, void (*step)(lbCompiler* c, int i));
void lb_compileRaise(lbCompiler* c);

// Model id of the named element; -1 when there is none or it is not part of the model.
int lb_compileFind(lbCompiler* c, mjtObj type, const char* name);

// Like lb_compileFind, raising "<kind> '<name>' not found in <what> <id>" for an unknown name. An
// empty name gives -1.
int lb_compileRequire(lbCompiler* c, mjtObj type, const char* name, const char* what, int id);

// quat from the orientation alternatives of an element, normalised.
void lb_resolveQuat(lbCompiler* c, double quat[4], const mjsOrientation* alt, const char* what,
                    int id);

// Changes a pose or vector given in an element's frames to its body's frame.
void lb_applyFrames(lbCompiler* c, const lbFrame* frame, double pos[3], double quat[4]);

// True or false from a tri-state `limited` attribute; raises when range is given but it is not.
bool lb_resolveLimited(lbCompiler* c, mjtLimited limited, const double range[2], const char* what,
                       const char* attribute);

// Checks the length of a user array, raising an error when longer than size.
void lb_checkUser(lbCompiler* c, const mjDoubleVec* user, int size, const char* kind);

// Settings that apply to an element: those of the spec it came from.
static inline const mjsCompiler* lb_settings(const lbElement* element) {
  return &element->origin->s.compiler;
}

// The work copy of the geom with a model id.
lbWorkGeom* lb_workGeom(lbCompiler* c, int id);

// --- assets

typedef struct lbAssetFile_ {
  const char* name;  // as looked up, without directory
  const char* path;
  const void* bytes;
  size_t size;
} lbAssetFile;

// Assets without a name take that of their file, without folder and extension.
void lb_nameAssets(lbCompiler* c);

// A file's name as the model of the element looks for it: without folders where the compiler's
// strippath says so. Part of `name`.
const char* lb_strippedPath(const lbElement* element, const char* name);

// The content of a file an element names; raises an error when it cannot be opened.
lbAssetFile lb_readAsset(lbCompiler* c, const lbElement* element, const mjString* folder,
                         const char* name);

void lb_compileTextures(lbCompiler* c);
void lb_compileMeshes(lbCompiler* c);
void lb_compileSkins(lbCompiler* c);

// Shape, inertia and bounds of a geom that uses a mesh or a height field.
void lb_meshGeom(lbCompiler* c, lbWorkGeom* geom);
void lb_hfieldGeom(lbCompiler* c, lbWorkGeom* geom);

// --- the tree

void lb_compileTree(lbCompiler* c);
void lb_compileInertia(lbCompiler* c, lbWorkBody* body);
void lb_compileGeom(lbCompiler* c, lbWorkGeom* geom);
void lb_compileSite(lbCompiler* c, lbWorkSite* site);
void lb_fuseStatic(lbCompiler* c);
void lb_discardVisual(lbCompiler* c);

// Volume (area when shell) of a primitive shape, and its inertia for a mass.
double lb_geomVolume(int type, const double size[3], bool shell);
void lb_geomInertia(double inertia[3], int type, double mass, const double size[3], bool shell);

// Size checks of a shape, and pose and sizes from two end points.
void lb_checkSizes(lbCompiler* c, int type, const double size[3]);
void lb_shapeFromTo(lbCompiler* c, int type, const double fromto[6], double pos[3], double quat[4],
                    double size[3]);

// Coefficients of the ellipsoidal fluid model; zero when the geom does not use it.
void lb_geomFluid(const mjsGeom* geom, mjtNum fluid[mjNFLUID]);

// --- sizes

void lb_countSizes(lbCompiler* c);
void lb_countActuators(lbCompiler* c);
void lb_countCustom(lbCompiler* c);
void lb_countPaths(lbCompiler* c);
void lb_countPlugins(lbCompiler* c);
void lb_countFlexes(lbCompiler* c);
int lb_countTendonJacobian(lbCompiler* c, const mjModel* m, int* counts);
int lb_countMomentJacobian(lbCompiler* c, const mjModel* m, const int* tendonCounts);
void lb_countTextureData(lbCompiler* c, mjModel* sizes);
void lb_countMeshData(lbCompiler* c, mjModel* sizes);
void lb_countBvh(lbCompiler* c, mjModel* sizes);
int lb_activeElementCount(const lbCompiler* c, int flex);
int lb_flexEqualityRows(const lbCompiler* c, int type, int flex);

// --- filling the model

void lb_orderContact(lbCompiler* c);
void lb_fillNames(lbCompiler* c);
void lb_fillPaths(lbCompiler* c);
void lb_fillMaterials(lbCompiler* c);
void lb_fillTree(lbCompiler* c);
void lb_fillContact(lbCompiler* c);
void lb_fillEquality(lbCompiler* c);
void lb_fillTendons(lbCompiler* c);
void lb_countSimpleDofs(mjModel* m);
void lb_fillActuators(lbCompiler* c);
void lb_fillSensors(lbCompiler* c);
void lb_fillCustom(lbCompiler* c);
void lb_fillKeys(lbCompiler* c);
void lb_fillPlugins(lbCompiler* c);
void lb_fillSleep(lbCompiler* c);

// Replaces the draft by the model with its final sizes; what follows needs them.
void lb_finalModel(lbCompiler* c);
void lb_fillTendonJacobian(lbCompiler* c);
void lb_fillTextures(lbCompiler* c);
void lb_fillMeshes(lbCompiler* c);
void lb_fillSkins(lbCompiler* c);

// State and sensor sizes of plugins, which they derive from the finished model.
void lb_countPluginStates(lbCompiler* c);
void lb_fillFlexes(lbCompiler* c);
void lb_countFlexJacobians(lbCompiler* c, mjModel* sizes);
void lb_fillFlexJacobians(lbCompiler* c);
void lb_countFlexMass(lbCompiler* c, mjModel* sizes);
void lb_fillFlexMass(lbCompiler* c);  // after mj_setConst
void lb_fillBvh(lbCompiler* c);

// --- actuators and sensors

// The actuator with its transmission and controls as the engine sees them: orientation servos get a
// transmission of their own, left out controls their default.
mjsActuator lb_actuatorKind(const mjsActuator* given);

int lb_actuatorInputs(const mjsActuator* s);
int lb_actuatorOutputs(const mjsActuator* s);
void lb_resolveSo3(lbCompiler* c, const lbActuator* actuator, int trnid[2]);
void lb_ctrlLimit(const mjsActuator* s, int input, bool limited, const double ctrlrange[2],
                  mjtBool* ctrlLimited, mjtNum range[2]);
int lb_sensorDim(lbCompiler* c, const lbSensor* sensor);

// Refuses combinations that no actuator can have; the number of its activations.
void lb_checkActuator(lbCompiler* c, const lbActuator* actuator, const mjsActuator* s);
int lb_actuatorActivations(lbCompiler* c, const lbActuator* actuator, const mjsActuator* s);
int lb_actuatorPlugin(lbCompiler* c, const mjsActuator* s);
int lb_sensorPlugin(lbCompiler* c, const mjsSensor* s);
lbMeshSource lb_pluginSurface(lbCompiler* c, const mjsPlugin* use);
int lb_tactileDim(lbCompiler* c, const lbSensor* sensor);

// --- after compilation

// Feasible lengths of actuators that need them; simulates.
void lb_setLengthRanges(lbCompiler* c);

// Keeps the spec of the last mj_loadXML for mj_saveLastXML; NULL frees the one kept.
void lb_keepLastSpec(mjSpec* spec);

// Notes what a compilation found, so that mj_copyBack can tell what was changed since.
void lb_keepCompiled(lbSpec* spec, const mjModel* m);
