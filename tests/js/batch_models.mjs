// Models of every kind that batches are compared on with simulations of their own.
import fs from 'node:fs';

/** @param {string} name */
const example = (name) =>
  fs.readFileSync(new URL(`../../examples/${name}.xml`, import.meta.url), 'utf8');

const plugins = `<mujoco>
  <extension>
    <plugin plugin="mujoco.elasticity.cable"><instance name="bend"><config key="twist" value="1e6"/><config key="bend" value="1e6"/></instance></plugin>
    <plugin plugin="mujoco.pid"><instance name="pid"><config key="kp" value="40"/><config key="ki" value="30"/><config key="kd" value="2"/><config key="slewmax" value="3"/></instance></plugin>
  </extension>
  <worldbody>
    <composite type="cable" curve="s" count="8 1 1" size="1" offset="0 0 .6" initial="none">
      <plugin instance="bend"/><joint kind="main" damping=".02"/><geom type="capsule" size=".01" condim="1"/>
    </composite>
    <body pos="0 1 1"><joint name="arm" axis="0 1 0" damping=".1"/><geom type="capsule" size=".04" fromto="0 0 0 .4 0 0"/></body>
  </worldbody>
  <actuator><plugin joint="arm" plugin="mujoco.pid" instance="pid" actdim="2"/></actuator>
  <sensor><jointpos joint="arm"/></sensor>
</mujoco>`;

const delays = `<mujoco>
  <option timestep=".004"/>
  <worldbody><body pos="0 0 1"><joint name="a" axis="0 1 0" damping=".05"/><geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/>
    <body pos=".3 0 0"><joint name="b" axis="0 1 0" damping=".05"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/><site name="tip" pos=".3 0 0"/></body></body></worldbody>
  <actuator><motor joint="a" gear="2" nsample="8" delay=".02"/><position joint="b" kp="3" kv=".2" nsample="4" interp="linear" delay=".01"/></actuator>
  <sensor><jointpos joint="a" nsample="6" delay=".015"/><jointvel joint="b" nsample="5" interval=".02"/><framepos objtype="site" objname="tip"/><accelerometer site="tip"/></sensor>
</mujoco>`;

const mocap = `<mujoco>
  <option integrator="implicitfast"/>
  <worldbody><geom type="plane" size="3 3 .1"/>
    <body name="hand" mocap="true" pos="0 0 1"><geom size=".05" contype="0" conaffinity="0"/></body>
    <body name="load" pos="0 0 .8"><freejoint/><geom type="box" size=".1 .08 .06"/></body>
    <body name="pile" pos=".05 0 .1"><freejoint/><geom type="cylinder" size=".1 .1"/></body>
  </worldbody>
  <equality><weld body1="hand" body2="load" solref=".02 1"/></equality>
  <sensor><framequat objtype="body" objname="load"/><framelinvel objtype="body" objname="pile"/></sensor>
</mujoco>`;

/** Twelve models by name, as MJCF. @type {Record<string, string>} */
export const batchModels = {
  humanoid: example('humanoid'),
  cloth: example('flag'),
  tendons: example('tendon_finger'),
  muscles: example('muscle_leg'),
  sleeping: example('sleeping_pile'),
  dominoes: example('dominoes'),
  quadruped: example('quadruped'),
  tensegrity: example('tensegrity'),
  trampoline: example('trampoline'),
  plugins,
  delays,
  mocap,
};
