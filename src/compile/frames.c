// Orientations given in one of several ways, and poses inside nested frames.

#include "compile/frames.h"

#include "math/inline.h"
#include "math/pose.h"

void lb_resolveQuat(lbCompiler* c, double quat[4], const mjsOrientation* alt, const char* what,
                    int id) {
  const mjsCompiler* settings = lb_settings(c->current);
  if (alt->type != mjORIENTATION_QUAT) {
    char sequence[4] = {settings->eulerseq[0], settings->eulerseq[1], settings->eulerseq[2], 0};
    const char* problem = mjs_resolveOrientation(quat, settings->degree, sequence, alt);
    if (problem) {
      lb_compileError(c, "orientation specification error '%s' in %s %d", problem, what, id);
    }
  }
  lb_unitLength(quat, 4);
}

// COMPAT: FRAME-ORDER: frames within frames are joined from the outside in, which decides the last
// bit.
static void framePose(lbCompiler* c, const lbFrame* frame, double pos[3], double quat[4]) {
  const lbElement* inner = c->current;
  lb_copy3(pos, frame->s.pos);
  lb_copy4(quat, frame->s.quat);
  c->current = &frame->head;
  lb_resolveQuat(c, quat, &frame->s.alt, "frame", frame->head.id);
  c->current = inner;
  lb_applyFrames(c, frame->head.frame, pos, quat);
}

void lb_applyFrames(lbCompiler* c, const lbFrame* frame, double pos[3], double quat[4]) {
  if (frame) {
    double framePos[3], frameQuat[4];
    framePose(c, frame, framePos, frameQuat);
    lb_leaveFrame(pos, quat, framePos, frameQuat);
  }
}
