// Contacts that several threads find: those of one thread, in its order, also where memory ends.

#include "collide/gather.h"
#include "api/limber.h"
#include "check.h"
#include "constraint/scenes_support.h"
#include "threads_support.h"

#include <string.h>

// Item i finds i % 4 contacts; the depth tells which.
static void find(const mjModel* m, mjData* own, void* context, int first, int end) {
  int* most = context;
  for (int i = first; i < end; i++) {
    for (int k = 0; k < i % *most; k++) {
      mjContact con = {
          .dist = i + 0.125 * k, .geom = {-1, -1}, .flex = {-1, -1}, .efc_address = -1};
      mj_addContact(m, own, &con);
    }
  }
}

static void contacts_come_in_the_order_of_the_items(void** state) {
  Scene s = loadScene("<mujoco><size memory='1M'/></mujoco>");
  int most = 4;
  assert_false(lb_gatherContacts(s.m, s.d, 10, find, &most));  // no threads
  mju_threadpool(s.d, 3);
  for (int count = 1; count < 600; count = 2 * count + 1) {
    mj_resetData(s.m, s.d);
    assert_true(lb_gatherContacts(s.m, s.d, count, find, &most));
    int n = 0;
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < i % most; k++, n++) {
        assert_true(s.d->contact[n].dist == i + 0.125 * k);
      }
    }
    assert_int_equal(s.d->ncon, n);
    assert_int_equal(s.d->parena, (size_t)n * sizeof(mjContact));
    assert_int_equal(s.d->maxuse_arena, s.d->parena);
  }
  // no room for all: nothing is left behind, one thread does it and warns
  mj_resetData(s.m, s.d);
  most = 400;
  assert_false(lb_gatherContacts(s.m, s.d, 600, find, &most));
  assert_int_equal(s.d->ncon, 0);
  assert_int_equal(s.d->parena, 0);
  assert_int_equal(s.d->maxuse_arena, 0);
  assert_int_equal(s.d->warning[mjWARN_CONTACTFULL].number, 0);
  freeScene(s);
}

// Steps of one and of three threads with some memory: equal, or the same error.
typedef struct Run_ {
  const mjModel* m;
  mjData* d;
} Run;

static void step(void* run) {
  mj_step(((Run*)run)->m, ((Run*)run)->d);
}

static int stepsBeforeError(const mjModel* m, mjData* d, char message[LB_MESSAGE_SIZE]) {
  Run run = {m, d};
  for (int i = 0; i < 90; i++) {
    if (!lb_protect(step, &run)) {
      snprintf(message, LB_MESSAGE_SIZE, "%s", lb_lastError());
      return i;
    }
  }
  return 90;
}

static void little_memory_ends_as_with_one_thread(void** state) {
  int warned = 0, failed = 0;
  for (int kilobytes = 20; kilobytes < 600; kilobytes += kilobytes / 8) {
    char number[8];
    snprintf(number, sizeof number, "%dK", kilobytes);
    char* text = robotsText(12, number);
    Scene s = loadScene(text);
    mjData* many = mj_makeData(s.m);
    mju_threadpool(many, 3);
    char one[LB_MESSAGE_SIZE] = "", three[LB_MESSAGE_SIZE] = "";
    int steps = stepsBeforeError(s.m, s.d, one);
    assert_int_equal(stepsBeforeError(s.m, many, three), steps);
    assert_string_equal(one, three);
    failed += steps < 90;
    for (int i = 0; i < mjNWARNING; i++) {
      warned += s.d->warning[i].number > 0;
      assert_int_equal(many->warning[i].number, s.d->warning[i].number);
      assert_int_equal(many->warning[i].lastinfo, s.d->warning[i].lastinfo);
    }
    if (steps == 90) {
      assertSameData(s.m, s.d, many);
    }
    mj_deleteData(many);
    freeScene(s);
    free(text);
  }
  assert_true(warned > 0 && failed > 0);
}

// A filter, and a collision function, of the program's own: called by the calling thread only.
static mjData* expected;
static int calls;

static int noEvenPairs(const mjModel* m, mjData* d, int geom1, int geom2) {
  assert_true(d == expected);
  calls++;
  return (geom1 + geom2) % 2 == 0;
}

static mjfCollision planeBox;

static int countedPlaneBox(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2,
                           mjtNum margin) {
  assert_true(d == expected);
  calls++;
  return planeBox(m, d, con, g1, g2, margin);
}

static void functions_of_the_program_run_in_the_calling_thread(void** state) {
  char* text = robotsText(12, "20M");
  Scene s = loadScene(text);
  mju_threadpool(s.d, 3);
  expected = s.d;
  calls = 0;
  mjcb_contactfilter = noEvenPairs;
  for (int i = 0; i < 60; i++) {
    mj_step(s.m, s.d);
  }
  mjcb_contactfilter = NULL;
  assert_true(calls > 0);

  calls = 0;
  planeBox = mjCOLLISIONFUNC[mjGEOM_PLANE][mjGEOM_BOX];
  mjCOLLISIONFUNC[mjGEOM_PLANE][mjGEOM_BOX] = countedPlaneBox;
  for (int i = 0; i < 60; i++) {
    mj_step(s.m, s.d);
  }
  mjCOLLISIONFUNC[mjGEOM_PLANE][mjGEOM_BOX] = planeBox;
  assert_true(calls > 0);
  freeScene(s);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contacts_come_in_the_order_of_the_items),
      cmocka_unit_test(little_memory_ends_as_with_one_thread),
      cmocka_unit_test(functions_of_the_program_run_in_the_calling_thread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
