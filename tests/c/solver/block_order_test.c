// Orders of elimination, and problems that are solved in one.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"
#include "solver/block_order.h"

enum { SIDE = 12, COUNT = SIDE * SIDE };

// A grid in which each block touches its neighbours along both axes; the first one touches all.
static uint64_t* gridGraph(void) {
  uint64_t* graph = calloc((size_t)COUNT * lb_graphWords(COUNT), sizeof(uint64_t));
  for (int i = 0; i < COUNT; i++) {
    lb_graphLink(graph, COUNT, i, 0);
    if (i % SIDE) {
      lb_graphLink(graph, COUNT, i, i - 1);
    }
    if (i >= SIDE) {
      lb_graphLink(graph, COUNT, i, i - SIDE);
    }
  }
  return graph;
}

// Entries of the factor, by elimination on a dense matrix.
static int fillOf(const int* order) {
  static bool linked[COUNT][COUNT];
  uint64_t* graph = gridGraph();
  int fill = 0, words = lb_graphWords(COUNT);
  for (int i = 0; i < COUNT; i++) {
    for (int j = 0; j < COUNT; j++) {
      linked[i][j] = i != j && graph[i * words + j / 64] >> j % 64 & 1;
    }
  }
  for (int k = 0; k < COUNT; k++) {
    int s = order[k];
    for (int i = 0; i < COUNT; i++) {
      fill += linked[s][i];
      for (int j = 0; linked[s][i] && j < COUNT; j++) {
        linked[i][j] |= linked[s][j] && i != j;
      }
    }
    for (int i = 0; i < COUNT; i++) {
      linked[i][s] = linked[s][i] = false;
    }
  }
  free(graph);
  return fill;
}

static void minimum_degree_takes_every_block_once_and_children_first(void** state) {
  Scene s = loadScene("<mujoco/>");
  int parent[COUNT], order[COUNT], natural[COUNT], seen[COUNT] = {0};
  for (int i = 0; i < COUNT; i++) {
    parent[i] = i ? 0 : -1;
    natural[i] = COUNT - 1 - i;
  }
  uint64_t* graph = gridGraph();
  lb_minimumDegree(s.d, COUNT, graph, parent, order);
  for (int k = 0; k < COUNT; k++) {
    assert_int_equal(seen[order[k]]++, 0);
  }
  assert_int_equal(order[COUNT - 1], 0);
  assert_true(fillOf(order) < 0.75 * fillOf(natural));
  free(graph);
  freeScene(s);
}

// A soft block in a hand that slides, on the floor, with a ball of six dofs on top.
static Scene softScene(const char* options) {
  char xml[1400];
  strcpy(xml, "<mujoco><option cone='elliptic' tolerance='1e-14' iterations='400' ");
  strcat(xml, options);
  strcat(
      xml,
      "/><worldbody><geom type='plane' size='3 3 .1'/>"
      "<body name='hand' pos='0 0 .3'><joint type='slide' axis='1 0 .2'/><geom size='.05' mass='1' "
      "contype='0' conaffinity='0'/>"
      "<flexcomp name='f' type='grid' dim='3' count='5 5 5' spacing='.1 .1 .1' radius='.01' "
      "pos='0 0 -.09' mass='2'><pin id='0 1 2 60 124'/><edge equality='true'/>"
      "<contact selfcollide='none' internal='false'/></flexcomp></body>"
      "<body pos='.02 .01 .47'><freejoint/><geom size='.06'/></body></worldbody></mujoco>");
  return loadScene(xml);
}

static void soft_bodies_in_a_new_order_have_the_same_accelerations(void** state) {
  Scene newton = softScene("solver='Newton'"), gradient = softScene("solver='CG'");
  int nv = (int)newton.m->nv;
  assert_true(nv > 300);
  for (int i = 0; i < 6; i++) {
    mj_step(newton.m, newton.d);
  }
  memcpy(gradient.d->qpos, newton.d->qpos, newton.m->nq * sizeof(mjtNum));
  memcpy(gradient.d->qvel, newton.d->qvel, nv * sizeof(mjtNum));
  mj_forward(newton.m, newton.d);
  gradient.m->opt.iterations = 3000;
  mj_forward(gradient.m, gradient.d);
  assert_true(newton.d->ncon > 4);
  assert_true(farthest(newton.d->qacc, gradient.d->qacc, nv) < 1e-5);

  // in the order of the dofs: 24,556
  assert_true(newton.d->solver_nnz[0] < 21000);
  freeScene(newton);
  freeScene(gradient);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(minimum_degree_takes_every_block_once_and_children_first),
      cmocka_unit_test(soft_bodies_in_a_new_order_have_the_same_accelerations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
