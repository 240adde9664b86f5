// mjv_: the abstract scene, cameras, selection and perturbation.

#pragma once

#include "visual.h"

#ifdef __cplusplus
extern "C" {
#endif

// Words for flags of the options, for timers, labels and frames, by their enumerations.
LB_API extern const char* mjDISABLESTRING[mjNDISABLE];
LB_API extern const char* mjENABLESTRING[mjNENABLE];
LB_API extern const char* mjTIMERSTRING[mjNTIMER];
LB_API extern const char* mjLABELSTRING[mjNLABEL];
LB_API extern const char* mjFRAMESTRING[mjNFRAME];
// Words for flags of pictures: name, "1" where it is on at first, key of the viewer.
LB_API extern const char* mjVISSTRING[mjNVISFLAG][3];
LB_API extern const char* mjRNDSTRING[mjNRNDFLAG][3];

// Copies src into dest, which may be NULL: then a new mjData is made; returns it. What no abstract
// scene needs and may be large, the inertia matrix, Jacobians and their factors, stays as it was.
LB_API mjData* mjv_copyData(mjData* dest, const mjModel* m, const mjData* src);

// Sets a free camera that looks at the origin from 2 away, azimuth 90, elevation -45 degrees.
LB_API void mjv_defaultCamera(mjvCamera* cam);

// Sets a free camera that sees the whole model: centre and extent from m->stat, angles from
// m->vis.global.
LB_API void mjv_defaultFreeCamera(const mjModel* m, mjvCamera* cam);

// Sets a perturbation that has nothing selected.
LB_API void mjv_defaultPerturb(mjvPerturb* pert);

// Transforms a pose from the room that the scene is shown in to the model. Error when the scale of
// the scene is not positive.
LB_API void mjv_room2model(mjtNum modelpos[3], mjtNum modelquat[4], const mjtNum roompos[3],
                           const mjtNum roomquat[4], const mjvScene* scn);

// Transforms a pose from the model to the room that the scene is shown in; the translation is
// scaled, too. Error when the scale of the scene is not positive.
LB_API void mjv_model2room(mjtNum roompos[3], mjtNum roomquat[4], const mjtNum modelpos[3],
                           const mjtNum modelquat[4], const mjvScene* scn);

// Position, forward and up direction (unit vectors) of the average of the two cameras, in model
// coordinates. Error when a near plane is not in front of its camera, as before an update.
LB_API void mjv_cameraInModel(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3],
                              const mjvScene* scn);

// Position, forward and up direction (unit vectors) of the average of the two cameras, in room
// coordinates. Error when a near plane is not in front of its camera, as before an update.
LB_API void mjv_cameraInRoom(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3],
                             const mjvScene* scn);

// Height of what the camera sees at unit distance, or the height of the frustum of an orthographic
// camera; mean of the two cameras. Error when a near plane is at 0, or only one is orthographic.
LB_API mjtNum mjv_frustumHeight(const mjvScene* scn);

// Rotates a vector about the vertical such that its y axis points along the horizontal part of
// forward; forward need not be normalised.
LB_API void mjv_alignToCamera(mjtNum res[3], const mjtNum vec[3], const mjtNum forward[3]);

// Moves a free or tracking camera with the mouse; action is mjtMouse, reldx and reldy are fractions
// of the height of the picture, downwards positive. Fixed cameras stay. Error for an unknown
// action, and for motions other than turns and zoom of a camera that is none of these.
LB_API void mjv_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy,
                           mjvCamera* cam);

// Moves the reference pose of a perturbation with the mouse; action is mjtMouse, reldx and reldy
// are fractions of the height of the picture. Rotations stop 90 degrees from the selected body.
// Error for an unknown action.
LB_API void mjv_movePerturb(const mjModel* m, const mjData* d, int action, mjtNum reldx,
                            mjtNum reldy, const mjvScene* scn, mjvPerturb* pert);

// Moves, turns or scales the whole model in the room with the mouse, where scn->enabletransform is
// set; roomup is the vertical of the room. Error for an unknown action.
LB_API void mjv_moveModel(const mjModel* m, int action, mjtNum reldx, mjtNum reldy,
                          const mjtNum roomup[3], mjvScene* scn);

// Starts a perturbation of pert->select: the reference takes over the pose of the body, and mass
// and mouse scale are computed. Without a selection nothing happens.
LB_API void mjv_initPerturb(const mjModel* m, mjData* d, const mjvScene* scn, mjvPerturb* pert);

// Moves the selected body to the reference pose: a mocap body always, the root of a free tree when
// flg_paused is set. Call it while pert->active is not 0, before the next step.
LB_API void mjv_applyPerturbPose(const mjModel* m, mjData* d, const mjvPerturb* pert,
                                 int flg_paused);

