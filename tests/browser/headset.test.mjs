// A session in a headset that is not there: two eyes are drawn, controllers and hands push bodies, the end undoes it all.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { skip } from './browser.mjs';
import { timeout, withScenes } from './scene_pictures.mjs';

const { inPage, shared } = withScenes('/tests/browser/pictures/scenes.js');

/**
 * @typedef {Awaited<ReturnType<SceneModule['openScene']>>} Pixels
 * @typedef {import('./scene_pictures.mjs').SceneModule} SceneModule
 *
 * @typedef {object} Tools what is there in the page
 * @property {import('./pictures/xr_device.js').Headset} headset
 * @property {import('limber/three').XrSession} session
 * @property {Pixels['view']} view
 * @property {MjData} data
 * @property {Pixels['renderer']} renderer
 * @property {Pixels['scene']} scene
 * @property {WebGLRenderingContext | WebGL2RenderingContext} gl
 * @property {{ position: number[], children: number }} before
 */

/**
 * In the page: enters, and lets `use` act on what is there; returns its result.
 *
 * @template Result
 * @param {(tools: Tools) => Result | Promise<Result>} use
 * @returns {Promise<Result>}
 */
const inHeadset = (use) =>
  inPage(async ({ openScene }, use) => {
    const { enterXr } = await import('limber/three');
    const { Headset } = await import('/tests/browser/pictures/xr_device.js');
    const { PerspectiveCamera } = await import('three');
    const headset = new Headset();
    const pixels = await openScene({
      xml: `<mujoco><option gravity="0 0 0"/><statistic extent="1"/><asset><material name="m" reflectance=".3" rgba=".4 .4 .5 1"/></asset>
        <worldbody><light pos="0 -1 3" dir="0 .3 -1"/><geom type="plane" size="2 2 .1" pos="0 0 -.6" material="m"/>
        <body name="ball" pos="0 0 0"><freejoint/><geom size=".15" rgba="1 .3 .1 1"/></body>
        <body name="cube" pos=".6 0 0"><freejoint/><geom type="box" size=".1 .1 .1" rgba=".2 .5 1 1"/></body></worldbody></mujoco>`,
    });
    const { renderer, scene, view } = pixels;
    const camera = new PerspectiveCamera(60, 4 / 3, 0.05, 50);
    const before = { position: view.position.toArray(), children: scene.children.length };
    const session = await enterXr(renderer, scene, view);
    const { mujoco, model, data } = view.context;
    renderer.setAnimationLoop(() => {
      session.update();
      for (let i = 0; i < 8; i++) mujoco.mj_step(model, data);
      view.update(session.head);
      renderer.render(scene, camera);
    });
    headset.connect();
    headset.frame();
    headset.frame();
    const gl = renderer.getContext();
    const run = (0, eval)(`(${use})`);
    const result = await run({ headset, session, view, data, renderer, scene, gl, before });
    if (renderer.xr.isPresenting) await headset.session.end();
    renderer.setAnimationLoop(null);
    pixels.dispose();
    return result;
  }, use.toString());

test('both eyes are drawn, from where they are', { skip, timeout }, async () => {
  const { eyes, png, calls } = await inHeadset(async ({ headset, gl, renderer }) => {
    const bytes = headset.pixels(gl);
    const [width, height] = [320, 120];
    // mean column of what is orange, in each half
    const eyes = [0, 1].map((eye) => {
      let [sum, count, lit] = [0, 0, 0];
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < 160; x++) {
          const p = 4 * (width * y + 160 * eye + x);
          if (bytes[p] + bytes[p + 1] + bytes[p + 2] > 30) lit++;
          if (bytes[p] < 100 || bytes[p] < 2 * bytes[p + 2]) continue;
          sum += x;
          count++;
        }
      }
      return { column: sum / count, count, lit };
    });
    const rows = new Uint8ClampedArray(bytes.length);
    for (let y = 0; y < height; y++)
      rows.set(
        bytes.subarray(4 * width * (height - 1 - y), 4 * width * (height - y)),
        4 * width * y,
      );
    for (let i = 3; i < rows.length; i += 4) rows[i] = 255;
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')?.putImageData(new ImageData(rows, width, height), 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/png' });
    const png = Array.from(new Uint8Array(await blob.arrayBuffer()));
    return { eyes, png, calls: renderer.info.render.calls };
  });
  if (process.env.PICTURE) fs.writeFileSync(process.env.PICTURE, Buffer.from(png));
  for (const { count, lit } of eyes) {
    assert.ok(count > 50, `${count} pixels of the ball`);
    assert.ok(lit > 4000, `${lit} pixels are lit`);
  }
  assert.ok(calls > 0);
  // 1.5 m away, 90 degrees high: the ball is 120/3 * 0.064 pixels further right for the left eye
  const shift = eyes[0].column - eyes[1].column;
  assert.ok(Math.abs(shift - 2.56) < 0.5, `shift of ${shift} pixels`);
  assert.deepEqual(shared.problems, []);
});

