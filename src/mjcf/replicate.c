// <replicate>; see replicate.h.
//
// Copies are made as soon as the content is read. What refers to the content from other sections
// is read later, so each replicate leaves a note (the names it replaced), and the notes are worked
// off in order at the end: an inner replicate's copies are what the outer one finds.

#include "mjcf/replicate.h"

#include "math/inline.h"
#include "spec/copy.h"

#include <stdio.h>
#include <string.h>

typedef struct lbReplicateNote_ {
  lbNameSet names;
  int count;
  const char* sep;
  const lbXml* node;
  struct lbReplicateNote_* next;
} lbReplicateNote;

// Number of the copy with as many digits as the count has.
static void numberSuffix(char* text, size_t size, const char* sep, int number, int count) {
  int digits = snprintf(NULL, 0, "%d", count);
  snprintf(text, size, "%s%0*d", sep ? sep : "", digits, number);
}

static void addFrame(lbReader* reader, lbBody* content, const double pos[3], const double quat[4],
                     lbFrame** frame) {
  *frame = (lbFrame*)lb_addElement(reader->spec, mjOBJ_FRAME, content->head.body, NULL);
  (*frame)->head.frame = content->head.frame;
  (*frame)->head.def = content->head.def;
  (*frame)->head.file = content->head.file;
  (*frame)->head.line = content->head.line;
  lb_setText((*frame)->s.childclass, lb_text(&content->head.def->head.name));
  lb_copy3((*frame)->s.pos, pos);
  lb_copy4((*frame)->s.quat, quat);
}

// What a replicate of the marked content makes must stay within bounds.
static void checkCount(const lbSpec* spec, const lbXml* node, int count) {
  enum {
    MAX_ELEMENTS = 500000,
  };
  double total = 0;
  double content = 0;  // its body stands for the frame of each copy
  for (int list = 0; list < LB_SPEC_LISTS; list++) {
    total += spec->lists[list].count;
    for (int i = 0; i < spec->lists[list].count; i++) {
      content += spec->lists[list].items[i]->doomed;
    }
  }
  if (total + content * count > MAX_ELEMENTS) {
    lb_xmlError(node, "replicate makes more than %d elements", (int)MAX_ELEMENTS);
  }
}

void lb_replicate(lbReader* reader, const lbXml* node, lbBody* content,
                  const lbReplicate* settings) {
  const mjsCompiler* compiler = &reader->spec->s.compiler;
  mjsOrientation turn = {.type = mjORIENTATION_EULER};
  double step[4] = {1, 0, 0, 0};
  lb_copy3(turn.euler, settings->euler);
  const char* refusal = mjs_resolveOrientation(step, compiler->degree, compiler->eulerseq, &turn);
  if (*refusal) {
    lb_xmlError(node, "%s", refusal);
  }

  lbReplicateNote* note = lb_regionAlloc(reader->region, sizeof *note);
  *note = (lbReplicateNote){.count = settings->count, .sep = settings->sep, .node = node};
  lbReplicateNote** last = &reader->replicates;
  while (*last) {
    last = &(*last)->next;
  }
  *last = note;

  lbCopy copy = {.target = reader->spec,
                 .source = reader->spec,
                 .prefix = "",
                 .names = &note->names,
                 .at = &content->head,
                 .allowRepeats = reader->templateDepth > 0};
  lb_collectNames(&copy, &content->head);
  lb_markSubtree(content);
  checkCount(reader->spec, node, settings->count);
  for (int list = 0; list < LB_SPEC_LISTS; list++) {
    reader->spec->names[list].stale = true;
  }
  double pos[3] = {0};
  double quat[4] = {1, 0, 0, 0};
  for (int i = 0; i < settings->count; i++) {
    char suffix[128];
    numberSuffix(suffix, sizeof suffix, settings->sep, i, settings->count);
    copy.suffix = suffix;
    lbFrame* frame;
    addFrame(reader, content, pos, quat, &frame);
    lb_copyBodyContent(&copy, content, frame);

    // the next copy is one step further, seen from this one
    double moved[3];
    double turned[4];
    lb_rotVecQuat(moved, settings->offset, quat);
    lb_addTo3(pos, moved);
    lb_mulQuat(turned, quat, step);
    lb_copy4(quat, turned);
  }
  lb_deleteMarked(reader->spec);
}

void lb_replicateReferences(lbReader* reader) {
  for (lbReplicateNote* note = reader->replicates; note; note = note->next) {
    lbCopy copy = {
        .target = reader->spec, .source = reader->spec, .prefix = "", .names = &note->names};
    for (int i = 0; i < note->count; i++) {
      char suffix[128];
      numberSuffix(suffix, sizeof suffix, note->sep, i, note->count);
      copy.suffix = suffix;
      lb_copyReferring(&copy, i + 1 == note->count);
    }
    lb_deleteMarked(reader->spec);
  }
}

void lb_freeReplicates(lbReader* reader) {
  for (lbReplicateNote* note = reader->replicates; note; note = note->next) {
    lb_nameSetFree(&note->names);
  }
  reader->replicates = NULL;
}
