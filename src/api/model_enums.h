// Enumerations stored in mjModel: element types, options, sensor and actuator kinds.

#pragma once

typedef enum mjtDisableBit_ {
  mjDSBL_CONSTRAINT = 1,
  mjDSBL_EQUALITY = 2,
  mjDSBL_FRICTIONLOSS = 4,
  mjDSBL_LIMIT = 8,
  mjDSBL_CONTACT = 16,
  mjDSBL_SPRING = 32,
  mjDSBL_DAMPER = 64,
  mjDSBL_GRAVITY = 128,
  mjDSBL_CLAMPCTRL = 256,
  mjDSBL_WARMSTART = 512,
  mjDSBL_FILTERPARENT = 1024,
  mjDSBL_ACTUATION = 2048,
  mjDSBL_REFSAFE = 4096,
  mjDSBL_SENSOR = 8192,
  mjDSBL_MIDPHASE = 16384,
  mjDSBL_EULERDAMP = 32768,
  mjDSBL_AUTORESET = 65536,
  mjDSBL_NATIVECCD = 131072,
  mjDSBL_ISLAND = 262144,
  mjDSBL_MULTICCD = 524288,
  mjNDISABLE = 20,
} mjtDisableBit;

typedef enum mjtEnableBit_ {
  mjENBL_OVERRIDE = 1,
  mjENBL_ENERGY = 2,
  mjENBL_FWDINV = 4,
  mjENBL_INVDISCRETE = 8,
  mjENBL_SLEEP = 16,
  mjENBL_DIAGEXACT = 32,
  mjNENABLE = 6,
} mjtEnableBit;

typedef enum mjtJoint_ {
  mjJNT_FREE = 0,
  mjJNT_BALL = 1,
  mjJNT_SLIDE = 2,
  mjJNT_HINGE = 3,
} mjtJoint;

typedef enum mjtGeom_ {
  mjGEOM_PLANE = 0,
  mjGEOM_HFIELD = 1,
  mjGEOM_SPHERE = 2,
  mjGEOM_CAPSULE = 3,
  mjGEOM_ELLIPSOID = 4,
  mjGEOM_CYLINDER = 5,
  mjGEOM_BOX = 6,
  mjGEOM_MESH = 7,
  mjGEOM_SDF = 8,
  mjNGEOMTYPES = 9,
  mjGEOM_ARROW = 100,
  mjGEOM_ARROW1 = 101,
  mjGEOM_ARROW2 = 102,
  mjGEOM_LINE = 103,
  mjGEOM_LINEBOX = 104,
  mjGEOM_FLEX = 105,
  mjGEOM_SKIN = 106,
  mjGEOM_LABEL = 107,
  mjGEOM_TRIANGLE = 108,
  mjGEOM_NONE = 1001,
} mjtGeom;

typedef enum mjtProjection_ {
  mjPROJ_PERSPECTIVE = 0,
  mjPROJ_ORTHOGRAPHIC = 1,
} mjtProjection;

typedef enum mjtCamLight_ {
  mjCAMLIGHT_FIXED = 0,
  mjCAMLIGHT_TRACK = 1,
  mjCAMLIGHT_TRACKCOM = 2,
  mjCAMLIGHT_TARGETBODY = 3,
  mjCAMLIGHT_TARGETBODYCOM = 4,
} mjtCamLight;

typedef enum mjtLightType_ {
  mjLIGHT_SPOT = 0,
  mjLIGHT_DIRECTIONAL = 1,
  mjLIGHT_POINT = 2,
  mjLIGHT_IMAGE = 3,
} mjtLightType;

typedef enum mjtTexture_ {
  mjTEXTURE_2D = 0,
  mjTEXTURE_CUBE = 1,
  mjTEXTURE_SKYBOX = 2,
} mjtTexture;

typedef enum mjtTextureRole_ {
  mjTEXROLE_USER = 0,
  mjTEXROLE_RGB = 1,
  mjTEXROLE_OCCLUSION = 2,
  mjTEXROLE_ROUGHNESS = 3,
  mjTEXROLE_METALLIC = 4,
  mjTEXROLE_NORMAL = 5,
  mjTEXROLE_OPACITY = 6,
  mjTEXROLE_EMISSIVE = 7,
  mjTEXROLE_RGBA = 8,
  mjTEXROLE_ORM = 9,
  mjNTEXROLE = 10,
} mjtTextureRole;

typedef enum mjtColorSpace_ {
  mjCOLORSPACE_AUTO = 0,
  mjCOLORSPACE_LINEAR = 1,
  mjCOLORSPACE_SRGB = 2,
} mjtColorSpace;

typedef enum mjtIntegrator_ {
  mjINT_EULER = 0,
  mjINT_RK4 = 1,
  mjINT_IMPLICIT = 2,
  mjINT_IMPLICITFAST = 3,
} mjtIntegrator;

typedef enum mjtCone_ {
  mjCONE_PYRAMIDAL = 0,
  mjCONE_ELLIPTIC = 1,
} mjtCone;

