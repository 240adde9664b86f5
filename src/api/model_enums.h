// Enumerations stored in mjModel: element types, options, sensor and actuator kinds.

#pragma once

// What can be switched off, bits of mjOption.disableflags.
typedef enum mjtDisableBit_ {
  mjDSBL_CONSTRAINT = 1,       // all constraints
  mjDSBL_EQUALITY = 2,         // equality constraints
  mjDSBL_FRICTIONLOSS = 4,     // dry friction of joints and tendons
  mjDSBL_LIMIT = 8,            // limits of joints and tendons
  mjDSBL_CONTACT = 16,         // contacts
  mjDSBL_SPRING = 32,          // springs of joints, tendons and flexes
  mjDSBL_DAMPER = 64,          // dampers of joints, tendons and flexes
  mjDSBL_GRAVITY = 128,        // gravity
  mjDSBL_CLAMPCTRL = 256,      // clamping of controls to their ranges
  mjDSBL_WARMSTART = 512,      // starting the solver from the last solution
  mjDSBL_FILTERPARENT = 1024,  // the rule that a body does not collide with its parent
  mjDSBL_ACTUATION = 2048,     // actuator forces
  mjDSBL_REFSAFE = 4096,       // the rule that time constants of constraints are at least two steps
  mjDSBL_SENSOR = 8192,        // sensors
  mjDSBL_MIDPHASE = 16384,     // bounding volume hierarchies in collision detection
  mjDSBL_EULERDAMP = 32768,    // implicit treatment of joint damping by the Euler integrator
  mjDSBL_AUTORESET = 65536,    // resetting the data when numbers went bad
  mjDSBL_NATIVECCD = 131072,   // own convex collision: libccd is used instead
  mjDSBL_ISLAND = 262144,      // islands: the solver works on all constraints together
  mjDSBL_MULTICCD = 524288,    // several contacts of a pair from convex collision
  mjNDISABLE = 20,             // number of bits
} mjtDisableBit;

// What can be switched on, bits of mjOption.enableflags.
typedef enum mjtEnableBit_ {
  mjENBL_OVERRIDE = 1,     // all contacts take their parameters from the o_ fields of mjOption
  mjENBL_ENERGY = 2,       // potential and kinetic energy are computed
  mjENBL_FWDINV = 4,       // forward and inverse dynamics are compared, into solver_fwdinv
  mjENBL_INVDISCRETE = 8,  // inverse dynamics takes qacc as that of the discrete step
  mjENBL_SLEEP = 16,       // trees at rest fall asleep
  mjENBL_DIAGEXACT = 32,   // exact diagonal of J inv(M) J' instead of an estimate
  mjNENABLE = 6,           // number of published bits

  // beyond them
  mjENBL_IPC = 64,               // of version 3.14: refused, there is no such contact here
  mjENBL_MIDPOINT = 1073741824,  // limber's own: the midpoint rule for lone free bodies
} mjtEnableBit;

// Kinds of joints, with the number of positions (nq) and degrees of freedom (nv).
typedef enum mjtJoint_ {
  mjJNT_FREE = 0,   // moves freely: position and quaternion; nq 7, nv 6
  mjJNT_BALL = 1,   // rotates about a point: quaternion; nq 4, nv 3
  mjJNT_SLIDE = 2,  // slides along an axis, m; nq 1, nv 1
  mjJNT_HINGE = 3,  // rotates about an axis, rad; nq 1, nv 1
} mjtJoint;

