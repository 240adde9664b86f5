// Random scenes in both engines: the peer moves them, and both compute what happens, at first and while things fall.
import assert from 'node:assert/strict';
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';
import { arraysOf, found } from '../helpers.mjs';

/** A scene in one engine. @typedef {{ engine: Mujoco, model: MjModel, data: MjData }} Side */

/**
 * @typedef {object} Scenes
 * @property {string} what one of them is
 * @property {(seed: number) => string} mjcf
 * @property {number[]} stepsBefore steps of the peer before each comparison
 * @property {boolean} [areWild] the peer may refuse to go on (two static bodies in contact, a Hessian that it cannot factor), and rows
 *   that hardly move anything (a hinge pushed along its axis) may leave the solvers no digits
 */

/** Contacts by what they are between, with all that makes a contact. @param {MjData} data */
function contactsOf(data) {
  /** @type {Record<string, number[][]>} */
  const pairs = {};
  for (let i = 0; i < data.ncon; i++) {
    const c = found(data.contact.get(i));
    const key = [c.geom, c.flex, c.elem, c.vert].map((ids) => [...ids].join(' ')).join(', ');
    const softness = [...c.friction, ...c.solref, ...c.solreffriction, ...c.solimp];
    const place = [c.dist, ...c.pos, ...[...c.frame].slice(0, 3)];
    (pairs[key] ??= []).push([...place, c.includemargin, c.dim, c.exclude, ...softness]);
    c.delete?.();
  }
  return pairs;
}

/** How far each of some contacts is from the nearest of others. @param {number[][] | undefined} theirs @param {number[][] | undefined} ours */
function contactError(theirs, ours) {
  if (!theirs || !ours || theirs.length !== ours.length) return Infinity;
  const far = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
    Math.max(...a.map((x, i) => Math.abs(x - b[i])));
  return Math.max(...theirs.map((a) => Math.min(...ours.map((b) => far(a, b)))));
}

/** The largest difference relative to the largest number. @param {ArrayLike<number>} theirs @param {ArrayLike<number>} ours */
function relativeError(theirs, ours) {
  let error = 0;
  let scale = 1;
  for (let i = 0; i < theirs.length; i++) {
    scale = Math.max(scale, Math.abs(theirs[i]));
    error = Math.max(error, Math.abs(theirs[i] - ours[i]));
  }
  return error / scale;
}

/** What differs in the present state, or nothing. @param {Side[]} sides @param {Scenes} scenes */
function difference([peer, limber], { areWild }) {
  const [theirs, ours] = [peer, limber].map(({ data }) => contactsOf(data));
  for (const pair of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
    const error = contactError(theirs[pair], ours[pair]);
    if (!(error < 1e-6)) return `contacts of ${pair} by ${error}`;
  }
  if (peer.data.nefc !== limber.data.nefc)
    return `${limber.data.nefc} rows in place of ${peer.data.nefc}`;
  const hasDigits = !areWild || !Array.from(peer.data.efc_D).some((D) => D > 1e10);
  for (const field of ['qacc_smooth', ...(hasDigits ? ['qacc'] : [])]) {
    const error = relativeError(arraysOf(peer.data)[field], arraysOf(limber.data)[field]);
    if (!(error < 1e-5)) return `${field} by ${error}`;
  }
  return '';
}

/** Whether the peer does something: an error is one unless it may refuse. @param {Scenes} scenes @param {() => void} something */
function succeeds({ areWild }, something) {
  try {
    something();
    return true;
  } catch (error) {
    if (!areWild) throw error;
    return false;
  }
}

/** @param {Side[]} sides @param {Scenes} scenes */
function compare(sides, scenes) {
  const [peer, limber] = sides;
  const forward = (/** @type {Side} */ { engine, model, data }) => engine.mj_forward(model, data);
  for (const [time, steps] of scenes.stepsBefore.entries()) {
    const move = () => {
      for (let step = 0; step < steps; step++) peer.engine.mj_step(peer.model, peer.data);
    };
    if (!succeeds(scenes, move)) return '';
    for (const field of ['qpos', 'qvel', 'qacc_warmstart', 'mocap_pos', 'mocap_quat']) {
      arraysOf(limber.data)[field].set(arraysOf(peer.data)[field]);
    }
    if (!succeeds(scenes, () => forward(peer))) return '';
    forward(limber);
    const what = difference(sides, scenes);
    if (what) return `${what}, state ${time}`;
  }
  return '';
}

const quiet = () => ({ print() {}, printErr() {} });
const engines = [await loadPeer(quiet()), await loadLimber(quiet())];

/** What differs in a scene, or nothing. @param {number} seed @param {Scenes} scenes */
export function differenceOf(seed, scenes) {
  const sides = engines.map((engine) => {
    const model = engine.MjModel.from_xml_string(scenes.mjcf(seed));
    return { engine, model, data: new engine.MjData(model) };
  });
  const what = compare(sides, scenes);
  sides.forEach(({ model, data }) => (data.delete(), model.delete()));
  return what && `${scenes.what} ${seed}: ${what}`;
}

/** All but one in a hundred agree. @param {number} first seed @param {number} count @param {Scenes} scenes */
export function assertMostAgree(first, count, scenes) {
  const seeds = Array.from({ length: count }, (_, i) => first + i);
  const different = seeds.map((seed) => differenceOf(seed, scenes)).filter(Boolean);
  assert.ok(different.length <= Math.max(1, count / 100), different.join('\n'));
}