typedef enum mjtJacobian_ {
  mjJAC_DENSE = 0,
  mjJAC_SPARSE = 1,
  mjJAC_AUTO = 2,
} mjtJacobian;

typedef enum mjtSolver_ {
  mjSOL_PGS = 0,
  mjSOL_CG = 1,
  mjSOL_NEWTON = 2,
} mjtSolver;

typedef enum mjtEq_ {
  mjEQ_CONNECT = 0,
  mjEQ_WELD = 1,
  mjEQ_JOINT = 2,
  mjEQ_TENDON = 3,
  mjEQ_FLEX = 4,
  mjEQ_FLEXVERT = 5,
  mjEQ_FLEXSTRAIN = 6,
  mjEQ_DISTANCE = 7,
} mjtEq;

typedef enum mjtWrap_ {
  mjWRAP_NONE = 0,
  mjWRAP_JOINT = 1,
  mjWRAP_PULLEY = 2,
  mjWRAP_SITE = 3,
  mjWRAP_SPHERE = 4,
  mjWRAP_CYLINDER = 5,
} mjtWrap;

typedef enum mjtTrn_ {
  mjTRN_JOINT = 0,
  mjTRN_JOINTINPARENT = 1,
  mjTRN_SLIDERCRANK = 2,
  mjTRN_TENDON = 3,
  mjTRN_SITE = 4,
  mjTRN_BODY = 5,
  mjTRN_SO3 = 6,
  mjTRN_UNDEFINED = 1000,
} mjtTrn;

typedef enum mjtDyn_ {
  mjDYN_NONE = 0,
  mjDYN_INTEGRATOR = 1,
  mjDYN_FILTER = 2,
  mjDYN_FILTEREXACT = 3,
  mjDYN_MUSCLE = 4,
  mjDYN_DCMOTOR = 5,
  mjDYN_PID = 6,
  mjDYN_USER = 7,
} mjtDyn;

typedef enum mjtGain_ {
  mjGAIN_FIXED = 0,
  mjGAIN_AFFINE = 1,
  mjGAIN_MUSCLE = 2,
  mjGAIN_DCMOTOR = 3,
  mjGAIN_SO3 = 4,
  mjGAIN_PID = 5,
  mjGAIN_USER = 6,
} mjtGain;

typedef enum mjtBias_ {
  mjBIAS_NONE = 0,
  mjBIAS_AFFINE = 1,
  mjBIAS_MUSCLE = 2,
  mjBIAS_DCMOTOR = 3,
  mjBIAS_SO3 = 4,
  mjBIAS_USER = 5,
} mjtBias;

typedef enum mjtCtrlChart_ {
  mjCHART_EXPMAP = 1,
  mjCHART_QUAT = 2,
} mjtCtrlChart;

typedef enum mjtCtrlInput_ {
  mjINPUT_POS = 1,
  mjINPUT_VEL = 2,
  mjINPUT_FF = 4,
  mjINPUT_VOLTAGE = 8,
  mjINPUT_NONE = 16,
} mjtCtrlInput;

typedef enum mjtObj_ {
  mjOBJ_UNKNOWN = 0,
  mjOBJ_BODY = 1,
  mjOBJ_XBODY = 2,
  mjOBJ_JOINT = 3,
  mjOBJ_DOF = 4,
  mjOBJ_GEOM = 5,
  mjOBJ_SITE = 6,
  mjOBJ_CAMERA = 7,
  mjOBJ_LIGHT = 8,
  mjOBJ_FLEX = 9,
  mjOBJ_MESH = 10,
  mjOBJ_SKIN = 11,
  mjOBJ_HFIELD = 12,
  mjOBJ_TEXTURE = 13,
  mjOBJ_MATERIAL = 14,
  mjOBJ_PAIR = 15,
  mjOBJ_EXCLUDE = 16,
  mjOBJ_EQUALITY = 17,
  mjOBJ_TENDON = 18,
  mjOBJ_ACTUATOR = 19,
  mjOBJ_SENSOR = 20,
  mjOBJ_NUMERIC = 21,
  mjOBJ_TEXT = 22,
  mjOBJ_TUPLE = 23,
  mjOBJ_KEY = 24,
  mjOBJ_PLUGIN = 25,
  mjNOBJECT = 26,
  mjOBJ_FRAME = 100,
  mjOBJ_DEFAULT = 101,
  mjOBJ_MODEL = 102,
} mjtObj;

