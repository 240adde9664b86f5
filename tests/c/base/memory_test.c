// Counted blocks, regions, and the reserve.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/callbacks.h"
#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"

static void blocks_are_aligned_counted_and_given_back(void** state) {
  size_t blocks = lb_liveBlocks(), bytes = lb_liveBytes();
  char* a = lb_alloc(10);
  char* b = lb_allocZero(100);
  assert_int_equal((uintptr_t)a % 64, 0);
  assert_int_equal(b[99], 0);
  assert_int_equal(lb_liveBlocks() - blocks, 2);
  assert_int_equal(lb_liveBytes() - bytes, 110);
  memcpy(a, "123456789", 10);
  a = lb_realloc(a, 1000);
  assert_string_equal(a, "123456789");
  lb_free(a);
  lb_free(b);
  assert_int_equal(lb_liveBlocks(), blocks);
  assert_int_equal(lb_liveBytes(), bytes);
}

static void a_region_frees_what_it_handed_out(void** state) {
  size_t blocks = lb_liveBlocks();
  lbRegion region = {NULL};
  for (int i = 0; i < 1000; i++) {
    char* block = lb_regionAlloc(&region, 1 + 7 * i);
    assert_int_equal((uintptr_t)block % 16, 0);
    assert_int_equal(block[7 * i], 0);
    block[7 * i] = 1;
  }
  assert_string_equal(lb_regionPrintf(&region, "%d-%s", 4, "x"), "4-x");
  lb_regionFree(&region);
  assert_int_equal(lb_liveBlocks(), blocks);
}

static void* kept = NULL;

static bool releaseKept(void) {
  bool any = kept != NULL;
  lb_free(kept);
  kept = NULL;
  return any;
}

static void countKept(size_t* blocks, size_t* bytes) {
  *blocks += kept != NULL;
  *bytes += kept ? 500 : 0;
}

static void the_reserve_does_not_count_as_live(void** state) {
  size_t blocks = lb_liveBlocks(), bytes = lb_liveBytes();
  lb_setReserve((lbReserve){releaseKept, countKept});
  kept = lb_alloc(500);
  assert_int_equal(lb_liveBlocks(), blocks);
  assert_int_equal(lb_liveBytes(), bytes);
  releaseKept();
  lb_setReserve((lbReserve){NULL, NULL});
}

static int takenBlocks, givenBlocks;

static void* take(size_t bytes) {
  takenBlocks++;
  return malloc(bytes);
}

static void give(void* block) {
  givenBlocks += block != NULL;
  free(block);
}

// ECO-04: wrappers bring a heap of their own.
static void blocks_go_back_to_the_heap_that_they_came_from(void** state) {
  char error[200] = "";
  takenBlocks = givenBlocks = 0;
  mju_user_malloc = take;
  mju_user_free = give;
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>", NULL,
      error, sizeof(error));
  mjModel* m = mj_compile(spec, NULL);
  mjData* d = mj_makeData(m);
  mj_step(m, d);
  assert_in_range(takenBlocks, 3, 1000000);

  // what was taken goes back where it belongs, also after the heap changed
  mj_deleteData(d);
  mju_user_malloc = NULL;
  mju_user_free = NULL;
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  assert_int_equal(takenBlocks, givenBlocks);

  // each is asked for itself: what has no counterpart goes to, or comes from, the ordinary heap
  mju_user_malloc = take;
  takenBlocks = givenBlocks = 0;
  lb_free(lb_alloc(10));
  mju_user_malloc = NULL;
  mju_user_free = give;
  lb_free(lb_alloc(10));
  mju_user_free = NULL;
  assert_int_equal(takenBlocks, 1);
  assert_int_equal(givenBlocks, 1);
}

static size_t lastSize;
static char ownBlock[64];
static void* lastFreed;

static void* giveOwn(size_t size) {
  lastSize = size;
  return size < 50 ? ownBlock : NULL;
}

static void noteFreed(void* block) {
  lastFreed = block;
}

static void allocate(void* size) {
  mju_malloc(*(size_t*)size);
}

static void blocks_of_the_programs_allocator_are_handed_out_as_they_are(void** state) {
  mju_user_malloc = giveOwn;
  mju_user_free = noteFreed;
  assert_ptr_equal(mju_malloc(40), ownBlock);
  assert_int_equal(lastSize, 40);
  assert_false(lb_protect(allocate, &(size_t){60}));
  assert_non_null(strstr(lb_lastError(), "Could not allocate memory"));
  mju_user_malloc = NULL;
  mju_user_free = NULL;
  void* other = mju_malloc(40);
  mju_free(ownBlock);
  assert_ptr_equal(lastFreed, ownBlock);
  mju_free(NULL);
  mju_free(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_are_aligned_counted_and_given_back),
      cmocka_unit_test(a_region_frees_what_it_handed_out),
      cmocka_unit_test(the_reserve_does_not_count_as_live),
      cmocka_unit_test(blocks_go_back_to_the_heap_that_they_came_from),
      cmocka_unit_test(blocks_of_the_programs_allocator_are_handed_out_as_they_are),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
