// node tests/control/ik_bench.mjs [poses]: inverse kinematics of random reachable poses of a seven-joint arm: share solved, times
// (the lesser of the clock's, which other programs make longer, and the processor's, which has other threads of this one in it).
import process from 'node:process';
import { load } from 'limber';
import { createIk } from 'limber/control';
import { sevenJointArm, sevenRanges } from './arms.mjs';

const count = Number(process.argv[2] ?? 1000);
const sim = await load(sevenJointArm);
let seed = 7;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
const home = Float64Array.from([0, 0.5, 0, 0.8, 0, 0.6, 0]);
const quaternion = new Float64Array(4);

for (const method of /** @type {const} */ (['qp', 'dls'])) {
  const tool = { site: 'tool', position: new Float64Array(3), quaternion: new Float64Array(4) };
  tool.quaternion[0] = 1;
  const ik = createIk(sim, [tool], { method });
  /** @type {number[]} */
  const times = [];
  let solved = 0;
  let broken = 0;
  for (let i = -200; i < count; i++) {
    sim.data.qpos = sevenRanges.map((range) => range * (2 * random() - 1));
    sim.forward();
    tool.position.set(sim.site('tool').xpos);
    sim.mujoco.mju_mat2Quat(quaternion, sim.site('tool').xmat);
    tool.quaternion.set(quaternion);
    const begun = performance.now();
    const started = process.cpuUsage();
    const result = ik.solve(home);
    if (i < 0) continue; // the compiler warms up
    const { user, system } = process.cpuUsage(started);
    const time = Math.min(performance.now() - begun, (user + system) / 1000);
    times.push(time);
    if (result.solved && time < 1) solved++;
    if (result.qpos.some((q, k) => Math.abs(q) > sevenRanges[k])) broken++;
  }
  times.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => times[Math.floor(share * (count - 1))].toFixed(3);
  console.log(
    `${method}: ${((100 * solved) / count).toFixed(1)} % of ${count} poses solved within 1 ms, median ${at(0.5)} ms, ` +
      `99 % ${at(0.99)} ms, longest ${at(1)} ms; limits broken: ${broken}`,
  );
  ik.dispose();
}
sim.dispose();