typedef enum mjtSensor_ {
  mjSENS_TOUCH = 0,
  mjSENS_ACCELEROMETER = 1,
  mjSENS_VELOCIMETER = 2,
  mjSENS_GYRO = 3,
  mjSENS_FORCE = 4,
  mjSENS_TORQUE = 5,
  mjSENS_MAGNETOMETER = 6,
  mjSENS_RANGEFINDER = 7,
  mjSENS_CAMPROJECTION = 8,
  mjSENS_JOINTPOS = 9,
  mjSENS_JOINTVEL = 10,
  mjSENS_TENDONPOS = 11,
  mjSENS_TENDONVEL = 12,
  mjSENS_ACTUATORPOS = 13,
  mjSENS_ACTUATORVEL = 14,
  mjSENS_ACTUATORFRC = 15,
  mjSENS_JOINTACTFRC = 16,
  mjSENS_TENDONACTFRC = 17,
  mjSENS_BALLQUAT = 18,
  mjSENS_BALLANGVEL = 19,
  mjSENS_JOINTLIMITPOS = 20,
  mjSENS_JOINTLIMITVEL = 21,
  mjSENS_JOINTLIMITFRC = 22,
  mjSENS_TENDONLIMITPOS = 23,
  mjSENS_TENDONLIMITVEL = 24,
  mjSENS_TENDONLIMITFRC = 25,
  mjSENS_FRAMEPOS = 26,
  mjSENS_FRAMEQUAT = 27,
  mjSENS_FRAMEXAXIS = 28,
  mjSENS_FRAMEYAXIS = 29,
  mjSENS_FRAMEZAXIS = 30,
  mjSENS_FRAMELINVEL = 31,
  mjSENS_FRAMEANGVEL = 32,
  mjSENS_FRAMELINACC = 33,
  mjSENS_FRAMEANGACC = 34,
  mjSENS_SUBTREECOM = 35,
  mjSENS_SUBTREELINVEL = 36,
  mjSENS_SUBTREEANGMOM = 37,
  mjSENS_INSIDESITE = 38,
  mjSENS_GEOMDIST = 39,
  mjSENS_GEOMNORMAL = 40,
  mjSENS_GEOMFROMTO = 41,
  mjSENS_CONTACT = 42,
  mjSENS_E_POTENTIAL = 43,
  mjSENS_E_KINETIC = 44,
  mjSENS_CLOCK = 45,
  mjSENS_TACTILE = 46,
  mjSENS_PLUGIN = 47,
  mjSENS_USER = 48,
} mjtSensor;

typedef enum mjtStage_ {
  mjSTAGE_NONE = 0,
  mjSTAGE_POS = 1,
  mjSTAGE_VEL = 2,
  mjSTAGE_ACC = 3,
} mjtStage;

typedef enum mjtDataType_ {
  mjDATATYPE_REAL = 0,
  mjDATATYPE_POSITIVE = 1,
  mjDATATYPE_AXIS = 2,
  mjDATATYPE_QUATERNION = 3,
} mjtDataType;

typedef enum mjtConDataField_ {
  mjCONDATA_FOUND = 0,
  mjCONDATA_FORCE = 1,
  mjCONDATA_TORQUE = 2,
  mjCONDATA_DIST = 3,
  mjCONDATA_POS = 4,
  mjCONDATA_NORMAL = 5,
  mjCONDATA_TANGENT = 6,
  mjNCONDATA = 7,
} mjtConDataField;

typedef enum mjtRayDataField_ {
  mjRAYDATA_DIST = 0,
  mjRAYDATA_DIR = 1,
  mjRAYDATA_ORIGIN = 2,
  mjRAYDATA_POINT = 3,
  mjRAYDATA_NORMAL = 4,
  mjRAYDATA_DEPTH = 5,
  mjNRAYDATA = 6,
} mjtRayDataField;

typedef enum mjtCamOutBit_ {
  mjCAMOUT_RGB = 1,
  mjCAMOUT_DEPTH = 2,
  mjCAMOUT_DIST = 4,
  mjCAMOUT_NORMAL = 8,
  mjCAMOUT_SEG = 16,
  mjNCAMOUT = 5,
} mjtCamOutBit;

typedef enum mjtSameFrame_ {
  mjSAMEFRAME_NONE = 0,
  mjSAMEFRAME_BODY = 1,
  mjSAMEFRAME_INERTIA = 2,
  mjSAMEFRAME_BODYROT = 3,
  mjSAMEFRAME_INERTIAROT = 4,
} mjtSameFrame;

typedef enum mjtSleepPolicy_ {
  mjSLEEP_AUTO = 0,
  mjSLEEP_AUTO_NEVER = 1,
  mjSLEEP_AUTO_ALLOWED = 2,
  mjSLEEP_NEVER = 3,
  mjSLEEP_ALLOWED = 4,
  mjSLEEP_INIT = 5,
} mjtSleepPolicy;

typedef enum mjtLRMode_ {
  mjLRMODE_NONE = 0,
  mjLRMODE_MUSCLE = 1,
  mjLRMODE_MUSCLEUSER = 2,
  mjLRMODE_ALL = 3,
} mjtLRMode;

typedef enum mjtFlexSelf_ {
  mjFLEXSELF_NONE = 0,
  mjFLEXSELF_NARROW = 1,
  mjFLEXSELF_BVH = 2,
  mjFLEXSELF_SAP = 3,
  mjFLEXSELF_AUTO = 4,
} mjtFlexSelf;
