// The models of MuJoCo Menagerie that are known by name: folder, licence, what it is. None of their files is part of this package.
// scripts/zoo.mjs compares this list with the repository and tells what has changed.

/** The repository, and its state: addresses of one state never change what they give. */
export const source = Object.freeze({
  repository: 'google-deepmind/mujoco_menagerie',
  commit: '14ceccf557cc47240202f2354d684eca58ff8de4',
});

const scene = 'scene.xml';
const right = 'scene_right.xml';

/** Folder, kind, licence, scene. @type {[name: string, kind: string, licence: string, scene: string][]} */
export const models = [
  ['agility_cassie', 'biped', 'MIT', scene],
  ['aloha', 'two arms', 'BSD-3-Clause', scene],
  ['anybotics_anymal_b', 'quadruped', 'BSD-3-Clause', scene],
  ['anybotics_anymal_c', 'quadruped', 'BSD-3-Clause', scene],
  ['apptronik_apollo', 'humanoid', 'Apache-2.0', scene],
  ['berkeley_humanoid', 'humanoid', 'BSD-3-Clause', scene],
  ['bitcraze_crazyflie_2', 'drone', 'MIT', scene],
  ['booster_t1', 'humanoid', 'Apache-2.0', scene],
  ['boston_dynamics_spot', 'quadruped', 'BSD-3-Clause', scene],
  ['flybody', 'insect', 'Apache-2.0', scene],
  ['franka_emika_panda', 'arm', 'Apache-2.0', scene],
  ['franka_fr3', 'arm', 'Apache-2.0', scene],
  ['google_barkour_v0', 'quadruped', 'Apache-2.0', scene],
  ['google_barkour_vb', 'quadruped', 'Apache-2.0', scene],
  ['google_robot', 'mobile arm', 'Apache-2.0', scene],
  ['hello_robot_stretch', 'mobile arm', 'BSD-3-Clause-Clear', scene],
  ['kinova_gen3', 'arm', 'BSD-3-Clause', scene],
  ['kuka_iiwa_14', 'arm', 'BSD-3-Clause', scene],
  ['leap_hand', 'hand', 'MIT', right],
  ['pal_talos', 'humanoid', 'Apache-2.0', 'scene_motor.xml'],
  ['rethink_robotics_sawyer', 'arm', 'Apache-2.0', scene],
  ['robotiq_2f85', 'gripper', 'BSD-2-Clause', scene],
  ['robotis_op3', 'humanoid', 'Apache-2.0', scene],
  ['shadow_hand', 'hand', 'Apache-2.0', right],
  ['skydio_x2', 'drone', 'Apache-2.0', scene],
  ['trossen_vx300s', 'arm', 'BSD-3-Clause', scene],
  ['trossen_wx250s', 'arm', 'BSD-3-Clause', scene],
  ['ufactory_lite6', 'arm', 'BSD-3-Clause', scene],
  ['ufactory_xarm7', 'arm', 'BSD-3-Clause', scene],
  ['unitree_a1', 'quadruped', 'BSD-3-Clause', scene],
  ['unitree_g1', 'humanoid', 'BSD-3-Clause', scene],
  ['unitree_go1', 'quadruped', 'BSD-3-Clause', scene],
  ['unitree_go2', 'quadruped', 'BSD-3-Clause', scene],
  ['unitree_h1', 'humanoid', 'BSD-3-Clause', scene],
  ['unitree_z1', 'arm', 'BSD-3-Clause', scene],
  ['universal_robots_ur10e', 'arm', 'BSD-3-Clause', scene],
  ['universal_robots_ur5e', 'arm', 'BSD-3-Clause', scene],
  ['wonik_allegro', 'hand', 'BSD-2-Clause', right],
];
