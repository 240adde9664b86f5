// Programs written against the published headers compile and link: every function is there under
// its name, and every macro does what it says.

#include "api/limber.h"
#include "check.h"

#include <limits.h>

// DIAG-09: the average of a timer divides by at least one call.
static void the_larger_and_the_smaller_of_two_numbers(void** state) {
  mjTimerStat timer = {.duration = 3, .number = 0};
  assert_true(timer.duration / mjMAX(1, timer.number) == 3);
  timer.number = 2;
  assert_true(timer.duration / mjMAX(1, timer.number) == 1.5);
  assert_int_equal(mjMIN(2, 5), 2);
  assert_int_equal(mjMIN(5, 2) * mjMAX(1 + 1, 2 + 1), 6);
}

static void flags_are_asked_of_the_model_called_m(void** state) {
  mjModel model = {0};
  const mjModel* m = &model;
  model.opt.disableflags = mjDSBL_CONTACT;
  model.opt.enableflags = mjENBL_ENERGY | mjENBL_SLEEP;
  assert_true(mjDISABLED(mjDSBL_CONTACT));
  assert_false(mjDISABLED(mjDSBL_LIMIT | mjDSBL_GRAVITY));
  assert_true(mjENABLED(mjENBL_ENERGY));
  assert_true(mjENABLED(mjENABLE_SLEEP));
  assert_false(mjENABLED(mjENBL_FWDINV));
}

static int initialised;

mjPLUGIN_LIB_INIT(test) {
  initialised++;
}

static void a_library_registers_its_plugins_when_it_is_loaded(void** state) {
  assert_int_equal(initialised, 1);
}

mjEXTERNC MJAPI int exported(const char* format, ...) mjPRINTFLIKE(1, 2);
MJLOCAL int hidden(void);

int exported(const char* format, ...) {
  return format[0];
}

int hidden(void) {
  return 'h';
}

static void functions_can_be_marked_as_exported_or_hidden(void** state) {
  assert_int_equal(exported("%d", 1), '%');
  assert_int_equal(hidden(), 'h');
}

static void functions_of_the_c_library_have_names_for_mjtNum(void** state) {
  const mjtNum found[] = {mju_abs(-2.0), mju_acos(1),    mju_asin(0),   mju_atan2(0, 1),
                          mju_ceil(1.5), mju_cos(0),     mju_exp(0),    mju_floor(1.5),
                          mju_log(1),    mju_log10(100), mju_pow(2, 3), mju_sin(0),
                          mju_sqrt(9),   mju_tan(0),     mju_tanh(0)};
  const mjtNum wanted[] = {2, 0, 0, 0, 2, 1, 1, 1, 0, 2, 8, 0, 3, 0, 0};
  for (int i = 0; i < 15; i++) {
    assert_true(found[i] == wanted[i]);
  }
}

static char caught[100];
static jmp_buf back;

static void catchMessage(const char* text) {
  int length = 0;
  for (; text[length] && length < 99; length++) {
    caught[length] = text[length];
  }
  caught[length] = 0;
  longjmp(back, 1);
}

static void the_error_macro_raises(void** state) {
  mju_user_error = catchMessage;
  if (setjmp(back) == 0) {
    mjERROR("invalid integrator");
  }
  mju_user_error = NULL;
  assert_string_equal(caught, "invalid integrator");
}

typedef void (*Function)(void);

