// Which pairs of geoms collide.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide/broadphase.h"
#include "constraint/scenes_support.h"
#include "math/random.h"

// Number of contacts of two overlapping balls, the second in a body of the first's kind.
static int contacts(const char* xml) {
  Scene scene = loadScene(xml);
  mj_forward(scene.m, scene.d);
  int n = scene.d->ncon;
  freeScene(scene);
  return n;
}

#define BODY(inner) "<body><freejoint/><geom name='a' size='.1'/>" inner "</body>"
#define CHILD "<body name='child'><joint/><geom name='b' size='.1'/></body>"
#define SCENE(head, world) "<mujoco>" head "<worldbody>" world "</worldbody></mujoco>"

// COMPAT: COL-24
static void parents_and_children_do_not_collide(void** state) {
  assert_int_equal(contacts(SCENE("", BODY(CHILD))), 0);
  assert_int_equal(contacts(SCENE("<option><flag filterparent='disable'/></option>", BODY(CHILD))),
                   1);
}

static void children_of_the_world_collide_with_it(void** state) {
  assert_int_equal(contacts(SCENE("", "<geom size='.1'/>" CHILD)), 1);
  // and with bodies welded to it
  assert_int_equal(contacts(SCENE("", "<body><geom size='.1'/>" CHILD "</body>")), 1);
}

// COMPAT: COL-25
static void welded_bodies_do_not_collide(void** state) {
  assert_int_equal(contacts(SCENE("", BODY("<body><geom size='.1'/></body>"))), 0);
  assert_int_equal(contacts(SCENE("", "<geom size='.1'/><body><geom size='.1'/></body>")), 0);
  // a child of a body welded to the first is a child of the first
  assert_int_equal(contacts(SCENE("", BODY("<body>" CHILD "</body>"))), 0);
}

static void grandchildren_collide(void** state) {
  assert_int_equal(
      contacts(SCENE(
          "", BODY("<body><joint/><geom contype='0' conaffinity='0' size='.1'/>" CHILD "</body>"))),
      1);
}

#define TWO(first, second)                                     \
  "<body name='x'><freejoint/><geom name='a' size='.1' " first \
  "/>"                                                         \
  "</body><body name='y'><freejoint/><geom name='b' size='.1' " second "/></body>"

// COMPAT: COL-26
static void bits_of_one_must_affect_the_other(void** state) {
  assert_int_equal(contacts(SCENE("", TWO("contype='1'", "contype='2' conaffinity='2'"))), 0);
  assert_int_equal(contacts(SCENE("", TWO("contype='1'", "contype='2' conaffinity='3'"))), 1);
  assert_int_equal(contacts(SCENE("", TWO("conaffinity='2'", "contype='2' conaffinity='0'"))), 1);
}

#define EXCLUDE "<contact><exclude body1='x' body2='y'/></contact>"
#define PAIR "<contact><pair geom1='a' geom2='b'/></contact>"

// COMPAT: COL-20
static void explicit_pairs_pass_filters(void** state) {
  assert_int_equal(contacts(SCENE(EXCLUDE, TWO("", ""))), 0);
  assert_int_equal(contacts(SCENE(PAIR, TWO("", ""))), 1);
  assert_int_equal(contacts(SCENE(PAIR, TWO("contype='0' conaffinity='0'", ""))), 1);
  assert_int_equal(contacts(SCENE(PAIR EXCLUDE, TWO("", ""))), 1);
  assert_int_equal(contacts(SCENE(PAIR, BODY(CHILD))), 1);
}

static void flags_turn_contacts_off(void** state) {
  assert_int_equal(contacts(SCENE("<option><flag contact='disable'/></option>", TWO("", ""))), 0);
  assert_int_equal(contacts(SCENE("<option><flag constraint='disable'/></option>", TWO("", ""))),
                   0);
  assert_int_equal(contacts(SCENE("<option><flag midphase='disable'/></option>", TWO("", ""))), 1);
}