// Sets d->xfrc_applied of the selected body to the pull of a critically damped spring towards the
// reference; forces of other bodies stay. The caller clears them.
LB_API void mjv_applyPerturbForce(const mjModel* m, mjData* d, const mjvPerturb* pert);

// The camera halfway between two, as a mono view of a stereo pair.
LB_API mjvGLCamera mjv_averageCamera(const mjvGLCamera* cam1, const mjvGLCamera* cam2);

// The camera of the renderer for a camera of the model, without the offset between the eyes. Error
// for an id out of range.
LB_API mjvGLCamera mjv_camera2GLCamera(const mjModel* model, const mjData* data,
                                       const mjvCamera* mjv_camera);

// Finds what is visible at a point of the picture; relx and rely run from 0 at the lower left to 1,
// aspectratio is width by height. Returns the body, -1 for none; writes the point (selpnt, model
// coordinates) and the geom, flex or skin hit, -1 each otherwise.
LB_API int mjv_select(const mjModel* m, const mjData* d, const mjvOption* vopt, mjtNum aspectratio,
                      mjtNum relx, mjtNum rely, const mjvScene* scn, mjtNum selpnt[3],
                      int geomid[1], int flexid[1], int skinid[1]);

// Sets which groups and decorations are shown by default.
LB_API void mjv_defaultOption(mjvOption* opt);

// Sets an empty figure with distinct line colours.
LB_API void mjv_defaultFigure(mjvFigure* fig);

// Sets the shape, pose (mat row-major) and colour of a geom and clears its material; size, pos, mat
// and rgba may be NULL for 0.1, the origin, no rotation, and grey.
LB_API void mjv_initGeom(mjvGeom* geom, int type, const mjtNum size[3], const mjtNum pos[3],
                         const mjtNum mat[9], const float rgba[4]);

// Turns a geom into a connector of two points: capsule, cylinder, arrow or line of the given radius
// (lines: pixels).
LB_API void mjv_connector(mjvGeom* geom, int type, mjtNum width, const mjtNum from[3],
                          const mjtNum to[3]);

// Clears a scene that owns nothing yet and sets the default rendering flags.
LB_API void mjv_defaultScene(mjvScene* scn);

// Allocates the buffers of a scene for a model: maxgeom geoms, and the vertices of its skins and
// flexes; buffers that the scene owned are released. m may be NULL for a scene without a model.
LB_API void mjv_makeScene(const mjModel* m, mjvScene* scn, int maxgeom);

// Releases the buffers of a scene and clears it.
LB_API void mjv_freeScene(mjvScene* scn);

// Fills the scene with the state of now: camera, geoms of the categories in catmask (mjtCatBit),
// lights, skins and flexes. pert and cam may be NULL. With too many geoms the rest is left out and
// scn->status set to 1, which only the program sets back.
LB_API void mjv_updateScene(const mjModel* m, mjData* d, const mjvOption* opt,
                            const mjvPerturb* pert, mjvCamera* cam, int catmask, mjvScene* scn);

// Copies src into dest, which must have the same sizes, without the large arrays that no abstract
// scene needs: vertices and faces of meshes, height fields, textures.
LB_API void mjv_copyModel(mjModel* dest, const mjModel* src);

// Adds the geoms of the categories in catmask to those that are in the scene.
LB_API void mjv_addGeoms(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                         int catmask, mjvScene* scn);

// Lists the headlight, if it is on, and the active lights of the model.
LB_API void mjv_makeLights(const mjModel* m, const mjData* d, mjvScene* scn);

// Sets the two cameras of the scene, half the distance between the eyes to each side; a tracking
// camera takes over the centre of mass of its body as the point looked at. The room transform is
// off from then on. cam may be NULL, or the program's own: nothing changes. Error for an id out of
// range.
LB_API void mjv_updateCamera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn);

// Moves the vertices of skins with their bones and computes normals. Skins of groups that
// mjv_defaultOption does not show have zeros, as those of hidden groups have in mjv_updateScene.
LB_API void mjv_updateSkin(const mjModel* m, const mjData* d, mjvScene* scn);

// Position and axes (unit vectors, model coordinates) of a camera; each result may be NULL. Error
// for an unknown type.
LB_API void mjv_cameraFrame(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], mjtNum right[3],
                            const mjData* d, const mjvCamera* cam);

// Frustum of a camera: heights above and below the axis (zver) and widths left and right of it
// (zhor, 0: by the aspect ratio) at the near plane, and distances of the near and far plane
// (zclip); each result may be NULL. Error for an id out of range.
LB_API void mjv_cameraFrustum(float zver[2], float zhor[2], float zclip[2], const mjModel* m,
                              const mjvCamera* cam);

#ifdef __cplusplus
}
#endif
