// Parameters of batches: which fields may vary, which of them change constants, and that the list
// of constants is what mj_setConst writes.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"
#include "batch/parameters.h"
#include "bodies_support.h"
#include "model/fields.h"

static const char richXml[] =
    "<mujoco><option density='1'/><asset>"
    "<hfield name='hills' nrow='3' ncol='3' size='2 2 .5 .1' elevation='0 1 0 1 2 1 0 1 "
    "0'/></asset>"
    "<worldbody><light pos='0 0 3' mode='trackcom'/><camera pos='0 -2 1' mode='track'/>"
    "<geom type='hfield' hfield='hills'/>"
    "<body name='a' pos='0 0 1'><freejoint/><geom size='.1 .2 .1' type='box' "
    "fluidshape='ellipsoid'/>"
    "<site name='s1' pos='.1 0 0'/><camera mode='targetbody' target='b'/><light mode='targetbody' "
    "target='b'/>"
    "<body name='b' pos='.3 0 0' gravcomp='.5'><joint name='h' axis='0 1 0' range='-1 1' "
    "stiffness='2' springref='.1' damping='.1' armature='.01'/>"
    "<geom type='capsule' size='.05' fromto='0 0 0 .3 0 0'/><site name='s2' pos='.3 0 0'/></body>"
    "</body><body name='c' pos='1 0 1'><joint name='s' type='slide' axis='0 0 1'/><joint "
    "name='ball' type='ball'/><geom size='.1'/><site name='s3'/></body></worldbody>"
    "<equality><connect body1='a' body2='c' anchor='.1 0 0' active='false'/><weld body1='b' "
    "body2='c' active='false'/></equality>"
    "<tendon><spatial name='t' stiffness='3' armature='.1' range='0 2'><site site='s1'/><site "
    "site='s2'/><site site='s3'/></spatial><fixed name='f'><joint joint='h' coef='2'/></fixed>"
    "</tendon><actuator><position joint='h' kp='20' dampratio='1'/><motor tendon='t' gear='3'/>"
    "<muscle joint='s' lengthrange='0 1'/></actuator></mujoco>";

static const char clothXml[] =
    "<mujoco><worldbody><flexcomp type='grid' count='3 3 1' spacing='.1 .1 .1' name='cloth' "
    "dim='2' radius='.01' mass='1'><edge equality='true'/></flexcomp></worldbody></mujoco>";

// Changes all items of an array a little.
static void disturb(mjModel* m, const lbArrayField* field) {
  void* array = *lb_fieldPointer(field, m);
  mjtSize count = (mjtSize)(lb_fieldBytes(field, m, NULL) / field->itemSize);
  for (mjtSize i = 0; i < count; i++) {
    if (field->kind == LB_ITEM_NUM) {
      ((mjtNum*)array)[i] += 0.01 + 0.003 * (mjtNum)(i % 5);
    } else if (field->kind == LB_ITEM_FLOAT) {
      ((float*)array)[i] += 0.01f;
    } else if (field->kind == LB_ITEM_INT) {
      ((int*)array)[i] = ((int*)array)[i] == 3 ? 4 : 3;
    } else {
      ((mjtByte*)array)[i] ^= 1;
    }
  }
}

static bool sameArray(const lbArrayField* field, const mjModel* a, const mjModel* b) {
  return !memcmp(*lb_fieldPointer(field, a), *lb_fieldPointer(field, b),
                 lb_fieldBytes(field, a, NULL));
}

static bool sameMembers(const mjModel* a, const mjModel* b) {
  return a->ngravcomp == b->ngravcomp && a->flg_gravcomp == b->flg_gravcomp &&
         a->flg_surfacevel == b->flg_surfacevel && a->flg_adhesion == b->flg_adhesion &&
         !memcmp(&a->stat, &b->stat, sizeof a->stat) && !memcmp(&a->opt, &b->opt, sizeof a->opt) &&
         !memcmp(&a->vis, &b->vis, sizeof a->vis);
}

typedef struct Attempt_ {
  mjModel* m;
  mjData* d;
} Attempt;

static void setConst(void* context) {
  Attempt* attempt = context;
  mj_setConst(attempt->m, attempt->d);
}

