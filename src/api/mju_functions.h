// mju_: mathematics and utilities that need no model.

#pragma once

#include "api/callbacks.h"
#include "api/data.h"
#include "api/model.h"
#include "api/plugin.h"
#include "api/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

LB_API void mju_getXMLDependencies(const char* filename, mjStringVec* dependencies);
LB_API void mju_printMat(const mjtNum* mat, int nr, int nc);
LB_API void mju_printMatSparse(const mjtNum* mat, int nr, const int* rownnz, const int* rowadr,
                               const int* colind);
LB_API mjtNum mju_rayGeom(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3],
                          const mjtNum pnt[3], const mjtNum vec[3], int geomtype, mjtNum normal[3]);
LB_API mjtNum mju_raySkin(int nface, int nvert, const int* face, const float* vert,
                          const mjtNum pnt[3], const mjtNum vec[3], int vertid[1]);
LB_API void mju_error(const char* msg);
LB_API void mju_warning(const char* msg);
LB_API void mju_clearHandlers(void);
LB_API mjfLogHandler mju_setLogHandler(mjfLogHandler handler);
LB_API mjLogConfig mju_getLogConfig(void);
LB_API void mju_setLogConfig(mjLogConfig config);
LB_API void mju_info(int topic, const char* msg);
LB_API void mju_message(const mjLogMessage* msg);
LB_API void* mju_malloc(size_t size);
LB_API void mju_free(void* ptr);
LB_API void mju_writeLog(const char* type, const char* msg);
LB_API void mju_zero3(mjtNum res[3]);
LB_API void mju_copy3(mjtNum res[3], const mjtNum data[3]);
LB_API void mju_scl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl);
LB_API void mju_add3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]);
LB_API void mju_sub3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]);
LB_API void mju_addTo3(mjtNum res[3], const mjtNum vec[3]);
LB_API void mju_subFrom3(mjtNum res[3], const mjtNum vec[3]);
LB_API void mju_addToScl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl);
LB_API void mju_addScl3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3], mjtNum scl);
LB_API mjtNum mju_normalize3(mjtNum vec[3]);
LB_API mjtNum mju_norm3(const mjtNum vec[3]);
LB_API mjtNum mju_dot3(const mjtNum vec1[3], const mjtNum vec2[3]);
LB_API mjtNum mju_dist3(const mjtNum pos1[3], const mjtNum pos2[3]);
LB_API void mju_mulMatVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]);
LB_API void mju_mulMatTVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]);
LB_API void mju_cross(mjtNum res[3], const mjtNum a[3], const mjtNum b[3]);
LB_API void mju_zero4(mjtNum res[4]);
LB_API void mju_unit4(mjtNum res[4]);
LB_API void mju_copy4(mjtNum res[4], const mjtNum data[4]);
LB_API mjtNum mju_normalize4(mjtNum vec[4]);
LB_API void mju_zero(mjtNum* res, int n);
LB_API void mju_fill(mjtNum* res, mjtNum val, int n);
LB_API void mju_copy(mjtNum* res, const mjtNum* vec, int n);
LB_API mjtNum mju_sum(const mjtNum* vec, int n);
LB_API mjtNum mju_L1(const mjtNum* vec, int n);
LB_API void mju_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n);
LB_API void mju_add(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n);
LB_API void mju_sub(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n);
LB_API void mju_addTo(mjtNum* res, const mjtNum* vec, int n);
LB_API void mju_subFrom(mjtNum* res, const mjtNum* vec, int n);
LB_API void mju_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n);
LB_API void mju_addScl(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl, int n);
LB_API mjtNum mju_normalize(mjtNum* res, int n);
LB_API mjtNum mju_norm(const mjtNum* res, int n);
LB_API mjtNum mju_dot(const mjtNum* vec1, const mjtNum* vec2, int n);
LB_API void mju_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc);
LB_API void mju_mulMatTVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc);
LB_API mjtNum mju_mulVecMatVec(const mjtNum* vec1, const mjtNum* mat, const mjtNum* vec2, int n);
LB_API void mju_transpose(mjtNum* res, const mjtNum* mat, int nr, int nc);
LB_API void mju_symmetrize(mjtNum* res, const mjtNum* mat, int n);
LB_API void mju_eye(mjtNum* mat, int n);
LB_API void mju_mulMatMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1,
                          int c2);
LB_API void mju_mulMatMatT(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1,
                           int r2);
LB_API void mju_mulMatTMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1,
                           int c2);
LB_API void mju_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc);
LB_API void mju_transformSpatial(mjtNum res[6], const mjtNum vec[6], int flg_force,
                                 const mjtNum newpos[3], const mjtNum oldpos[3],
                                 const mjtNum rotnew2old[9]);
LB_API int mju_dense2sparse(mjtNum* res, const mjtNum* mat, int nr, int nc, int* rownnz,
                            int* rowadr, int* colind, int nnz);
LB_API void mju_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz,
                             const int* rowadr, const int* colind);
LB_API void mju_sym2dense(mjtNum* res, const mjtNum* mat, int n, const int* rownnz,
                          const int* rowadr, const int* colind);
