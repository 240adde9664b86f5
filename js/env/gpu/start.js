// How episodes begin: parameters, start states, delays, commands, events; as the resetting part of ../kernel.js.
import { freeJoint } from '../objects.js';
import { isDistribution } from '../distributions.js';
import { streams } from '../random.js';
import { stateItems } from '../start.js';
import { Block, number } from './block.js';
import { changed, drawn } from './random.js';

/** @typedef {import('../../gpu/layout.js').Sizes} Sizes */
/** @typedef {import('../distributions.js').Distribution} Distribution */
/** @typedef {import('./kernels.js').Draft} Draft */

/** @param {number} stream */
const begin = (stream) => `random_begin(world_index, world_episode, 0, ${stream});`;

/** Parameters of the new episode, and the masses of subtrees that follow. @param {Draft} draft @param {Sizes} s */
function parametersText({ plan }, s) {
  const b = new Block();
  if (plan.parameters.length === 0) return b.function('draw_parameters()');
  b.add(begin(streams.parameters));
  for (const { field, items, base, distribution } of plan.parameters) {
    const at = `d_v_${field.replace('.', '_')}`;
    let value = '';
    items.forEach((all, t) => {
      if (t === 0 || distribution.each) value = drawn(b, distribution);
      all.forEach((item, i) =>
        b.add(`st(${at} + ${item}, ${changed(number(base[t][i]), value, distribution)});`),
      );
    });
  }
  if (plan.parameters.some(({ field }) => field === 'body_mass'))
    b.add(
      `for (var b = 0; b < ${s.nbody}; b++) { st(d_v_body_subtreemass + b, body_mass(b)); }`,
      `for (var b = ${s.nbody - 1}; b > 0; b--) { add(d_v_body_subtreemass + body_parentid(b), ld(d_v_body_subtreemass + b)); }`,
    );
  return b.function('draw_parameters()');
}

/** @param {Block} b @param {Draft} draft @param {Distribution} distribution */
function turn(b, { world }, distribution) {
  const joint = freeJoint(world);
  if (!joint) return;
  const q = `d_qpos + ${joint.qpos + 3}`;
  const angle = drawn(b, distribution);
  const pair = b.let(`sine_cosine(0.5 * ${angle})`);
  b.add(`st4(${q}, quat_mul(vec4f(${pair}.y, 0, 0, ${pair}.x), ld4(${q})));`);
}

/** @param {Draft} draft */
function stateText(draft) {
  const { world, plan } = draft;
  const { keys } = plan.start;
  const b = new Block();
  b.add(begin(streams.start), `var key = ${keys.length > 0 ? keys[0] : -1};`);
  if (keys.length > 1)
    b.add(
      `let which = random_integer(0, ${keys.length - 1});`,
      ...keys.map((key, k) => `if (which == ${k}) { key = ${key}; }`),
    );
  b.add('restart(key);');
  for (const [name, value] of Object.entries(plan.data.start)) {
    if (name === 'key' || !isDistribution(value)) continue;
    if (name === 'yaw') {
      turn(b, draft, value);
      continue;
    }
    const { array, items } = stateItems(world, name);
    let value_ = '';
    items.forEach((item, k) => {
      if (k === 0 || value.each !== false) value_ = drawn(b, value);
      const at = `d_${array} + ${item}`;
      b.add(`st(${at}, ${changed(`ld(${at})`, value_, value)});`);
    });
  }
  // quaternions of positions are made unit
  world.model.jnt_type.forEach((type, j) => {
    if (type > 1) return;
    const at = `d_qpos + ${world.model.jnt_qposadr[j] + (type === 0 ? 3 : 0)}`;
    b.add(`st4(${at}, quat_norm(ld4(${at})));`);
  });
  return b.function('draw_state()');
}

/** @param {Draft} draft */
function scheduleText({ plan }) {
  const b = new Block();
  b.add(begin(streams.delay));
  [plan.data.actionDelay, ...plan.groups.map(({ delay }) => delay)].forEach(([low, high], k) =>
    b.add(`sti(DELAYS + ${k}, random_integer(${low}, ${high}));`),
  );
  b.add('commands(true);');
  Object.values(plan.data.events).forEach(({ every }, k) =>
    b.add(
      begin(streams.events + 16 * (k + 1)),
      `sti(EVENT_DUES + ${k}, steps_until(${number(every[0])}, ${number(every[1])}));`,
      `sti(EVENTS_ON + ${k}, 0);`,
    ),
  );
  return b.function('draw_schedule()');
}

/** @param {Draft} draft @param {Sizes} s */
export function restartText(draft, s) {
  const { plan, terms } = draft;
  const { size } = plan.control;
  const b = new Block();
  const zero = (/** @type {string} */ field, /** @type {number} */ width) =>
    width > 0 ? `for (var i = 0; i < ${width}; i++) { st(${field} + i, 0.0); }` : '';
  const ring = plan.data.actionDelay[1] > 0 ? size * (plan.data.actionDelay[1] + 1) : 0;
  b.add(
    'world_step = 0;',
    'world_episode = ldi(EPISODE);',
    'sti(STEP, 0);',
    'sti(OVER, 0);',
    'st(own_episodeReturn, 0.0);',
    'sti(own_length, 0);',
    'draw_parameters();',
    'draw_state();',
    zero('own_action', size),
    zero('own_lastAction', size),
    zero('own_actions', ring),
    zero('own_memory', terms.memorySize),
    'draw_schedule();',
    'sti(d_status, 3);',
  );
  return `${parametersText(draft, s)}${stateText(draft)}${scheduleText(draft)}${b.function('begin_episode()')}`;
}
