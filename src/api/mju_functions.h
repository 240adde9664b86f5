// mju_: mathematics and utilities that need no model.

#pragma once

#include "callbacks.h"
#include "data.h"
#include "model.h"
#include "plugin.h"
#include "spec.h"

#ifdef __cplusplus
extern "C" {
#endif

// Sets dependencies to every file a model file needs, each once: itself, included and attached
// models, meshes, textures, height fields, skins. Paths start with the model's folder. Only XML
// is read; files that cannot be opened are listed.
LB_API void mju_getXMLDependencies(const char* filename, mjStringVec* dependencies);

// Prints a dense (nr x nc) matrix.
LB_API void mju_printMat(const mjtNum* mat, int nr, int nc);

// Prints the entries of a sparse matrix of nr rows, as (row column): value.
LB_API void mju_printMatSparse(const mjtNum* mat, int nr, const int* rownnz, const int* rowadr,
                               const int* colind);

// Distance along vec, in lengths of vec, from pnt to a primitive geom of this pose, size and type;
// -1 without a hit. normal (may be NULL): outward unit normal, zero without a hit.
LB_API mjtNum mju_rayGeom(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3],
                          const mjtNum pnt[3], const mjtNum vec[3], int geomtype, mjtNum normal[3]);

// The same for nface triangles of nvert vertices, from either side. vertid (may be NULL): the
// vertex nearest to the hit.
LB_API mjtNum mju_raySkin(int nface, int nvert, const int* face, const float* vert,
                          const mjtNum pnt[3], const mjtNum vec[3], int vertid[1]);

// Raises an error: returns to the caller only when mju_user_error does. In JavaScript it arrives as
// an exception. msg is a printf format, and its arguments follow.
LB_API void mju_error(const char* msg, ...);

// Reports a warning to mju_user_warning when it is set, else to the log. msg is a printf format.
LB_API void mju_warning(const char* msg, ...);

// Removes the handlers of errors, warnings, memory and log messages.
LB_API void mju_clearHandlers(void);

// Installs the receiver of all log messages, NULL for none; returns the previous one.
LB_API mjfLogHandler mju_setLogHandler(mjfLogHandler handler);

// Where log messages go, and which topics are shown.
LB_API mjLogConfig mju_getLogConfig(void);

// Changes where log messages go, and which topics are shown.
LB_API void mju_setLogConfig(mjLogConfig config);

// Sends an information message to the log; topic is a mjtLogTopic, shown when it is enabled. msg is
// a printf format.
LB_API void mju_info(int topic, const char* msg, ...);

// Sends a message to the log handler, else to console and file as configured.
LB_API void mju_message(const mjLogMessage* msg);

// Heap memory: size bytes, aligned to 64. Raises an error when there is none left.
LB_API void* mju_malloc(size_t size);

// Releases memory of mju_malloc; NULL is allowed.
LB_API void mju_free(void* ptr);

// Appends date and time, type and message to MUJOCO_LOG.TXT, whatever mju_setLogConfig says. The
// module has no such file.
LB_API void mju_writeLog(const char* type, const char* msg);

// ------------------------------------------------------------ vectors of three and four numbers

// Sets res to zero.
LB_API void mju_zero3(mjtNum res[3]);

// res = data
LB_API void mju_copy3(mjtNum res[3], const mjtNum data[3]);

// res = vec scl
LB_API void mju_scl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl);

// res = vec1 + vec2
LB_API void mju_add3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]);

// res = vec1 - vec2
LB_API void mju_sub3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]);

// res += vec
LB_API void mju_addTo3(mjtNum res[3], const mjtNum vec[3]);

// res -= vec
LB_API void mju_subFrom3(mjtNum res[3], const mjtNum vec[3]);

// res += vec scl
LB_API void mju_addToScl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl);

// res = vec1 + vec2 scl
LB_API void mju_addScl3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3], mjtNum scl);

// Scales vec to unit length and returns the length it had; shorter than mjMINVAL becomes (1, 0,
// 0).
LB_API mjtNum mju_normalize3(mjtNum vec[3]);

// Euclidean length of vec.
LB_API mjtNum mju_norm3(const mjtNum vec[3]);

// Dot product.
LB_API mjtNum mju_dot3(const mjtNum vec1[3], const mjtNum vec2[3]);

// Distance of two points.
LB_API mjtNum mju_dist3(const mjtNum pos1[3], const mjtNum pos2[3]);

// res = mat vec, mat (3 x 3).
LB_API void mju_mulMatVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]);

