// Stack frames, the arena, and timers of mjData.

#include "data/stack.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/callbacks.h"
#include "check.h"
#include "constraint/scenes_support.h"

static void frames_nest_and_give_back_what_they_took(void** state) {
  Scene s = loadScene("<mujoco/>");
  size_t before = s.d->pstack;
  mj_markStack(s.d);
  mjtNum* outer = mj_stackAllocNum(s.d, 3);
  outer[2] = 5;
  size_t inside = s.d->pstack;
  mj_markStack(s.d);
  mj_stackAllocInt(s.d, 100);
  assert_true(s.d->pstack > inside);
  mj_freeStack(s.d);
  assert_int_equal(s.d->pstack, inside);
  ASSERT_NEAR(outer[2], 5, 0);
  mj_freeStack(s.d);
  assert_int_equal(s.d->pstack, before);

  // what one array took can be given back without a mark, and counts
  mjtSize most = s.d->maxuse_stack;
  lb_stackNum(s.d, most);
  lb_dropStack(s.d, before);
  assert_int_equal(s.d->pstack, before);
  assert_true(s.d->maxuse_stack > most);

  // without a mark nothing happens
  mj_freeStack(s.d);
  assert_int_equal(s.d->pstack, before);
  freeScene(s);
}

static void addresses_are_aligned(void** state) {
  Scene s = loadScene("<mujoco/>");
  mj_markStack(s.d);
  for (size_t alignment = 1; alignment <= 64; alignment *= 2) {
    assert_int_equal((uintptr_t)mj_stackAllocByte(s.d, 3, alignment) % alignment, 0);
    assert_int_equal((uintptr_t)lb_arenaAlloc(s.d, 3, alignment) % alignment, 0);
  }
  assert_null(mj_stackAllocNum(s.d, 0));
  mj_freeStack(s.d);
  freeScene(s);
}

static void allocateTooMuch(void* context) {
  mjData* d = context;
  mj_stackAllocByte(d, (size_t)d->narena, 1);
  mj_stackAllocByte(d, 1, 1);
}

static void allocateBeyondCounting(void* context) {
  mj_stackAllocNum(context, SIZE_MAX / 4);
}

static void allocateBeyond32Bits(void* context) {
  lb_stackNum(context, (mjtSize)1 << 29);
}

static void a_full_stack_is_an_error_and_a_full_arena_is_not(void** state) {
  Scene s = loadScene("<mujoco><size memory='1K'/></mujoco>");
  size_t room = (size_t)s.d->narena - s.d->pstack - s.d->parena;
  assert_null(lb_arenaAlloc(s.d, room + 1, 1));
  assert_non_null(lb_arenaAlloc(s.d, room / 2, 1));
  assert_null(lb_arenaAlloc(s.d, room / 2 + 16, 1));
  ASSERT_SAYS(errorOf(allocateTooMuch, s.d), "increase <size memory=");
  errorOf(allocateBeyondCounting, s.d);
  ASSERT_SAYS(errorOf(allocateBeyond32Bits, s.d), "requested = 4294967296 bytes");
  lb_clearArena(s.d);
  assert_non_null(lb_arenaAlloc(s.d, room, 1));
  freeScene(s);
}

static void many_arrays_are_placed_at_once(void** state) {
  Scene s = loadScene("<mujoco/>");
  mjData* d = s.d;
  size_t before = d->parena;
  uint64_t end = lb_arenaEnd(d);
  LB_PLACE(d, end, efc_pos, 5);
  LB_PLACE(d, end, efc_state, 3);
  assert_true(lb_takePlaced(d, end));
  assert_int_equal((uintptr_t)d->efc_pos % lbSTACK_ALIGNMENT, 0);
  assert_int_equal((uintptr_t)d->efc_state % lbSTACK_ALIGNMENT, 0);
  assert_true((char*)d->efc_state >= (char*)(d->efc_pos + 5));
  assert_int_equal(d->parena, end);
  assert_true(end >= before + 5 * sizeof(mjtNum) + 3 * sizeof(int));
  assert_true(d->maxuse_arena >= (mjtSize)end);
  freeScene(s);
}

static void what_does_not_fit_takes_nothing(void** state) {
  Scene s = loadScene("<mujoco/>");
  size_t before = s.d->parena;
  // the second size alone is more than 32 bits count
  static const uint64_t counts[] = {(1 << 20) + 1, (uint64_t)1 << 29, (uint64_t)1 << 40};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    uint64_t end = lb_arenaEnd(s.d);
    LB_PLACE(s.d, end, efc_pos, 3);
    LB_PLACE(s.d, end, efc_vel, counts[i] + (uint64_t)s.d->narena / sizeof(mjtNum));
    assert_false(lb_takePlaced(s.d, end));
    assert_int_equal(s.d->parena, before);
  }
  s.d->efc_pos = s.d->efc_vel = NULL;
  freeScene(s);
}

static void the_largest_use_is_remembered(void** state) {
  Scene s = loadScene("<mujoco/>");
  mj_markStack(s.d);
  mj_stackAllocByte(s.d, 5000, 1);
  mj_freeStack(s.d);
  assert_true(s.d->maxuse_stack >= 5000);
  assert_true(s.d->maxuse_arena >= s.d->maxuse_stack);
  freeScene(s);
}

