// mj_ and mjd_: loading, simulating and analysing a model.

#pragma once

#include "data.h"
#include "model.h"
#include "plugin.h"
#include "spec.h"

#ifdef __cplusplus
extern "C" {
#endif

// Makes an empty virtual file system. The caller releases it with mj_deleteVFS.
LB_API void mj_defaultVFS(mjVFS* vfs);
// Makes a resource provider answer for every name at or below filepath, and calls its mount. 0; 2
// when the name is there already; -1 without a provider that can open, or when mount fails.
LB_API int mj_mountVFS(mjVFS* vfs, const char* filepath, const mjpResourceProvider* provider);
// Takes a mounted provider out, and calls its unmount. 0; -1 when there is none of this name.
LB_API int mj_unmountVFS(mjVFS* vfs, const char* filename);
// Reads a file from disk, in a directory (may be NULL), and adds it under the last part of filename
// in small letters. 0; 2 when that name is there already; -1 when the file cannot be read.
LB_API int mj_addFileVFS(mjVFS* vfs, const char* directory, const char* filename);
// Adds a copy of nbuffer bytes as a file. 0; 2 when the name is there already; -1 on failure.
LB_API int mj_addBufferVFS(mjVFS* vfs, const char* name, const void* buffer, int nbuffer);
// Takes a file out: the one of this name, else of its last part in small letters. 0; -1 when there
// is none. The next two look for names in the same way.
LB_API int mj_deleteFileVFS(mjVFS* vfs, const char* filename);
// 1 when there is a file of this name in memory, else 0.
LB_API int mj_containsBufferVFS(mjVFS* vfs, const char* name);
// 1 when there is an entry of this name, file or mounted provider, else 0. directory may be NULL.
LB_API int mj_containsFileVFS(mjVFS* vfs, const char* directory, const char* filename);
// Releases everything in a virtual file system, not the struct itself.
LB_API void mj_deleteVFS(mjVFS* vfs);
// Bytes in the cache. There is one cache: the argument is not read, here and below.
LB_API size_t mj_getCacheSize(const mjCache* cache);
// Most bytes that the cache may hold.
LB_API size_t mj_getCacheCapacity(const mjCache* cache);
// Sets the most bytes that the cache may hold, drops what is over it, and returns it.
LB_API size_t mj_setCacheCapacity(mjCache* cache, size_t size);
// The cache of the program.
LB_API mjCache* mj_getCache(void);
// Drops everything that the cache holds.
LB_API void mj_clearCache(mjCache* cache);
// Reads and compiles a model file, MJCF or URDF: mj_parseXML and mj_compile in one call. The spec
// is kept for mj_saveLastXML. NULL on failure; error (error_sz characters, may be NULL) receives
// the message, or the first warning of a model that compiled.
LB_API mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz);
// Reads a model file, MJCF or URDF, into a spec. Files are looked for in vfs (may be NULL),
// then on disk; included files relative to the model's folder. Meshes and textures are read by
// mj_compile. The caller deletes the spec with mj_deleteSpec. NULL on failure; the message
// names element, line and file and is in error, which holds error_sz bytes and may be NULL.
LB_API mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz);
// Reads a model text; like mj_parseXML, with file names relative to the current folder.
LB_API mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz);
// Reads a model of a content type as mj_parseXML does: XML, archives ("application/zip"), and what
// decoders are registered for. When content_type is NULL or "", the file's name and content tell.
LB_API mjSpec* mj_parse(const char* filename, const char* content_type, const mjVFS* vfs,
                        char* error, int error_sz);
// Writes a spec (MJCF: "text/xml") or model (MJB: "application/mjb") to a file, or what an encoder
// is registered for; that of archives ("application/zip", .mjz and .zip) writes the spec as MJCF
// together with all files that it names, found in vfs (may be NULL) or on disk. The type follows
// from the file's extension when content_type is NULL or "". s or m may be NULL when the type does
// not need it. Returns the number of bytes; a negative number on failure, with the message in error
// (error_sz bytes, may be NULL).
LB_API mjtSize mj_encode(const mjSpec* s, const mjModel* m, const char* filename,
                         const char* content_type, const mjVFS* vfs, char* error, int error_sz);
