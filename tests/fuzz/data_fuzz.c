// Sequences of calls on models and their data, in any order: stages before those that they need,
// states and controls of any value, ids and flags that do not exist, options that change between
// two steps, copies, states, contacts, rays, pictures. A call works or says what is wrong.
//
// An input: which model, then calls of CALL bytes: which, an id, two choices, and a value.

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"
#include "model/fields.h"

#include "models.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CALL = 5, MAX_CALLS = 40, ROOM = 1 << 16 };

typedef struct Choice_ {
  int call, id, a, b, value;
} Choice;

static mjModel* m;
static mjData* d;
static mjvScene scene;
static mjtNum numbers[4][ROOM];

static mjtNum numberOf(int choice) {
  static const mjtNum special[] = {0,    1,     -1,  0.5,  1e-3, -0.2, NAN, INFINITY,
                                   1e10, 1e300, 0.1, -0.7, 1e5,  2,    -3,  1e-12};
  return special[(size_t)choice % (sizeof special / sizeof *special)];
}

// mostly an id, sometimes none
static int idOf(int choice) {
  static const int special[] = {-1, INT_MAX, INT_MIN, 1000};
  return choice < 240 ? choice % 8 : special[choice % 4];
}

typedef void Stage(const mjModel*, mjData*);

static Stage* const stages[] = {mj_step,
                                mj_step,
                                mj_step1,
                                mj_step2,
                                mj_forward,
                                mj_inverse,
                                mj_fwdKinematics,
                                mj_fwdPosition,
                                mj_fwdVelocity,
                                mj_fwdActuation,
                                mj_fwdAcceleration,
                                mj_fwdConstraint,
                                mj_Euler,
                                mj_invPosition,
                                mj_invVelocity,
                                mj_invConstraint,
                                mj_compareFwdInv,
                                mj_sensorPos,
                                mj_sensorVel,
                                mj_sensorAcc,
                                mj_energyPos,
                                mj_energyVel,
                                mj_checkPos,
                                mj_checkVel,
                                mj_checkAcc,
                                mj_kinematics,
                                mj_comPos,
                                mj_camlight,
                                mj_flex,
                                mj_tendon,
                                mj_transmission,
                                mj_crb,
                                mj_makeM,
                                mj_factorM,
                                mj_comVel,
                                mj_passive,
                                mj_subtreeVel,
                                mj_rnePostConstraint,
                                mj_collision,
                                mj_makeConstraint,
                                mj_island,
                                mj_projectConstraint,
                                mj_referenceConstraint,
                                mj_resetCtrl,
                                mj_resetData};

static void stage(const Choice* call) {
  stages[(size_t)(call->a + 256 * call->b) % (sizeof stages / sizeof *stages)](m, d);
}

// Any value for one number that programs may write.
static void write(const Choice* call) {
  static const char* const written[] = {
      "qpos",       "qvel",     "act",          "ctrl", "qfrc_applied", "mocap_pos",
      "mocap_quat", "userdata", "xfrc_applied", "qacc", "history",      "qacc_warmstart"};
  const char* name = written[(size_t)call->a % (sizeof written / sizeof *written)];
  for (int i = 0; i < lb_dataFieldCount; i++) {
    if (!strcmp(lb_dataFields[i].name, name)) {
      mjtNum* at = *lb_fieldPointer(&lb_dataFields[i], d);
      size_t count = lb_fieldBytes(&lb_dataFields[i], m, d) / sizeof(mjtNum);
      if (count) {
        at[(size_t)(call->id * 256 + call->b) % count] = numberOf(call->value);
      }
    }
  }
  if (m->neq && call->b & 1) {
    d->eq_active[call->id % (int)m->neq] = call->value & 1;
  }
}

static void setOption(const Choice* call) {
  mjOption* o = &m->opt;
  switch (call->a % 12) {
    case 0:
      o->integrator = call->value % 5;
      break;
    case 1:
      o->solver = call->value % 4;
      break;
    case 2:
      o->cone = call->value % 3;
      break;
    case 3:
      o->jacobian = call->value % 4;
      break;
    case 4:
      o->disableflags = call->value * 256 + call->b;
      break;
    case 5:
      o->enableflags = call->value;
      break;
    case 6:
      o->timestep = numberOf(call->value);
      break;
    case 7:
      o->noslip_iterations = call->value % 4;
      break;
    case 8:
      o->iterations = call->value % 8;
      break;
    case 9:
      o->impratio = numberOf(call->value);
      break;
    case 10:
      o->tolerance = numberOf(call->value);
      break;
    default:
      o->gravity[call->b % 3] = numberOf(call->value);
  }
}

