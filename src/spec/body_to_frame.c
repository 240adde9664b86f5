// mjs_bodyToFrame.

#include "spec/placement.h"

#include "base/error.h"
#include "base/memory.h"
#include "spec/internal.h"

#include <string.h>

// Moves a body's list into its parent, under the frame.
static void moveList(lbBody* from, lbBody* to, lbFrame* frame, mjtObj type) {
  lbElementList* source = lb_bodyList(from, type);
  lbElementList* target = lb_bodyList(to, type);
  for (int i = 0; i < source->count; i++) {
    lbElement* element = source->items[i];
    LB_PUSH(target, element);
    element->body = to;
    element->frame = element->frame ? element->frame : frame;
  }
  source->count = 0;
}

// Inertias that follow from geoms move with these. One that was given would be lost, so the parent
// gets that of both, as the last compilation found them.
static void keepInertial(lbBody* parent, lbBody* body) {
  bool given = parent->s.explicitinertial || body->s.explicitinertial;
  bool known = parent->isWeighed && body->isWeighed;
  bool used = body->head.origin->s.compiler.inertiafromgeom != mjINERTIAFROMGEOM_TRUE;
  if (!parent->head.body || !given || !known || !used) {
    return;
  }
  double pos[3], quat[4];
  lb_poseInBody(&body->head, body->s.pos, body->s.quat, &body->s.alt, pos, quat);
  lb_weldInertial(&parent->own, &body->own, pos, quat);
  lb_setInertial(&parent->s, &parent->own);
}

mjsFrame* mjs_bodyToFrame(mjsBody** body) {
  LB_REQUIRE(body);
  static const mjtObj kinds[] = {mjOBJ_JOINT, mjOBJ_GEOM,  mjOBJ_SITE, mjOBJ_CAMERA,
                                 mjOBJ_LIGHT, mjOBJ_FRAME, mjOBJ_BODY};
  lbBody* from = (lbBody*)(*body)->element;
  lbBody* parent = from->head.body;
  if (!parent) {
    lb_error("mjs_bodyToFrame: the world body cannot become a frame");
  }
  lbFrame* frame = (lbFrame*)lb_addElement(from->head.spec, mjOBJ_FRAME, parent, NULL);
  frame->head.frame = from->head.frame;
  frame->head.def = from->head.def;
  memcpy(frame->s.pos, from->s.pos, sizeof frame->s.pos);
  memcpy(frame->s.quat, from->s.quat, sizeof frame->s.quat);
  frame->s.alt = from->s.alt;
  lb_setText(frame->s.childclass, lb_text(from->s.childclass));
  keepInertial(parent, from);
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    moveList(from, parent, frame, kinds[k]);
  }
  from->head.doomed = true;
  lb_deleteMarked(from->head.spec);
  *body = NULL;
  return &frame->s;
}