// Compiles a spec to a model, which the caller deletes with mj_deleteModel. Meshes, textures,
// height fields and skins are read from vfs (may be NULL), then from disk. The spec keeps its
// values and can be edited and compiled again. NULL on failure; the message is in mjs_getError.
LB_API mjModel* mj_compile(mjSpec* s, const mjVFS* vfs);
// Copies the real-valued fields of a model compiled from the spec back into it, so that changes
// made to the model survive saving and recompiling. Poses lose their frames, inertias become
// explicit. Returns 1; 0, with the message in mjs_getError, when spec and model do not have the
// same elements.
LB_API int mj_copyBack(mjSpec* s, const mjModel* m);
// Compiles an edited spec into an existing model, and carries the state in d (may be NULL) over:
// time, and what belongs to joints, actuators and mocap bodies that are still there. Elements are
// recognised by name, nameless ones by position while their number is unchanged. Returns 0; -1 on
// failure, with the message in mjs_getError and model and data as they were.
LB_API int mj_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d);
// Writes the spec of the last model loaded by mj_loadXML to an MJCF file, with the values of m
// copied back when m is not NULL; filename NULL or "": to the standard output. Returns 1; 0 on
// failure, with the message in error (may be NULL).
LB_API int mj_saveLastXML(const char* filename, const mjModel* m, char* error, int error_sz);
// Releases the spec kept for mj_saveLastXML.
LB_API void mj_freeLastXML(void);
// Writes a spec as MJCF text that reads back to the same model; replicate, composite, flexcomp,
// attach and include are written as what they made. 0 on success; when xml_sz bytes are too
// few, the length of the text without its final zero; -1 on other errors. On failure the
// message is in error, which holds error_sz bytes and may be NULL.
LB_API int mj_saveXMLString(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz);
// Writes a spec as MJCF to a file, as mj_saveXMLString does. 0, or -1 on failure. On failure
// the message is in error, which holds error_sz bytes and may be NULL.
LB_API int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz);
// Advances the simulation by one opt.timestep: checks of qpos and qvel, forward dynamics, check of
// qacc, integration as opt.integrator says. Results in d belong to the state before the advance.
// Bad numbers reset the data, with a counted warning, unless autoreset is disabled. Raises an error
// for an unknown integrator.
LB_API void mj_step(const mjModel* m, mjData* d);
// First half of mj_step: everything that depends on position and velocity alone, ending with
// mjcb_control. Write ctrl, qfrc_applied or xfrc_applied, then call mj_step2.
LB_API void mj_step1(const mjModel* m, mjData* d);
// Second half of mj_step: actuator and constraint forces, accelerations, integration. With the
// Runge-Kutta integrator selected it takes an Euler step.
LB_API void mj_step2(const mjModel* m, mjData* d);
// Forward dynamics: all quantities that follow from state and controls, up to qacc and sensors.
// Moves neither time nor state and checks no values. Same as mj_forwardSkip(m, d, mjSTAGE_NONE, 0).
LB_API void mj_forward(const mjModel* m, mjData* d);
// Inverse dynamics: the joint forces qfrc_inverse (nv) that explain the acceleration in d->qacc.
// Controls and activations are not used. Same as mj_inverseSkip(m, d, mjSTAGE_NONE, 0).
LB_API void mj_inverse(const mjModel* m, mjData* d);
// Forward dynamics without the stages that are current: skipstage mjSTAGE_POS reuses what depends
// on position, mjSTAGE_VEL also what depends on velocity. skipsensor leaves out sensors.
LB_API void mj_forwardSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor);
// Inverse dynamics without the stages that are current; arguments as in mj_forwardSkip.
LB_API void mj_inverseSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor);
// Sets the options of length range computation to their defaults.
LB_API void mj_defaultLROpt(mjLROpt* opt);
// Sets solref[2] and solimp[5] of a constraint to their defaults; either may be NULL.
LB_API void mj_defaultSolRefImp(mjtNum* solref, mjtNum* solimp);
// Sets simulation options to their defaults.
LB_API void mj_defaultOption(mjOption* opt);
// Sets visual options to their defaults.
LB_API void mj_defaultVisual(mjVisual* vis);
// Copies src into dest, which must have the same sizes, or into a new model when dest is NULL;
// returns it. Different sizes are an error.
LB_API mjModel* mj_copyModel(mjModel* dest, const mjModel* src);
// Writes the model as MJB into buffer (buffer_sz bytes, at least mj_sizeModel) or, when that is
// NULL, to a file. What does not work is warned about.
LB_API void mj_saveModel(const mjModel* m, const char* filename, void* buffer, int buffer_sz);
// Reads an MJB file. The caller deletes the model with mj_deleteModel. NULL, with a warning, when
// the file is missing or not valid.
LB_API mjModel* mj_loadModel(const char* filename, const mjVFS* vfs);
// Reads an MJB file held in memory, buffer_sz bytes; like mj_loadModel.
LB_API mjModel* mj_loadModelBuffer(const void* buffer, int buffer_sz);
// Deletes a model; NULL does nothing. No data of it may be in use.
LB_API void mj_deleteModel(mjModel* m);
// Bytes of the model as MJB.
LB_API mjtSize mj_sizeModel(const mjModel* m);
// New data of a model, in its initial state. The caller deletes it with mj_deleteData. NULL when m
// is NULL, and with a warning when the sizes of m are impossible. Zero where m has no buffer.
LB_API mjData* mj_makeData(const mjModel* m);
// Copies src into dest, or into new data when dest is NULL; returns it. Both must have been made
// for m, and src must not be in the middle of a step: else an error. Of m the sizes are enough.
LB_API mjData* mj_copyData(mjData* dest, const mjModel* m, const mjData* src);
// Sets the controls to zero, and those of orientation servos to no rotation.
LB_API void mj_resetCtrl(const mjModel* m, mjData* d);
// Sets the state to that of the model, controls and forces to zero.
LB_API void mj_resetData(const mjModel* m, mjData* d);
// The same as mj_resetData; what is not state gets the byte debug_value, to find reads of stale
// numbers.
LB_API void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value);
// The same as mj_resetData with the state of a keyframe; that of the model when there is no such
// keyframe.
LB_API void mj_resetDataKeyframe(const mjModel* m, mjData* d, int key);
// Begins a frame of the data's stack: what is allocated until mj_freeStack is released by it.
// Frames nest.
LB_API void mj_markStack(mjData* d);
// Ends the last frame of the stack.
LB_API void mj_freeStack(mjData* d);
// Memory until the end of the frame: bytes, aligned to a power of 2; NULL for 0 bytes. A full arena
// is an error.
LB_API void* mj_stackAllocByte(mjData* d, size_t bytes, size_t alignment);
// Memory for numbers until the end of the frame; not set to zero. A full arena is an error.
LB_API mjtNum* mj_stackAllocNum(mjData* d, size_t size);
// Memory for integers until the end of the frame; not set to zero. A full arena is an error.
LB_API int* mj_stackAllocInt(mjData* d, size_t size);
// Deletes data; NULL does nothing.
LB_API void mj_deleteData(mjData* d);
// Removes every mjcb_ callback.
LB_API void mj_resetCallbacks(void);
// Recomputes the model constants that follow from the reference configuration qpos0: subtree
// masses, inertia diagonal, inverse weights, lengths, camera and light references, equality data
// left open, statistics, rest lengths given as -1, damping given as a ratio, sleep policies. Call
// it after changing masses, inertias, poses or qpos0 in a model. Positions in d are overwritten,
// except qpos.
LB_API void mj_setConst(mjModel* m, mjData* d);
// Sets actuator_lengthrange of an actuator when opt asks for it: from joint or tendon limits
// (opt->uselimit), otherwise by simulating, which takes seconds of simulated time and overwrites d.
// An existing range is kept with opt->useexisting. Returns 1; 0, with the message in error (may be
// NULL), when the simulation does not settle.
LB_API int mj_setLengthRange(mjModel* m, mjData* d, int index, const mjLROpt* opt, char* error,
                             int error_sz);