static void useState(const Choice* call) {
  int sig = call->a + 256 * call->b, other = sig & (call->value * 257);
  int size = mj_stateSize(m, sig);
  if (size > ROOM) {
    return;
  }
  mj_getState(m, d, numbers[0], sig);
  for (int i = 0; i < size && call->id & 1; i++) {
    numbers[0][i] = numberOf(call->value + i % 3);
  }
  mj_extractState(m, numbers[0], sig, numbers[1], other);
  mj_setState(m, d, numbers[0], sig);
}

// (an error may end the call before they are deleted)
static mjData* copiedData;
static mjModel* copiedModel;

static void dropCopies(void) {
  mj_deleteData(copiedData);
  mj_deleteModel(copiedModel);
  copiedData = NULL;
  copiedModel = NULL;
}

static void useCopies(const Choice* call) {
  dropCopies();
  copiedData = mj_copyData(NULL, m, d);
  copiedModel = mj_copyModel(NULL, m);
  mj_step(copiedModel, copiedData);
  mj_copyState(m, copiedData, d, mjSTATE_INTEGRATION);
  if (call->a & 1) {
    mj_copyData(d, m, copiedData);
  }
}

static void useKeys(const Choice* call) {
  mj_resetDataKeyframe(m, d, idOf(call->id));
  mj_resetDataDebug(m, d, (unsigned char)(call->a & 1));
  mj_setKeyframe(m, d, idOf(call->id));
}

static void useJacobians(const Choice* call) {
  mjtNum *p = numbers[0], *r = call->a & 1 ? numbers[1] : NULL, *v = numbers[2];
  int id = idOf(call->id);
  switch (call->b % 9) {
    case 0:
      mj_jac(m, d, p, r, v, id);
      break;
    case 1:
      mj_jacBody(m, d, p, r, id);
      break;
    case 2:
      mj_jacSubtreeCom(m, d, p, id);
      break;
    case 3:
      mj_jacGeom(m, d, p, r, id);
      break;
    case 4:
      mj_jacSite(m, d, p, r, id);
      break;
    case 5:
      mj_jacPointAxis(m, d, p, r, v, v + 3, id);
      break;
    case 6:
      mj_jacDot(m, d, p, r, v, id);
      break;
    case 7:
      mj_angmomMat(m, d, p, id);
      break;
    default:
      mj_applyFT(m, d, v, r ? v : NULL, v, id, d->qfrc_applied);
  }
}

static void useMatrices(const Choice* call) {
  (void)call;
  if (m->nv * m->nv < ROOM) {
    mj_fullM(m, d, numbers[0]);
  }
  mj_mulM(m, d, numbers[1], d->qvel);
  mj_mulM2(m, d, numbers[1], d->qvel);
  mj_solveM(m, d, numbers[1], d->qvel, 1);
  if (d->nefc < ROOM) {
    mj_mulJacVec(m, d, numbers[2], d->qvel);
    mj_mulJacTVec(m, d, numbers[1], numbers[2]);
    mj_constraintUpdate(m, d, numbers[2], numbers[3], 1);
  }
  mj_rne(m, d, call->a & 1, numbers[1]);
}

static void useObjects(const Choice* call) {
  int id = idOf(call->id), other = idOf(call->value);
  mjtNum six[6];
  switch (call->b % 10) {
    case 0:
      mj_objectVelocity(m, d, call->a % 30, id, six, call->value & 1);
      break;
    case 1:
      mj_objectAcceleration(m, d, call->a % 30, id, six, call->value & 1);
      break;
    case 2:
      mj_geomDistance(m, d, id, other, numberOf(call->a), six);
      break;
    case 3:
      mj_contactForce(m, d, id, six);
      break;
    case 4:
      mj_readCtrl(m, d, id, numberOf(call->a), other);
      break;
    case 5:
      mj_readSensor(m, d, id, numberOf(call->a), numbers[0], other);
      break;
    case 6:
      mj_insideSite(m, d, id, numbers[1]);
      break;
    case 7:
      mj_id2name(m, id, other);
      mj_maxContact(m, id, other, 1);
      break;
    case 8:
      mj_getPluginConfig(m, id, "kp");
      mj_actuatorInputName(m, id, other);
      break;
    default:
      mj_initCtrlHistory(m, d, id, NULL, numbers[0]);
      mj_initSensorHistory(m, d, id, NULL, numbers[0], numberOf(call->a));
  }
}

static void useRays(const Choice* call) {
  mjtNum from[3] = {numberOf(call->a), 0.01, 1}, along[6] = {0, numberOf(call->b), -1, 1, 0, 0};
  mjtNum normal[6], dist[2];
  int id[2], flex = idOf(call->id);
  mj_ray(m, d, from, along, NULL, 1, idOf(call->id), id, normal);
  mj_multiRay(m, d, from, along, NULL, call->value & 1, -1, id, dist, normal, 2,
              numberOf(call->value));
  mj_rayFlex(m, d, call->value % 3, 1, 1, 1, 1, flex, from, along, id, normal);
}

