// The page of worker.js.
const worker = new Worker('./worker.js', { type: 'module' });
/** @param {object} message */
const ask = (message) =>
  new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage(message);
  });

const xml = await (await fetch('scene.xml')).text();
const mesh = new Uint8Array(await (await fetch('assets/tetra.obj')).arrayBuffer());
const loaded = await ask({ type: 'load', xml, files: [['assets/tetra.obj', mesh]] });
const steps = [];
for (const force of [0.2, -0.4]) steps.push(await ask({ type: 'step', count: 60, ctrl: [force] }));
const failed = await ask({
  type: 'load',
  xml: '<mujoco><worldbody><geom siz="1"/></worldbody></mujoco>',
  files: [],
});
document.body.dataset.result = JSON.stringify({
  loaded,
  failed: failed.text.split('\n')[0],
  numbers: steps.flatMap(({ time, poses, numbers }) => [time, ...poses, ...numbers]),
});
worker.terminate();

export {};
