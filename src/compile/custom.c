// Custom data (numeric, text, tuple) and keyframes.

#include "base/compiler.h"
#include "compile/elements.h"
#include "math/inline.h"
#include "math/pose.h"

#include <stdio.h>
#include <string.h>

enum { MAX_KEYS = 10000000 };

static int numericSize(const mjsNumeric* s) {
  return s->size > s->data->count ? s->size : s->data->count;
}

void lb_countCustom(lbCompiler* c) {
  mjModel* sizes = &c->sizes;
  lbSpec* spec = c->spec;
  sizes->nnumeric = lb_specCount(spec, mjOBJ_NUMERIC);
  sizes->ntext = lb_specCount(spec, mjOBJ_TEXT);
  sizes->ntuple = lb_specCount(spec, mjOBJ_TUPLE);
  sizes->nkey = lb_specCount(spec, mjOBJ_KEY);
  sizes->nkey = sizes->nkey > spec->s.nkey ? sizes->nkey : spec->s.nkey;
  if (sizes->nkey > MAX_KEYS) {
    lb_compileError(c, "nkey asks for more than %d keyframes", (int)MAX_KEYS);
  }
  for (int i = 0; i < sizes->nnumeric; i++) {
    const lbNumeric* numeric = LB_SPEC_ITEM(spec, lbNumeric, mjOBJ_NUMERIC, i);
    c->current = &numeric->head;
    const char* name = lb_text(&numeric->head.name);
    int size = numericSize(&numeric->s);
    if (numeric->s.size && numeric->s.size < numeric->s.data->count) {
      lb_compileError(c, "numeric '%s' (id = %d): specified size smaller than initialization array",
                      name, i);
    }
    if (size < 1) {
      lb_compileError(c, "numeric '%s' (id = %d): size cannot be zero", name, i);
    }
    sizes->nnumericdata += size;
  }
  for (int i = 0; i < sizes->ntext; i++) {
    const lbText* text = LB_SPEC_ITEM(spec, lbText, mjOBJ_TEXT, i);
    c->current = &text->head;
    if (lb_isEmpty(text->s.data)) {
      lb_compileError(c, "text '%s' (id = %d): size cannot be zero", lb_text(&text->head.name), i);
    }
    sizes->ntextdata += text->s.data->count + 1;
  }
  for (int i = 0; i < sizes->ntuple; i++) {
    const lbTuple* tuple = LB_SPEC_ITEM(spec, lbTuple, mjOBJ_TUPLE, i);
    const mjsTuple* s = &tuple->s;
    c->current = &tuple->head;
    const char* name = lb_text(&tuple->head.name);
    if (s->objtype->count == 0) {
      lb_compileError(c, "tuple '%s' (id = %d) is empty", name, i);
    }
    int names = 0;
    for (int k = 0; k < s->objname->count; k++) {
      names += !lb_isEmpty(&s->objname->items[k]);
    }
    if (s->objtype->count != names || s->objtype->count != s->objprm->count) {
      lb_compileError(c, "tuple '%s' (id = %d) has object arrays with different sizes", name, i);
    }
    sizes->ntupledata += s->objtype->count;
  }
}

LB_APART static void fillTuple(lbCompiler* c, const mjsTuple* s, int i, int* adr) {
  mjModel* m = c->m;
  m->tuple_adr[i] = *adr;
  m->tuple_size[i] = s->objtype->count;
  for (int k = 0; k < s->objtype->count; k++) {
    const char* name = lb_text(&s->objname->items[k]);
    int id = lb_compileFind(c, s->objtype->items[k], name);
    if (id < 0) {
      lb_compileError(c, "unrecognized object '%s' in tuple %d", name, i);
    }
    m->tuple_objtype[*adr] = s->objtype->items[k];
    m->tuple_objid[*adr] = id;
    m->tuple_objprm[*adr] = s->objprm->items[k];
    (*adr)++;
  }
}