// res = mat' vec, mat (3 x 3).
LB_API void mju_mulMatTVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]);

// res = a x b
LB_API void mju_cross(mjtNum res[3], const mjtNum a[3], const mjtNum b[3]);

// Sets res to zero.
LB_API void mju_zero4(mjtNum res[4]);

// Sets res to the null rotation (1, 0, 0, 0).
LB_API void mju_unit4(mjtNum res[4]);

// res = data
LB_API void mju_copy4(mjtNum res[4], const mjtNum data[4]);

// Scales vec to unit length and returns the length it had; shorter than mjMINVAL becomes (1, 0, 0,
// 0).
LB_API mjtNum mju_normalize4(mjtNum vec[4]);

// --------------------------------------------- vectors of any length, dense and sparse matrices

// Sets n numbers to zero.
LB_API void mju_zero(mjtNum* res, int n);

// Sets n numbers to val.
LB_API void mju_fill(mjtNum* res, mjtNum val, int n);

// res = vec, n numbers.
LB_API void mju_copy(mjtNum* res, const mjtNum* vec, int n);

// Sum of n numbers.
LB_API mjtNum mju_sum(const mjtNum* vec, int n);

// Sum of the absolute values of n numbers.
LB_API mjtNum mju_L1(const mjtNum* vec, int n);

// res = vec scl, n numbers.
LB_API void mju_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n);

// res = vec1 + vec2, n numbers.
LB_API void mju_add(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n);

// res = vec1 - vec2, n numbers.
LB_API void mju_sub(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n);

// res += vec, n numbers.
LB_API void mju_addTo(mjtNum* res, const mjtNum* vec, int n);

// res -= vec, n numbers.
LB_API void mju_subFrom(mjtNum* res, const mjtNum* vec, int n);

// res += vec scl, n numbers.
LB_API void mju_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n);

// res = vec1 + vec2 scl, n numbers.
LB_API void mju_addScl(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl, int n);

// Scales res (n numbers) to unit length and returns the length it had; shorter than mjMINVAL
// becomes (1, 0, ..., 0).
LB_API mjtNum mju_normalize(mjtNum* res, int n);

// Euclidean length of n numbers.
LB_API mjtNum mju_norm(const mjtNum* res, int n);

// Dot product of n numbers.
LB_API mjtNum mju_dot(const mjtNum* vec1, const mjtNum* vec2, int n);

// res[nr] = mat vec, mat (nr x nc). res must not overlap the inputs.
LB_API void mju_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc);

// res[nc] = mat' vec[nr], mat (nr x nc). res must not overlap the inputs.
LB_API void mju_mulMatTVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc);

// vec1' mat vec2, mat (n x n).
LB_API mjtNum mju_mulVecMatVec(const mjtNum* vec1, const mjtNum* mat, const mjtNum* vec2, int n);

// res (nc x nr) = mat', mat (nr x nc). res must not overlap mat.
LB_API void mju_transpose(mjtNum* res, const mjtNum* mat, int nr, int nc);

// res = (mat + mat') / 2, mat (n x n); res may be mat.
LB_API void mju_symmetrize(mjtNum* res, const mjtNum* mat, int n);

// Sets mat (n x n) to the identity.
LB_API void mju_eye(mjtNum* mat, int n);

// res (r1 x c2) = mat1 (r1 x c1) mat2 (c1 x c2). res must not overlap the inputs.
LB_API void mju_mulMatMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1,
                          int c2);

// res (r1 x r2) = mat1 (r1 x c1) mat2' with mat2 (r2 x c1). res must not overlap the inputs.
LB_API void mju_mulMatMatT(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1,
                           int r2);

// res (c1 x c2) = mat1' mat2 with mat1 (r1 x c1), mat2 (r1 x c2). res must not overlap the inputs.
LB_API void mju_mulMatTMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1,
                           int c2);

// res (nc x nc) = mat' diag(diag) mat, mat (nr x nc); diag may be NULL for ones.
LB_API void mju_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc);

// Moves a spatial vector (rotation, then translation) from reference point oldpos to newpos.
// flg_force: 0 motion, 1 force. rotnew2old (3 x 3) turns coordinates of the new frame into those
// of the old one; NULL: same axes.
LB_API void mju_transformSpatial(mjtNum res[6], const mjtNum vec[6], int flg_force,
                                 const mjtNum newpos[3], const mjtNum oldpos[3],
                                 const mjtNum rotnew2old[9]);