#define LINK(name) {#name, (Function)name},
static const struct {
  const char* name;
  Function function;
} published[] = {
    LINK(mj_defaultVFS) LINK(mj_mountVFS) LINK(mj_unmountVFS) LINK(mj_addFileVFS) LINK(
        mj_addBufferVFS) LINK(mj_deleteFileVFS) LINK(mj_containsBufferVFS) LINK(mj_containsFileVFS)
        LINK(mj_deleteVFS) LINK(mj_getCacheSize) LINK(mj_getCacheCapacity) LINK(mj_setCacheCapacity)
            LINK(mj_getCache) LINK(mj_clearCache) LINK(mj_loadXML) LINK(mj_parseXML) LINK(
                mj_parseXMLString) LINK(mj_parse) LINK(mj_encode) LINK(mj_compile) LINK(mj_copyBack)
                LINK(mj_recompile) LINK(mj_saveLastXML) LINK(mj_freeLastXML) LINK(
                    mj_saveXMLString) LINK(mj_saveXML) LINK(mju_getXMLDependencies) LINK(mj_step)
                    LINK(mj_step1) LINK(mj_step2) LINK(mj_forward) LINK(mj_inverse) LINK(
                        mj_forwardSkip) LINK(mj_inverseSkip) LINK(mj_defaultLROpt)
                        LINK(mj_defaultSolRefImp) LINK(mj_defaultOption) LINK(
                            mj_defaultVisual) LINK(mj_copyModel) LINK(mj_saveModel)
                            LINK(mj_loadModel) LINK(mj_loadModelBuffer) LINK(mj_deleteModel) LINK(
                                mj_sizeModel) LINK(mj_makeData) LINK(mj_copyData) LINK(mjv_copyData)
                                LINK(mj_resetCtrl) LINK(mj_resetData) LINK(mj_resetDataDebug) LINK(
                                    mj_resetDataKeyframe) LINK(mj_markStack)
                                    LINK(mj_freeStack) LINK(mj_stackAllocByte) LINK(mj_stackAllocNum) LINK(
                                        mj_stackAllocInt) LINK(mj_deleteData) LINK(mj_resetCallbacks)
                                        LINK(mj_setConst) LINK(mj_setLengthRange) LINK(mj_makeSpec) LINK(
                                            mj_copySpec) LINK(mj_deleteSpec) LINK(mjs_activatePlugin)
                                            LINK(mjs_setDeepCopy) LINK(mj_printFormattedModel) LINK(
                                                mj_printModel) LINK(mj_printFormattedData)
                                                LINK(mj_printData) LINK(mju_printMat) LINK(
                                                    mju_printMatSparse) LINK(mj_printSchema) LINK(mj_printScene)
                                                    LINK(mj_printFormattedScene) LINK(mj_fwdKinematics) LINK(
                                                        mj_fwdPosition) LINK(mj_fwdVelocity) LINK(mj_fwdActuation)
                                                        LINK(mj_fwdAcceleration) LINK(mj_fwdConstraint) LINK(
                                                            mj_Euler) LINK(mj_RungeKutta) LINK(mj_implicit)
                                                            LINK(mj_invPosition) LINK(mj_invVelocity) LINK(
                                                                mj_invConstraint) LINK(mj_compareFwdInv)
                                                                LINK(mj_sensorPos) LINK(mj_sensorVel) LINK(
                                                                    mj_sensorAcc) LINK(mj_energyPos)
                                                                    LINK(mj_energyVel) LINK(
                                                                        mj_checkPos) LINK(mj_checkVel)
                                                                        LINK(mj_checkAcc) LINK(mj_kinematics) LINK(
                                                                            mj_comPos) LINK(mj_camlight)
                                                                            LINK(mj_flex) LINK(mj_tendon) LINK(
                                                                                mj_transmission) LINK(mj_crb)
                                                                                LINK(mj_makeM) LINK(
                                                                                    mj_factorM) LINK(mj_solveM)
                                                                                    LINK(mj_solveM2) LINK(
                                                                                        mj_comVel)
                                                                                        LINK(mj_passive) LINK(
                                                                                            mj_subtreeVel)
                                                                                            LINK(mj_rne) LINK(
                                                                                                mj_rnePostConstraint)
                                                                                                LINK(
                                                                                                    mj_maxContact)
                                                                                                    LINK(
                                                                                                        mj_collision)
                                                                                                        LINK(
                                                                                                            mj_makeConstraint)
                                                                                                            LINK(mj_island) LINK(mj_projectConstraint) LINK(mj_referenceConstraint) LINK(mj_constraintUpdate) LINK(mj_stateSize) LINK(mj_getState) LINK(mj_extractState) LINK(mj_setState) LINK(mj_copyState) LINK(mj_readCtrl) LINK(mj_readSensor) LINK(mj_initCtrlHistory) LINK(mj_initSensorHistory) LINK(mj_setKeyframe) LINK(mj_addContact) LINK(mj_isPyramidal) LINK(mj_isSparse) LINK(mj_isDual) LINK(mj_mulJacVec) LINK(mj_mulJacTVec) LINK(mj_jac) LINK(mj_jacBody) LINK(mj_jacBodyCom) LINK(mj_jacSubtreeCom) LINK(mj_jacGeom) LINK(mj_jacSite) LINK(mj_jacPointAxis) LINK(mj_jacDot) LINK(mj_angmomMat) LINK(mj_name2id) LINK(mj_id2name) LINK(mj_actuatorInputName) LINK(mj_fullM) LINK(mj_mulM) LINK(mj_mulM2) LINK(mj_addM) LINK(mj_applyFT) LINK(mj_objectVelocity) LINK(mj_objectAcceleration) LINK(mj_geomDistance) LINK(mj_contactForce) LINK(mj_differentiatePos) LINK(mj_integratePos)
                                                                                                                LINK(mj_normalizeQuat) LINK(
                                                                                                                    mj_local2Global)
                                                                                                                    LINK(
                                                                                                                        mj_getTotalmass)
                                                                                                                        LINK(
                                                                                                                            mj_setTotalmass)
                                                                                                                            LINK(
                                                                                                                                mj_getPluginConfig)
                                                                                                                                LINK(
                                                                                                                                    mj_loadPluginLibrary)
                                                                                                                                    LINK(
                                                                                                                                        mj_loadAllPluginLibraries)
                                                                                                                                        LINK(
                                                                                                                                            mj_version)
                                                                                                                                            LINK(
                                                                                                                                                mj_versionString)
                                                                                                                                                LINK(
                                                                                                                                                    mj_ray)
                                                                                                                                                    LINK(
                                                                                                                                                        mj_multiRay)
                                                                                                                                                        LINK(
                                                                                                                                                            mj_rayHfield)
                                                                                                                                                            LINK(
                                                                                                                                                                mj_rayMesh) LINK(mju_rayGeom) LINK(mj_rayFlex) LINK(mju_raySkin) LINK(mjv_defaultCamera) LINK(mjv_defaultFreeCamera) LINK(mjv_defaultPerturb) LINK(mjv_room2model) LINK(mjv_model2room) LINK(mjv_cameraInModel) LINK(mjv_cameraInRoom)
                                                                                                                                                                LINK(mjv_frustumHeight) LINK(mjv_alignToCamera) LINK(
                                                                                                                                                                    mjv_moveCamera)
                                                                                                                                                                    LINK(
                                                                                                                                                                        mjv_movePerturb)
                                                                                                                                                                        LINK(mjv_moveModel) LINK(mjv_initPerturb) LINK(mjv_applyPerturbPose) LINK(mjv_applyPerturbForce) LINK(mjv_averageCamera) LINK(
                                                                                                                                                                            mjv_camera2GLCamera)
                                                                                                                                                                            LINK(
                                                                                                                                                                                mjv_select)
                                                                                                                                                                                LINK(mjv_defaultOption) LINK(mjv_defaultFigure) LINK(mjv_initGeom) LINK(mjv_connector) LINK(mjv_defaultScene) LINK(mjv_makeScene) LINK(
                                                                                                                                                                                    mjv_freeScene)
                                                                                                                                                                                    LINK(
                                                                                                                                                                                        mjv_updateScene)
                                                                                                                                                                                        LINK(mjv_copyModel) LINK(mjv_addGeoms) LINK(mjv_makeLights) LINK(mjv_updateCamera) LINK(mjv_updateSkin) LINK(mjv_cameraFrame) LINK(mjv_cameraFrustum) LINK(
                                                                                                                                                                                            mju_error) LINK(mju_warning) LINK(mju_clearHandlers) LINK(mju_setLogHandler) LINK(mju_getLogConfig) LINK(mju_setLogConfig) LINK(mju_info) LINK(mju_message) LINK(mju_malloc) LINK(mju_free) LINK(mj_warning) LINK(mju_writeLog) LINK(mjs_getError)
                                                                                                                                                                                            LINK(
                                                                                                                                                                                                mjs_getTimer)
                                                                                                                                                                                                LINK(
                                                                                                                                                                                                    mjs_isWarning)
                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                        mjs_numWarnings)
                                                                                                                                                                                                        LINK(
                                                                                                                                                                                                            mjs_getWarning) LINK(mju_zero3) LINK(mju_copy3) LINK(mju_scl3) LINK(mju_add3) LINK(mju_sub3)
                                                                                                                                                                                                            LINK(
                                                                                                                                                                                                                mju_addTo3)
                                                                                                                                                                                                                LINK(
                                                                                                                                                                                                                    mju_subFrom3)
                                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                                        mju_addToScl3)
                                                                                                                                                                                                                        LINK(mju_addScl3) LINK(mju_normalize3) LINK(mju_norm3) LINK(mju_dot3)
                                                                                                                                                                                                                            LINK(
                                                                                                                                                                                                                                mju_dist3)
                                                                                                                                                                                                                                LINK(
                                                                                                                                                                                                                                    mju_mulMatVec3)
                                                                                                                                                                                                                                    LINK(mju_mulMatTVec3) LINK(mju_cross) LINK(mju_zero4) LINK(mju_unit4) LINK(mju_copy4) LINK(mju_normalize4) LINK(mju_zero) LINK(mju_fill) LINK(mju_copy) LINK(mju_sum) LINK(mju_L1) LINK(mju_scl) LINK(
                                                                                                                                                                                                                                        mju_add) LINK(mju_sub)
                                                                                                                                                                                                                                        LINK(mju_addTo) LINK(mju_subFrom) LINK(mju_addToScl) LINK(mju_addScl) LINK(
                                                                                                                                                                                                                                            mju_normalize) LINK(mju_norm) LINK(mju_dot)
                                                                                                                                                                                                                                            LINK(mju_mulMatVec) LINK(mju_mulMatTVec) LINK(mju_mulVecMatVec) LINK(mju_transpose)
                                                                                                                                                                                                                                                LINK(mju_symmetrize) LINK(
                                                                                                                                                                                                                                                    mju_eye)
                                                                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                                                                        mju_mulMatMat)
                                                                                                                                                                                                                                                        LINK(
                                                                                                                                                                                                                                                            mju_mulMatMatT)
                                                                                                                                                                                                                                                            LINK(
                                                                                                                                                                                                                                                                mju_mulMatTMat) LINK(mju_sqrMatTD) LINK(mju_transformSpatial)
                                                                                                                                                                                                                                                                LINK(
                                                                                                                                                                                                                                                                    mju_dense2sparse)
                                                                                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                                                                                        mju_sparse2dense) LINK(mju_sym2dense) LINK(mju_rotVecQuat) LINK(mju_negQuat)
                                                                                                                                                                                                                                                                        LINK(
                                                                                                                                                                                                                                                                            mju_mulQuat) LINK(mju_mulQuatAxis) LINK(mju_axisAngle2Quat) LINK(mju_quat2Vel) LINK(mju_subQuat)
                                                                                                                                                                                                                                                                            LINK(mju_quat2Mat) LINK(
                                                                                                                                                                                                                                                                                mju_mat2Quat)
                                                                                                                                                                                                                                                                                LINK(
                                                                                                                                                                                                                                                                                    mju_derivQuat)
                                                                                                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                                                                                                        mju_quatIntegrate) LINK(mju_quatZ2Vec) LINK(mju_mat2Rot)
                                                                                                                                                                                                                                                                                        LINK(
                                                                                                                                                                                                                                                                                            mju_euler2Quat)
                                                                                                                                                                                                                                                                                            LINK(
                                                                                                                                                                                                                                                                                                mju_mulPose)
                                                                                                                                                                                                                                                                                                LINK(
                                                                                                                                                                                                                                                                                                    mju_negPose)
                                                                                                                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                                                                                                                        mju_trnVecPose) LINK(mju_cholFactor)
                                                                                                                                                                                                                                                                                                        LINK(mju_cholSolve) LINK(mju_cholUpdate) LINK(mju_cholFactorBand) LINK(mju_cholSolveBand) LINK(
                                                                                                                                                                                                                                                                                                            mju_band2Dense) LINK(mju_dense2Band) LINK(mju_bandMulMatVec) LINK(mju_bandDiag) LINK(mju_eig3)
                                                                                                                                                                                                                                                                                                            LINK(mju_boxQP) LINK(
                                                                                                                                                                                                                                                                                                                mju_boxQPmalloc) LINK(mju_muscleGain) LINK(mju_muscleBias)
                                                                                                                                                                                                                                                                                                                LINK(
                                                                                                                                                                                                                                                                                                                    mju_muscleDynamics) LINK(mju_encodePyramid) LINK(mju_decodePyramid) LINK(mju_springDamper)
                                                                                                                                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                                                                                                                                        mju_min)
                                                                                                                                                                                                                                                                                                                        LINK(
                                                                                                                                                                                                                                                                                                                            mju_max)
                                                                                                                                                                                                                                                                                                                            LINK(
                                                                                                                                                                                                                                                                                                                                mju_clip)
                                                                                                                                                                                                                                                                                                                                LINK(
                                                                                                                                                                                                                                                                                                                                    mju_sign) LINK(mju_round)
                                                                                                                                                                                                                                                                                                                                    LINK(mju_type2Str) LINK(
                                                                                                                                                                                                                                                                                                                                        mju_str2Type) LINK(mju_writeNumBytes) LINK(mju_warningText) LINK(mju_isBad)
                                                                                                                                                                                                                                                                                                                                        LINK(mju_isZero) LINK(mju_standardNormal) LINK(mju_f2n)
                                                                                                                                                                                                                                                                                                                                            LINK(
                                                                                                                                                                                                                                                                                                                                                mju_n2f)
                                                                                                                                                                                                                                                                                                                                                LINK(
                                                                                                                                                                                                                                                                                                                                                    mju_d2n)
                                                                                                                                                                                                                                                                                                                                                    LINK(mju_n2d) LINK(mju_insertionSort) LINK(
                                                                                                                                                                                                                                                                                                                                                        mju_insertionSortInt) LINK(mju_Halton) LINK(mju_strncpy) LINK(mju_sigmoid) LINK(mjc_getSDF) LINK(mjc_distance)
                                                                                                                                                                                                                                                                                                                                                        LINK(mjc_gradient) LINK(mjd_transitionFD) LINK(mjd_inverseFD) LINK(mjd_subQuat) LINK(mjd_quatIntegrate) LINK(mjp_defaultPlugin) LINK(mjp_registerPlugin) LINK(mjp_pluginCount) LINK(mjp_getPlugin) LINK(mjp_getPluginAtSlot) LINK(
                                                                                                                                                                                                                                                                                                                                                            mjp_defaultResourceProvider) LINK(mjp_registerResourceProvider) LINK(mjp_resourceProviderCount) LINK(mjp_getResourceProvider)
                                                                                                                                                                                                                                                                                                                                                            LINK(
                                                                                                                                                                                                                                                                                                                                                                mjp_getResourceProviderAtSlot) LINK(mjp_registerDecoder) LINK(mjp_defaultDecoder)
                                                                                                                                                                                                                                                                                                                                                                LINK(mjp_findDecoder) LINK(
                                                                                                                                                                                                                                                                                                                                                                    mjp_registerEncoder) LINK(mjp_defaultEncoder) LINK(mjp_findEncoder)
                                                                                                                                                                                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                                                                                                                                                                                        mju_openResource)
                                                                                                                                                                                                                                                                                                                                                                        LINK(
                                                                                                                                                                                                                                                                                                                                                                            mju_closeResource) LINK(mju_readResource) LINK(mju_writeResource)
                                                                                                                                                                                                                                                                                                                                                                            LINK(
                                                                                                                                                                                                                                                                                                                                                                                mju_getResourceDir) LINK(mju_isModifiedResource) LINK(mju_decodeResource)
                                                                                                                                                                                                                                                                                                                                                                                LINK(
                                                                                                                                                                                                                                                                                                                                                                                    mju_threadpool)
                                                                                                                                                                                                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                                                                                                                                                                                                        mjs_attach)
                                                                                                                                                                                                                                                                                                                                                                                        LINK(
                                                                                                                                                                                                                                                                                                                                                                                            mjs_addBody) LINK(mjs_addSite)
                                                                                                                                                                                                                                                                                                                                                                                            LINK(mjs_addJoint) LINK(mjs_addFreeJoint) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                mjs_addGeom) LINK(mjs_addCamera) LINK(mjs_addLight)
                                                                                                                                                                                                                                                                                                                                                                                                LINK(
                                                                                                                                                                                                                                                                                                                                                                                                    mjs_addFrame)
                                                                                                                                                                                                                                                                                                                                                                                                    LINK(mjs_delete) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                        mjs_addActuator)
                                                                                                                                                                                                                                                                                                                                                                                                        LINK(
                                                                                                                                                                                                                                                                                                                                                                                                            mjs_addSensor)
                                                                                                                                                                                                                                                                                                                                                                                                            LINK(mjs_addFlex) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                mjs_makeFlex) LINK(mjs_addPair) LINK(mjs_addExclude) LINK(mjs_addEquality)
                                                                                                                                                                                                                                                                                                                                                                                                                LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                    mjs_addTendon)
                                                                                                                                                                                                                                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                        mjs_wrapSite) LINK(mjs_wrapGeom)
                                                                                                                                                                                                                                                                                                                                                                                                                        LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                            mjs_wrapJoint)
                                                                                                                                                                                                                                                                                                                                                                                                                            LINK(mjs_wrapPulley) LINK(mjs_addNumeric)
                                                                                                                                                                                                                                                                                                                                                                                                                                LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                    mjs_addText)
                                                                                                                                                                                                                                                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                        mjs_addTuple)
                                                                                                                                                                                                                                                                                                                                                                                                                                        LINK(mjs_addKey) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                            mjs_addPlugin) LINK(mjs_addDefault) LINK(mjs_setToMotor) LINK(mjs_setToPosition) LINK(mjs_setToIntVelocity) LINK(mjs_setToVelocity) LINK(mjs_setToOrientation) LINK(mjs_setToPID) LINK(mjs_setToDamper) LINK(mjs_setToCylinder)
                                                                                                                                                                                                                                                                                                                                                                                                                                            LINK(mjs_setToMuscle) LINK(mjs_setToAdhesion) LINK(mjs_setToDCMotor) LINK(mjs_addMesh) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                mjs_addHField) LINK(mjs_addSkin) LINK(mjs_addTexture) LINK(mjs_addMaterial) LINK(mjs_makeMesh) LINK(mjs_getSpec) LINK(mjs_getOriginSpec)
                                                                                                                                                                                                                                                                                                                                                                                                                                                LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                    mjs_getCompiler)
                                                                                                                                                                                                                                                                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                        mjs_findSpec)
                                                                                                                                                                                                                                                                                                                                                                                                                                                        LINK(mjs_findBody) LINK(mjs_findElement) LINK(mjs_findChild) LINK(mjs_getParent) LINK(mjs_getFrame) LINK(mjs_findFrame) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                            mjs_getDefault) LINK(mjs_findDefault) LINK(mjs_getSpecDefault) LINK(mjs_getId) LINK(mjs_firstChild) LINK(mjs_nextChild) LINK(mjs_firstElement) LINK(mjs_nextElement) LINK(mjs_getWrapTarget) LINK(mjs_getWrapSideSite)
                                                                                                                                                                                                                                                                                                                                                                                                                                                            LINK(mjs_getWrapDivisor) LINK(mjs_getWrapCoef) LINK(mjs_setName) LINK(mjs_setBuffer) LINK(mjs_setString) LINK(mjs_setStringVec) LINK(mjs_setInStringVec) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                mjs_appendString) LINK(mjs_setInt) LINK(mjs_appendIntVec) LINK(mjs_setFloat)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                LINK(mjs_appendFloatVec) LINK(mjs_setDouble) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                    mjs_setPluginAttributes) LINK(mjs_getName) LINK(mjs_getString) LINK(mjs_getDouble) LINK(mjs_getWrapNum) LINK(mjs_getWrap) LINK(mjs_getPluginAttributes) LINK(mjs_setDefault) LINK(mjs_setFrame) LINK(mjs_resolveOrientation)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                    LINK(mjs_bodyToFrame) LINK(mjs_setUserValue) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                        mjs_getUserValue) LINK(mjs_deleteUserValue) LINK(mjs_sensorDim)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                        LINK(mjs_defaultSpec) LINK(mjs_defaultOrientation) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                            mjs_defaultBody)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                            LINK(mjs_defaultFrame) LINK(mjs_defaultJoint) LINK(mjs_defaultGeom) LINK(mjs_defaultSite) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                mjs_defaultCamera) LINK(mjs_defaultLight)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                LINK(mjs_defaultFlex) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                    mjs_defaultMesh)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        mjs_defaultHField) LINK(mjs_defaultSkin)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        LINK(mjs_defaultTexture) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            mjs_defaultMaterial)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                mjs_defaultPair)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                    mjs_defaultEquality)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        mjs_defaultTendon)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            mjs_defaultActuator) LINK(mjs_defaultSensor) LINK(mjs_defaultNumeric)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            LINK(mjs_defaultText) LINK(mjs_defaultTuple) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                mjs_defaultKey) LINK(mjs_defaultPlugin) LINK(mjs_asBody) LINK(mjs_asGeom)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                LINK(mjs_asJoint) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                    mjs_asSite) LINK(mjs_asCamera) LINK(mjs_asLight) LINK(mjs_asFrame)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                    LINK(mjs_asActuator) LINK(mjs_asSensor) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        mjs_asFlex) LINK(mjs_asPair)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        LINK(mjs_asEquality) LINK(mjs_asExclude) LINK(mjs_asTendon) LINK(mjs_asNumeric) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            mjs_asText) LINK(mjs_asTuple) LINK(mjs_asKey)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                mjs_asMesh)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                LINK(mjs_asHField) LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                    mjs_asSkin)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                    LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        mjs_asTexture)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        LINK(mjs_asMaterial)
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            LINK(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                mjs_asPlugin)};
#undef LINK

