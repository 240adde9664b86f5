// Enumerations stored in mjData: state components, constraint rows, warnings, timers, log.

#pragma once

// Parts of the state of a simulation, bits for mj_getState and its like; a state vector holds the
// parts in the order of the bits.
typedef enum mjtState_ {
  mjSTATE_TIME = 1,            // simulated time
  mjSTATE_QPOS = 2,            // positions (nq)
  mjSTATE_QVEL = 4,            // velocities (nv)
  mjSTATE_ACT = 8,             // activations (na)
  mjSTATE_HISTORY = 16,        // past inputs and readings of what has a delay (nhistory)
  mjSTATE_WARMSTART = 32,      // accelerations that the solver starts from (nv)
  mjSTATE_CTRL = 64,           // controls (nu)
  mjSTATE_QFRC_APPLIED = 128,  // applied joint forces (nv)
  mjSTATE_XFRC_APPLIED = 256,  // forces and torques applied to bodies (nbody x 6)
  mjSTATE_EQ_ACTIVE = 512,     // which equality constraints are on (neq)
  mjSTATE_MOCAP_POS = 1024,    // positions of mocap bodies (nmocap x 3)
  mjSTATE_MOCAP_QUAT = 2048,   // orientations of mocap bodies (nmocap x 4)
  mjSTATE_USERDATA = 4096,     // the program's numbers (nuserdata)
  mjSTATE_PLUGIN = 8192,       // state of plugins (npluginstate)
  mjNSTATE = 14,               // number of parts
  mjSTATE_PHYSICS = 30,        // QPOS | QVEL | ACT | HISTORY: what physics advances, without time
  mjSTATE_FULLPHYSICS = 8223,  // PHYSICS | TIME | PLUGIN: enough to go on simulating
  mjSTATE_USER = 8128,  // what the program sets: CTRL, both APPLIED, EQ_ACTIVE, MOCAP, USERDATA
  mjSTATE_INTEGRATION =
      16383,  // everything: FULLPHYSICS | USER | WARMSTART; gives the same bits again
} mjtState;

// Kinds of constraint rows, in efc_type.
typedef enum mjtConstraint_ {
  mjCNSTR_EQUALITY = 0,              // equality constraint
  mjCNSTR_FRICTION_DOF = 1,          // dry friction of a degree of freedom
  mjCNSTR_FRICTION_TENDON = 2,       // dry friction of a tendon
  mjCNSTR_LIMIT_JOINT = 3,           // limit of a joint
  mjCNSTR_LIMIT_TENDON = 4,          // limit of a tendon's length
  mjCNSTR_CONTACT_FRICTIONLESS = 5,  // contact with a normal force only
  mjCNSTR_CONTACT_PYRAMIDAL = 6,     // edge of a contact's friction pyramid
  mjCNSTR_CONTACT_ELLIPTIC = 7,      // row of a contact with an elliptic friction cone
} mjtConstraint;

// Where on its cost a constraint row is, in efc_state.
typedef enum mjtConstraintState_ {
  mjCNSTRSTATE_SATISFIED = 0,  // no force: the limit or contact is not active
  mjCNSTRSTATE_QUADRATIC = 1,  // quadratic cost, force proportional to the residual
  mjCNSTRSTATE_LINEARNEG = 2,  // linear cost, dry friction slipping in the negative direction
  mjCNSTRSTATE_LINEARPOS = 3,  // linear cost, dry friction slipping in the positive direction
  mjCNSTRSTATE_CONE = 4,       // force on the surface of an elliptic cone
} mjtConstraintState;

// What went wrong while simulating; counted in mjData.warning.
typedef enum mjtWarning_ {
  mjWARN_INERTIA = 0,      // the inertia matrix is not positive definite; info: dof
  mjWARN_CONTACTFULL = 1,  // no room for a contact in the arena; info: contacts
  mjWARN_CNSTRFULL = 2,    // no room for constraint rows in the arena; info: bytes of the arena
  mjWARN_BADQPOS = 3,      // NaN or too large a number in qpos; info: index
  mjWARN_BADQVEL = 4,      // NaN or too large a number in qvel; info: index
  mjWARN_BADQACC = 5,      // NaN or too large a number in qacc; info: index
  mjWARN_BADCTRL = 6,      // NaN or too large a number in ctrl, which counts as 0; info: index
  mjNWARNING = 7,          // number of warnings
} mjtWarning;

// What time is measured of, in mjData.timer; the times of parts lie inside those of their wholes.
typedef enum mjtTimer_ {
  mjTIMER_STEP = 0,            // mj_step
  mjTIMER_FORWARD = 1,         // mj_forward
  mjTIMER_INVERSE = 2,         // mj_inverse
  mjTIMER_POSITION = 3,        // what depends on positions
  mjTIMER_VELOCITY = 4,        // what depends on velocities
  mjTIMER_ACTUATION = 5,       // actuator forces
  mjTIMER_CONSTRAINT = 6,      // constraint solver
  mjTIMER_ADVANCE = 7,         // integration
  mjTIMER_POS_KINEMATICS = 8,  // of position: poses, tendons, flexes
  mjTIMER_POS_INERTIA = 9,     // of position: inertia matrix and its factor
  mjTIMER_POS_COLLISION = 10,  // of position: collision detection
  mjTIMER_POS_MAKE = 11,       // of position: constraint rows
  mjTIMER_POS_PROJECT = 12,    // of position: projection of the constraint rows
  mjTIMER_COL_BROAD = 13,      // of collision: which pairs may touch
  mjTIMER_COL_NARROW = 14,     // of collision: contacts of these pairs
  mjNTIMER = 15,               // number of timers
} mjtTimer;

// Whether a tree or body moves.
typedef enum mjtSleepState_ {
  mjS_STATIC = -1,  // never moves
  mjS_ASLEEP = 0,   // at rest, not simulated until something wakes it
  mjS_AWAKE = 1,    // simulated
} mjtSleepState;

// How grave a log message is.
typedef enum mjtLogLevel_ {
  mjLOG_DEBUG = 0,    // for who looks for a fault
  mjLOG_INFO = 1,     // tells what happens
  mjLOG_WARNING = 2,  // something is wrong, the call goes on
  mjLOG_ERROR = 3,    // the call ends
} mjtLogLevel;

// What information messages are about; mjLogConfig.topics selects by bits 1 << topic.
typedef enum mjtLogTopic_ {
  mjTOPIC_NONE = 0,      // no topic: always shown
  mjTOPIC_TIME_STP = 1,  // times of steps
  mjTOPIC_TIME_CMP = 2,  // times of compilation
  mjTOPIC_SLEEP = 3,     // trees that fall asleep or wake
  mjNTOPIC = 3,          // number of topics that can be selected
} mjtLogTopic;