// A new spec with a world body and the main default class; the caller deletes it with
// mj_deleteSpec.
LB_API mjSpec* mj_makeSpec(void);
// A copy of a spec with everything in it except user values; the caller deletes it with
// mj_deleteSpec.
LB_API mjSpec* mj_copySpec(const mjSpec* s);
// Deletes a spec and everything in it; NULL does nothing.
LB_API void mj_deleteSpec(mjSpec* s);
// Writes all numbers of the model as text to a file, NULL: the standard output, in a format of
// printf such as "%g".
LB_API void mj_printFormattedModel(const mjModel* m, const char* filename,
                                   const char* float_format);
// Writes all numbers of the model as text to a file.
LB_API void mj_printModel(const mjModel* m, const char* filename);
// Writes all numbers of the data as text to a file, NULL: the standard output, in a format of
// printf such as "%g".
LB_API void mj_printFormattedData(const mjModel* m, const mjData* d, const char* filename,
                                  const char* float_format);
// Writes all numbers of the data as text to a file.
LB_API void mj_printData(const mjModel* m, const mjData* d, const char* filename);
// Prints the elements of MJCF and their attributes, to a file (filename may be NULL) and to a
// buffer of buffer_sz bytes (may be NULL). flg_html: as an HTML table; flg_pad: columns padded
// with blanks. Number of characters of the whole text, -1 on failure.
LB_API int mj_printSchema(const char* filename, char* buffer, int buffer_sz, int flg_html,
                          int flg_pad);
// Writes what there is to draw as text to a file.
LB_API void mj_printScene(const mjvScene* s, const char* filename);
// Writes what there is to draw as text to a file, in a format of printf such as "%g".
LB_API void mj_printFormattedScene(const mjvScene* s, const char* filename,
                                   const char* float_format);