static void every_published_function_can_be_linked(void** state) {
  for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
    assert_non_null(published[i].function);
  }
}

// Calls with an id or a pointer that no function can work with.
#define WRONG_CALLS(X)                                      \
  X(mj_geomDistance, (m, d, 0, 1000000, 1, NULL))           \
  X(mj_geomDistance, (m, d, -1, 0, 1, NULL))                \
  X(mj_maxContact, (m, 0, 2, 0))                            \
  X(mj_rayMesh, (m, d, 1000000, v, v, NULL))                \
  X(mj_rayMesh, (m, d, 0, NULL, v, NULL))                   \
  X(mj_rayHfield, (m, d, -1, v, v, NULL))                   \
  X(mj_rayFlex, (m, d, 0, 1, 1, 1, 1, 0, v, v, NULL, NULL)) \
  X(mjc_getSDF, (m, INT_MIN))                               \
  X(mj_insideSite, (m, d, INT_MIN, v))                      \
  X(mj_jacGeom, (m, d, v, NULL, 7))                         \
  X(mj_markStack, (NULL))                                   \
  X(mj_stackAllocNum, (NULL, 1))                            \
  X(mj_printModel, (m, NULL))                               \
  X(mj_printData, (m, d, NULL))                             \
  X(mj_contactForce, (NULL, d, 0, v))                       \
  X(mj_copyBack, (spec, NULL))                              \
  X(mj_recompile, (spec, NULL, NULL, d))                    \
  X(mj_sensorVel, (m, NULL))                                \
  X(mj_flex, (m, NULL))                                     \
  X(mjv_defaultOption, (NULL))                              \
  X(mjv_updateScene, (m, d, NULL, NULL, NULL, 0, NULL))     \
  X(mjv_moveCamera, (m, mjMOUSE_ZOOM, 0, 0, NULL))          \
  X(mj_sensorAcc, (m, NULL))                                \
  X(mj_readCtrl, (m, NULL, 0, 1, 0))                        \
  X(mj_readSensor, (m, NULL, 0, 1, NULL, 0))                \
  X(mj_setKeyframe, (m, NULL, 0))                           \
  X(mj_jacSite, (m, NULL, v, NULL, 0))                      \
  X(mjv_applyPerturbForce, (NULL, d, &pert))                \
  X(mjv_applyPerturbForce, (m, NULL, &pert))                \
  X(mjs_findChild, (mjs_findBody(spec, "world"), NULL))     \
  X(mjs_resolveOrientation, (v, 0, NULL, &euler))           \
  X(mj_addFileVFS, (NULL, NULL, "a"))                       \
  X(mju_readResource, (&resource, NULL))                    \
  X(mju_getResourceDir, (&resource, NULL, NULL))            \
  X(mj_saveModel, (m, NULL, NULL, 0))                       \
  X(mjv_select, (m, d, NULL, 1, 0, 0, NULL, v, NULL, NULL, NULL))

