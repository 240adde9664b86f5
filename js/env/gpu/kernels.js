// Kernels of environments: actions become controls, rewards and ends are told, episodes begin anew, observations are written. Each
// does what ../kernel.js does, in its order, for one environment.
import { comFrame } from '../../gpu/wgsl/com_frame.js';
import { kinematics } from '../../gpu/wgsl/kinematics.js';
import { inertia } from '../../gpu/wgsl/inertia.js';
import { passive } from '../../gpu/wgsl/passive.js';
import { philox, restart } from '../../gpu/wgsl/reset.js';
import { sensor } from '../../gpu/wgsl/sensor.js';
import { tendon } from '../../gpu/wgsl/tendon.js';
import { transmission } from '../../gpu/wgsl/transmission.js';
import { streams } from '../random.js';
import { needs } from '../world.js';
import { Block, number } from './block.js';
import { constantsOf } from './fields.js';
import { actText } from './control.js';
import { observeText } from './observe.js';
import { drawn, randomText } from './random.js';
import { restartText } from './start.js';

/** @typedef {import('../../gpu/layout.js').Sizes} Sizes */
/** @typedef {import('../plan.js').Plan} Plan */
/** @typedef {import('../world.js').TermWorld} TermWorld */
/** @typedef {import('./fields.js').EnvFields} EnvFields */
/** @typedef {import('./terms.js').Term} Term */
/** @typedef {import('./terms.js').Terms} Terms */

/**
 * An environment on the way to the GPU.
 * @typedef {object} Draft
 * @property {TermWorld} world
 * @property {Plan} plan
 * @property {Terms} terms
 * @property {EnvFields} fields
 * @property {Term[][]} groups terms of each group of observations
 * @property {Term[]} rewards
 * @property {Term[]} ends
 */

const stepsUntil = /* wgsl */ `
fn steps_until(low: f32, high: f32) -> i32 {
  var seconds = low;
  if (low != high) { seconds = random_between(low, high); }
  return max(1, i32(round(min(seconds / PERIOD, 1e9))));
}
`;

/** @param {Draft} draft */
function commandsText({ plan }) {
  const b = new Block();
  plan.commands.forEach(({ data, at }, k) => {
    const draws = new Block();
    draws.add(
      `random_begin(world_index, world_episode, world_step, ${streams.commands + 16 * (k + 1)});`,
    );
    draws.add(`if (!begins || ldi(HELD + ${k}) == 0) {`, ...drawCommand(data, at), '}');
    draws.add(
      `sti(DUES + ${k}, world_step + steps_until(${number(data.every[0])}, ${number(data.every[1])}));`,
    );
    b.add(
      `if (begins || (world_step >= ldi(DUES + ${k}) && ldi(HELD + ${k}) == 0)) {`,
      ...draws.lines,
      '}',
    );
  });
  return b.function('commands(begins: bool)');
}

/** @param {import('../start.js').CommandData} data @param {number} at */
function drawCommand({ draws, still, zero }, at) {
  const b = new Block();
  const rests = b.let(`random_uniform() < ${number(still)}`);
  draws.forEach((distribution, i) => {
    const value = drawn(b, distribution);
    // drawn by itself: || would leave it out
    const isZero = zero > 0 ? b.let(`random_uniform() < ${number(zero)}`) : 'false';
    b.add(`st(own_commands + ${at + i}, select(${value}, 0.0f, ${rests} || ${isZero}));`);
  });
  return b.lines;
}

/** Rewards, and whether the episode ends. @param {Draft} draft */
function judgeText({ plan, terms, fields, rewards, ends }) {
  const b = new Block();
  for (const update of terms.updates) update(b);
  b.add('var total = 0.0;');
  plan.rewards.forEach(({ name, weight }, k) => {
    const value = b.let(`${number(weight)} * ${rewards[k].write(b)[0]}`);
    b.add(`st(d_${fields.nameOf(`reward:${name}`)}, ${value});`, `total += ${value};`);
  });
  b.add('st(own_reward, total);', 'if (is_bad(total)) { sti(own_failed, 1); }');
  plan.ends.forEach(({ name }, k) => {
    const [value] = ends[k].write(b);
    b.add(
      `if (${value} != 0) { sti(d_${fields.nameOf(`end:${name}`)}, 1); sti(own_terminated, 1); }`,
    );
  });
  const { limit } = plan.data;
  if (limit > 0)
    b.add(`if (world_step >= ${limit} && ldi(own_terminated) == 0) { sti(own_truncated, 1); }`);
  return b.function('judge()');
}

/** @param {Draft} draft */
function clearText({ plan, fields }) {
  const b = new Block();
  b.add('st(own_reward, 0.0);');
  for (const name of ['terminated', 'truncated', 'diverged', 'ended', 'failed'])
    b.add(`sti(own_${name}, 0);`);
  for (const { name } of plan.rewards) b.add(`st(d_${fields.nameOf(`reward:${name}`)}, 0.0);`);
  for (const { name } of plan.ends) b.add(`sti(d_${fields.nameOf(`end:${name}`)}, 0);`);
  return b.function('clear_results()');
}