// Compressed rows of a dense (nr x nc) matrix, zeros left out. res and colind hold nnz numbers,
// rownnz and rowadr nr. Returns 1 when nnz is too small, else 0.
LB_API int mju_dense2sparse(mjtNum* res, const mjtNum* mat, int nr, int nc, int* rownnz,
                            int* rowadr, int* colind, int nnz);

// Dense res (nr x nc) of a matrix in compressed rows.
LB_API void mju_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz,
                             const int* rowadr, const int* colind);

// Dense symmetric res (n x n) of a lower triangle in compressed rows, such as mjData.M.
LB_API void mju_sym2dense(mjtNum* res, const mjtNum* mat, int n, const int* rownnz,
                          const int* rowadr, const int* colind);

// ------------------------------------------------------------------------ quaternions and poses

// Rotates vec by a unit quaternion.
LB_API void mju_rotVecQuat(mjtNum res[3], const mjtNum vec[3], const mjtNum quat[4]);

// Conjugate: the opposite rotation.
LB_API void mju_negQuat(mjtNum res[4], const mjtNum quat[4]);

// res = quat1 quat2: first rotate by quat2, then by quat1.
LB_API void mju_mulQuat(mjtNum res[4], const mjtNum quat1[4], const mjtNum quat2[4]);

// res = quat (0, axis).
LB_API void mju_mulQuatAxis(mjtNum res[4], const mjtNum quat[4], const mjtNum axis[3]);

// Quaternion of a rotation by angle (radians) about the unit vector axis.
LB_API void mju_axisAngle2Quat(mjtNum res[4], const mjtNum axis[3], mjtNum angle);

// Angular velocity (local frame, radians per second) that makes the rotation quat in time dt; the
// shorter way round.
LB_API void mju_quat2Vel(mjtNum res[3], const mjtNum quat[4], mjtNum dt);

// Rotation vector res with qa = qb exp(res): local frame of qb, at most pi long.
LB_API void mju_subQuat(mjtNum res[3], const mjtNum qa[4], const mjtNum qb[4]);

// Rotation matrix (3 x 3) of a unit quaternion.
LB_API void mju_quat2Mat(mjtNum res[9], const mjtNum quat[4]);

// Unit quaternion of a rotation matrix (3 x 3).
LB_API void mju_mat2Quat(mjtNum quat[4], const mjtNum mat[9]);

// Time derivative of quat for the angular velocity vel in the global frame.
LB_API void mju_derivQuat(mjtNum res[4], const mjtNum quat[4], const mjtNum vel[3]);

// Turns quat by vel scale, an angular velocity in its local frame; quat is normalized first.
LB_API void mju_quatIntegrate(mjtNum quat[4], const mjtNum vel[3], mjtNum scale);

// Smallest rotation that turns the z axis into the direction of vec; null rotation when vec is
// zero.
LB_API void mju_quatZ2Vec(mjtNum quat[4], const mjtNum vec[3]);

// Rotational part of a (3 x 3) matrix, by iteration from the quaternion given in quat. Returns the
// number of iterations, at most 500.
LB_API int mju_mat2Rot(mjtNum quat[4], const mjtNum mat[9]);

// Quaternion of three rotations by euler (radians) about the axes named in seq: three letters, xyz
// for axes that turn along, XYZ for fixed ones. Raises an error for other letters.
LB_API void mju_euler2Quat(mjtNum quat[4], const mjtNum euler[3], const char* seq);

// Composes poses: (posres, quatres) = (pos1, quat1) applied after (pos2, quat2).
LB_API void mju_mulPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos1[3],
                        const mjtNum quat1[4], const mjtNum pos2[3], const mjtNum quat2[4]);

// Inverse pose.
LB_API void mju_negPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos[3],
                        const mjtNum quat[4]);

// res = pos + quat vec: the point vec of the local frame in the outer frame.
LB_API void mju_trnVecPose(mjtNum res[3], const mjtNum pos[3], const mjtNum quat[4],
                           const mjtNum vec[3]);

// ------------------------------------------------------------------- decompositions and solvers

// Factors a symmetric matrix (n x n) in place: mat = L L', lower triangle. Pivots below mindiag
// are replaced by it. Returns the rank: n minus the number of replacements.
LB_API int mju_cholFactor(mjtNum* mat, int n, mjtNum mindiag);

// Solves L L' res = vec with the factor of mju_cholFactor; res may be vec.
LB_API void mju_cholSolve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n);

// Factor of L L' + x x' (flg_plus 1) or L L' - x x' (0), in place; x is overwritten. Returns the
// rank.
LB_API int mju_cholUpdate(mjtNum* mat, mjtNum* x, int n, int flg_plus);