typedef struct Wrong_ {
  int which;
  const char* function;
} Wrong;

static void callWrongly(void* context) {
  static const char xml[] =
      "<mujoco><worldbody><geom size='1'/><body><joint/><geom size='1'/></body>"
      "</worldbody></mujoco>";
  static mjSpec* spec;
  static mjModel* m;
  static mjData* d;
  Wrong* wrong = context;
  mjtNum v[6] = {1};
  mjvPerturb pert = {.select = 1, .active = mjPERT_TRANSLATE};
  mjResource resource = {.name = "a"};
  mjsOrientation euler = {.type = mjORIENTATION_EULER};
  int number = 0;
  if (!spec) {
    spec = mj_parseXMLString(xml, NULL, NULL, 0);
    m = mj_compile(spec, NULL);
    d = mj_makeData(m);
  }
  wrong->function = NULL;
#define X(name, arguments)        \
  if (wrong->which == number++) { \
    wrong->function = #name;      \
    (void)(name arguments);       \
  }
  WRONG_CALLS(X)
#undef X
  if (!wrong->function) {
    mj_deleteData(d);
    mj_deleteModel(m);
    mj_deleteSpec(spec);
  }
}

static void wrong_ids_and_pointers_are_errors_that_name_the_function(void** state) {
  Wrong wrong = {0};
  for (; !lb_protect(callWrongly, &wrong); wrong.which++) {
    ASSERT_SAYS(lb_lastError(), wrong.function);
  }
  if (wrong.function) {
    fail_msg("%s took call %d", wrong.function, wrong.which);
  }
  assert_int_equal(wrong.which, 36);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_larger_and_the_smaller_of_two_numbers),
      cmocka_unit_test(flags_are_asked_of_the_model_called_m),
      cmocka_unit_test(a_library_registers_its_plugins_when_it_is_loaded),
      cmocka_unit_test(functions_can_be_marked_as_exported_or_hidden),
      cmocka_unit_test(functions_of_the_c_library_have_names_for_mjtNum),
      cmocka_unit_test(the_error_macro_raises),
      cmocka_unit_test(wrong_ids_and_pointers_are_errors_that_name_the_function),
      cmocka_unit_test(every_published_function_can_be_linked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
