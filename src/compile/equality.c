// Equality constraints: what they tie together. The parts of their data that follow from the
// reference pose are set by mj_setConst.

#include "base/compiler.h"
#include "compile/elements.h"
#include "compile/flex/work_flex.h"
#include "compile/model_fields.h"

#include <string.h>

// The second object; without a name `absent`.
static int findSecond(lbCompiler* c, mjtObj type, const mjString* name, int absent) {
  if (lb_isEmpty(name)) {
    return absent;
  }
  int id = lb_compileFind(c, type, lb_text(name));
  if (id < 0) {
    lb_compileError(c, "unknown element '%s' in equality constraint %d", lb_text(name),
                    c->current->id);
  }
  return id;
}

static void checkScalarJoint(lbCompiler* c, int joint) {
  int type = joint < 0 ? mjJNT_HINGE : c->m->jnt_type[joint];
  if (type != mjJNT_HINGE && type != mjJNT_SLIDE) {
    lb_compileError(c, "only HINGE and SLIDE joint allowed in constraint");
  }
}

LB_APART static void fillEquality(lbCompiler* c, const lbEquality* equality, int i) {
  mjModel* m = c->m;
  const mjsEquality* s = &equality->s;
  mjtObj type = mjOBJ_UNKNOWN;
  int absent = -1;
  bool paired = false;
  switch (s->type) {
    case mjEQ_CONNECT:
    case mjEQ_WELD:
      if (s->objtype != mjOBJ_SITE && s->objtype != mjOBJ_BODY) {
        lb_compileError(c, "%s constraint supports only sites and bodies",
                        s->type == mjEQ_WELD ? "weld" : "connect");
      }
      type = s->objtype;
      absent = type == mjOBJ_BODY ? 0 : -1;
      paired = true;
      break;
    case mjEQ_JOINT:
      type = mjOBJ_JOINT;
      break;
    case mjEQ_TENDON:
      type = mjOBJ_TENDON;
      break;
    case mjEQ_FLEX:
    case mjEQ_FLEXVERT:
    case mjEQ_FLEXSTRAIN:
      type = mjOBJ_FLEX;
      break;
    default:
      lb_compileError(c, "support for distance equality constraints was removed");
  }
  int first = lb_compileFind(c, type, lb_text(s->name1));
  if (first < 0) {
    lb_compileError(c, "unknown element '%s' in equality constraint", lb_text(s->name1));
  }
  int second = findSecond(c, type, s->name2, absent);
  if (paired && type == mjOBJ_SITE && second < 0) {
    lb_compileError(c, "second site is missing in equality constraint %d", equality->head.id);
  }
  if (first == second) {
    lb_compileError(c, "element '%s' is repeated in equality constraint %d", lb_text(s->name1),
                    equality->head.id);
  }
  if (type == mjOBJ_FLEX && c->flexes[first].rigid) {
    lb_compileError(c, "rigid flex '%s' in equality constraint %d", lb_text(s->name1),
                    equality->head.id);
  }
  if (s->type == mjEQ_JOINT) {
    checkScalarJoint(c, first);
    checkScalarJoint(c, second);
  }
  lb_fillEqualityFields(m, i, s);
  m->eq_obj1id[i] = first;
  m->eq_obj2id[i] = second;

  // COMPAT: EQ-CONNECT-SITES: two connected sites need no parameters, and their data stay zero
  if (s->type != mjEQ_CONNECT || type != mjOBJ_SITE) {
    memcpy(m->eq_data + mjNEQDATA * i, s->data, mjNEQDATA * sizeof(mjtNum));
  }
}

LB_APART void lb_fillEquality(lbCompiler* c) {
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_EQUALITY); i++) {
    const lbEquality* equality = LB_SPEC_ITEM(c->spec, lbEquality, mjOBJ_EQUALITY, i);
    c->current = &equality->head;
    fillEquality(c, equality, i);
  }
}