static void addContact(const Choice* call) {
  if (d->ncon) {
    mjContact contact = d->contact[call->id % d->ncon];
    contact.dist = numberOf(call->value);
    contact.dim = 1 + call->a % 6;
    mj_addContact(m, d, &contact);
    mj_makeConstraint(m, d);
  }
}

static void usePositions(const Choice* call) {
  mj_integratePos(m, d->qpos, d->qvel, numberOf(call->value));
  mj_differentiatePos(m, numbers[0], numberOf(call->a), d->qpos, d->qpos);
  mj_normalizeQuat(m, d->qpos);
  mj_setTotalmass(m, 1);
  mj_setConst(m, d);
}

static void usePicture(const Choice* call) {
  mjvCamera camera;
  mjvOption option;
  mjvPerturb pert;
  mjv_defaultFreeCamera(m, &camera);
  mjv_defaultOption(&option);
  mjv_defaultPerturb(&pert);
  camera.type = call->a % 4;
  camera.trackbodyid = camera.fixedcamid = idOf(call->id);
  pert.select = idOf(call->id);
  pert.active = call->b % 4;
  option.label = call->value % mjNLABEL;
  option.frame = call->b % mjNFRAME;
  option.flags[call->a % mjNVISFLAG] ^= 1;
  mjv_updateScene(m, d, &option, &pert, &camera, mjCAT_ALL, &scene);
  mjv_initPerturb(m, d, &scene, &pert);
  mjv_moveCamera(m, call->b % 8, numberOf(call->value), 0.1, &camera);
  mjv_movePerturb(m, d, call->b % 8, 0.1, numberOf(call->value), &scene, &pert);
  mjv_applyPerturbPose(m, d, &pert, call->a & 1);
  mjv_applyPerturbForce(m, d, &pert);
}

static void skip(const Choice* call) {
  mj_forwardSkip(m, d, call->a % 5 - 1, call->b & 1);
  mj_inverseSkip(m, d, call->b % 5 - 1, call->a & 1);
  mj_rne(m, d, 1, numbers[0]);
}

static void differentiate(const Choice* call) {
  size_t n = (size_t)(2 * m->nv + m->na);
  if (n * (n + (size_t)m->nu) < ROOM && m->nv < 20) {
    mjd_transitionFD(m, d, numberOf(call->value), call->a & 1, numbers[0], numbers[1], NULL, NULL);
  }
}

static void (*const uses[])(const Choice*) = {
    stage,      stage,        stage,      write,        write,         write,      setOption,
    useState,   useCopies,    useKeys,    useJacobians, useMatrices,   useObjects, useRays,
    addContact, usePositions, usePicture, skip,         differentiate, useObjects};

static void run(void* context) {
  const Choice* call = context;
  uses[(size_t)call->call % (sizeof uses / sizeof *uses)](call);
}

static void reset(void* context) {
  (void)context;
  mj_resetData(m, d);
}

static void ignore(const char* message) {
  (void)message;
}

static mjModel* compiled(int which) {
  mjSpec* spec = mj_parseXMLString(fuzzModels[which], NULL, NULL, 0);
  mjModel* model = spec ? mj_compile(spec, NULL) : NULL;
  mj_deleteSpec(spec);
  if (!model) {
    abort();
  }
  return model;
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count) {
  static mjModel* models[FUZZ_MODELS];
  if (count < 1) {
    return 0;
  }
  mju_user_warning = ignore;
  mjModel** source = &models[bytes[0] % FUZZ_MODELS];
  *source = *source ? *source : compiled(bytes[0] % FUZZ_MODELS);
  size_t before = lb_liveBlocks();
  m = mj_copyModel(NULL, *source);
  d = mj_makeData(m);
  mjv_defaultScene(&scene);
  mjv_makeScene(m, &scene, 300);
  for (size_t i = 1; i + CALL <= count && i < CALL * MAX_CALLS; i += CALL) {
    Choice call = {bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3], bytes[i + 4]};
    if (!lb_protect(run, &call)) {
      // as programs do after an error; histories ask for a timestep that is possible
      if (!lb_protect(reset, NULL)) {
        m->opt = (*source)->opt;
        mj_resetData(m, d);
      }
    }
  }
  dropCopies();
  mjv_freeScene(&scene);
  mj_deleteData(d);
  mj_deleteModel(m);
  if (lb_liveBlocks() != before) {
    abort();
  }
  return 0;
}
