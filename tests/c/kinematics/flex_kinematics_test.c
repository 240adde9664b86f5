// Flexes: edges and strains against finite differences, lattices against the maps they must repeat.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bodies_support.h"

// Entry of a sparse row, 0 when absent.
static mjtNum entry(int column, int count, const int* colind, const mjtNum* value) {
  for (int k = 0; k < count; k++) {
    if (colind[k] == column) {
      return value[k];
    }
  }
  return 0;
}

static void gradients_of_edges_and_strains_are_their_slopes(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody>"
      "<flexcomp name='cloth' type='grid' count='4 3 1' spacing='.1 .1 .1' radius='.01' dim='2' "
      "mass='1'>"
      "<edge equality='vert' damping='1'/><contact selfcollide='none'/></flexcomp>"
      "</worldbody></mujoco>");
  shake(s, 1, .03);
  mj_fwdPosition(s.m, s.d);
  const mjtNum eps = 1e-6;
  int edges = (int)s.m->nflexedge, strains = 2 * (int)s.m->nflexvert, count = edges + strains;
  mjtNum* value = malloc(3 * count * sizeof(mjtNum));
  mjtNum* qpos = malloc(s.m->nq * sizeof(mjtNum));
  memcpy(qpos, s.d->qpos, s.m->nq * sizeof(mjtNum));
  for (int i = 0; i < s.m->nv; i++) {
    for (int k = 0; k < count; k++) {
      int adr = k < edges ? s.m->flexedge_J_rowadr[k] : s.m->flexvert_J_rowadr[k - edges];
      value[2 * count + k] = k < edges ? entry(i, s.m->flexedge_J_rownnz[k],
                                               s.m->flexedge_J_colind + adr, s.d->flexedge_J + adr)
                                       : entry(i, s.m->flexvert_J_rownnz[k - edges],
                                               s.m->flexvert_J_colind + adr, s.d->flexvert_J + adr);
    }
    for (int side = 0; side < 2; side++) {
      nudge(s, i, side ? eps : -eps);
      memcpy(value + side * count, s.d->flexedge_length, edges * sizeof(mjtNum));
      memcpy(value + side * count + edges, s.d->flexvert_length, strains * sizeof(mjtNum));
      memcpy(s.d->qpos, qpos, s.m->nq * sizeof(mjtNum));
    }
    mj_fwdPosition(s.m, s.d);
    mju_subFrom(value + count, value, count);
    mju_scl(value + count, value + count, 1 / (2 * eps), count);
    assert_near(value + 2 * count, value + count, count, 1e-7);
  }
  free(value);
  free(qpos);
  freeScene(s);
}

// Nodes moved by an affine map carry all vertices along it, also those that follow inner nodes.
static void lattices_repeat_affine_maps(void** state) {
  const char* kinds[] = {"trilinear", "quadratic"};
  for (int kind = 0; kind < 2; kind++) {
    char xml[1000];
    snprintf(
        xml, sizeof(xml),
        "<mujoco><worldbody><flexcomp name='f' type='grid' count='5 4 6' spacing='.1 .1 .1' "
        "radius='.01' "
        "dim='3' mass='1' dof='%s'><contact selfcollide='none'/></flexcomp></worldbody></mujoco>",
        kinds[kind]);
    Scene s = loadScene(xml);
    const mjtNum F[9] = {1.2, .1, -.2, .05, .9, .3, .1, -.1, 1.1}, shift[3] = {.3, .2, .1};
    mj_fwdPosition(s.m, s.d);
    int count = 3 * (int)s.m->nflexvert;
    mjtNum* expected = malloc(count * sizeof(mjtNum));
    for (int v = 0; v < s.m->nflexvert; v++) {
      mju_mulMatVec3(expected + 3 * v, F, s.d->flexvert_xpos + 3 * v);
      mju_addTo3(expected + 3 * v, shift);
    }
    for (int b = 1; b < s.m->nbody; b++) {
      if (s.m->body_dofnum[b] == 3) {
        mjtNum moved[3];
        mju_mulMatVec3(moved, F, s.d->xpos + 3 * b);
        mju_addTo3(moved, shift);
        mju_sub3(s.d->qpos + s.m->jnt_qposadr[s.m->body_jntadr[b]], moved, s.d->xpos + 3 * b);
      }
    }
    mj_fwdPosition(s.m, s.d);
    assert_near(expected, s.d->flexvert_xpos, count, 1e-12);

    // boxes hold their vertices
    const int* corner = s.m->flex_elem;
    for (int e = 0; e < s.m->nflexelem; e++) {
      for (int i = 0; i < 4; i++, corner++) {
        for (int k = 0; k < 3; k++) {
          mjtNum distance =
              fabs(s.d->flexvert_xpos[3 * *corner + k] - s.d->flexelem_aabb[6 * e + k]);
          assert_true(distance <= s.d->flexelem_aabb[6 * e + 3 + k] - s.m->flex_radius[0] + 1e-12);
        }
      }
    }
    free(expected);
    freeScene(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gradients_of_edges_and_strains_are_their_slopes),
      cmocka_unit_test(lattices_repeat_affine_maps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