// Kinds of geoms, with the meaning of their sizes, m; those from 100 on are drawn only.
typedef enum mjtGeom_ {
  mjGEOM_PLANE = 0,   // plane, z is outside; half sizes x and y (0: unbounded), spacing of the grid
  mjGEOM_HFIELD = 1,  // height field; sizes belong to the asset
  mjGEOM_SPHERE = 2,  // sphere; radius
  mjGEOM_CAPSULE = 3,     // capsule along z; radius, half length of the cylinder
  mjGEOM_ELLIPSOID = 4,   // ellipsoid; half axes x, y, z
  mjGEOM_CYLINDER = 5,    // cylinder along z; radius, half length
  mjGEOM_BOX = 6,         // box; half lengths x, y, z
  mjGEOM_MESH = 7,        // mesh
  mjGEOM_SDF = 8,         // signed distance field, of a plugin or of a mesh
  mjNGEOMTYPES = 9,       // number of kinds that collide
  mjGEOM_ARROW = 100,     // arrow
  mjGEOM_ARROW1 = 101,    // arrow without wedges
  mjGEOM_ARROW2 = 102,    // arrow with heads at both ends
  mjGEOM_LINE = 103,      // line
  mjGEOM_LINEBOX = 104,   // edges of a box
  mjGEOM_FLEX = 105,      // flex
  mjGEOM_SKIN = 106,      // skin
  mjGEOM_LABEL = 107,     // text alone
  mjGEOM_TRIANGLE = 108,  // triangle
  mjGEOM_NONE = 1001,     // no kind
} mjtGeom;

// Projections of cameras.
typedef enum mjtProjection_ {
  mjPROJ_PERSPECTIVE = 0,   // perspective; fovy in degrees
  mjPROJ_ORTHOGRAPHIC = 1,  // parallel; fovy is the height of the picture, m
} mjtProjection;

// How a camera or light moves with its body.
typedef enum mjtCamLight_ {
  mjCAMLIGHT_FIXED = 0,       // fixed in the body
  mjCAMLIGHT_TRACK = 1,       // keeps its offset from the body in world axes, and its orientation
  mjCAMLIGHT_TRACKCOM = 2,    // the same for the centre of mass of the body's subtree
  mjCAMLIGHT_TARGETBODY = 3,  // fixed in the body, turned to the target body
  mjCAMLIGHT_TARGETBODYCOM =
      4,  // fixed in the body, turned to the centre of mass of the target's subtree
} mjtCamLight;

// Kinds of lights.
typedef enum mjtLightType_ {
  mjLIGHT_SPOT = 0,         // cone of light from a point
  mjLIGHT_DIRECTIONAL = 1,  // parallel light
  mjLIGHT_POINT = 2,        // light in all directions from a point
  mjLIGHT_IMAGE = 3,        // light of a picture around the scene
} mjtLightType;

// Kinds of textures.
typedef enum mjtTexture_ {
  mjTEXTURE_2D = 0,      // flat picture
  mjTEXTURE_CUBE = 1,    // six sides of a cube around an object
  mjTEXTURE_SKYBOX = 2,  // six sides of a cube around the scene
} mjtTexture;

// What a texture of a material says, index into mat_texid.
typedef enum mjtTextureRole_ {
  mjTEXROLE_USER = 0,       // for the program
  mjTEXROLE_RGB = 1,        // colour
  mjTEXROLE_OCCLUSION = 2,  // how much of the surrounding light arrives
  mjTEXROLE_ROUGHNESS = 3,  // roughness
  mjTEXROLE_METALLIC = 4,   // how metallic
  mjTEXROLE_NORMAL = 5,     // normals in the frame of the surface
  mjTEXROLE_OPACITY = 6,    // opacity
  mjTEXROLE_EMISSIVE = 7,   // light of its own
  mjTEXROLE_RGBA = 8,       // colour and opacity
  mjTEXROLE_ORM = 9,        // occlusion, roughness and metallic in one picture
  mjNTEXROLE = 10,          // number of roles
} mjtTextureRole;

// Colour spaces of picture files.
typedef enum mjtColorSpace_ {
  mjCOLORSPACE_AUTO = 0,    // as the file says, else linear
  mjCOLORSPACE_LINEAR = 1,  // linear
  mjCOLORSPACE_SRGB = 2,    // sRGB
} mjtColorSpace;

// How the state advances by a step.
typedef enum mjtIntegrator_ {
  mjINT_EULER = 0,         // semi-implicit Euler, with implicit joint damping
  mjINT_RK4 = 1,           // Runge-Kutta of order 4
  mjINT_IMPLICIT = 2,      // implicit in velocity, with all derivatives of forces
  mjINT_IMPLICITFAST = 3,  // the same without Coriolis terms, so that the matrix is symmetric
  mjINT_DISCRETE = 4,      // of version 3.14: constraints and implicit forces in one solution
} mjtIntegrator;

