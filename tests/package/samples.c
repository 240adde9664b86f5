// A program as the manual writes them, against the installed headers: each call of its samples, the
// X macros over all fields, and the names of renderer and user interface. It runs, as C; as C++ it
// compiles.

#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

#include "mjxmacro.h"

static int failures;

static void expect(int good, const char* what) {
  if (!good) {
    printf("not so: %s\n", what);
    failures++;
  }
}

#define EXPECT(what) expect(what, #what)

static const char text[] =
    "<mujoco><option><flag sleep='enable'/></option><worldbody><body><joint name='elbow' "
    "range='-1 1'/><geom size='.1'/></body></worldbody><actuator><motor joint='elbow'/>"
    "</actuator><keyframe><key qpos='.5'/></keyframe></mujoco>";

static void damp(const mjModel* m, mjData* d) {
  if (m->nu == m->nv) {
    mju_scl(d->ctrl, d->qvel, -0.1, (int)m->nv);
  }
}

static void steps(mjModel* m, mjData* d) {
  mjcb_control = damp;
  while (d->time < 0.1) {
    mj_step(m, d);
  }
  mjcb_control = NULL;
  while (d->time < 0.2) {
    mj_step1(m, d);
    d->qfrc_applied[0] = 1;
    mj_step2(m, d);
  }
  mj_checkPos(m, d);
  mj_checkVel(m, d);
  mj_forward(m, d);
  mj_checkAcc(m, d);
  mj_Euler(m, d);
  mj_RungeKutta(m, d, 4);
  m->opt.integrator = mjINT_IMPLICITFAST;
  mj_implicit(m, d);
  mj_forwardSkip(m, d, mjSTAGE_POS, 0);
  mjtNum average = d->timer[mjTIMER_STEP].duration / mjMAX(1, d->timer[mjTIMER_STEP].number);
  EXPECT(average >= 0);
  m->opt.enableflags |= mjENABLE_SLEEP;
  mj_resetData(m, d);
  mj_step(m, d);
  EXPECT(d->tree_asleep[0] == -(1 + mjMINAWAKE));
}

static void states(const mjModel* m, mjData* d) {
  mjData* copy = mj_copyData(NULL, m, d);
  int parts = mjSTATE_TIME | mjSTATE_QPOS | mjSTATE_CTRL;
  int size = mj_stateSize(m, parts);
  mjtNum* state = (mjtNum*)mju_malloc((size_t)size * sizeof(mjtNum));
  mj_copyState(m, d, copy, mjSTATE_INTEGRATION);
  mj_getState(m, d, state, parts);
  mj_setState(m, copy, state, parts);
  EXPECT(copy->time == d->time);
  mju_free(state);
  mj_markStack(copy);
  mjtNum* positions = mj_stackAllocNum(copy, (size_t)m->nq);
  mju_copy(positions, copy->qpos, (int)m->nq);
  mj_freeStack(copy);
  mj_deleteData(copy);
  int joint = mj_name2id(m, mjOBJ_JOINT, "elbow");
  EXPECT(joint >= 0 && m->jnt_range[2 * joint + 1] > 0);
}

// Copies of each array one after the other; the sum is what a whole copy has.
static void fields(const mjModel* m, mjData* d) {
  mjtSize sizes = 0, bytes = 0, numbers = 0;
#define X(name) sizes += m->name;
  MJMODEL_INTS
#undef X
  MJMODEL_POINTERS_PREAMBLE(m)
#define X(type, name, rows, columns) bytes += (mjtSize)sizeof(type) * m->rows * (columns);
  MJMODEL_POINTERS
#undef X
  EXPECT(sizes > 20 && bytes > 1000 && bytes <= m->nbuffer);

  bytes = 0;
  MJDATA_POINTERS_PREAMBLE(m)
#define X(type, name, rows, columns) bytes += (mjtSize)sizeof(*d->name) * m->rows * (columns);
  MJDATA_POINTERS
#undef X
  EXPECT(bytes > 1000 && bytes <= d->nbuffer);

  bytes = 0;
#undef MJ_M
#undef MJ_D
#define MJ_M(size) m->size
#define MJ_D(count) d->count
#define X(type, name, rows, columns) bytes += (mjtSize)sizeof(*d->name) * (rows) * (columns);
  MJDATA_ARENA_POINTERS
#undef X
  EXPECT(bytes <= d->narena);

#define X(type, name) numbers += sizeof(type) == sizeof d->name;
  MJDATA_SCALAR
#undef X
#define X(type, name, rows, columns) numbers += sizeof(type) * (rows) * (columns) == sizeof d->name;
  MJDATA_VECTOR
#undef X
  EXPECT(numbers == 43);

  mjOption option;
  mj_defaultOption(&option);
  numbers = 0;
#define X(type, name) numbers += option.name == m->opt.name;
  MJOPTION_FLOATS
  MJOPTION_INTS
#undef X
#define X(name, length) numbers += !memcmp(option.name, m->opt.name, length * sizeof(mjtNum));
  MJOPTION_VECTORS
#undef X
  EXPECT(numbers == 28);  // of 29, the flag of sleeping is on
}

static void namesOfTheRenderer(void) {
  mjrRect window = {0, 0, 640, 480};
  mjtGridPos place = mjGRID_BOTTOMRIGHT;
  EXPECT(window.width == 640 && place == 3 && mjFB_OFFSCREEN == 1 && mjITEM_END == -2);
  EXPECT(mjFONTSCALE_150 == 150 && mjSECT_FIXED == 2 && mjEVENT_FILESDROP == 8);
}

int main(void) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* first = spec ? mj_compile(spec, NULL) : NULL;
  if (!first) {
    printf("%s\n", error);
    return 1;
  }
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "mymodel.xml", text, sizeof text - 1);
  mjModel* second = mj_loadXML("mymodel.xml", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  EXPECT(second != NULL);
  mj_deleteModel(second);
  mjModel* m = mj_copyModel(NULL, first);
  mjData* d = mj_makeData(m);
  fields(m, d);
  steps(m, d);
  states(m, d);
  namesOfTheRenderer();
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteModel(first);
  mj_deleteSpec(spec);
  return failures;
}