test('a controller takes what it touches, and pulls it', { skip, timeout }, async () => {
  const found = await inHeadset(({ headset, session, data }) => {
    /** @param {number} body */
    const pull = (body) => Math.hypot(...data.xfrc_applied.subarray(6 * body, 6 * body + 3));
    headset.move(0, 0.02, 0, -1.5);
    headset.frame();
    headset.press('selectstart', 0);
    headset.press('select', 0);
    const taken = session.grips.map(({ perturb }) => perturb.select);
    headset.move(0, 0.02, 0.4, -1.5); // up
    headset.frame();
    const during = pull(1);
    for (let i = 0; i < 20; i++) headset.frame();
    const height = data.qpos[2];
    headset.press('selectend', 0);
    headset.frame();
    return { taken, during, height, after: pull(1), other: data.qpos[7] };
  });
  assert.deepEqual(found.taken, [1, 0]);
  assert.ok(found.during > 0.1, `${found.during}`);
  assert.ok(found.height > 0.1, `${found.height}`);
  assert.equal(found.after, 0);
  assert.equal(found.other, 0.6);
  assert.deepEqual(shared.problems, []);
});

test('two hands hold two bodies', { skip, timeout }, async () => {
  const found = await inHeadset(({ headset, session, data }) => {
    /** @param {number} body */
    const pull = (body) => Math.hypot(...data.xfrc_applied.subarray(6 * body, 6 * body + 3));
    headset.move(0, 0, 0, -1.5);
    headset.move(1, 0.6, 0, -1.5);
    headset.frame();
    headset.press('selectstart', 0);
    headset.press('squeezestart', 1);
    const taken = session.grips.map(({ perturb }) => perturb.select);
    headset.move(0, -0.3, 0, -1.5);
    headset.move(1, 0.9, 0, -1.5);
    for (let i = 0; i < 10; i++) headset.frame();
    const moved = [data.qpos[0], data.qpos[7]];
    headset.press('squeezeend', 1);
    headset.move(0, -0.6, 0, -1.5);
    headset.frame();
    return { taken, moved, pulls: [pull(1), pull(2)] };
  });
  assert.deepEqual(found.taken, [1, 2]);
  assert.ok(found.moved[0] < -0.02 && found.moved[1] > 0.62, `${found.moved}`);
  assert.ok(found.pulls[0] > 0.01);
  assert.equal(found.pulls[1], 0);
});

test('two hands pull one body with both their forces', { skip, timeout }, async () => {
  const found = await inHeadset(({ headset, session, view, data }) => {
    headset.move(0, 0, 0, -1.5);
    headset.move(1, 0, 0, -1.5);
    headset.frame();
    headset.press('selectstart', 0);
    const force = () => Array.from(data.xfrc_applied.subarray(6, 9));
    headset.move(0, 0, 0.2, -1.5);
    session.update();
    const one = force();
    headset.press('selectstart', 1);
    const taken = session.grips.map(({ perturb }) => perturb.select);
    headset.move(1, 0.2, 0, -1.5);
    headset.frame();
    session.update();
    const both = force();
    view.update(session.head);
    return { taken, one, both };
  });
  assert.deepEqual(found.taken, [1, 1]);
  assert.equal(found.one[0], 0);
  assert.ok(found.both[0] > 0.1, `to the right: ${found.both}`);
  assert.ok(found.both[2] > 0.1, `upwards: ${found.both}`);
});

