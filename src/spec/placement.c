// Poses and inertias of elements in the body around them; see placement.h.

#include "spec/placement.h"

#include "math/inline.h"

#include <math.h>

void lb_poseInBody(const lbElement* element, const double pos[3], const double quat[4],
                   const mjsOrientation* alt, double outerPos[3], double outerQuat[4]) {
  const mjsCompiler* compiler = &element->origin->s.compiler;
  double ownQuat[4] = {quat[0], quat[1], quat[2], quat[3]};
  mjs_resolveOrientation(ownQuat, compiler->degree, compiler->eulerseq, alt);
  lb_copy3(outerPos, pos);
  lb_copy4(outerQuat, ownQuat);
  const lbFrame* frame = element->frame;
  if (frame) {
    double framePos[3], frameQuat[4];
    lb_poseInBody(&frame->head, frame->s.pos, frame->s.quat, &frame->s.alt, framePos, frameQuat);
    lb_leaveFrame(outerPos, outerQuat, framePos, frameQuat);
  }
}

lbInertial lb_inertialOf(const mjsBody* s) {
  lbInertial inertial = {.mass = s->mass};
  lb_copy3(inertial.pos, s->ipos);
  lb_copy4(inertial.quat, s->iquat);
  lb_copy3(inertial.inertia, s->inertia);
  return inertial;
}

void lb_setInertial(mjsBody* s, const lbInertial* inertial) {
  lb_copy3(s->ipos, inertial->pos);
  lb_copy4(s->iquat, inertial->quat);
  s->ialt.type = mjORIENTATION_QUAT;
  s->fullinertia[0] = NAN;
  s->mass = inertial->mass;
  lb_copy3(s->inertia, inertial->inertia);
  s->explicitinertial = true;
}