// Shapes of the friction cone.
typedef enum mjtCone_ {
  mjCONE_PYRAMIDAL = 0,  // pyramid, two edges for each direction of friction
  mjCONE_ELLIPTIC = 1,   // elliptic cone
} mjtCone;

// Storage of the constraint Jacobian.
typedef enum mjtJacobian_ {
  mjJAC_DENSE = 0,   // dense
  mjJAC_SPARSE = 1,  // sparse
  mjJAC_AUTO = 2,    // sparse from 60 degrees of freedom on
} mjtJacobian;

// Constraint solvers.
typedef enum mjtSolver_ {
  mjSOL_PGS = 0,     // projected Gauss-Seidel, on constraint forces
  mjSOL_CG = 1,      // conjugate gradients, on accelerations
  mjSOL_NEWTON = 2,  // Newton's method, on accelerations
} mjtSolver;

// Kinds of equality constraints, with the number of rows.
typedef enum mjtEq_ {
  mjEQ_CONNECT = 0,     // two points coincide, 3 rows
  mjEQ_WELD = 1,        // two frames coincide, 6 rows
  mjEQ_JOINT = 2,       // one joint is a polynomial of another, or constant; 1 row
  mjEQ_TENDON = 3,      // one tendon's length is a polynomial of another's, or constant; 1 row
  mjEQ_FLEX = 4,        // edges of a flex keep their lengths; a row for each edge
  mjEQ_FLEXVERT = 5,    // triangles around the vertices of a flex keep their shapes
  mjEQ_FLEXSTRAIN = 6,  // cells of an interpolated flex keep their shapes
  mjEQ_DISTANCE = 7,    // no longer supported: two geoms keep their distance
} mjtEq;

// What a point of a tendon's path is.
typedef enum mjtWrap_ {
  mjWRAP_NONE = 0,      // nothing
  mjWRAP_JOINT = 1,     // joint of a fixed tendon, with a coefficient
  mjWRAP_PULLEY = 2,    // pulley: a branch begins, its length divided by a number
  mjWRAP_SITE = 3,      // site that the tendon passes through
  mjWRAP_SPHERE = 4,    // sphere that the tendon may wrap around
  mjWRAP_CYLINDER = 5,  // cylinder that the tendon may wrap around
} mjtWrap;

// What actuators act on.
typedef enum mjtTrn_ {
  mjTRN_JOINT = 0,          // joint; of ball and free joints in the frame of the child
  mjTRN_JOINTINPARENT = 1,  // joint; of ball and free joints in the frame of the parent
  mjTRN_SLIDERCRANK = 2,    // slider that a crank moves
  mjTRN_TENDON = 3,         // tendon
  mjTRN_SITE = 4,           // site: force and torque in its frame, or relative to a reference site
  mjTRN_BODY = 5,           // contacts of a body: adhesion
  mjTRN_SO3 = 6,            // orientation of a ball joint or site: three outputs
  mjTRN_UNDEFINED = 1000,   // not given
} mjtTrn;

// Dynamics of activations: how act follows from the control.
typedef enum mjtDyn_ {
  mjDYN_NONE = 0,         // no activation: the control acts itself
  mjDYN_INTEGRATOR = 1,   // act' = ctrl
  mjDYN_FILTER = 2,       // act' = (ctrl - act) / t, integrated as the rest of the state
  mjDYN_FILTEREXACT = 3,  // the same filter, integrated exactly
  mjDYN_MUSCLE = 4,       // muscle, with time constants of activation and deactivation
  mjDYN_DCMOTOR = 5,      // direct current motor: current, temperature and controller
  mjDYN_PID = 6,          // set point and integral of a PID controller
  mjDYN_USER = 7,         // mjcb_act_dyn
} mjtDyn;

// Gains: force = gain * (act or ctrl) + bias.
typedef enum mjtGain_ {
  mjGAIN_FIXED = 0,    // constant
  mjGAIN_AFFINE = 1,   // constant + length and velocity terms
  mjGAIN_MUSCLE = 2,   // force, length and velocity curve of a muscle
  mjGAIN_DCMOTOR = 3,  // direct current motor
  mjGAIN_SO3 = 4,      // servo of an orientation
  mjGAIN_PID = 5,      // PID controller
  mjGAIN_USER = 6,     // mjcb_act_gain
} mjtGain;