// Kinematics, centres of mass, cameras and lights, flexes and tendons.
LB_API void mj_fwdKinematics(const mjModel* m, mjData* d);
// All that depends on position: kinematics, inertia, collisions, constraint rows, islands,
// transmissions.
LB_API void mj_fwdPosition(const mjModel* m, mjData* d);
// All that depends on velocity: of tendons, edges, actuators and bodies; passive forces, constraint
// references, qfrc_bias. Needs mj_fwdPosition.
LB_API void mj_fwdVelocity(const mjModel* m, mjData* d);
// Activation derivatives (act_dot), actuator forces (actuator_force, nout) and their image in joint
// space (qfrc_actuator) from controls, activations and transmissions.
LB_API void mj_fwdActuation(const mjModel* m, mjData* d);
// Accelerations without constraints: qfrc_smooth, the sum of all forces but those of constraints,
// and qacc_smooth = M^-1 qfrc_smooth. Needs mj_fwdActuation.
LB_API void mj_fwdAcceleration(const mjModel* m, mjData* d);
// Constraint forces by the solver of the options: efc_force, qfrc_constraint, qacc. Needs
// mj_fwdAcceleration.
LB_API void mj_fwdConstraint(const mjModel* m, mjData* d);
// Semi-implicit Euler step after forward dynamics: new velocities from qacc, then positions from
// the new velocities; joint damping is treated implicitly unless mjDSBL_EULERDAMP. Advances time.
LB_API void mj_Euler(const mjModel* m, mjData* d);
// Runge-Kutta step after forward dynamics, N = 4: evaluates the dynamics, mjcb_control included,
// three more times. Advances time. Raises an error for other N.
LB_API void mj_RungeKutta(const mjModel* m, mjData* d, int N);
// Step that is implicit in velocity, after forward dynamics; opt.integrator must be implicit or
// implicitfast. Advances time.
LB_API void mj_implicit(const mjModel* m, mjData* d);
// All that inverse dynamics needs of position.
LB_API void mj_invPosition(const mjModel* m, mjData* d);
// All that inverse dynamics needs of velocity; needs mj_invPosition.
LB_API void mj_invVelocity(const mjModel* m, mjData* d);
// Constraint forces in closed form from d->qacc: efc_force, qfrc_constraint.
LB_API void mj_invConstraint(const mjModel* m, mjData* d);
// Inverse dynamics at the accelerations of the last forward call: solver_fwdinv gets the norms of
// the differences in constraint forces and in applied forces, both in joint space. Forward results
// are kept.
LB_API void mj_compareFwdInv(const mjModel* m, mjData* d);
// Sensors that need positions, into sensordata; delayed ones show their past.
LB_API void mj_sensorPos(const mjModel* m, mjData* d);
// Sensors that need velocities, into sensordata; delayed ones show their past.
LB_API void mj_sensorVel(const mjModel* m, mjData* d);
// Sensors that need accelerations and forces, into sensordata; delayed ones show their past.
LB_API void mj_sensorAcc(const mjModel* m, mjData* d);
// Potential energy d->energy[0]: gravity and springs.
LB_API void mj_energyPos(const mjModel* m, mjData* d);
// Kinetic energy d->energy[1] = qvel' M qvel / 2.
LB_API void mj_energyVel(const mjModel* m, mjData* d);
// Checks that all qpos are finite and below mjMAXVAL; if not, counts mjWARN_BADQPOS and resets the
// data unless autoreset is disabled.
LB_API void mj_checkPos(const mjModel* m, mjData* d);
// Like mj_checkPos for qvel, mjWARN_BADQVEL.
LB_API void mj_checkVel(const mjModel* m, mjData* d);
// Like mj_checkPos for qacc, mjWARN_BADQACC; after a reset forward dynamics is computed again.
LB_API void mj_checkAcc(const mjModel* m, mjData* d);
// Global frames of bodies, their inertias, joints, geoms and sites from qpos, mocap_pos and
// mocap_quat. Quaternions are normalized on the way, not in place.
LB_API void mj_kinematics(const mjModel* m, mjData* d);
// Centres of mass of subtrees, and in their frames spatial inertias cinert and motion axes cdof.
// Needs mj_kinematics.
LB_API void mj_comPos(const mjModel* m, mjData* d);
// Global poses of cameras and lights. Needs mj_comPos.
LB_API void mj_camlight(const mjModel* m, mjData* d);
// Vertices and element boxes of flexes, lengths and Jacobians of their edges and vertex strains.
// Needs mj_comPos.
LB_API void mj_flex(const mjModel* m, mjData* d);
// Lengths, Jacobians (ten_J, sparse) and paths of tendons. Needs mj_comPos.
LB_API void mj_tendon(const mjModel* m, mjData* d);
// Lengths and moment arms of actuator outputs. Needs mj_tendon, and contacts for adhesion.
LB_API void mj_transmission(const mjModel* m, mjData* d);
// Composite inertias crb and the inertia matrix M without tendon armature. Needs mj_comPos.
LB_API void mj_crb(const mjModel* m, mjData* d);
// The inertia matrix M, armature of tendons included. Needs mj_tendon.
LB_API void mj_makeM(const mjModel* m, mjData* d);
// Factors M = L' D L without fill-in: qLD, qLDiagInv. Raises mjWARN_INERTIA when M is not positive
// definite.
LB_API void mj_factorM(const mjModel* m, mjData* d);
// x = M^-1 y for n vectors (n x nv); x may be y. Needs mj_factorM.
LB_API void mj_solveM(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, int n);
// x = sqrtInvD L^-T y for n vectors (n x nv), half of mj_solveM; sqrtInvD (nv) holds 1 / sqrt(D). x
// may be y.
LB_API void mj_solveM2(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y,
                       const mjtNum* sqrtInvD, int n);
