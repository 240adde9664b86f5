// Many robots under one policy on the GPU: it steps them, looks at them, acts, begins their episodes anew and draws them, and nothing
// comes back to this side. With any web server in the folder of the package: examples/gpu/index.html, with ?count=NUMBER, ?task=cartpole
// for another task, ?bench for figures of steps without pictures.
import { loadTask, loadTaskPolicy, makeEnv } from 'limber/env';

const query = new URLSearchParams(location.search);
const count = Number(query.get('count')) || 4096;
const name = query.get('task') ?? 'quadruped';
const output = /** @type {HTMLOutputElement} */ (document.querySelector('output'));
const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('canvas'));
const camera = { azimuth: 70, elevation: -22, distance: 20, lookat: [0, 0, 0.3] };

canvas.addEventListener('pointermove', ({ buttons, movementX, movementY }) => {
  if (!(buttons & 1)) return;
  camera.azimuth -= movementX / 4;
  camera.elevation = Math.max(-89, Math.min(-2, camera.elevation - movementY / 4));
});
canvas.addEventListener('wheel', (event) => {
  camera.distance *= Math.exp(event.deltaY / 800);
  event.preventDefault();
});

/** @param {import('limber/env').Environment['gpu'] & {}} gpu @param {import('../../js/env/gpu/policy.js').GpuPolicy} policy */
async function measure(gpu, policy) {
  const { decimation } = gpu.kernel.plan.data;
  for (const steps of [5, 20, 100]) {
    await gpu.gpu.device.queue.onSubmittedWorkDone();
    const begun = performance.now();
    for (let k = 0; k < steps; k++) await gpu.advance(policy);
    await gpu.gpu.device.queue.onSubmittedWorkDone();
    const seconds = (performance.now() - begun) / 1000;
    const rate = Math.round((count * steps * decimation) / seconds);
    output.value = `${name} x ${count}: ${rate.toLocaleString('en')} steps a second, ${gpu.dispatches} dispatches for ${decimation}
${gpu.gpu.adapter}, ${navigator.userAgent}`;
  }
}

async function main() {
  const { model, options } = await loadTask(name);
  const env = await makeEnv(model, { ...options, count, backend: 'gpu' });
  const { gpu } = env;
  if (!gpu) return;
  await env.reset({ seed: 1 });
  const { data } = await loadTaskPolicy(name);
  const policy = await gpu.policy(data);
  if (query.has('bench')) {
    await measure(gpu, policy);
    return;
  }

  const context = /** @type {GPUCanvasContext} */ (canvas.getContext('webgpu'));
  const format = navigator.gpu.getPreferredCanvasFormat();
  context.configure({ device: gpu.device, format });
  const view = await gpu.gpu.view({ format, spacing: 1.5 });
  camera.distance = 0.9 * view.extent + 4;
  const begun = performance.now();
  let [steps, frames, last] = [0, 0, begun];
  const draw = async () => {
    const now = performance.now();
    // as many steps as time asks for, four at most, so that slow machines still draw
    for (let k = 0; k < 4 && 1000 * steps * env.period < now - begun; k++, steps++)
      await gpu.advance(policy);
    const wide = [canvas.clientWidth, canvas.clientHeight];
    [canvas.width, canvas.height] = wide.map((size) => Math.max(1, size * devicePixelRatio));
    view.draw(context.getCurrentTexture(), camera);
    await gpu.device.queue.onSubmittedWorkDone();
    frames++;
    if (now - last > 1000) {
      output.value = `${count} x ${name} on ${gpu.gpu.adapter}, ${steps} steps, ${frames} frames a second`;
      [frames, last] = [0, now];
    }
    requestAnimationFrame(() => void draw());
  };
  await draw();
}

main().catch((error) => {
  output.value = error.message;
});
