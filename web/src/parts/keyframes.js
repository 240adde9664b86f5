// Keyframes as text: the present state as a new key of the model, or as MJCF to paste.
import { nameOf } from '../names.js';
import { hint } from '../dom.js';
import { copyText } from './outputs.js';

/** A number with the digits that bring it back. @param {ArrayLike<number>} values */
const numbers = (values) => Array.from(values, (value) => String(value)).join(' ');

/** The present state as an element of a keyframe section. @param {import('limber').Simulation} simulation @param {string} [name] */
export function keyText({ model, data }, name) {
  /** @type {[string, string][]} */
  const attributes = [
    ['time', String(data.time)],
    ['qpos', numbers(data.qpos)],
    ['qvel', numbers(data.qvel)],
  ];
  if (name) attributes.unshift(['name', name]);
  if (model.na > 0) attributes.push(['act', numbers(data.act)]);
  if (model.nu > 0) attributes.push(['ctrl', numbers(data.ctrl)]);
  if (model.nmocap > 0)
    attributes.push(['mpos', numbers(data.mocap_pos)], ['mquat', numbers(data.mocap_quat)]);
  const text = attributes
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}="${value}"`);
  return `<key ${text.join(' ')}/>`;
}

/** A model text with one more key. @param {string} xml @param {string} key */
export function withKey(xml, key) {
  const end = xml.lastIndexOf('</keyframe>');
  if (end >= 0) return `${xml.slice(0, end)}  ${key}\n  ${xml.slice(end)}`;
  const close = xml.lastIndexOf('</mujoco>');
  if (close < 0) throw new Error('Only an MJCF model can have keyframes.');
  return `${xml.slice(0, close)}  <keyframe>\n    ${key}\n  </keyframe>\n${xml.slice(close)}`;
}

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addKeys(studio, commands) {
  const group = 'Keyframes';
  commands.add({
    id: 'add-key',
    group,
    title: 'Add the state as a new key',
    key: 'Shift+k',
    run: () =>
      studio.attempt(() => {
        const { simulation } = studio;
        if (!simulation) return;
        const name = `key_${simulation.model.nkey}`;
        const done = studio.runText(withKey(studio.source.xml, keyText(simulation, name)));
        if (done) hint(`The state is keyframe ${name} of the model.`);
      }),
  });
  commands.add({
    id: 'next-key',
    group,
    title: 'Load the next key',
    key: '.',
    run: () => {
      const { simulation } = studio;
      if (!simulation) return;
      const { nkey } = simulation.model;
      if (nkey === 0) return hint('The model has no keyframes.');
      studio.reset((studio.key + 1) % nkey);
      hint(nameOf(simulation, studio.mujoco.mjtObj.mjOBJ_KEY.value, studio.key, 'key'));
    },
  });
  commands.add({
    id: 'copy-key',
    group,
    title: 'Copy the state as MJCF',
    run: () => {
      if (studio.simulation) copyText(keyText(studio.simulation), 'Keyframe copied.');
    },
  });
}