// Disturbs one field and says where constants changed that should not.
static void checkField(const mjModel* base, const lbArrayField* field) {
  Attempt attempt = {.m = mj_copyModel(NULL, base)};
  attempt.d = mj_makeData(attempt.m);
  disturb(attempt.m, field);
  mjModel* before = mj_copyModel(NULL, attempt.m);
  // simple bodies may refuse
  if (lb_protect(setConst, &attempt)) {
    bool shapes = lb_shapesConstants(field->name);
    for (int i = 0; i < lb_modelFieldCount; i++) {
      const lbArrayField* other = &lb_modelFields[i];
      if (sameArray(other, before, attempt.m)) {
        continue;
      }
      if (!lb_isConstant(other->name)) {
        fail_msg("mj_setConst writes %s, which is not listed", other->name);
      }
      if (!shapes && other != field && !lb_isConstant(field->name)) {
        fail_msg("%s changes %s, and is not listed", field->name, other->name);
      }
    }
    assert_true(shapes || sameMembers(before, attempt.m));
  }
  mj_deleteModel(before);
  mj_deleteData(attempt.d);
  mj_deleteModel(attempt.m);
}

static void constants_are_what_set_const_writes(void** state) {
  const char* models[] = {richXml, clothXml};
  for (int k = 0; k < 2; k++) {
    Scene s = loadScene(models[k]);
    mj_setConst(s.m, s.d);
    for (int i = 0; i < lb_modelFieldCount; i++) {
      const lbArrayField* field = &lb_modelFields[i];
      if (lb_mayVary(field->name) && lb_fieldBytes(field, s.m, NULL) > 0) {
        checkField(s.m, field);
      }
    }
    freeScene(s);
  }
}

static void options_change_no_constants(void** state) {
  Scene s = loadScene(richXml);
  mj_setConst(s.m, s.d);
  mjModel* before = mj_copyModel(NULL, s.m);
  s.m->opt.timestep = before->opt.timestep = 0.01;
  s.m->opt.density = before->opt.density = 3;
  s.m->opt.gravity[2] = before->opt.gravity[2] = 0;
  s.m->opt.integrator = before->opt.integrator = mjINT_IMPLICITFAST;
  s.m->opt.disableflags = before->opt.disableflags = mjDSBL_GRAVITY | mjDSBL_ACTUATION;
  mj_setConst(s.m, s.d);
  for (int i = 0; i < lb_modelFieldCount; i++) {
    assert_true(sameArray(&lb_modelFields[i], before, s.m));
  }
  assert_true(sameMembers(before, s.m));
  mj_deleteModel(before);
  freeScene(s);
}

static lbBatch* varied;
static const char* wanted;

static void vary(void* context) {
  lb_batchVary(varied, wanted);
}

static void what_says_how_a_model_is_built_is_refused(void** state) {
  Scene s = loadScene(richXml);
  varied = lb_makeBatch(s.m, 2);
  const char* const names[][2] = {
      {"body_parentid", "'body_parentid' says how the model is built"},
      {"mesh_vert", "'mesh_vert' says how the model is built"},
      {"geom_type", "'geom_type' says how the model is built"},
      {"body_mas", "mjModel has no field 'body_mas'"},
      {"opt.timestop", "mjOption has no field 'timestop'"},
      {"opt.enableflags", "'opt.enableflags' is the same for all simulations"},
  };
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    wanted = names[i][0];
    assert_false(lb_protect(vary, NULL));
    if (!strstr(lb_lastError(), names[i][1])) {
      fail_msg("%s", lb_lastError());
    }
  }
  lb_deleteBatch(varied);
  freeScene(s);
}

static void models_get_their_parameters_back(void** state) {
  Scene s = loadScene(richXml);
  mjModel* before = mj_copyModel(NULL, s.m);
  lbBatch* b = lb_makeBatch(s.m, 2);
  int mass = lb_batchVary(b, "body_mass");
  assert_int_equal(lb_batchVary(b, "body_mass"), mass);
  mjtNum* rows = lb_batchField(b, mass)->rows;
  rows[s.m->nbody + 1] *= 3;
  lb_batchLoad(b, s.m, s.d, 1);
  assert_true(s.m->body_mass[1] == 3 * before->body_mass[1]);
  assert_true(s.m->body_subtreemass[1] > before->body_subtreemass[1]);
  lb_batchLoad(b, s.m, s.d, 0);
  assert_true(s.m->body_subtreemass[1] == before->body_subtreemass[1]);
  lb_batchLoad(b, s.m, s.d, 1);
  lb_batchRestore(b, s.m);
  for (int i = 0; i < lb_modelFieldCount; i++) {
    assert_true(sameArray(&lb_modelFields[i], before, s.m));
  }
  assert_true(sameMembers(before, s.m));
  lb_deleteBatch(b);
  mj_deleteModel(before);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(constants_are_what_set_const_writes),
      cmocka_unit_test(options_change_no_constants),
      cmocka_unit_test(what_says_how_a_model_is_built_is_refused),
      cmocka_unit_test(models_get_their_parameters_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
