// Scenes of two free geoms in random poses, by their types.

#include "collide/pairs_support.h"

static const char* const shapes[shapeCount] = {
    "type='sphere' size='.3'",          "type='capsule' size='.15 .3'",
    "type='ellipsoid' size='.2 .3 .4'", "type='cylinder' size='.2 .3'",
    "type='box' size='.2 .3 .25'",      "type='mesh' mesh='solid'"};

Scene pairScene(int shape1, int shape2, const char* option) {
  char xml[2000];
  snprintf(xml, sizeof(xml),
           "<mujoco>%s<asset><mesh name='solid' vertex='.3 0 0 -.25 .1 0 0 .3 .05 0 -.28 0 .05 .1 "
           ".3 0 -.1 -.3 .2 .2 .2 -.2 -.15 .2'/></asset><worldbody>"
           "<body><freejoint/><geom %s/></body><body><freejoint/><geom %s/></body>"
           "</worldbody></mujoco>",
           option, shapes[shape1], shapes[shape2]);
  return loadScene(xml);
}

Pose randomPose(Random* random, mjtNum reach) {
  Pose pose;
  randomVector(random, pose.pos, 3);
  mju_scl3(pose.pos, pose.pos, reach);
  randomUnit(random, pose.quat, 4);
  return pose;
}

void place(Scene scene, int body, Pose pose) {
  mju_copy3(scene.d->qpos + 7 * body, pose.pos);
  mju_copy4(scene.d->qpos + 7 * body + 3, pose.quat);
}

void collide(Scene scene) {
  mj_kinematics(scene.m, scene.d);
  mj_comPos(scene.m, scene.d);
  mj_collision(scene.m, scene.d);
}

Pose compose(Pose frame, Pose pose) {
  Pose res;
  mju_mulPose(res.pos, res.quat, frame.pos, frame.quat, pose.pos, pose.quat);
  return res;
}

mjtNum deepest(Scene scene) {
  mjtNum dist = 0;
  for (int i = 0; i < scene.d->ncon; i++) {
    dist = fmin(dist, scene.d->contact[i].dist);
  }
  return dist;
}
