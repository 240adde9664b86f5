// Shares of the trees: every body and dof once, no tree in two; stages give the bits of one thread.

#include "data/tree_share.h"
#include "api/limber.h"
#include "check.h"
#include "constraint/scenes_support.h"
#include "threads_support.h"

#include <string.h>

enum { MOST = 4096 };

typedef struct Seen_ {
  int bodies[MOST], dofs[MOST];
  int share[MOST];  // of each body
} Seen;

static void look(const mjModel* m, mjData* d, void* context, const lbTreeShare* share) {
  Seen* seen = context;
  for (int k = share->bodies.first; k < share->bodies.count; k++) {
    int body = lb_at(share->bodies, k);
    seen->bodies[body]++;
    seen->share[body] = share->bodies.first;
  }
  for (int k = share->dofs.first; k < share->dofs.count; k++) {
    int dof = lb_at(share->dofs, k);
    seen->dofs[dof]++;
    assert_int_equal(seen->share[m->dof_bodyid[dof]], share->bodies.first);
  }
}

static void check(const mjModel* m, mjData* d) {
  static Seen seen;
  memset(&seen, 0, sizeof seen);
  lb_forTrees(m, d, look, &seen);
  assert_int_equal(seen.bodies[0], 0);
  for (int i = 1; i < m->nbody; i++) {
    assert_int_equal(seen.bodies[i], 1);
    if (m->body_parentid[i]) {
      assert_int_equal(seen.share[i], seen.share[m->body_parentid[i]]);
    }
  }
  for (int i = 0; i < m->nv; i++) {
    assert_int_equal(seen.dofs[i], 1);
  }
}

static void shares_cover_all_trees_once(void** state) {
  for (int count = 0; count < 60; count += count / 4 + 1) {
    char* text = robotsText(count, "20M");
    Scene s = loadScene(text);
    for (int threads = 0; threads < 30; threads += threads / 2 + 1) {
      mju_threadpool(s.d, threads);
      check(s.m, s.d);
    }
    freeScene(s);
    free(text);
  }
}

// Two long chains: there is nothing to cut but between them. Bodies without dofs in between.
static void a_tree_is_never_cut(void** state) {
  char text[20000], *at = text;
  at += sprintf(at, "<mujoco><worldbody>");
  for (int chain = 0; chain < 2; chain++) {
    at += sprintf(at, "<body pos='0 %d 0'/>", chain);
    for (int i = 0; i < 40; i++) {
      at += sprintf(at, "<body pos='.1 0 0'><geom size='.01' mass='1'/>%s",
                    i % 3 ? "<joint axis='0 1 0'/>" : "");
    }
    for (int i = 0; i < 40; i++) {
      at += sprintf(at, "</body>");
    }
  }
  sprintf(at, "</worldbody></mujoco>");
  Scene s = loadScene(text);
  mju_threadpool(s.d, 3);
  check(s.m, s.d);
  mjData* one = mj_makeData(s.m);
  for (int i = 0; i < 50; i++) {
    mj_step(s.m, one);
    mj_step(s.m, s.d);
    assertSameData(s.m, one, s.d);
  }
  mj_deleteData(one);
  freeScene(s);
}

// A matrix that cannot be factored warns as with one thread.
static void a_bad_pivot_warns_once_for_its_first_dof(void** state) {
  char* text = robotsText(12, "20M");
  Scene s = loadScene(text);
  mjData* one = mj_makeData(s.m);
  mju_threadpool(s.d, 3);
  mj_forward(s.m, one);
  mj_forward(s.m, s.d);
  for (int tree = 3; tree < s.m->ntree; tree += 4) {
    int dof = s.m->tree_dofadr[tree] + s.m->tree_dofnum[tree] - 1;  // which nothing hangs on
    int diagonal = s.m->M_rowadr[dof] + s.m->M_rownnz[dof] - 1;
    one->M[diagonal] = s.d->M[diagonal] = 0;
  }
  mj_factorM(s.m, one);
  mj_factorM(s.m, s.d);
  assert_int_equal(one->warning[mjWARN_INERTIA].number, 1);
  assertSameData(s.m, one, s.d);
  mj_deleteData(one);
  freeScene(s);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shares_cover_all_trees_once),
      cmocka_unit_test(a_tree_is_never_cut),
      cmocka_unit_test(a_bad_pivot_warns_once_for_its_first_dof),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
