// mjv_: the abstract scene, cameras, selection and perturbation.

#pragma once

#include "api/visual.h"

#ifdef __cplusplus
extern "C" {
#endif

LB_API mjData* mjv_copyData(mjData* dest, const mjModel* m, const mjData* src);
LB_API void mjv_defaultCamera(mjvCamera* cam);
LB_API void mjv_defaultFreeCamera(const mjModel* m, mjvCamera* cam);
LB_API void mjv_defaultPerturb(mjvPerturb* pert);
LB_API void mjv_room2model(mjtNum modelpos[3], mjtNum modelquat[4], const mjtNum roompos[3],
                           const mjtNum roomquat[4], const mjvScene* scn);
LB_API void mjv_model2room(mjtNum roompos[3], mjtNum roomquat[4], const mjtNum modelpos[3],
                           const mjtNum modelquat[4], const mjvScene* scn);
LB_API void mjv_cameraInModel(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3],
                              const mjvScene* scn);
LB_API void mjv_cameraInRoom(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3],
                             const mjvScene* scn);
LB_API mjtNum mjv_frustumHeight(const mjvScene* scn);
LB_API void mjv_alignToCamera(mjtNum res[3], const mjtNum vec[3], const mjtNum forward[3]);
LB_API void mjv_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy,
                           mjvCamera* cam);
LB_API void mjv_movePerturb(const mjModel* m, const mjData* d, int action, mjtNum reldx,
                            mjtNum reldy, const mjvScene* scn, mjvPerturb* pert);
LB_API void mjv_moveModel(const mjModel* m, int action, mjtNum reldx, mjtNum reldy,
                          const mjtNum roomup[3], mjvScene* scn);
LB_API void mjv_initPerturb(const mjModel* m, mjData* d, const mjvScene* scn, mjvPerturb* pert);
LB_API void mjv_applyPerturbPose(const mjModel* m, mjData* d, const mjvPerturb* pert,
                                 int flg_paused);
LB_API void mjv_applyPerturbForce(const mjModel* m, mjData* d, const mjvPerturb* pert);
LB_API mjvGLCamera mjv_averageCamera(const mjvGLCamera* cam1, const mjvGLCamera* cam2);
LB_API mjvGLCamera mjv_camera2GLCamera(const mjModel* model, const mjData* data,
                                       const mjvCamera* mjv_camera);
LB_API int mjv_select(const mjModel* m, const mjData* d, const mjvOption* vopt, mjtNum aspectratio,
                      mjtNum relx, mjtNum rely, const mjvScene* scn, mjtNum selpnt[3],
                      int geomid[1], int flexid[1], int skinid[1]);
LB_API void mjv_defaultOption(mjvOption* opt);
LB_API void mjv_defaultFigure(mjvFigure* fig);
LB_API void mjv_initGeom(mjvGeom* geom, int type, const mjtNum size[3], const mjtNum pos[3],
                         const mjtNum mat[9], const float rgba[4]);
LB_API void mjv_connector(mjvGeom* geom, int type, mjtNum width, const mjtNum from[3],
                          const mjtNum to[3]);
LB_API void mjv_defaultScene(mjvScene* scn);
LB_API void mjv_makeScene(const mjModel* m, mjvScene* scn, int maxgeom);
LB_API void mjv_freeScene(mjvScene* scn);
LB_API void mjv_updateScene(const mjModel* m, mjData* d, const mjvOption* opt,
                            const mjvPerturb* pert, mjvCamera* cam, int catmask, mjvScene* scn);
LB_API void mjv_copyModel(mjModel* dest, const mjModel* src);
LB_API void mjv_addGeoms(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                         int catmask, mjvScene* scn);
LB_API void mjv_makeLights(const mjModel* m, const mjData* d, mjvScene* scn);
LB_API void mjv_updateCamera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn);
LB_API void mjv_updateSkin(const mjModel* m, const mjData* d, mjvScene* scn);
LB_API void mjv_cameraFrame(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], mjtNum right[3],
                            const mjData* d, const mjvCamera* cam);
LB_API void mjv_cameraFrustum(float zver[2], float zhor[2], float zclip[2], const mjModel* m,
                              const mjvCamera* cam);

#ifdef __cplusplus
}
#endif