static void margins_and_gaps_add(void** state) {
  Scene scene = loadScene(
      SCENE("",
            "<body><freejoint/><geom size='.1' margin='.02' gap='.01'/></body>"
            "<body pos='.25 0 0'><freejoint/><geom size='.1' margin='.01' gap='.03'/></body>"));
  mj_forward(scene.m, scene.d);
  // distance .05: beyond the margins, within the gaps
  assert_int_equal(scene.d->ncon, 1);
  assert_true(fabs(scene.d->contact[0].includemargin - .03) < 1e-12);
  assert_int_equal(scene.d->contact[0].exclude, 1);
  assert_int_equal(scene.d->nefc, 0);
  scene.d->qpos[7] = .275;
  mj_forward(scene.m, scene.d);
  assert_int_equal(scene.d->ncon, 0);
  freeScene(scene);
}

static void parameters_come_from_the_higher_priority(void** state) {
  Scene scene = loadScene(
      SCENE("", TWO("friction='.2 .1 .1' condim='4'", "friction='.9 .01 .01' priority='1'")));
  mj_forward(scene.m, scene.d);
  assert_int_equal(scene.d->contact[0].dim, 3);
  assert_true(scene.d->contact[0].friction[0] == .9);
  freeScene(scene);
  scene = loadScene(SCENE("", TWO("friction='.2 .1 .1' condim='4'", "friction='.9 .01 .01'")));
  mj_forward(scene.m, scene.d);
  assert_int_equal(scene.d->contact[0].dim, 4);
  assert_true(scene.d->contact[0].friction[0] == .9);
  assert_true(scene.d->contact[0].friction[2] == .1);
  freeScene(scene);
}

// The contacts are those of the balls that overlap, in order; balls of one tree have `inTree`
// numbers, and the first of them is the parent of the others. Returns how many there are.
static int requireAllPairs(const Scene* s, int inTree) {
  int expected = 0;
  for (int a = 0; a < s->m->ngeom; a++) {
    for (int b = a + 1; b < s->m->ngeom; b++) {
      mjtNum reach = s->m->geom_size[3 * a] + s->m->geom_size[3 * b];
      bool related = a % inTree == 0 && b < a + inTree;
      if (!related && mju_dist3(s->d->geom_xpos + 3 * a, s->d->geom_xpos + 3 * b) <= reach) {
        assert_true(expected < s->d->ncon);
        assert_int_equal(s->d->contact[expected].geom[0], a);
        assert_int_equal(s->d->contact[expected++].geom[1], b);
      }
    }
  }
  assert_int_equal(s->d->ncon, expected);
  return expected;
}

// A ball at random; without the end of its body.
static int printBall(char* text, size_t room, Random* random, const char* joint) {
  return snprintf(text, room, "<body pos='%.3f %.3f %.3f'><%s/><geom size='%.3f'/>",
                  nextRandom(random), nextRandom(random), .3 * nextRandom(random), joint,
                  .15 + .1 * nextRandom(random));
}

// Balls in a crowd: with the sweep, with boxes around trees and with the list of all pairs.
static void crowds_have_the_contacts_of_all_pairs_tried(void** state) {
  enum { balls = 60, room = 8000 };
  static char xml[room];
  for (int inTree = 1; inTree <= 5; inTree += 4) {
    Random random = {7};
    int length = snprintf(xml, room, "<mujoco><worldbody>");
    for (int i = 0; i < balls; i += inTree) {
      length += printBall(xml + length, room - length, &random, "freejoint");
      for (int k = 1; k < inTree; k++) {
        length += printBall(xml + length, room - length, &random, "joint");
        length += snprintf(xml + length, room - length, "</body>");
      }
      length += snprintf(xml + length, room - length, "</body>");
    }
    snprintf(xml + length, room - length, "</worldbody></mujoco>");
    Scene s = loadScene(xml);
    mj_forward(s.m, s.d);
    assert_true(requireAllPairs(&s, inTree) > 20);
    freeScene(s);
  }
}

