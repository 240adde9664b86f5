// The headset: a button where the browser knows of one, and the picture in it.
import { watchHeadset } from 'limber/three';
import { byId, hint } from '../dom.js';

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addHeadset(studio, commands) {
  const { stage } = studio;
  const button = byId('headset');

  async function enter() {
    if (await stage.enterHeadset())
      hint('In the headset, take hold of a body with trigger, grip or a pinch.');
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
