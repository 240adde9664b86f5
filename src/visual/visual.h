// The abstract scene: what a renderer needs to know, computed from mjModel and mjData.
//
// mjv_updateScene walks model and data and writes a list of mjvGeom (shape, pose, colour, label),
// the lights, the camera pair, and the vertices of skins and flexes. A scene owns its buffers
// (mjv_makeScene) and takes at most maxgeom geoms; further geoms are dropped and scn->status set.
// Cameras, selection and perturbation turn mouse motion into poses and forces.

#pragma once

#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "api/mjv_functions.h"
#include "math/inline.h"

// Pixels of orthographic cameras do not tell how far the point looked at is: mouse motion is as
// fast there as at this distance from the near plane of a perspective camera.
#define LB_ORTHOGRAPHIC_PACE 0.15

// What the builders of one update share.
typedef struct lbSceneBuild_ {
  const mjModel* m;
  mjData* d;
  const mjvOption* opt;
  const mjvPerturb* pert;
  int catmask;
  mjvScene* scn;
} lbSceneBuild;

// The next free geom with defaults set, or NULL when the category is off or the scene is full
// (status set). It counts only after lb_finishGeom.
mjvGeom* lb_beginGeom(lbSceneBuild* b, int category, int objtype, int objid);
void lb_finishGeom(lbSceneBuild* b, mjvGeom* geom);

// begin + shape + colour + finish, for geoms that need nothing else; returns the geom (for a label)
// or NULL.
mjvGeom* lb_addShape(lbSceneBuild* b, int category, int objtype, int objid, int type,
                     const mjtNum size[3], const mjtNum pos[3], const mjtNum mat[9],
                     const float rgba[4]);

// Gives a geom the shape and pose of a site; rgba NULL: gray.
void lb_initSiteGeom(const lbSceneBuild* b, mjvGeom* geom, int siteId, mjtNum scale,
                     const float rgba[4]);

// Like lb_addShape, from one point to another; width is the radius.
mjvGeom* lb_addConnector(lbSceneBuild* b, int category, int objtype, int objid, int type,
                         mjtNum width, const mjtNum from[3], const mjtNum to[3],
                         const float rgba[4]);

// Radius of the piece of a tendon that starts at a point of its path: inside of a wrapping object
// it is half of the width, so that it does not show through.
mjtNum lb_pieceWidth(const mjData* d, int point, mjtNum width);

// Three thin cylinders along the axes of a frame.
void lb_addFrame(lbSceneBuild* b, int category, int objtype, int objid, const mjtNum pos[3],
                 const mjtNum mat[9], mjtNum length, mjtNum width);

// Writes "name", or "type id" for a nameless object.
void lb_setLabel(const mjModel* m, mjvGeom* geom, int objtype, int objid);

// Material of a geom: texture, reflectance and the rest; the colour too unless rgba was given.
void lb_setMaterial(const mjModel* m, mjvGeom* geom, int matid, const float rgba[4],
                    const mjtByte* flags);

// Impedance of the limit of a joint or tendon (mjtConstraint and id) while it is active, else 0.
mjtNum lb_limitImpedance(const mjData* d, int type, int id);

void lb_mixColors(float rgba[4], const float from[4], const float to[4], float weight);

// Static when welded to the world.
int lb_bodyCategory(const mjModel* m, int bodyId);

// Whether what belongs to a body is shown: its category is asked for, and not hidden.
bool lb_isBodyShown(const lbSceneBuild* b, int bodyId);

// Group index clamped to the range of the visibility switches.
int lb_group(int group);

// Builders, one family of geoms each, called in this order.
void lb_addFlexGeoms(lbSceneBuild* b);
void lb_addSkinGeoms(lbSceneBuild* b);
void lb_addBodyGeoms(lbSceneBuild* b);
void lb_addJointGeoms(lbSceneBuild* b);
void lb_addCameraGeoms(lbSceneBuild* b);
void lb_addLightGeoms(lbSceneBuild* b);
void lb_addActuatorGeoms(lbSceneBuild* b);
void lb_addIslandGeoms(lbSceneBuild* b);
void lb_addModelGeoms(lbSceneBuild* b);
void lb_addSiteGeoms(lbSceneBuild* b);
void lb_addTendonGeoms(lbSceneBuild* b);
void lb_addFrameGeoms(lbSceneBuild* b);
void lb_addVolumeGeoms(lbSceneBuild* b);
void lb_addSkeletonGeoms(lbSceneBuild* b);
void lb_addSensorGeoms(lbSceneBuild* b);
void lb_addForceGeoms(lbSceneBuild* b);
void lb_addConstraintGeoms(lbSceneBuild* b);
void lb_addContactGeoms(lbSceneBuild* b);

// Whether anything of flexes is drawn. COMPAT: VIS-FLEX-OFF: otherwise what the scene has of them
// stays as it is, its own flags too.
bool lb_showsFlexes(const mjvOption* opt);

// Flags, vertices, normals and faces of all flexes as the options want them.
void lb_updateFlexes(const mjModel* m, const mjData* d, const mjvOption* opt, mjvScene* scn);

// Whether a body other than the world is selected, and the selected point in the world.
bool lb_isSelected(const mjModel* m, const mjvPerturb* pert);
void lb_selectedPoint(const mjData* d, const mjvPerturb* pert, mjtNum point[3]);

// A mouse motion as a vector: x right, y forward, z up, before it is turned to the camera.
void lb_mouseVector(mjtNum res[3], int action, mjtNum dx, mjtNum dy);
