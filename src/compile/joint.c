// Joints: axis and anchor in the body frame, limits, angles in radians.

#include "compile/attributes.h"
#include "compile/frames.h"
#include "compile/tree_parts.h"
#include "math/inline.h"
#include "math/pose.h"

#define DEGREE (mjPI / 180)

void lb_compileJoint(lbCompiler* c, lbWorkJoint* j) {
  mjsJoint* s = &j->s;
  const mjsCompiler* settings = lb_settings(c->current);
  bool limited = s->type != mjJNT_FREE && lb_resolveLimited(c, s->limited, s->range, "joint", "");
  bool hasAxis = s->type == mjJNT_HINGE || s->type == mjJNT_SLIDE;
  bool forceLimited =
      hasAxis && lb_resolveLimited(c, s->actfrclimited, s->actfrcrange, "joint", "actfrc");
  s->limited = limited;
  s->actfrclimited = forceLimited;

  if ((s->springdamper[0] || s->springdamper[1]) &&
      (s->springdamper[0] <= 0 || s->springdamper[1] <= 0)) {
    lb_compileError(c, "when defined, springdamper values must be positive in joint");
  }

  // frames turn the axis; ball and free joints have none
  double quat[4] = {1, 0, 0, 0};
  lb_applyFrames(c, j->source->head.frame, s->pos, quat);
  if (s->type == mjJNT_BALL || s->type == mjJNT_FREE) {
    lb_set3(s->axis, 0, 0, 1);
  } else {
    double axis[3];
    lb_turn(axis, s->axis, quat);
    lb_copy3(s->axis, axis);
    if (lb_unitLength(s->axis, 3) == 0) {
      lb_compileError(c, "axis too small in joint");
    }
  }
  if (s->type == mjJNT_FREE) {
    lb_zero3(s->pos);
  }

  // angles to radians
  if (settings->degree && (s->type == mjJNT_HINGE || s->type == mjJNT_BALL)) {
    if (limited) {
      s->range[0] *= DEGREE;
      s->range[1] *= DEGREE;
    }
    if (s->type == mjJNT_HINGE) {
      s->springref *= DEGREE;
      s->ref *= DEGREE;
    }
  }
  if (limited && s->range[0] >= s->range[1] && s->type != mjJNT_BALL) {
    lb_compileError(c, "range[0] should be smaller than range[1] in joint");
  }
  if (limited && s->type == mjJNT_BALL && s->range[0] != 0) {
    lb_compileError(c, "range[0] should be 0 in ball joint");
  }
  if (forceLimited && s->actfrcrange[0] >= s->actfrcrange[1]) {
    lb_compileError(c, "actfrcrange[0] should be smaller than actfrcrange[1] in joint");
  }
}