test('what a hand pulls is drawn from the body to the hand', { skip, timeout }, async () => {
  const found = await inHeadset(({ headset, session, view }) => {
    const lines = () => {
      const { memory } = view;
      const ends = [];
      for (let i = 0; i < memory.count; i++) {
        const g = memory.geom(i);
        const { i32, f32 } = memory.engine;
        if (i32[g + memory.at.category] !== 4) continue;
        ends.push(Array.from(f32.subarray(g + memory.at.pos, g + memory.at.pos + 3)));
      }
      return ends;
    };
    headset.move(0, 0, 0, -1.5);
    headset.frame();
    view.update(session.head);
    const before = lines();
    headset.press('selectstart', 0);
    headset.move(0, 0, 0.4, -1.5);
    headset.frame();
    const during = lines();
    view.option.flags[view.memory.pullFlag] = 0;
    view.update(session.head);
    const off = lines();
    view.option.flags[view.memory.pullFlag] = 1;
    headset.press('selectend', 0);
    headset.frame();
    return { before, during, off, after: lines() };
  });
  assert.deepEqual([found.before, found.off, found.after], [[], [], []]);
  // the line, and a ball at the hand
  assert.equal(found.during.length, 2);
  assert.ok(Math.abs(found.during[1][2] - 0.4) < 1e-6, `${found.during}`);
});

test('while paused a hand moves what it holds', { skip, timeout }, async () => {
  const found = await inHeadset(({ headset, session, view, data }) => {
    headset.move(0, 0, 0, -1.5);
    headset.frame();
    headset.press('selectstart', 0);
    headset.move(0, 0.1, 0.3, -1.5);
    headset.frame();
    session.update(true);
    const { mujoco, model } = view.context;
    mujoco.mj_forward(model, data);
    return { place: Array.from(data.qpos.subarray(0, 3)), force: Math.hypot(...data.xfrc_applied) };
  });
  assert.ok(Math.hypot(found.place[0] - 0.1, found.place[1], found.place[2] - 0.3) < 1e-6);
  assert.equal(found.force, 0);
});

test(
  'a frame with a handle is dragged by the hand that holds its body',
  { skip, timeout },
  async () => {
    const found = await inPage(async () => {
      const { load } = await import('limber');
      const { PixelRenderer, enterXr } = await import('limber/three');
      const { ReachHandle } = await import('limber/control/handles');
      const { Headset } = await import('/tests/browser/pictures/xr_device.js');
      const headset = new Headset();
      const simulation =
        await load(`<mujoco><option gravity="0 0 0"/><statistic extent="1"/><worldbody>
        <body pos="0 0 0"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .2 0 0" size=".02"/>
        <body name="tool" pos=".2 0 0"><joint axis="0 1 0"/><geom name="tip" type="capsule" fromto="0 0 0 .2 0 0" size=".02"/></body></body></worldbody></mujoco>`);
      const pixels = new PixelRenderer(simulation, { width: 160, height: 120 });
      const { renderer, scene, view } = pixels;
      simulation.data.qpos = [0.3, -0.9];
      simulation.forward();
      const session = await enterXr(renderer, scene, view);
      if (!session) throw new Error('no session');
      renderer.setAnimationLoop(() => {});
      headset.connect();
      headset.frame();
      view.update(session.head);
      const stage = {
        canvas: renderer.domElement,
        scene,
        view,
        camera: null,
        headset: session,
        dirty: false,
      };
      const made = new ReachHandle(/** @type {never} */ (stage), simulation, { geom: 'tip' });
      const start = Array.from(simulation.geom('tip').xpos);
      // the model stands 1.5 m before the eyes, turned: its z is up
      const inside = simulation.data.xipos.subarray(6, 9);
      headset.move(0, inside[0], inside[2], -1.5);
      headset.frame();
      headset.press('selectstart', 0);
      const taken = session.grips[0].perturb.select;
      made.frame(0.01, true);
      headset.move(0, inside[0] - 0.05, inside[2] + 0.08, -1.5);
      headset.frame();
      for (let i = 0; i < 200; i++) made.frame(1 / 60, true);
      const end = Array.from(simulation.geom('tip').xpos);
      made.dispose();
      if (renderer.xr.isPresenting) await headset.session.end();
      renderer.setAnimationLoop(null);
      pixels.dispose();
      return { taken, moved: end.map((value, k) => value - start[k]) };
    });
    assert.equal(found.taken, 2);
    const [dx, dy, dz] = found.moved;
    assert.ok(Math.hypot(dx + 0.05, dy, dz - 0.08) < 5e-3, `${found.moved}`);
  },
);