LB_APART void lb_fillCustom(lbCompiler* c) {
  mjModel* m = c->m;
  int adr = 0;
  for (int i = 0; i < m->nnumeric; i++) {
    const mjsNumeric* s = &LB_SPEC_ITEM(c->spec, lbNumeric, mjOBJ_NUMERIC, i)->s;
    m->numeric_adr[i] = adr;
    m->numeric_size[i] = numericSize(s);
    if (s->data->count) {
      memcpy(m->numeric_data + adr, s->data->items, (size_t)s->data->count * sizeof(mjtNum));
    }
    adr += m->numeric_size[i];
  }
  adr = 0;
  for (int i = 0; i < m->ntext; i++) {
    const mjsText* s = &LB_SPEC_ITEM(c->spec, lbText, mjOBJ_TEXT, i)->s;
    m->text_adr[i] = adr;
    m->text_size[i] = s->data->count + 1;
    memcpy(m->text_data + adr, lb_text(s->data), (size_t)s->data->count + 1);
    adr += m->text_size[i];
  }
  adr = 0;
  for (int i = 0; i < m->ntuple; i++) {
    const lbTuple* tuple = LB_SPEC_ITEM(c->spec, lbTuple, mjOBJ_TUPLE, i);
    c->current = &tuple->head;
    fillTuple(c, &tuple->s, i, &adr);
  }
}

// Copies a key's array, or the default when it is not given. Activations may be fewer than the
// states of plugins ask for; everything else has been padded in the spec.
static void copyKey(lbCompiler* c, mjtNum* target, const mjDoubleVec* given, const mjtNum* fallback,
                    mjtSize size, const char* what) {
  if (given && given->count) {
    if (given->count > size) {
      // positions, velocities and activations tell the key by its name, the others by its number
      bool isNamed = *what == 'q' || *what == 'a';
      char key[32], expected[64];
      snprintf(key, sizeof key, "%d", c->current->id);
      snprintf(expected, sizeof expected, isNamed ? "%d, got %d" : "length %d, got %d", (int)size,
               given->count);
      lb_compileFault(c, &(lbFault){.attribute = what, .expected = expected},
                      isNamed ? "keyframe '%s': invalid %s size" : "keyframe %s: invalid %s size",
                      isNamed ? lb_text(&c->current->name) : key, what);
    }
    memcpy(target, given->items, (size_t)given->count * sizeof(mjtNum));
  } else if (fallback && size) {
    memcpy(target, fallback, (size_t)size * sizeof(mjtNum));
  }
}

LB_APART void lb_fillKeys(lbCompiler* c) {
  mjModel* m = c->m;
  mjtNum* mocapPos = LB_WORK_ARRAY(c, mjtNum, 3 * m->nmocap);
  mjtNum* mocapQuat = LB_WORK_ARRAY(c, mjtNum, 4 * m->nmocap);
  for (int b = 0; b < m->nbody; b++) {
    int mocap = m->body_mocapid[b];
    if (mocap >= 0) {
      lb_copy3(mocapPos + 3 * mocap, m->body_pos + 3 * b);
      lb_copy4(mocapQuat + 4 * mocap, m->body_quat + 4 * b);
    }
  }
  int count = lb_specCount(c->spec, mjOBJ_KEY);
  for (int i = 0; i < m->nkey; i++) {
    static const mjsKey empty = {0};
    const lbKey* key = i < count ? LB_SPEC_ITEM(c->spec, lbKey, mjOBJ_KEY, i) : NULL;
    const mjsKey* s = key ? &key->s : &empty;
    c->current = key ? &key->head : NULL;
    m->key_time[i] = s->time;
    copyKey(c, m->key_qpos + i * m->nq, s->qpos, m->qpos0, m->nq, "qpos");
    copyKey(c, m->key_qvel + i * m->nv, s->qvel, NULL, m->nv, "qvel");
    copyKey(c, m->key_act + i * m->na, s->act, NULL, m->na, "act");
    copyKey(c, m->key_ctrl + i * m->nu, s->ctrl, NULL, m->nu, "ctrl");
    copyKey(c, m->key_mpos + i * 3 * m->nmocap, s->mpos, mocapPos, 3 * m->nmocap, "mpos");
    copyKey(c, m->key_mquat + i * 4 * m->nmocap, s->mquat, mocapQuat, 4 * m->nmocap, "mquat");

    // rotations are unit quaternions
    for (int j = 0; j < m->njnt; j++) {
      mjtNum* qpos = m->key_qpos + i * m->nq + m->jnt_qposadr[j];
      if (m->jnt_type[j] == mjJNT_BALL || m->jnt_type[j] == mjJNT_FREE) {
        lb_normalize4(qpos + (m->jnt_type[j] == mjJNT_FREE ? 3 : 0));
      }
    }
    for (int k = 0; k < m->nmocap; k++) {
      lb_unitLength(m->key_mquat + (i * m->nmocap + k) * 4, 4);
    }
  }
}