// Velocities of bodies cvel and rates of motion axes cdof_dot, about centres of mass. Needs
// mj_comPos.
LB_API void mj_comVel(const mjModel* m, mjData* d);
// Passive joint forces: qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid, qfrc_adhesion and
// their sum qfrc_passive, to which mjcb_passive and plugins add.
LB_API void mj_passive(const mjModel* m, mjData* d);
// Velocity of the centre of mass and angular momentum about it of every subtree. Needs mj_comVel.
LB_API void mj_subtreeVel(const mjModel* m, mjData* d);
// Recursive Newton-Euler: result (nv) = bias force, plus M qacc without armature when flg_acc.
// Needs mj_comVel.
LB_API void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result);
// Accelerations cacc, external forces cfrc_ext and forces between bodies and parents cfrc_int,
// about centres of mass, constraints included. Needs forward dynamics.
LB_API void mj_rnePostConstraint(const mjModel* m, mjData* d);
// The most contacts the pair function of two geoms can return, in either order; 0 when they have
// none. has_margin: whether their margin or gap is positive; negative: as their margins say.
LB_API int mj_maxContact(const mjModel* m, int g1, int g2, int has_margin);
// 1 when a point (world) is inside a site's shape, on its surface not, else 0. Needs mj_kinematics.
LB_API int mj_insideSite(const mjModel* m, const mjData* d, int siteid, const mjtNum point[3]);
// Finds all contacts: ncon, contact. Clears the arena, constraint rows included. Needs
// mj_kinematics, mj_comPos and, with flexes, mj_flex. A full arena drops contacts with a warning.
LB_API void mj_collision(const mjModel* m, mjData* d);
// Makes the constraint rows of the current position: counts ne, nf, nl, nefc, and efc_type, efc_id,
// efc_J with its pattern, efc_pos, efc_margin, efc_frictionloss, efc_diagA, efc_KBIP, efc_D, efc_R.
// Order: equality, friction loss, limits, contacts. Needs mj_collision. A full arena leaves no rows
// and counts mjWARN_CNSTRFULL.
LB_API void mj_makeConstraint(const mjModel* m, mjData* d);
// Finds constraint islands, groups of kinematic trees tied together by constraint rows, and the
// local numbering of their trees, dofs and rows (island_, map_, iefc_ fields). Needs
// mj_makeConstraint. No islands with mjDSBL_ISLAND or without rows.
LB_API void mj_island(const mjModel* m, mjData* d);
// Computes efc_Y and efc_AR = J inv(M) J' + R for solvers that work on it (see mj_isDual): dense
// (nefc x nefc), or CSR for sparse Jacobians. Needs the factorised inertia.
LB_API void mj_projectConstraint(const mjModel* m, mjData* d);
// Computes efc_vel = J qvel, with surface velocities, and the reference acceleration efc_aref.
// Needs the velocity stage (mj_comVel).
LB_API void mj_referenceConstraint(const mjModel* m, mjData* d);
// Evaluates the constraint cost at the residual acceleration jar = J qacc - aref (nefc): efc_force,
// efc_state, qfrc_constraint, and the cost unless it is NULL. flg_coneHessian: also contact.H of
// elliptic contacts whose force is on the cone.
LB_API void mj_constraintUpdate(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum cost[1],
                                int flg_coneHessian);