// Factors a symmetric band-dense matrix in place: ntotal rows, nband diagonals, ndense full rows
// at the end. The diagonal is first increased by diagadd + diagmul times itself. Returns the
// smallest pivot, 0 when the matrix is not positive definite.
LB_API mjtNum mju_cholFactorBand(mjtNum* mat, int ntotal, int nband, int ndense, mjtNum diagadd,
                                 mjtNum diagmul);

// Solves with the factor of mju_cholFactorBand; res may be vec.
LB_API void mju_cholSolveBand(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal,
                              int nband, int ndense);

// Dense res (ntotal x ntotal) of a band-dense matrix; flg_sym: fill the upper triangle as well.
LB_API void mju_band2Dense(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense,
                           mjtBool flg_sym);

// Band-dense form, (ntotal - ndense) nband + ndense ntotal numbers, of a dense symmetric matrix
// (ntotal x ntotal).
LB_API void mju_dense2Band(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense);

// Products of a band-dense matrix with nvec vectors, (nvec x ntotal); flg_sym: symmetric matrix,
// else its lower triangle.
LB_API void mju_bandMulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal,
                              int nband, int ndense, int nvec, mjtBool flg_sym);

// Address of diagonal element i in a band-dense matrix.
LB_API int mju_bandDiag(int i, int ntotal, int nband, int ndense);

// Eigenvalues (largest first) of a symmetric matrix (3 x 3), its eigenvectors as columns of eigvec
// (3 x 3) and the same rotation as a quaternion. Returns the number of iterations.
LB_API int mju_eig3(mjtNum eigval[3], mjtNum eigvec[9], mjtNum quat[4], const mjtNum mat[9]);

// Minimises x' H x / 2 + x' g for lower <= x <= upper; NULL: no bound. res holds the start and the
// solution (n). R has room for n (n + 7) numbers and holds the factor of the free block of H
// (nfree x nfree, lower triangle) afterwards. index (n, may be NULL) lists the free coordinates. H
// (n x n): lower triangle used. Returns nfree, -1 when that block is not positive definite. Raises
// an error unless lower < upper.
LB_API int mju_boxQP(mjtNum* res, mjtNum* R, int* index, const mjtNum* H, const mjtNum* g, int n,
                     const mjtNum* lower, const mjtNum* upper);

// Heap arrays for mju_boxQP; index, lower and upper may be NULL. Release them with mju_free.
LB_API void mju_boxQPmalloc(mjtNum** res, mjtNum** R, int** index, mjtNum** H, mjtNum** g, int n,
                            mjtNum** lower, mjtNum** upper);

// ---------------------------------------------------------- actuation, contact and other curves

// Active muscle force at full activation, negative when it pulls. len, vel: actuator length and
// velocity; acc0: acceleration by unit force, scales the peak force when prm[2] < 0; prm = (range
// 2, force, scale, lmin, lmax, vmax, fpmax, fvmax).
LB_API mjtNum mju_muscleGain(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                             const mjtNum prm[9]);

// Passive muscle force, negative when it pulls; arguments as in mju_muscleGain.
LB_API mjtNum mju_muscleBias(mjtNum len, const mjtNum lengthrange[2], mjtNum acc0,
                             const mjtNum prm[9]);

// Time derivative of the activation act for the control ctrl; prm = (time constant rising,
// falling, width of the smooth transition).
LB_API mjtNum mju_muscleDynamics(mjtNum ctrl, mjtNum act, const mjtNum prm[3]);

// Forces on the 2 (dim - 1) edges of a friction pyramid that make the contact force[dim]; mu has
// dim - 1 numbers.
LB_API void mju_encodePyramid(mjtNum* pyramid, const mjtNum* force, const mjtNum* mu, int dim);

// Contact force[dim] of the forces on 2 (dim - 1) edges; mu has dim - 1 numbers. dim 1: a copy.
LB_API void mju_decodePyramid(mjtNum* force, const mjtNum* pyramid, const mjtNum* mu, int dim);

// Position after time dt of a unit mass on a spring Kp and damper Kv, from pos0, vel0; exact.
LB_API mjtNum mju_springDamper(mjtNum pos0, mjtNum vel0, mjtNum Kp, mjtNum Kv, mjtNum dt);

// -------------------------------------------------------------------- numbers, text, conversion

// The smaller number.
LB_API mjtNum mju_min(mjtNum a, mjtNum b);

// The larger number.
LB_API mjtNum mju_max(mjtNum a, mjtNum b);

// x limited to [min, max].
LB_API mjtNum mju_clip(mjtNum x, mjtNum min, mjtNum max);