// Biases: what an actuator's force has besides gain * (act or ctrl).
typedef enum mjtBias_ {
  mjBIAS_NONE = 0,     // none
  mjBIAS_AFFINE = 1,   // constant + length and velocity terms
  mjBIAS_MUSCLE = 2,   // passive force of a muscle
  mjBIAS_DCMOTOR = 3,  // direct current motor: back-EMF, friction, cogging
  mjBIAS_SO3 = 4,      // damping of a servo of an orientation
  mjBIAS_USER = 5,     // mjcb_act_bias
} mjtBias;

// How three-dimensional orientations are written as controls.
typedef enum mjtCtrlChart_ {
  mjCHART_EXPMAP = 1,  // rotation vector, 3 numbers, rad
  mjCHART_QUAT = 2,    // quaternion, 4 numbers
} mjtCtrlChart;

// What the controls of an actuator are, bits.
typedef enum mjtCtrlInput_ {
  mjINPUT_POS = 1,      // position set point
  mjINPUT_VEL = 2,      // velocity set point
  mjINPUT_FF = 4,       // feed-forward force
  mjINPUT_VOLTAGE = 8,  // voltage
  mjINPUT_NONE = 16,    // no control
} mjtCtrlInput;

// Kinds of objects that have ids, and of elements of a spec.
typedef enum mjtObj_ {
  mjOBJ_UNKNOWN = 0,    // no object
  mjOBJ_BODY = 1,       // body; as a frame: its centre of mass and principal axes
  mjOBJ_XBODY = 2,      // body; as a frame: its own
  mjOBJ_JOINT = 3,      // joint
  mjOBJ_DOF = 4,        // degree of freedom
  mjOBJ_GEOM = 5,       // geom
  mjOBJ_SITE = 6,       // site
  mjOBJ_CAMERA = 7,     // camera
  mjOBJ_LIGHT = 8,      // light
  mjOBJ_FLEX = 9,       // flex
  mjOBJ_MESH = 10,      // mesh
  mjOBJ_SKIN = 11,      // skin
  mjOBJ_HFIELD = 12,    // height field
  mjOBJ_TEXTURE = 13,   // texture
  mjOBJ_MATERIAL = 14,  // material
  mjOBJ_PAIR = 15,      // pair of geoms with contact parameters of their own
  mjOBJ_EXCLUDE = 16,   // pair of bodies that do not collide
  mjOBJ_EQUALITY = 17,  // equality constraint
  mjOBJ_TENDON = 18,    // tendon
  mjOBJ_ACTUATOR = 19,  // actuator
  mjOBJ_SENSOR = 20,    // sensor
  mjOBJ_NUMERIC = 21,   // custom numbers
  mjOBJ_TEXT = 22,      // custom text
  mjOBJ_TUPLE = 23,     // list of objects
  mjOBJ_KEY = 24,       // keyframe
  mjOBJ_PLUGIN = 25,    // plugin instance
  mjNOBJECT = 26,       // number of kinds with ids
  mjOBJ_FRAME = 100,    // frame, in specs only
  mjOBJ_DEFAULT = 101,  // default class, in specs only
  mjOBJ_MODEL = 102,    // whole model, in specs only
} mjtObj;