// Number of mjtNum in the state components of sig, a sum of mjtState bits. Raises an error for
// invalid bits.
LB_API int mj_stateSize(const mjModel* m, int sig);
// Copies the state components of sig from d into state (mj_stateSize numbers), in the order of the
// bits.
LB_API void mj_getState(const mjModel* m, const mjData* d, mjtNum* state, int sig);
// Copies the components dstsig, which must be among srcsig, from state vector src to state vector
// dst.
LB_API void mj_extractState(const mjModel* m, const mjtNum* src, int srcsig, mjtNum* dst,
                            int dstsig);
// Copies the state components of sig from state into d. Computed quantities stay as they are.
LB_API void mj_setState(const mjModel* m, mjData* d, const mjtNum* state, int sig);
// Copies the state components of sig from src to dst, both of model m.
LB_API void mj_copyState(const mjModel* m, const mjData* src, mjData* dst, int sig);
// The control of actuator `id` at `time` minus the actuator's delay, from its history; without a
// history the present control. interp: 0 hold, 1 linear, 2 cubic, negative as the model says. Not
// clamped.
LB_API mjtNum mj_readCtrl(const mjModel* m, const mjData* d, int id, mjtNum time, int interp);
// The values (sensor_dim) of sensor `id` at `time` minus the sensor's delay: a pointer into its
// history or, for a sensor without history, into sensordata; when interpolation was needed, the
// values are written to `result` (sensor_dim) and `result` is returned. interp as in mj_readCtrl.
LB_API const mjtNum* mj_readSensor(const mjModel* m, const mjData* d, int id, mjtNum time,
                                   mjtNum* result, int interp);
// Sets the history of actuator `id`: nsample increasing times, or NULL to keep the times, and as
// many values, oldest first. Error when the actuator has no history.
LB_API void mj_initCtrlHistory(const mjModel* m, mjData* d, int id, const mjtNum* times,
                               const mjtNum* values);
// Sets the history of sensor `id`: nsample increasing times, or NULL to keep the times, and nsample
// x sensor_dim values, oldest first; phase is the nominal time of the last sample, from which the
// next one is an interval away. Error when the sensor has no history.
LB_API void mj_initSensorHistory(const mjModel* m, mjData* d, int id, const mjtNum* times,
                                 const mjtNum* values, mjtNum phase);
// Stores the state of d as keyframe k of the model.
LB_API void mj_setKeyframe(mjModel* m, const mjData* d, int k);
// Appends a copy of con to the contacts, before mj_makeConstraint. Returns 1 when the arena is
// full.
LB_API int mj_addContact(const mjModel* m, mjData* d, const mjContact* con);
// Whether friction cones are pyramids (m->opt.cone).
LB_API int mj_isPyramidal(const mjModel* m);
// Whether efc_J and efc_AR are sparse: m->opt.jacobian, where auto means sparse from 60 dofs.
LB_API int mj_isSparse(const mjModel* m);
// Whether the solver needs efc_AR: PGS, or any solver with noslip iterations.
LB_API int mj_isDual(const mjModel* m);
// res (nefc) = efc_J vec (nv).
LB_API void mj_mulJacVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
// res (nv) = efc_J' vec (nefc).
LB_API void mj_mulJacTVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
// Jacobians, 3 x nv row-major, of a global point moving with a body and of the body's rotation,
// world axes; jacp or jacr may be NULL. Needs mj_comPos.
LB_API void mj_jac(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                   const mjtNum point[3], int body);
// mj_jac for the origin of a body's frame.
LB_API void mj_jacBody(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body);
// mj_jac for a body's centre of mass.
LB_API void mj_jacBodyCom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body);
// Jacobian, 3 x nv, of the centre of mass of a subtree.
LB_API void mj_jacSubtreeCom(const mjModel* m, mjData* d, mjtNum* jacp, int body);
// mj_jac for the centre of a geom.
LB_API void mj_jacGeom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int geom);
// mj_jac for a site.
LB_API void mj_jacSite(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int site);
// Jacobians, 3 x nv, of a global point and of a global axis that move with a body; either may be
// NULL.
LB_API void mj_jacPointAxis(const mjModel* m, mjData* d, mjtNum* jacPoint, mjtNum* jacAxis,
                            const mjtNum point[3], const mjtNum axis[3], int body);