test('a bare hand pinches what is between its finger tips', { skip, timeout }, async () => {
  const found = await inHeadset(({ headset, session, data }) => {
    headset.pinch(1, 0.08, 0.6, 0, -1.5);
    headset.connect();
    headset.frame();
    const open = session.grips[1].perturb.select;
    headset.pinch(1, 0.005, 0.6, 0, -1.5);
    headset.frame();
    const closed = session.grips[1].perturb.select;
    for (let i = 0; i < 15; i++) {
      headset.pinch(1, 0.005, 0.6, 0.3, -1.5);
      headset.frame();
    }
    const height = data.qpos[9];
    headset.pinch(1, 0.08, 0.6, 0.3, -1.5);
    headset.frame();
    return { open, closed, height, after: session.grips[1].perturb.select };
  });
  assert.deepEqual([found.open, found.closed, found.after], [0, 2, 0]);
  assert.ok(found.height > 0.05, `${found.height}`);
});

test('the end of a session lets go and puts the view back', { skip, timeout }, async () => {
  const found = await inHeadset(async ({ headset, renderer, scene, view, data, before }) => {
    headset.move(0, 0, 0, -1.5);
    headset.frame();
    headset.press('selectstart', 0);
    headset.move(0, 0, 0.4, -1.5);
    headset.frame();
    await headset.session.end();
    return {
      force: Math.hypot(...data.xfrc_applied),
      position: view.position.toArray(),
      children: scene.children.length,
      enabled: renderer.xr.enabled,
      before,
    };
  });
  assert.equal(found.force, 0);
  assert.equal(found.enabled, false);
  assert.deepEqual({ position: found.position, children: found.children }, found.before);
});

test(
  'without a headset both halves show the whole scene, with shadow and mirror',
  { skip, timeout },
  async () => {
    const halves = await inPage(async ({ openScene }) => {
      const { StereoPicture } = await import('limber/three');
      const { PerspectiveCamera } = await import('three');
      const pixels = await openScene({
        xml: `<mujoco><statistic extent="1"/><asset><material name="m" reflectance=".3" rgba=".4 .4 .5 1"/></asset>
        <worldbody><light pos="0 -1 3" dir="0 .3 -1"/><geom type="plane" size="2 2 .1" material="m"/>
        <geom size=".2" pos="0 0 .5" rgba="1 .3 .1 1"/></worldbody></mujoco>`,
      });
      const { renderer, scene, view } = pixels;
      renderer.setSize(320, 120, false);
      const camera = new PerspectiveCamera(60, 320 / 120, 0.01, 100);
      camera.up.set(0, 0, 1);
      camera.position.set(0, -2, 0.5);
      camera.lookAt(0, 0, 0.5);
      camera.updateMatrixWorld();
      view.update(camera);
      const stereo = new StereoPicture();
      stereo.render(renderer, scene, camera);
      const copy = /** @type {OffscreenCanvasRenderingContext2D} */ (
        new OffscreenCanvas(320, 120).getContext('2d', { willReadFrequently: true })
      );
      copy.drawImage(renderer.domElement, 0, 0);
      const halves = [0, 160].map((left) => {
        const { data } = copy.getImageData(left, 0, 160, 120);
        const sum = { x: 0, count: 0, width: 0 };
        let [low, high] = [160, 0];
        for (let i = 0; i < data.length / 4; i++) {
          const y = Math.floor(i / 160);
          if (y > 75 || data[4 * i] < 100 || data[4 * i] < 2 * data[4 * i + 2]) continue;
          sum.x += i % 160;
          sum.count++;
          low = Math.min(low, i % 160);
          high = Math.max(high, i % 160);
        }
        return { column: sum.x / sum.count, count: sum.count, width: high - low };
      });
      pixels.dispose();
      return halves;
    });
    for (const { column, count, width } of halves) {
      assert.ok(count > 100, `${count} pixels`);
      assert.ok(Math.abs(column - 80) < 12, `in the middle of its half: ${column}`);
      assert.ok(width > 12 && width < 28, `as wide as high: ${width}`);
    }
    assert.ok(halves[0].column > halves[1].column + 1, JSON.stringify(halves));
    assert.deepEqual(shared.problems, []);
  },
);
