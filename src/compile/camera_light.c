// Cameras and lights: pose in the body frame, target, intrinsics of a camera with a sensor.

#include "base/compiler.h"
#include "compile/frames.h"
#include "compile/tree_parts.h"
#include "math/inline.h"
#include "math/libm.h"
#include "math/pose.h"

LB_APART void lb_compileCamera(lbCompiler* c, lbWorkCamera* camera) {
  mjsCamera* s = &camera->s;
  const char* name = lb_text(&camera->source->head.name);
  int id = camera->source->head.id;
  lb_resolveQuat(c, s->quat, &s->alt, "camera", id);
  lb_applyFrames(c, camera->source->head.frame, s->pos, s->quat);
  lb_unitLength(s->quat, 4);

  camera->targetId = -1;
  if (!lb_isEmpty(s->targetbody)) {
    const lbElement* target = lb_specFind(c->spec, mjOBJ_BODY, lb_text(s->targetbody));
    if (!target) {
      lb_compileError(c, "unknown target body in camera");
    }
    camera->targetId = target->id;
  }
  if (s->fovy >= 180 && s->proj == mjPROJ_PERSPECTIVE) {
    lb_compileError(c, "fovy too large in camera '%s' (id = %d, value = %g)", name, id, s->fovy);
  }
  bool pixels = s->focal_pixel[0] != 0 || s->focal_pixel[1] != 0 || s->principal_pixel[0] != 0 ||
                s->principal_pixel[1] != 0;
  bool lengths = s->focal_length[0] != 0 || s->focal_length[1] != 0 ||
                 s->principal_length[0] != 0 || s->principal_length[1] != 0;
  bool hasSensor = s->sensor_size[0] > 0 && s->sensor_size[1] > 0;
  if (!hasSensor) {
    if (pixels || lengths) {
      lb_compileError(c, "focal/principal require sensorsize in camera '%s' (id = %d)", name, id);
    }
    // without a sensor: the image plane at the near clipping distance
    for (int i = 0; i < 2; i++) {
      s->intrinsic[i] = c->spec->s.visual.map.znear;
    }
    return;
  }
  if (s->resolution[0] <= 0 || s->resolution[1] <= 0) {
    lb_compileError(c, "sensorsize requires positive resolution in camera '%s' (id = %d)", name,
                    id);
  }

  // intrinsics in length units; pixel values win
  // COMPAT: CAMERA-FLOATS: in single precision, with pixels per length as a number of its own
  for (int i = 0; i < 2; i++) {
    float density = (float)s->resolution[i] / s->sensor_size[i];
    s->intrinsic[i] = s->focal_pixel[i] != 0 ? s->focal_pixel[i] / density : s->focal_length[i];
    s->intrinsic[2 + i] =
        s->principal_pixel[i] != 0 ? s->principal_pixel[i] / density : s->principal_length[i];
  }
  float slope = s->sensor_size[1] / 2 / s->intrinsic[1], half = (float)lb_atan2(slope, 1);
  s->fovy = half * 360.0 / mjPI;
}

void lb_compileLight(lbCompiler* c, lbWorkLight* light) {
  mjsLight* s = &light->s;
  double quat[4] = {1, 0, 0, 0}, dir[3];
  lb_applyFrames(c, light->source->head.frame, s->pos, quat);
  lb_turn(dir, s->dir, quat);
  lb_copy3(s->dir, dir);
  if (lb_unitLength(s->dir, 3) == 0) {
    lb_compileError(c, "zero direction in light");
  }
  if (s->softness < 0 || s->softness > 1) {
    lb_compileError(c, "light softness must be in [0, 1]");
  }
  light->targetId = -1;
  if (!lb_isEmpty(s->targetbody)) {
    const lbElement* target = lb_specFind(c->spec, mjOBJ_BODY, lb_text(s->targetbody));
    if (!target) {
      lb_compileError(c, "unknown target body in light");
    }
    light->targetId = target->id;
  }
  light->textureId = lb_compileFind(c, mjOBJ_TEXTURE, lb_text(s->texture));
  if (light->textureId < 0 && !lb_isEmpty(s->texture)) {
    lb_compileError(c, "unknown texture in light: '%s'", lb_text(s->texture));
  }
}
