// Arms for tests and measurements of inverse kinematics and identification.

/** A seven-joint arm, shoulder, elbow and wrist as of common light-weight robots. */
export const sevenJointArm = `<mujoco><compiler angle="radian" autolimits="true"/>
  <default><geom type="capsule" size=".04" contype="0" conaffinity="0" density="600"/><joint damping=".5"/></default>
  <worldbody><body name="base"><geom fromto="0 0 0 0 0 .1"/>
    <body pos="0 0 .15"><joint name="j1" axis="0 0 1" range="-2.9 2.9"/><geom fromto="0 0 0 0 0 .15"/>
    <body pos="0 0 .19"><joint name="j2" axis="0 1 0" range="-2 2"/><geom fromto="0 0 0 0 0 .2"/>
    <body pos="0 0 .21"><joint name="j3" axis="0 0 1" range="-2.9 2.9"/><geom fromto="0 0 0 0 0 .17"/>
    <body pos="0 0 .19"><joint name="j4" axis="0 -1 0" range="-2 2"/><geom fromto="0 0 0 0 0 .2"/>
    <body pos="0 0 .21"><joint name="j5" axis="0 0 1" range="-2.9 2.9"/><geom fromto="0 0 0 0 0 .17"/>
    <body pos="0 0 .19"><joint name="j6" axis="0 1 0" range="-2 2"/><geom fromto="0 0 0 0 0 .08"/>
    <body pos="0 0 .08"><joint name="j7" axis="0 0 1" range="-3 3"/><geom fromto="0 0 0 0 0 .04"/>
      <site name="tool" pos="0 0 .1"/>
    </body></body></body></body></body></body></body></body></worldbody>
  <actuator><motor joint="j1"/><motor joint="j2"/><motor joint="j3"/><motor joint="j4"/><motor joint="j5"/><motor joint="j6"/><motor joint="j7"/></actuator>
</mujoco>`;

/** Ranges of its joints. */
export const sevenRanges = [2.9, 2, 2.9, 2, 2.9, 2, 3];