// Time derivatives of the Jacobians of mj_jac, for a point that moves with the body; either may be
// NULL. Needs mj_comVel.
LB_API void mj_jacDot(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                      const mjtNum point[3], int body);
// Matrix, 3 x nv, that takes qvel to the angular momentum of a subtree about its centre of mass.
// Needs mj_comPos.
LB_API void mj_angmomMat(const mjModel* m, mjData* d, mjtNum* mat, int body);
// Id of the object of a kind (mjtObj) with a name; -1 when there is none.
LB_API int mj_name2id(const mjModel* m, int type, const char* name);
// Name of the object of a kind (mjtObj) with an id; NULL when it has none, or there is no such
// object. The model owns the text.
LB_API const char* mj_id2name(const mjModel* m, int type, int id);
// Name of one of an actuator's inputs, such as "pos"; NULL when there is no such input. The text is
// static.
LB_API const char* mj_actuatorInputName(const mjModel* m, int id, int input);
// The inertia matrix as dense nv x nv.
LB_API void mj_fullM(const mjModel* m, const mjData* d, mjtNum* dst);
// res = M vec, both nv; res must not overlap vec.
LB_API void mj_mulM(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
// res = sqrt(D) L vec, both nv, so that |res|^2 = vec' M vec. Needs mj_factorM; res must not
// overlap vec.
LB_API void mj_mulM2(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
// Adds the lower triangle of M to dst: dense nv x nv when the index arrays are NULL, else sparse
// rows with room for the columns of M that they lack, which they get.
LB_API void mj_addM(const mjModel* m, mjData* d, mjtNum* dst, int* rownnz, int* rowadr,
                    int* colind);
// Adds to qfrc_target (nv) the joint forces of a Cartesian force and torque (world axes, NULL for
// none) on a body, the force at a global point. Needs mj_comPos; raises an error for an invalid
// body.
LB_API void mj_applyFT(const mjModel* m, mjData* d, const mjtNum force[3], const mjtNum torque[3],
                       const mjtNum point[3], int body, mjtNum* qfrc_target);
// Velocity (rotation; translation) of a body (mjOBJ_BODY: inertial frame, mjOBJ_XBODY: its own),
// geom, site or camera, at its centre, in world axes or its own (flg_local). Needs mj_comVel;
// raises an error for other types.
LB_API void mj_objectVelocity(const mjModel* m, const mjData* d, int objtype, int objid,
                              mjtNum res[6], int flg_local);
// Like mj_objectVelocity for acceleration; includes minus gravity, as an accelerometer feels it.
// Needs mj_rnePostConstraint.
LB_API void mj_objectAcceleration(const mjModel* m, const mjData* d, int objtype, int objid,
                                  mjtNum res[6], int flg_local);
// Signed distance of two geoms, at most distmax. fromto (may be NULL): nearest points of geom1 and
// geom2, or of the deepest penetration; zero when nothing is nearer than distmax.
LB_API mjtNum mj_geomDistance(const mjModel* m, mjData* d, int geom1, int geom2, mjtNum distmax,
                              mjtNum fromto[6]);
// Force and torque of contact id in its frame: normal, two tangents, then the torques about them;
// adhesion is subtracted from the normal. Zero for contacts without rows, or when id is not a
// contact.
LB_API void mj_contactForce(const mjModel* m, const mjData* d, int id, mjtNum result[6]);
// qvel (nv) = (qpos2 - qpos1) / dt, rotations as rotation vectors.
LB_API void mj_differentiatePos(const mjModel* m, mjtNum* qvel, mjtNum dt, const mjtNum* qpos1,
                                const mjtNum* qpos2);
// Moves qpos (nq) by velocity qvel (nv) for time dt; quaternions stay normalized.
LB_API void mj_integratePos(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt);
// Normalizes all quaternions in qpos (nq).
LB_API void mj_normalizeQuat(const mjModel* m, mjtNum* qpos);
// Global pose of a frame given in a body's frame by pos and quat; pairs (xpos, pos), (xmat, quat)
// may be NULL. sameframe (mjtSameFrame) tells that the frame coincides with that of the body or its
// inertia, whose pose is then copied.
LB_API void mj_local2Global(mjData* d, mjtNum xpos[3], mjtNum xmat[9], const mjtNum pos[3],
                            const mjtNum quat[4], int body, mjtByte sameframe);
// Sum of all body masses.
LB_API mjtNum mj_getTotalmass(const mjModel* m);
// Scales masses and inertias of all bodies so that they sum to newmass. Call mj_setConst
// afterwards.
LB_API void mj_setTotalmass(mjModel* m, mjtNum newmass);
// Value of a configuration attribute of plugin instance plugin_id, empty when it was not given;
// NULL when the plugin has no such attribute.
LB_API const char* mj_getPluginConfig(const mjModel* m, int plugin_id, const char* attrib);
// Loads a library, which registers its plugins (mjPLUGIN_LIB_INIT) by the functions of the program:
// it has to export them. An error when it cannot be loaded, which in the module none can.
LB_API void mj_loadPluginLibrary(const char* path);
// Loads the libraries of a folder (.so, .dylib) in the order of their names; callback, unless NULL,
// is told of each: its name, the slot of its first plugin, -1 without one, and how many it has.
LB_API void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback);
// Version of the interface: 3012000 for 3.12.0.
LB_API int mj_version(void);
// Version of the interface as text: "3.12.0".
LB_API const char* mj_versionString(void);
// Distance along vec, in lengths of vec, from pnt to the first geom; -1 without a hit. Invisible
// geoms (alpha 0 without a material or with an invisible one) are skipped, and those of body
// bodyexclude (-1: none), of static bodies unless flg_static, and of groups whose geomgroup entry
// is 0 (NULL: all groups). geomid (-1 without a hit) and normal (outward unit normal, zero without
// a hit) may be NULL.
LB_API mjtNum mj_ray(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3],
                     const mjtByte* geomgroup, mjtBool flg_static, int bodyexclude, int geomid[1],
                     mjtNum normal[3]);