/** The end of an episode. @param {Draft} draft */
function finishText({ plan, fields }) {
  const b = new Block();
  b.add(
    'sti(own_ended, 1);',
    'st(own_return, ld(own_episodeReturn));',
    'sti(own_endLength, ldi(own_length));',
  );
  if (plan.data.autoreset === 'same-step') {
    for (const { name, size } of plan.groups)
      b.add(
        `for (var i = 0; i < ${size}; i++) { st(d_${fields.nameOf(`final:${name}`)} + i, ld(d_${fields.nameOf(`observation:${name}`)} + i)); }`,
      );
    b.add('sti(EPISODE, ldi(EPISODE) + 1);', 'begin_episode();');
  } else {
    b.add('sti(OVER, 1);');
  }
  return b.function('finish()');
}

/** What terms need of the present state. @param {Draft} draft */
function refreshText({ plan, terms }) {
  const wanted = plan.needs;
  const b = new Block();
  if (wanted & needs.poses) b.add('kinematics();');
  if ((wanted & needs.frames) === needs.frames) b.add('com_pos();');
  if (terms.sensors && wanted === needs.sensors) b.add('tendons();', 'transmission();');
  if ((wanted & needs.velocities) === needs.velocities) b.add('com_vel();');
  if (terms.sensors && wanted === needs.sensors) b.add('sensors_of_state();');
  return b.function('refresh()');
}

/** @param {Draft} draft @param {Sizes} s */
function common({ plan, terms, fields, world }, s) {
  const reads = terms.sensors && plan.needs === needs.sensors;
  const moving = reads
    ? [tendon(s), inertia(s), passive(s), transmission(s), sensor(s)]
    : ['fn tendons() {}\n'];
  return [
    constantsOf(plan, fields),
    `const PERIOD: f32 = ${number(world.period)};
var<private> world_index: i32;
var<private> world_step: i32;
var<private> world_episode: i32;
fn enter_world(id: u32) {
  enter(id);
  world_index = i32(id) + ${plan.data.first};
  world_step = ldi(STEP);
  world_episode = ldi(EPISODE);
}
`,
    philox,
    randomText,
    stepsUntil,
    kinematics(s),
    comFrame,
    ...moving,
    ...terms.functions.values(),
  ];
}

const judgeEntry = /* wgsl */ `
@compute @workgroup_size(GROUP_SIZE)
fn env_judge(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.count) { return; }
  enter_world(id.x);
  if (ldi(d_mask) == 0) { return; }
  if (ldi(d_status) == 2) {
    // an episode that was over: it rests, or begins anew
    sti(d_status, 0);
    if (NEXT_STEP) {
      sti(EPISODE, ldi(EPISODE) + 1);
      begin_episode();
    }
    return;
  }
  world_step++;
  sti(STEP, world_step);
  sti(own_length, world_step);
  let diverged = ldi(d_status) == 1;
  if (diverged) {
    sti(own_diverged, 1);
    sti(own_terminated, 1);
  } else {
    refresh();
    judge();
  }
  add(own_episodeReturn, ld(own_reward));
  if (!diverged) {
    commands(false);
    observe(false);
  }
  if (ldi(own_failed) != 0) { sti(own_terminated, 1); }
  if (ldi(own_terminated) != 0 || ldi(own_truncated) != 0) { finish(); }
}
`;

const beginEntry = /* wgsl */ `
@compute @workgroup_size(GROUP_SIZE)
fn env_begin(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.count) { return; }
  enter_world(id.x);
  if (ldi(d_mask) == 0 || ldi(d_status) != 3) { return; }
  sti(d_status, 0);
  first_look();
  begin_terms();
  observe(true);
}
`;

const resetEntry = /* wgsl */ `
@compute @workgroup_size(GROUP_SIZE)
fn env_reset(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.count) { return; }
  enter_world(id.x);
  if (ldi(d_mask) == 0) { return; }
  sti(EPISODE, select(ldi(EPISODE) + 1, 0, params.stage == 1u));
  clear_results();
  begin_episode();
}
`;

/** All kernels of an environment. @param {Draft} draft @param {Sizes} s @returns {import('../../gpu/kernels.js').Kernel[]} */
export function envKernels(draft, s) {
  const { plan, terms } = draft;
  // the module's memory may have grown since the draft was made
  draft.world.touch();
  const shared = common(draft, s);
  const begins = new Block();
  for (const begin of terms.begins) begin(begins);
  // where dynamics ran for the worlds that begin, poses are those of the state
  const look = `fn first_look() { ${terms.dynamics ? '' : 'refresh();'} }\n`;
  const starting = [restart(s), commandsText(draft), restartText(draft, s)];
  const seeing = [refreshText(draft), observeText(draft)];
  return [
    {
      name: 'env act',
      entries: ['env_act', 'env_apply'],
      pieces: [...shared, clearText(draft), actText(draft)],
    },
    {
      name: 'env judge',
      entries: ['env_judge'],
      pieces: [
        ...shared,
        ...starting,
        ...seeing,
        judgeText(draft),
        finishText(draft),
        `const NEXT_STEP: bool = ${plan.data.autoreset === 'next-step'};\n`,
        judgeEntry,
      ],
    },
    {
      name: 'env begin',
      entries: ['env_begin'],
      pieces: [...shared, ...seeing, begins.function('begin_terms()'), look, beginEntry],
    },
    {
      name: 'env reset',
      entries: ['env_reset'],
      pieces: [...shared, ...starting, clearText(draft), resetEntry],
    },
  ];
}
