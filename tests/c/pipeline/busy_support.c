// A scene with everything in it; see busy_support.h.

#include "pipeline/busy_support.h"

Scene busyScene(void) {
  Scene s = loadScene(
      "<mujoco><option timestep='.005' tolerance='1e-14' iterations='500'/><worldbody><geom "
      "type='plane' size='9 9 1'/>"
      "<body pos='0 0 .099'><freejoint/><geom type='box' size='.2 .1 .1'/></body>"
      "<body pos='0 2 1'><joint name='a' axis='0 1 0' damping='.5' frictionloss='.1' "
      "limited='true' range='-60 -1'/>"
      "<geom type='capsule' size='.03' fromto='0 0 0 .3 0 0'/>"
      "<body name='hand' pos='.3 0 0'><joint name='b' type='ball' damping='.01'/><geom "
      "type='capsule' size='.03' fromto='0 0 0 .2 0 0'/></body></body>"
      "<body name='c' pos='2 2 1'><joint name='k' axis='0 1 0' damping='.2' armature='.05'/><geom "
      "size='.05' pos='.3 0 0'/></body>"
      "</worldbody><tendon><fixed name='t' armature='.1' damping='.1'><joint joint='a' "
      "coef='1'/><joint joint='k' coef='.5'/></fixed></tendon>"
      "<equality><joint joint1='a' joint2='k' polycoef='0 1 0 0 0'/></equality>"
      "<actuator><position name='p' joint='k' kp='5' kv='1' armature='.02'/><motor "
      "tendon='t'/></actuator>"
      "<sensor><jointpos joint='k'/><jointvel joint='k'/><actuatorfrc "
      "actuator='p'/></sensor></mujoco>");
  mjtNum z = s.m->qpos0[2];
  shake(s, 2, .3);
  s.d->qpos[2] = z;
  s.d->qpos[3] = 1;
  mju_zero3(s.d->qpos + 4);
  s.d->ctrl[0] = .7;
  s.d->ctrl[1] = -.4;
  s.d->qfrc_applied[3] = .3;
  s.d->xfrc_applied[6 * 3 + 1] = .2;
  return s;
}

void appliedForces(Scene s, mjtNum* qfrc) {
  int nv = (int)s.m->nv;
  mju_add(qfrc, s.d->qfrc_applied, s.d->qfrc_actuator, nv);
  for (int b = 1; b < s.m->nbody; b++) {
    mj_applyFT(s.m, s.d, s.d->xfrc_applied + 6 * b, s.d->xfrc_applied + 6 * b + 3,
               s.d->xipos + 3 * b, b, qfrc);
  }
}
