// Hash tables: FNV-1a, and entries found from the slot of their hash on.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"

// The reference vectors of FNV-1a, 32 bits (Fowler, Noll, Vo).
static void texts_hash_to_the_published_vectors(void** state) {
  assert_int_equal(lb_hashText(""), 0x811c9dc5);
  assert_int_equal(lb_hashText("a"), 0xe40c292c);
  assert_int_equal(lb_hashText("foobar"), 0xbf9cf968);
}

static void both_zeros_are_the_same_place(void** state) {
  const float a[3] = {0, 1, -0.0f}, b[3] = {-0.0f, 1, 0}, c[3] = {0, 1, 1};
  assert_int_equal(lb_hashPoint(a), lb_hashPoint(b));
  assert_int_not_equal(lb_hashPoint(a), lb_hashPoint(c));
}

typedef struct Entry_ {
  char name[8];
} Entry;

static Entry* find(const lbMap* map, uint32_t hash, const char* name, uint32_t* slot) {
  Entry* entry = lb_mapFirst(map, hash, slot);
  while (entry && strcmp(entry->name, name) != 0) {
    entry = lb_mapNext(map, slot);
  }
  return entry;
}

static void every_entry_of_a_full_map_is_found(void** state) {
  enum { COUNT = 100 };
  static Entry entries[COUNT];
  lbMap map = lb_newMap(COUNT);
  for (int i = 0; i < COUNT; i++) {
    uint32_t slot;
    assert_false(lb_mapIsFull(&map, (size_t)i));
    snprintf(entries[i].name, sizeof entries[i].name, "n%d", i);
    assert_null(find(&map, lb_hashText(entries[i].name), entries[i].name, &slot));
    map.slots[slot] = &entries[i];
  }
  for (int i = 0; i < COUNT; i++) {
    uint32_t slot;
    assert_ptr_equal(find(&map, lb_hashText(entries[i].name), entries[i].name, &slot), &entries[i]);
  }
  lb_free(map.slots);
}

// The last slot is followed by the first.
static void entries_of_one_hash_stand_behind_each_other(void** state) {
  Entry entries[3] = {{"a"}, {"b"}, {"c"}};
  lbMap map = lb_newMap(3);
  const uint32_t hash = map.mask;
  for (int i = 0; i < 3; i++) {
    uint32_t slot;
    assert_null(find(&map, hash, entries[i].name, &slot));
    assert_int_equal(slot, i == 0 ? map.mask : (uint32_t)i - 1);
    map.slots[slot] = &entries[i];
  }
  uint32_t slot;
  assert_ptr_equal(find(&map, hash, "c", &slot), &entries[2]);
  assert_null(find(&map, hash, "d", &slot));
  lb_free(map.slots);
}

static void a_map_without_slots_is_full(void** state) {
  const lbMap none = {0};
  assert_true(lb_mapIsFull(&none, 0));
  lbMap map = lb_newMap(8);
  assert_int_equal(map.mask + 1, 16);
  assert_false(lb_mapIsFull(&map, 7));
  assert_true(lb_mapIsFull(&map, 8));
  lb_free(map.slots);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_hash_to_the_published_vectors),
      cmocka_unit_test(both_zeros_are_the_same_place),
      cmocka_unit_test(every_entry_of_a_full_map_is_found),
      cmocka_unit_test(entries_of_one_hash_stand_behind_each_other),
      cmocka_unit_test(a_map_without_slots_is_full),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