// -1, 0 or 1.
LB_API mjtNum mju_sign(mjtNum x);

// Nearest integer, halves away from zero; limited to the range of int, 0 for NaN.
LB_API int mju_round(mjtNum x);

// Name of an object type (mjtObj); NULL for an unknown one.
LB_API const char* mju_type2Str(int type);

// Object type (mjtObj) of a name; mjOBJ_UNKNOWN when there is none.
LB_API int mju_str2Type(const char* str);

// Number of bytes as text, with the largest of K, M, G, T, P, E that divides it. The text lives
// until the next call.
LB_API const char* mju_writeNumBytes(size_t nbytes);

// Text of a warning of kind mjtWarning; info is the index or count it names. The text lives until
// the next call.
LB_API const char* mju_warningText(int warning, size_t info);

// 1 when x is NaN or its magnitude exceeds mjMAXVAL, else 0.
LB_API int mju_isBad(mjtNum x);

// 1 when all n numbers are zero, else 0.
LB_API int mju_isZero(const mjtNum* vec, int n);

// A random number of the standard normal distribution; num2, when not NULL, receives a second one.
// The sequence is the same in every run.
LB_API mjtNum mju_standardNormal(mjtNum* num2);

// Converts n numbers from float.
LB_API void mju_f2n(mjtNum* res, const float* vec, int n);

// Converts n numbers to float.
LB_API void mju_n2f(float* res, const mjtNum* vec, int n);

// Converts n numbers from double.
LB_API void mju_d2n(mjtNum* res, const double* vec, int n);

// Converts n numbers to double.
LB_API void mju_n2d(double* res, const mjtNum* vec, int n);

// Sorts n numbers in place, ascending.
LB_API void mju_insertionSort(mjtNum* list, int n);

// Sorts n integers in place, ascending.
LB_API void mju_insertionSortInt(int* list, int n);

// Element of the Halton sequence (a low-discrepancy sequence in (0, 1)); base is a prime.
LB_API mjtNum mju_Halton(int index, int base);

// Copies at most n - 1 characters and fills the rest of the n with zeros; returns dst.
LB_API char* mju_strncpy(char* dst, const char* src, int n);

// Smooth step: 0 for x <= 0, 1 for x >= 1, the quintic 6 x^5 - 15 x^4 + 10 x^3 between.
LB_API mjtNum mju_sigmoid(mjtNum x);

// Opens the bytes of a name, in dir unless it is absolute: by the provider of its prefix, else from
// vfs (may be NULL), then from disk. The caller closes it with mju_closeResource. NULL when it is
// not found, with the message in error (nerror bytes, may be NULL).
LB_API mjResource* mju_openResource(const char* dir, const char* name, const mjVFS* vfs,
                                    char* error, size_t nerror);

// Closes a resource; NULL does nothing.
LB_API void mju_closeResource(mjResource* resource);

// Gives the bytes of a resource, which lives until it is closed; returns their number, negative on
// failure.
LB_API int mju_readResource(mjResource* resource, const void** buffer);

// Writes nbytes under a name: by the provider of its prefix, else by that of a mounted folder of
// vfs (may be NULL), else to disk. Returns the number of bytes; -1 on failure, also when the
// provider is read only, with the message in error (nerror bytes, may be NULL).
LB_API mjtSize mju_writeResource(const char* name, const void* buffer, mjtSize nbytes,
                                 const mjVFS* vfs, char* error, size_t nerror);

// Gives the folder of a resource: ndir characters from dir on, without a final zero. That of
// "prefix:model.xml" is "prefix:".
LB_API void mju_getResourceDir(mjResource* resource, const char** dir, int* ndir);

// Nonzero when the resource is not the one that had this timestamp.
LB_API int mju_isModifiedResource(const mjResource* resource, const char* timestamp);

// Reads a resource by the decoder of its content type into a new spec, which the caller deletes
// with mj_deleteSpec; NULL on failure. No decoder is an error.
LB_API mjSpec* mju_decodeResource(mjResource* resource, const char* content_type, const mjVFS* vfs);

// Lets nthread threads, the calling one among them, share the work of stepping d, with the results
// of one thread bit for bit; 0 ends them. They stay with d until then: mj_resetData keeps them,
// mj_deleteData ends them, copies have none. Callbacks and plugins run in the calling thread. In
// the module, nthread > 0 needs the one that is built for threads ('limber/mujoco/mt').
LB_API void mju_threadpool(mjData* d, int nthread);

#ifdef __cplusplus
}
#endif