// Kinds of sensors, with what they read.
typedef enum mjtSensor_ {
  mjSENS_TOUCH = 0,  // sum of normal contact forces on a body, N, of contacts inside of a site
  mjSENS_ACCELEROMETER = 1,    // linear acceleration with gravity (3), m/s^2, frame of the site
  mjSENS_VELOCIMETER = 2,      // linear velocity (3), m/s, frame of the site
  mjSENS_GYRO = 3,             // angular velocity (3), rad/s, frame of the site
  mjSENS_FORCE = 4,            // force between body and parent (3), N, frame of the site
  mjSENS_TORQUE = 5,           // torque between body and parent (3), N m, frame of the site
  mjSENS_MAGNETOMETER = 6,     // magnetic flux (3), frame of the site
  mjSENS_RANGEFINDER = 7,      // distance to the nearest surface along z, m; -1: none
  mjSENS_CAMPROJECTION = 8,    // where a site is in a camera's picture (2), pixels
  mjSENS_JOINTPOS = 9,         // position of a slide or hinge, m or rad
  mjSENS_JOINTVEL = 10,        // velocity of a slide or hinge, m/s or rad/s
  mjSENS_TENDONPOS = 11,       // length of a tendon, m
  mjSENS_TENDONVEL = 12,       // velocity of a tendon, m/s
  mjSENS_ACTUATORPOS = 13,     // length of an actuator, m or rad
  mjSENS_ACTUATORVEL = 14,     // velocity of an actuator, m/s or rad/s
  mjSENS_ACTUATORFRC = 15,     // force of an actuator, N or N m
  mjSENS_JOINTACTFRC = 16,     // sum of actuator forces on a slide or hinge, N or N m
  mjSENS_TENDONACTFRC = 17,    // sum of actuator forces on a tendon, N
  mjSENS_BALLQUAT = 18,        // orientation of a ball joint (4)
  mjSENS_BALLANGVEL = 19,      // angular velocity of a ball joint (3), rad/s, frame of the child
  mjSENS_JOINTLIMITPOS = 20,   // distance to a joint's limit minus its margin, m or rad
  mjSENS_JOINTLIMITVEL = 21,   // velocity of that distance
  mjSENS_JOINTLIMITFRC = 22,   // force of a joint's limit, N or N m
  mjSENS_TENDONLIMITPOS = 23,  // distance to a tendon's limit minus its margin, m
  mjSENS_TENDONLIMITVEL = 24,  // velocity of that distance, m/s
  mjSENS_TENDONLIMITFRC = 25,  // force of a tendon's limit, N
  mjSENS_FRAMEPOS = 26,        // position of a frame (3), m
  mjSENS_FRAMEQUAT = 27,       // orientation of a frame (4)
  mjSENS_FRAMEXAXIS = 28,      // x axis of a frame (3)
  mjSENS_FRAMEYAXIS = 29,      // y axis of a frame (3)
  mjSENS_FRAMEZAXIS = 30,      // z axis of a frame (3)
  mjSENS_FRAMELINVEL = 31,     // linear velocity of a frame (3), m/s
  mjSENS_FRAMEANGVEL = 32,     // angular velocity of a frame (3), rad/s
  mjSENS_FRAMELINACC = 33,     // linear acceleration of a frame with gravity (3), m/s^2, world axes
  mjSENS_FRAMEANGACC = 34,     // angular acceleration of a frame (3), rad/s^2, world axes
  mjSENS_SUBTREECOM = 35,      // centre of mass of a subtree (3), m, world
  mjSENS_SUBTREELINVEL = 36,   // linear velocity of a subtree's centre of mass (3), m/s, world
  mjSENS_SUBTREEANGMOM = 37,   // angular momentum of a subtree about it (3), kg m^2/s, world
  mjSENS_INSIDESITE = 38,      // 1 while an object is inside of a site, else 0
  mjSENS_GEOMDIST = 39,        // signed distance of two geoms or bodies, m
  mjSENS_GEOMNORMAL = 40,      // normal between them (3), from the first to the second, world
  mjSENS_GEOMFROMTO = 41,      // segment between them (6): both ends, m, world
  mjSENS_CONTACT = 42,         // fields (mjtConDataField) of contacts that match
  mjSENS_E_POTENTIAL = 43,     // potential energy, J
  mjSENS_E_KINETIC = 44,       // kinetic energy, J
  mjSENS_CLOCK = 45,           // simulated time, s
  mjSENS_TACTILE = 46,         // penetration and sliding at the vertices of a mesh
  mjSENS_PLUGIN = 47,          // what a plugin computes
  mjSENS_USER = 48,            // what mjcb_sensor writes
} mjtSensor;

// What must have been computed.
typedef enum mjtStage_ {
  mjSTAGE_NONE = 0,  // nothing
  mjSTAGE_POS = 1,   // what depends on positions
  mjSTAGE_VEL = 2,   // what depends on velocities too
  mjSTAGE_ACC = 3,   // what depends on accelerations and forces too
} mjtStage;

