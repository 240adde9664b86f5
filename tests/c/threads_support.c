// See threads_support.h.

#include "threads_support.h"

#include "check.h"
#include "model/fields.h"

#include <string.h>

#define ASSERT_EQUAL(field)                                                            \
  do {                                                                                 \
    if (memcmp(&a->field, &b->field, sizeof a->field)) {                               \
      fail_msg("%s differs (first word: %d and %d)", #field, *(const int*)(&a->field), \
               *(const int*)(&b->field));                                              \
    }                                                                                  \
  } while (0)

static void assertSameStatistics(const mjData* a, const mjData* b) {
  ASSERT_EQUAL(solver_niter);
  ASSERT_EQUAL(solver_nnz);
  for (int island = 0; island < mjNISLAND; island++) {
    size_t count = a->solver_niter[island] < mjNSOLVER ? a->solver_niter[island] : mjNSOLVER;
    const mjSolverStat *x = a->solver + island * mjNSOLVER, *y = b->solver + island * mjNSOLVER;
    assert_memory_equal(x, y, count * sizeof *x);
  }
  for (int i = 0; i < mjNWARNING; i++) {
    assert_int_equal(a->warning[i].number, b->warning[i].number);
    assert_int_equal(a->warning[i].lastinfo, b->warning[i].lastinfo);
  }
}

static void assertSameArray(const mjModel* m, const mjData* a, const mjData* b,
                            const lbArrayField* field, bool isAddress) {
  const char *x = *lb_fieldPointer(field, a), *y = *lb_fieldPointer(field, b);
  assert_int_equal(x == NULL, y == NULL);
  size_t bytes = x ? lb_fieldBytes(field, m, a) : 0;
  if (!isAddress && bytes && memcmp(x, y, bytes)) {
    fail_msg("%s differs at time %g", field->name, a->time);
  }
}

// H is written for the friction cones that slide only; before, it is whatever lay there.
static void assertSameContacts(const mjData* a, const mjData* b) {
  const size_t hessian = offsetof(mjContact, H), rest = hessian + sizeof a->contact->H;
  const size_t end = offsetof(mjContact, efc_address) + sizeof(int);
  for (int i = 0; i < a->ncon; i++) {
    const mjContact *x = a->contact + i, *y = b->contact + i;
    assert_memory_equal(x, y, hessian);
    assert_memory_equal((const char*)x + rest, (const char*)y + rest, end - rest);
    if (x->efc_address >= 0 && a->efc_state[x->efc_address] == mjCNSTRSTATE_CONE) {
      assert_memory_equal(x->H, y->H, (size_t)(x->dim * x->dim) * sizeof(mjtNum));
    }
  }
}

static void assertSameJacobian(const mjModel* m, const mjData* a, const mjData* b) {
  for (int i = 0; i < a->nefc; i++) {
    size_t adr = a->efc_J_rowadr[i], nnz = a->efc_J_rownnz[i];
    assert_memory_equal(a->efc_J_colind + adr, b->efc_J_colind + adr, nnz * sizeof(int));
    if (mj_isSparse(m)) {
      assert_memory_equal(a->efc_J + adr, b->efc_J + adr, nnz * sizeof(mjtNum));
    } else {
      assert_memory_equal(a->efc_J + i * m->nv, b->efc_J + i * m->nv,
                          (size_t)m->nv * sizeof(mjtNum));
    }
  }
}

void assertSameData(const mjModel* m, const mjData* a, const mjData* b) {
  ASSERT_EQUAL(time);
  ASSERT_EQUAL(ncon);
  ASSERT_EQUAL(nefc);
  ASSERT_EQUAL(nisland);
  ASSERT_EQUAL(pstack);
  ASSERT_EQUAL(pbase);
  ASSERT_EQUAL(parena);
  ASSERT_EQUAL(maxuse_stack);
  ASSERT_EQUAL(maxuse_arena);
  ASSERT_EQUAL(maxuse_con);
  ASSERT_EQUAL(maxuse_efc);
  assertSameStatistics(a, b);
  for (int i = 0; i < lb_dataFieldCount; i++) {
    bool isAddress = !strcmp(lb_dataFields[i].name, "plugin_data");
    assertSameArray(m, a, b, &lb_dataFields[i], isAddress);
  }
  for (int i = 0; i < lb_arenaFieldCount; i++) {
    // of these, some of the room is not used
    const size_t partly[] = {offsetof(mjData, contact), offsetof(mjData, efc_J),
                             offsetof(mjData, efc_J_colind)};
    size_t pointer = lb_fieldOffset(&lb_arenaFields[i]);
    if (pointer != partly[0] && pointer != partly[1] && pointer != partly[2]) {
      assertSameArray(m, a, b, &lb_arenaFields[i], false);
    }
  }
  assertSameContacts(a, b);
  assertSameJacobian(m, a, b);
}

char* robotsText(int count, const char* memory) {
  size_t size = 1000 + 1200 * (size_t)count;
  char* text = malloc(size);
  char* at = text + snprintf(text, size,
                             "<mujoco><option timestep='.005'/><size memory='%s'/><worldbody>"
                             "<geom type='plane' size='9 9 1'/>",
                             memory);
  for (int i = 0; i < count; i++) {
    at += snprintf(at, size - (size_t)(at - text),
                   "<body pos='%d %d .35' euler='0 0 %d'><freejoint/><geom "
                   "type='box' size='.2 .1 "
                   ".05'/>"
                   "<body pos='.2 .1 0'><joint axis='0 1 0' damping='.1'/><geom type='capsule' "
                   "fromto='0 0 0 .1 0 -.3' size='.03'/></body>"
                   "<body pos='-.2 .1 0'><joint axis='0 1 0' damping='.1'/><geom type='capsule' "
                   "fromto='0 0 0 0 0 -.3' size='.03'/></body>"
                   "<body pos='.2 -.1 0'><joint axis='0 1 0' damping='.1'/><geom type='ellipsoid' "
                   "pos='0 0 -.2' size='.03 .04 .12'/></body>"
                   "<body pos='-.2 -.1 0'><joint axis='1 0 0' damping='.1'/><geom type='cylinder' "
                   "pos='0 0 -.2' size='.03 .12'/></body></body>",
                   i % 5, i / 5, 20 * i);
  }
  snprintf(at, size - (size_t)(at - text),
           "</worldbody><sensor><subtreelinvel body='world'/>"
           "<subtreeangmom body='world'/><e_kinetic/></sensor></mujoco>");
  return text;
}
