// <replicate>; see replicate.h.
//
// Copies are made as soon as the content is read. What refers to the content from other sections
// has been read before and is copied along, so that an outer replicate finds the copies that an
// inner one made.

#include "mjcf/replicate.h"

#include "math/inline.h"
#include "math/pose.h"
#include "spec/copy.h"

#include <stdio.h>
#include <string.h>

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

// Rotation of a copy: the angles, not the rotations, add up.
static void turn(const lbReader* reader, const lbXml* node, const lbReplicate* settings, int copy,
                 double quat[4]) {
  const mjsCompiler* compiler = &reader->spec->s.compiler;
  mjsOrientation angles = {.type = mjORIENTATION_EULER};
  for (int n = 0; n < 3; n++) {
    angles.euler[n] = copy * settings->euler[n];
  }
  quat[0] = 1;
  quat[1] = quat[2] = quat[3] = 0;
  const char* refusal = mjs_resolveOrientation(quat, compiler->degree, compiler->eulerseq, &angles);
  if (refusal) {
    lb_xmlError(node, "%s", refusal);
  }
}

enum {
  MAX_ELEMENTS = 500000,
};

// What a replicate of the marked content makes must stay within bounds.
static void checkCount(const lbSpec* spec, const lbXml* node, int count) {
  double total = 0;
  double content = 0;  // its body stands for the frame of each copy
  for (int list = 0; list < LB_SPEC_LISTS; list++) {
    total += spec->lists[list].count;
    for (int i = 0; i < spec->lists[list].count; i++) {
      content += spec->lists[list].items[i]->doomed;
    }
  }
  if (total + content * count > MAX_ELEMENTS) {
    lb_xmlFault(node, &(lbFault){.attribute = "count"}, "replicate makes more than %d elements",
                (int)MAX_ELEMENTS);
  }
}

typedef struct Job_ {
  lbReader* reader;
  lbBody* content;
  lbFrame* frame;
  lbNameSet names;
  const int* originals;
  bool isRepeat, last;
  char suffix[128];
} Job;

static void makeCopy(void* context) {
  Job* job = context;
  lbSpec* spec = job->reader->spec;
  lbCopy copy = {.target = spec,
                 .source = spec,
                 .prefix = "",
                 .suffix = job->suffix,
                 .names = &job->names,
                 .originals = job->originals,
                 .at = &job->content->head,
                 .isReplica = true,
                 .isRepeat = job->isRepeat,
                 .allowRepeats = job->reader->templateDepth > 0};
  bool hasKeys = lb_specCount(spec, mjOBJ_KEY) || spec->pendingKeys.count;
  const lbKeyLayout* layout = hasKeys ? lb_keyLayout(spec) : NULL;
  lb_collectNames(&copy, &job->content->head);
  lb_copyBodyContent(&copy, job->content, job->frame);
  lb_copyReferring(&copy, job->last);
  if (hasKeys) {
    lb_extendKeys(&copy, layout);
  }
}

static void run(Job* job) {
  bool done = lb_protect(makeCopy, job);
  lb_nameSetFree(&job->names);
  if (!done) {
    lb_raiseAgain();
  }
}

void lb_replicate(lbReader* reader, const lbXml* node, lbBody* content,
                  const lbReplicate* settings) {
  char mismatch[LB_MESSAGE_SIZE];
  if (lb_checkKeys(reader->spec, mismatch, sizeof mismatch)) {
    lb_xmlError(node, "%s", mismatch);
  }
  lb_clearTwins(reader->spec);
  // no copy at all leaves nothing to refer to
  (settings->count < 1 ? lb_markWithDependants : lb_markSubtree)(content);
  checkCount(reader->spec, node, settings->count);
  int originals[LB_SPEC_LISTS];
  for (int list = 0; list < LB_SPEC_LISTS; list++) {
    reader->spec->names[list].stale = true;
    originals[list] = reader->spec->lists[list].count;
  }
  double pos[3] = {0};
  for (int i = 0; i < settings->count; i++) {
    double quat[4];
    turn(reader, node, settings, i, quat);
    Job job = {.reader = reader,
               .content = content,
               .originals = originals,
               .isRepeat = i > 0,
               .last = i + 1 == settings->count};
    numberSuffix(job.suffix, sizeof job.suffix, settings->sep, i, settings->count);
    addFrame(reader, content, pos, quat, &job.frame);
    // sensors that refer to nothing double with each copy
    if (lb_specCount(reader->spec, mjOBJ_SENSOR) > MAX_ELEMENTS) {
      lb_xmlError(node, "replicate makes more than %d sensors", (int)MAX_ELEMENTS);
    }
    run(&job);

    // the next copy is one step further, seen from this one
    double moved[3];
    lb_turn(moved, settings->offset, quat);
    lb_addTo3(pos, moved);
  }
  lb_setKeysAside(reader->spec);
  lb_deleteMarked(reader->spec);
}