// What the readings of a sensor are, which says how a cutoff bounds them.
typedef enum mjtDataType_ {
  mjDATATYPE_REAL = 0,        // any numbers: bounded on both sides
  mjDATATYPE_POSITIVE = 1,    // numbers that are not negative: bounded above
  mjDATATYPE_AXIS = 2,        // unit vector: not bounded
  mjDATATYPE_QUATERNION = 3,  // unit quaternion: not bounded
} mjtDataType;

// What contact sensors report of each contact, bits 1 << field.
typedef enum mjtConDataField_ {
  mjCONDATA_FOUND = 0,    // number of contacts that match, 0: none (1)
  mjCONDATA_FORCE = 1,    // force (3), N, contact frame
  mjCONDATA_TORQUE = 2,   // torque (3), N m, contact frame
  mjCONDATA_DIST = 3,     // distance of the surfaces (1), m
  mjCONDATA_POS = 4,      // position (3), m, world
  mjCONDATA_NORMAL = 5,   // normal (3), world
  mjCONDATA_TANGENT = 6,  // first tangent (3), world
  mjNCONDATA = 7,         // number of fields
} mjtConDataField;

// What rangefinders report of each ray, bits 1 << field.
typedef enum mjtRayDataField_ {
  mjRAYDATA_DIST = 0,    // distance from the origin of the ray (1), m; -1: nothing hit
  mjRAYDATA_DIR = 1,     // direction of the ray (3), world; zero: nothing hit
  mjRAYDATA_ORIGIN = 2,  // where the ray starts (3), m, world
  mjRAYDATA_POINT = 3,   // where it hits (3), m, world; zero: nothing
  mjRAYDATA_NORMAL = 4,  // normal of the surface (3), world; zero: nothing hit
  mjRAYDATA_DEPTH = 5,   // distance along the camera's axis (1), m; -1: nothing hit
  mjNRAYDATA = 6,        // number of fields
} mjtRayDataField;

// What pictures of a camera hold, bits.
typedef enum mjtCamOutBit_ {
  mjCAMOUT_RGB = 1,     // colour
  mjCAMOUT_DEPTH = 2,   // distance along the camera's axis
  mjCAMOUT_DIST = 4,    // distance from the camera
  mjCAMOUT_NORMAL = 8,  // normals
  mjCAMOUT_SEG = 16,    // which object each pixel shows
  mjNCAMOUT = 5,        // number of bits
} mjtCamOutBit;

// Which frame of its body an object's frame coincides with, so that its pose need not be computed.
typedef enum mjtSameFrame_ {
  mjSAMEFRAME_NONE = 0,        // none
  mjSAMEFRAME_BODY = 1,        // that of the body
  mjSAMEFRAME_INERTIA = 2,     // that of the body's inertia
  mjSAMEFRAME_BODYROT = 3,     // the orientation of the body's
  mjSAMEFRAME_INERTIAROT = 4,  // the orientation of the inertia's
} mjtSameFrame;

// Whether a tree may fall asleep.
typedef enum mjtSleepPolicy_ {
  mjSLEEP_AUTO = 0,          // the compiler decides
  mjSLEEP_AUTO_NEVER = 1,    // the compiler decided: never
  mjSLEEP_AUTO_ALLOWED = 2,  // the compiler decided: it may
  mjSLEEP_NEVER = 3,         // the model says: never
  mjSLEEP_ALLOWED = 4,       // the model says: it may
  mjSLEEP_INIT = 5,          // it may, and is asleep at the start
} mjtSleepPolicy;

// Which actuators get a length range by simulation.
typedef enum mjtLRMode_ {
  mjLRMODE_NONE = 0,        // none
  mjLRMODE_MUSCLE = 1,      // muscles
  mjLRMODE_MUSCLEUSER = 2,  // muscles, and those with user gain or bias
  mjLRMODE_ALL = 3,         // all
} mjtLRMode;

// How a flex collides with itself.
typedef enum mjtFlexSelf_ {
  mjFLEXSELF_NONE = 0,    // not at all
  mjFLEXSELF_NARROW = 1,  // all pairs of elements are tested
  mjFLEXSELF_BVH = 2,     // pairs come from a bounding volume hierarchy
  mjFLEXSELF_SAP = 3,     // pairs come from sweep and prune
  mjFLEXSELF_AUTO = 4,    // sweep and prune for lines and surfaces, hierarchy for solids
} mjtFlexSelf;