// So many bodies with balls, each content in the same place, then a text.
static char* repeated(const char* body, int count, const char* end) {
  size_t size = strlen(body);
  char* text = malloc(size * (size_t)count + strlen(end) + 200);
  char* at = text + sprintf(text, "<mujoco><size memory='40M'/><worldbody>");
  for (int i = 0; i < count; i++, at += size) {
    memcpy(at, body, size);
  }
  sprintf(at, "%s", end);
  return text;
}

// All against all would be 450 million tests.
static void what_is_static_in_one_place_is_stepped_over(void** state) {
  char* text = repeated("<body><geom size='1'/></body>", 30000,
                        "<body><freejoint/><geom size='1'/></body></worldbody></mujoco>");
  Scene s = loadScene(text);
  free(text);
  int count;
  mj_forward(s.m, s.d);
  mj_markStack(s.d);
  const lbPairKey* keys = lb_broadPhase(s.m, s.d, &count);
  assert_int_equal(count, 30000);
  for (int i = 0; i < count; i++) {
    assert_int_equal(lb_lowerId(keys[i]), i + 1);
    assert_int_equal(lb_higherId(keys[i]), 30001);
  }
  mj_freeStack(s.d);
  freeScene(s);
}

// 16 bits hold no more than 65,536 ids, and with a sign half as many.
static void bodies_of_any_number_collide(void** state) {
  char* text =
      repeated("<body><geom size='.01' pos='9 9 9' contype='0' conaffinity='0'/></body>", 70000,
               "<body name='a'><freejoint/><geom size='1'/></body>"
               "<body name='b'><freejoint/><geom size='1'/></body></worldbody></mujoco>");
  Scene s = loadScene(text);
  free(text);
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->ncon, 1);
  assert_int_equal(s.d->contact[0].geom[0], 70000);
  assert_int_equal(s.d->contact[0].geom[1], 70001);
  freeScene(s);
}

// COMPAT: SLEEP-FLEX-MOCAP: the steps are the peer's
static void a_sleeping_flex_meets_what_moves_but_no_mocap_body(void** state) {
  Scene s = loadScene(
      "<mujoco><option integrator='implicitfast' viscosity='.2' sleep_tolerance='1e-2'><flag "
      "sleep='enable'/></option><worldbody><geom type='plane' size='5 5 .01'/><body pos='0 0 -.02' "
      "mocap='true'><geom size='.04'/></body><body name='ball' pos='.03 0 4'><freejoint/><geom "
      "size='.03'/></body><body name='p' pos='0 0 .01'><flexcomp name='f' type='grid' dim='1' "
      "count='3 1 1' spacing='.05 .05 .05' radius='.01' mass='1'><edge equality='true' "
      "solref='.15 .2'/></flexcomp></body></worldbody></mujoco>");
  for (int step = 1; step <= 507; step++) {
    mj_step(s.m, s.d);
    if (step == 181) {
      assert_int_equal(s.d->ntree_awake, 1);
      assert_int_equal(s.d->ncon, 0);
    } else if (step == 300) {
      s.d->mocap_pos[2] += .001;
    } else if (step == 506) {
      assert_int_equal(s.d->ntree_awake, 1);
    }
  }
  // the ball lands
  assert_int_equal(s.d->ntree_awake, 4);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parents_and_children_do_not_collide),
      cmocka_unit_test(children_of_the_world_collide_with_it),
      cmocka_unit_test(welded_bodies_do_not_collide),
      cmocka_unit_test(grandchildren_collide),
      cmocka_unit_test(bits_of_one_must_affect_the_other),
      cmocka_unit_test(explicit_pairs_pass_filters),
      cmocka_unit_test(flags_turn_contacts_off),
      cmocka_unit_test(margins_and_gaps_add),
      cmocka_unit_test(parameters_come_from_the_higher_priority),
      cmocka_unit_test(what_is_static_in_one_place_is_stepped_over),
      cmocka_unit_test(bodies_of_any_number_collide),
      cmocka_unit_test(crowds_have_the_contacts_of_all_pairs_tried),
      cmocka_unit_test(a_sleeping_flex_meets_what_moves_but_no_mocap_body),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
