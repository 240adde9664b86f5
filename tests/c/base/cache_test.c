// The asset cache: files are decoded once, the capacity is kept, and different content never meets.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/cache.h"

static const char xml[] =
    "<mujoco><asset><mesh name='a' file='a.msh' scale='%g 1 1'/></asset><worldbody>"
    "<geom type='mesh' mesh='a'/></worldbody></mujoco>";

// A model with one tetrahedron of the given height from a file.
static mjModel* load(float height, double scale) {
  float corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, height}};
  int32_t head[4] = {4, 0, 0, 4}, face[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  char file[112], text[400], error[400] = "";
  memcpy(file, head, 16);
  memcpy(file + 16, corner, 48);
  memcpy(file + 64, face, 48);
  snprintf(text, sizeof text, xml, scale);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a.msh", file, sizeof file);
  mjSpec* spec = mj_parseXMLString(text, &vfs, error, sizeof error);
  mjModel* m = mj_compile(spec, &vfs);
  assert_non_null(m);
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);
  return m;
}

static void assertSameBuffers(const mjModel* a, const mjModel* b) {
  assert_int_equal(a->nbuffer, b->nbuffer);
  assert_memory_equal(a->mesh_vert, b->mesh_vert, sizeof(float) * 3 * (size_t)a->nmeshvert);
  assert_memory_equal(a->mesh_graph, b->mesh_graph, sizeof(int) * (size_t)a->nmeshgraph);
  assert_memory_equal(a->geom_pos, b->geom_pos, sizeof(double) * 3);
  assert_memory_equal(a->body_inertia, b->body_inertia, sizeof(double) * 6);
}

static void a_second_load_takes_the_mesh_from_the_cache(void** state) {
  mjCache* cache = mj_getCache();
  mj_clearCache(cache);
  assert_int_equal(mj_getCacheSize(cache), 0);
  size_t live = lb_liveBlocks(), start = lb_allocationCount();
  mjModel* first = load(1, 1);
  size_t cold = lb_allocationCount() - start, size = mj_getCacheSize(cache);
  assert_true(size > 0);
  start = lb_allocationCount();
  mjModel* second = load(1, 1);
  assert_true(lb_allocationCount() - start < cold);
  assert_int_equal(mj_getCacheSize(cache), size);
  assertSameBuffers(first, second);
  mj_deleteModel(first);
  mj_deleteModel(second);
  assert_int_equal(lb_liveBlocks(), live);
  mj_clearCache(cache);
  assert_int_equal(lb_liveBlocks(), live);
}

static void other_content_and_other_settings_are_other_entries(void** state) {
  mjModel* low = load(1, 1);
  mjModel* high = load(2, 1);
  mjModel* wide = load(1, 3);
  size_t size = mj_getCacheSize(mj_getCache());
  assert_true(memcmp(low->mesh_vert, high->mesh_vert, 48) != 0);
  assert_true(memcmp(low->mesh_vert, wide->mesh_vert, 48) != 0);
  mj_clearCache(mj_getCache());
  mjModel* again = load(2, 1);
  assert_true(mj_getCacheSize(mj_getCache()) < size);
  assertSameBuffers(high, again);
  mj_deleteModel(low);
  mj_deleteModel(high);
  mj_deleteModel(wide);
  mj_deleteModel(again);
}

static void the_capacity_is_kept_and_the_oldest_go_first(void** state) {
  mjCache* cache = mj_getCache();
  size_t capacity = mj_getCacheCapacity(cache);
  mj_clearCache(cache);
  mj_deleteModel(load(1, 1));
  size_t one = mj_getCacheSize(cache);
  assert_int_equal(mj_setCacheCapacity(cache, 2 * one), 2 * one);
  mj_deleteModel(load(2, 1));
  mj_deleteModel(load(1, 1));
  mj_deleteModel(load(3, 1));
  assert_int_equal(mj_getCacheSize(cache), 2 * one);
  size_t start = lb_allocationCount();
  mj_deleteModel(load(1, 1));
  size_t kept = lb_allocationCount() - start;
  start = lb_allocationCount();
  mj_deleteModel(load(2, 1));
  assert_true(kept < lb_allocationCount() - start);

  // without capacity nothing stays, and models load as ever
  mj_setCacheCapacity(cache, 0);
  assert_int_equal(mj_getCacheSize(cache), 0);
  mj_deleteModel(load(1, 1));
  assert_int_equal(mj_getCacheSize(cache), 0);
  mj_setCacheCapacity(cache, capacity);
}

static void memory_that_is_short_is_taken_from_the_cache(void** state) {
  mj_deleteModel(load(1, 1));
  assert_true(mj_getCacheSize(mj_getCache()) > 0);
  assert_true(lb_cacheRelease());
  assert_int_equal(mj_getCacheSize(mj_getCache()), 0);
  assert_false(lb_cacheRelease());

  // what a compilation uses stays until it ends
  lb_cacheEnter();
  lbCacheEntry* entry = lb_cacheFind("how", 3, "bytes", 5, 0);
  entry->value = lb_regionAlloc(&entry->region, 1);
  assert_false(lb_cacheRelease());
  assert_ptr_equal(lb_cacheFind("how", 3, "bytes", 5, 0), entry);
  assert_ptr_not_equal(lb_cacheFind("how", 3, "Bytes", 5, 0), entry);
  // a file that was compared is known by its stamp
  assert_ptr_equal(lb_cacheFind("how", 3, "bytes", 5, 7), entry);
  assert_ptr_equal(lb_cacheFind("how", 3, "unread", 5, 7), entry);
  assert_ptr_not_equal(lb_cacheFind("how", 3, "other", 5, 8), entry);
  assert_ptr_equal(lb_cacheFind("how", 3, "bytes", 5, 0), entry);
  assert_ptr_not_equal(lb_cacheFind("how", 3, "other", 5, 7), entry);
  lb_cacheLeave();
  assert_true(lb_cacheRelease());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_second_load_takes_the_mesh_from_the_cache),
      cmocka_unit_test(other_content_and_other_settings_are_other_entries),
      cmocka_unit_test(the_capacity_is_kept_and_the_oldest_go_first),
      cmocka_unit_test(memory_that_is_short_is_taken_from_the_cache),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
