// The headset: a button where the browser knows of one, and the picture in it.
import { enterXr, watchHeadset } from 'limber/three';
import { byId, hint } from '../dom.js';

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addHeadset(studio, commands) {
  const { stage } = studio;
  const button = byId('headset');

  async function enter() {
    const { view, renderer, scene } = stage;
    if (!view || stage.headset) return;
    const session = await enterXr(renderer, scene, view);
    stage.headset = session;
    const taken = () => {
      renderer.xr.removeEventListener('sessionend', taken);
      if (stage.headset === session) stage.leaveHeadset();
      stage.resize();
    };
    renderer.xr.addEventListener('sessionend', taken);
    // another model ran while the headset was asked for
    if (view !== stage.view) stage.leaveHeadset();
    else hint('In the headset, take hold of a body with trigger, grip or a pinch.');
  }

  commands.add({
    id: 'headset',
    group: 'View',
    title: 'Show in a headset, or end it',
    run: () => (stage.headset ? stage.leaveHeadset() : studio.attempt(enter)),
  });
  button.onclick = () => commands.run('headset');
  watchHeadset((on) => (button.hidden = !on));
}
