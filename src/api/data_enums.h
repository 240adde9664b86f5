// Enumerations stored in mjData: state components, constraint rows, warnings, timers, log.

#pragma once

typedef enum mjtState_ {
  mjSTATE_TIME = 1,
  mjSTATE_QPOS = 2,
  mjSTATE_QVEL = 4,
  mjSTATE_ACT = 8,
  mjSTATE_HISTORY = 16,
  mjSTATE_WARMSTART = 32,
  mjSTATE_CTRL = 64,
  mjSTATE_QFRC_APPLIED = 128,
  mjSTATE_XFRC_APPLIED = 256,
  mjSTATE_EQ_ACTIVE = 512,
  mjSTATE_MOCAP_POS = 1024,
  mjSTATE_MOCAP_QUAT = 2048,
  mjSTATE_USERDATA = 4096,
  mjSTATE_PLUGIN = 8192,
  mjNSTATE = 14,
  mjSTATE_PHYSICS = 30,
  mjSTATE_FULLPHYSICS = 8223,
  mjSTATE_USER = 8128,
  mjSTATE_INTEGRATION = 16383,
} mjtState;

typedef enum mjtConstraint_ {
  mjCNSTR_EQUALITY = 0,
  mjCNSTR_FRICTION_DOF = 1,
  mjCNSTR_FRICTION_TENDON = 2,
  mjCNSTR_LIMIT_JOINT = 3,
  mjCNSTR_LIMIT_TENDON = 4,
  mjCNSTR_CONTACT_FRICTIONLESS = 5,
  mjCNSTR_CONTACT_PYRAMIDAL = 6,
  mjCNSTR_CONTACT_ELLIPTIC = 7,
} mjtConstraint;

typedef enum mjtConstraintState_ {
  mjCNSTRSTATE_SATISFIED = 0,
  mjCNSTRSTATE_QUADRATIC = 1,
  mjCNSTRSTATE_LINEARNEG = 2,
  mjCNSTRSTATE_LINEARPOS = 3,
  mjCNSTRSTATE_CONE = 4,
} mjtConstraintState;

typedef enum mjtWarning_ {
  mjWARN_INERTIA = 0,
  mjWARN_CONTACTFULL = 1,
  mjWARN_CNSTRFULL = 2,
  mjWARN_BADQPOS = 3,
  mjWARN_BADQVEL = 4,
  mjWARN_BADQACC = 5,
  mjWARN_BADCTRL = 6,
  mjNWARNING = 7,
} mjtWarning;

typedef enum mjtTimer_ {
  mjTIMER_STEP = 0,
  mjTIMER_FORWARD = 1,
  mjTIMER_INVERSE = 2,
  mjTIMER_POSITION = 3,
  mjTIMER_VELOCITY = 4,
  mjTIMER_ACTUATION = 5,
  mjTIMER_CONSTRAINT = 6,
  mjTIMER_ADVANCE = 7,
  mjTIMER_POS_KINEMATICS = 8,
  mjTIMER_POS_INERTIA = 9,
  mjTIMER_POS_COLLISION = 10,
  mjTIMER_POS_MAKE = 11,
  mjTIMER_POS_PROJECT = 12,
  mjTIMER_COL_BROAD = 13,
  mjTIMER_COL_NARROW = 14,
  mjNTIMER = 15,
} mjtTimer;

typedef enum mjtSleepState_ {
  mjS_STATIC = -1,
  mjS_ASLEEP = 0,
  mjS_AWAKE = 1,
} mjtSleepState;

typedef enum mjtLogLevel_ {
  mjLOG_DEBUG = 0,
  mjLOG_INFO = 1,
  mjLOG_WARNING = 2,
  mjLOG_ERROR = 3,
} mjtLogLevel;

typedef enum mjtLogTopic_ {
  mjTOPIC_NONE = 0,
  mjTOPIC_TIME_STP = 1,
  mjTOPIC_TIME_CMP = 2,
  mjTOPIC_SLEEP = 3,
  mjNTOPIC = 3,
} mjtLogTopic;