LB_API void mju_rotVecQuat(mjtNum res[3], const mjtNum vec[3], const mjtNum quat[4]);
LB_API void mju_negQuat(mjtNum res[4], const mjtNum quat[4]);
LB_API void mju_mulQuat(mjtNum res[4], const mjtNum quat1[4], const mjtNum quat2[4]);
LB_API void mju_mulQuatAxis(mjtNum res[4], const mjtNum quat[4], const mjtNum axis[3]);
LB_API void mju_axisAngle2Quat(mjtNum res[4], const mjtNum axis[3], mjtNum angle);
LB_API void mju_quat2Vel(mjtNum res[3], const mjtNum quat[4], mjtNum dt);
LB_API void mju_subQuat(mjtNum res[3], const mjtNum qa[4], const mjtNum qb[4]);
LB_API void mju_quat2Mat(mjtNum res[9], const mjtNum quat[4]);
LB_API void mju_mat2Quat(mjtNum quat[4], const mjtNum mat[9]);
LB_API void mju_derivQuat(mjtNum res[4], const mjtNum quat[4], const mjtNum vel[3]);
LB_API void mju_quatIntegrate(mjtNum quat[4], const mjtNum vel[3], mjtNum scale);
LB_API void mju_quatZ2Vec(mjtNum quat[4], const mjtNum vec[3]);
LB_API int mju_mat2Rot(mjtNum quat[4], const mjtNum mat[9]);
LB_API void mju_euler2Quat(mjtNum quat[4], const mjtNum euler[3], const char* seq);
LB_API void mju_mulPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos1[3],
                        const mjtNum quat1[4], const mjtNum pos2[3], const mjtNum quat2[4]);
LB_API void mju_negPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos[3],
                        const mjtNum quat[4]);
LB_API void mju_trnVecPose(mjtNum res[3], const mjtNum pos[3], const mjtNum quat[4],
                           const mjtNum vec[3]);
LB_API int mju_cholFactor(mjtNum* mat, int n, mjtNum mindiag);
LB_API void mju_cholSolve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n);
LB_API int mju_cholUpdate(mjtNum* mat, mjtNum* x, int n, int flg_plus);
LB_API mjtNum mju_cholFactorBand(mjtNum* mat, int ntotal, int nband, int ndense, mjtNum diagadd,
                                 mjtNum diagmul);
LB_API void mju_cholSolveBand(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal,
                              int nband, int ndense);
LB_API void mju_band2Dense(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense,
                           mjtBool flg_sym);
LB_API void mju_dense2Band(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense);
LB_API void mju_bandMulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal,
                              int nband, int ndense, int nvec, mjtBool flg_sym);
LB_API int mju_bandDiag(int i, int ntotal, int nband, int ndense);
LB_API int mju_eig3(mjtNum eigval[3], mjtNum eigvec[9], mjtNum quat[4], const mjtNum mat[9]);
LB_API int mju_boxQP(mjtNum* res, mjtNum* R, int* index, const mjtNum* H, const mjtNum* g, int n,
                     const mjtNum* lower, const mjtNum* upper);
LB_API void mju_boxQPmalloc(mjtNum** res, mjtNum** R, int** index, mjtNum** H, mjtNum** g, int n,
                            mjtNum** lower, mjtNum** upper);
LB_API mjtNum mju_muscleGain(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                             const mjtNum prm[9]);
LB_API mjtNum mju_muscleBias(mjtNum len, const mjtNum lengthrange[2], mjtNum acc0,
                             const mjtNum prm[9]);
LB_API mjtNum mju_muscleDynamics(mjtNum ctrl, mjtNum act, const mjtNum prm[3]);
LB_API void mju_encodePyramid(mjtNum* pyramid, const mjtNum* force, const mjtNum* mu, int dim);
LB_API void mju_decodePyramid(mjtNum* force, const mjtNum* pyramid, const mjtNum* mu, int dim);
LB_API mjtNum mju_springDamper(mjtNum pos0, mjtNum vel0, mjtNum Kp, mjtNum Kv, mjtNum dt);
LB_API mjtNum mju_min(mjtNum a, mjtNum b);
LB_API mjtNum mju_max(mjtNum a, mjtNum b);
LB_API mjtNum mju_clip(mjtNum x, mjtNum min, mjtNum max);
LB_API mjtNum mju_sign(mjtNum x);
LB_API int mju_round(mjtNum x);
LB_API const char* mju_type2Str(int type);
LB_API int mju_str2Type(const char* str);
LB_API const char* mju_writeNumBytes(size_t nbytes);
LB_API const char* mju_warningText(int warning, size_t info);
LB_API int mju_isBad(mjtNum x);
LB_API int mju_isZero(const mjtNum* vec, int n);
LB_API mjtNum mju_standardNormal(mjtNum* num2);
LB_API void mju_f2n(mjtNum* res, const float* vec, int n);
LB_API void mju_n2f(float* res, const mjtNum* vec, int n);
LB_API void mju_d2n(mjtNum* res, const double* vec, int n);
LB_API void mju_n2d(double* res, const mjtNum* vec, int n);
LB_API void mju_insertionSort(mjtNum* list, int n);
LB_API void mju_insertionSortInt(int* list, int n);
LB_API mjtNum mju_Halton(int index, int base);
LB_API char* mju_strncpy(char* dst, const char* src, int n);
LB_API mjtNum mju_sigmoid(mjtNum x);
LB_API mjResource* mju_openResource(const char* dir, const char* name, const mjVFS* vfs,
                                    char* error, size_t nerror);
LB_API void mju_closeResource(mjResource* resource);
LB_API int mju_readResource(mjResource* resource, const void** buffer);
LB_API mjtSize mju_writeResource(const char* name, const void* buffer, mjtSize nbytes,
                                 const mjVFS* vfs, char* error, size_t nerror);
LB_API void mju_getResourceDir(mjResource* resource, const char** dir, int* ndir);
LB_API int mju_isModifiedResource(const mjResource* resource, const char* timestamp);
LB_API mjSpec* mju_decodeResource(mjResource* resource, const char* content_type, const mjVFS* vfs);
LB_API void mju_threadpool(mjData* d, int nthread);

#ifdef __cplusplus
}
#endif
