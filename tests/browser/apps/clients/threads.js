// A program for the peer's build with threads: a pool of them in one simulation.
import loadMujoco from '@mujoco/mujoco/mt';

async function main() {
  const mujoco = await loadMujoco();
  const bodies = Array.from(
    { length: 12 },
    (_, i) =>
      `<body pos="${i} 0 ${0.09 + 0.01 * i}"><freejoint/><geom size=".1"/><body pos="0 0 .2"><joint axis="0 1 0"/><geom type="box" size=".05 .05 .1"/></body></body>`,
  );
  const model = mujoco.MjModel.from_xml_string(
    `<mujoco><worldbody><geom type="plane" size="50 5 1"/>${bodies.join('')}</worldbody></mujoco>`,
  );
  const data = new mujoco.MjData(model);
  mujoco.mju_threadpool(data, 2);
  for (let i = 0; i < 100; i++) mujoco.mj_step(model, data);
  const numbers = [data.time, ...data.qpos];
  data.delete();
  model.delete();
  return { isolated: crossOriginIsolated, numbers };
}

main().then(
  (result) => (document.body.dataset.result = JSON.stringify(result)),
  (error) => (document.body.dataset.result = JSON.stringify({ error: String(error.stack) })),
);