typedef struct Request_ {
  mjData* d;
  size_t bytes, alignment;
} Request;

static void take(void* context) {
  Request* r = context;
  mj_stackAllocByte(r->d, r->bytes, r->alignment);
}

static void an_alignment_that_is_no_power_of_two_is_refused(void** state) {
  Scene s = loadScene("<mujoco/>");
  const size_t wrong[] = {0, 3, 12, 24, SIZE_MAX};
  for (int i = 0; i < 5; i++) {
    assert_false(lb_protect(take, &(Request){s.d, 8, wrong[i]}));
    assert_non_null(strstr(lb_lastError(), "expected a power of 2"));
  }
  freeScene(s);
}

static const char* const ball =
    "<mujoco><worldbody><geom type='plane' size='1 1 1'/>"
    "<body pos='0 0 .09'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";

static mjtNum clock_;

static mjtNum tick(void) {
  return clock_ += 1;
}

// COMPAT: DIAG-07: timers count calls without a clock; only durations need one.
static void timers_count_with_and_without_a_clock(void** state) {
  Scene s = loadScene(ball);
  mj_resetData(s.m, s.d);
  for (int i = 0; i < 3; i++) {
    mj_step(s.m, s.d);
  }
  assert_int_equal(s.d->timer[mjTIMER_STEP].number, 3);
  assert_int_equal(s.d->timer[mjTIMER_POS_COLLISION].number, 3);
  assert_int_equal(s.d->timer[mjTIMER_INVERSE].number, 0);
  assert_true(s.d->timer[mjTIMER_STEP].duration == 0);
  mjcb_time = tick;
  mj_step(s.m, s.d);
  mjcb_time = NULL;
  assert_int_equal(s.d->timer[mjTIMER_STEP].number, 4);
  assert_true(s.d->timer[mjTIMER_STEP].duration > s.d->timer[mjTIMER_FORWARD].duration);
  assert_true(s.d->timer[mjTIMER_FORWARD].duration > 0);
  freeScene(s);
}

// COMPAT: DIAG-07: stages count themselves, also where they are called alone; half a step counts
// with the first half; stages of Runge-Kutta advance nothing; a reset within a step leaves it to
// be counted.
static void stages_count_where_they_are(void** state) {
  Scene s = loadScene(ball);
  mj_resetData(s.m, s.d);
  mj_forward(s.m, s.d);
  mj_makeM(s.m, s.d);
  mj_collision(s.m, s.d);
  assert_int_equal(s.d->timer[mjTIMER_POS_INERTIA].number, 2);
  assert_int_equal(s.d->timer[mjTIMER_POS_COLLISION].number, 2);
  mj_step1(s.m, s.d);
  assert_int_equal(s.d->timer[mjTIMER_STEP].number, 1);
  mj_step2(s.m, s.d);
  assert_int_equal(s.d->timer[mjTIMER_STEP].number, 1);
  assert_int_equal(s.d->timer[mjTIMER_ADVANCE].number, 1);
  s.m->opt.integrator = mjINT_RK4;
  mj_step(s.m, s.d);
  assert_int_equal(s.d->timer[mjTIMER_ADVANCE].number, 1);
  s.d->qpos[0] = NAN;
  mj_step(s.m, s.d);
  assert_int_equal(s.d->timer[mjTIMER_STEP].number, 1);
  freeScene(s);
}

static void hear(const char* message) {
}

enum { BY_EXIT = 7 };

static void tellExit(void) {
  _exit(BY_EXIT);
}

// What the engine itself needs of a full stack it cannot do without: the program ends with the
// message, even where the program's handler returns.
static void a_full_stack_within_the_engine_ends_the_program(void** state) {
  Scene s = loadScene(
      "<mujoco><option cone='elliptic' solver='CG'/><worldbody><geom type='plane' size='1 1 1'/>"
      "<body pos='0 0 .1'><freejoint/><geom size='.11'/></body><flexcomp name='f' type='grid' "
      "count='3 3 1' spacing='.1 .1 .1' pos='0 0 .5'><edge equality='true'/></flexcomp>"
      "</worldbody></mujoco>");
  int ended = 0;
  for (mjtSize left = 0; left < 20000; left += 80) {
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
      dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
      atexit(tellExit);
      mju_user_error = hear;
      s.d->pstack = (size_t)(s.d->narena - left);
      s.d->ncon = 0;
      s.d->parena = 0;
      mj_forward(s.m, s.d);
      _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_true(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == BY_EXIT);
    ended += WEXITSTATUS(status) == BY_EXIT;
  }
  assert_true(ended > 10);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frames_nest_and_give_back_what_they_took),
      cmocka_unit_test(addresses_are_aligned),
      cmocka_unit_test(a_full_stack_is_an_error_and_a_full_arena_is_not),
      cmocka_unit_test(many_arrays_are_placed_at_once),
      cmocka_unit_test(what_does_not_fit_takes_nothing),
      cmocka_unit_test(the_largest_use_is_remembered),
      cmocka_unit_test(a_full_stack_within_the_engine_ends_the_program),
      cmocka_unit_test(an_alignment_that_is_no_power_of_two_is_refused),
      cmocka_unit_test(timers_count_with_and_without_a_clock),
      cmocka_unit_test(stages_count_where_they_are),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