// mj_ray for nray rays from one point; vec and normal are nray x 3. Geoms whose bounding sphere
// is further away than cutoff, m, are skipped; what is nearer is hit at any distance.
LB_API void mj_multiRay(const mjModel* m, mjData* d, const mjtNum pnt[3], const mjtNum* vec,
                        const mjtByte* geomgroup, mjtBool flg_static, int bodyexclude, int* geomid,
                        mjtNum* dist, mjtNum* normal, int nray, mjtNum cutoff);
// Like mj_ray for one height field, from above its surface or against its base and sides.
LB_API mjtNum mj_rayHfield(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                           const mjtNum vec[3], mjtNum normal[3]);
// Like mj_ray for the triangles of one mesh, from either side.
LB_API mjtNum mj_rayMesh(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                         const mjtNum vec[3], mjtNum normal[3]);
// Like mj_ray for one flex: its vertices, edges, faces and skin (surface with rounded edges) as the
// flags say; faces of dimension 3 in layer flex_layer. normal follows the winding of a face. vertid
// (may be NULL): the vertex nearest to the hit, unchanged without one.
LB_API mjtNum mj_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtBool flg_vert,
                         mjtBool flg_edge, mjtBool flg_face, mjtBool flg_skin, int flexid,
                         const mjtNum pnt[3], const mjtNum vec[3], int vertid[1], mjtNum normal[3]);
// Counts a warning (mjtWarning) in d with info, the index or size that it is about; the first of
// its kind is sent to the log. An unknown one is an error.
LB_API void mj_warning(mjData* d, int warning, int info);
// Derivatives of one time step by finite differences of size eps, forward or centered, at the state
// and controls in d, which are kept. With state y = (position in tangent space, velocity,
// activation), n = 2 nv + na: A n x n and B n x nu of the next state, C nsensordata x n and D
// nsensordata x nu of the sensors, with respect to y and controls; any may be NULL. Controls at
// their limits are differenced one-sidedly. Raises an error for the Runge-Kutta integrator and for
// delays.
LB_API void mjd_transitionFD(const mjModel* m, mjData* d, mjtNum eps, mjtBool flg_centered,
                             mjtNum* A, mjtNum* B, mjtNum* C, mjtNum* D);
// Derivatives of inverse dynamics by forward differences of size eps. Rows belong to the perturbed
// coordinate, so matrices are transposed Jacobians: of the force nv x nv with respect to qpos
// (tangent space), qvel, qacc; of the sensors nv x nsensordata; of M, nv x nC. Any may be NULL.
// flg_actuation subtracts actuator forces.
LB_API void mjd_inverseFD(const mjModel* m, mjData* d, mjtNum eps, mjtBool flg_actuation,
                          mjtNum* DfDq, mjtNum* DfDv, mjtNum* DfDa, mjtNum* DsDq, mjtNum* DsDv,
                          mjtNum* DsDa, mjtNum* DmDq);

// Derivatives of mju_subQuat with respect to small rotations of qa and qb in their local frames,
// Da and Db (3 x 3), each may be NULL.
LB_API void mjd_subQuat(const mjtNum qa[4], const mjtNum qb[4], mjtNum Da[9], mjtNum Db[9]);

// Derivatives of mju_quatIntegrate, in the local frame of the result: Dquat (3 x 3) with respect
// to a small local rotation of quat, Dvel (3 x 3) with respect to vel scale, Dscale (3) with
// respect to scale. Each may be NULL.
LB_API void mjd_quatIntegrate(const mjtNum vel[3], mjtNum scale, mjtNum Dquat[9], mjtNum Dvel[9],
                              mjtNum Dscale[3]);

#ifdef __cplusplus
}
#endif
