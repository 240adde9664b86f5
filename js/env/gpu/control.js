// Actions become controls; as ../control.js and the acting part of ../kernel.js.
import { streams } from '../random.js';
import { frameOf, scalarJoints } from '../objects.js';
import { Block, number } from './block.js';

/** @typedef {import('./kernels.js').Draft} Draft */

/** What comes before the control: the action between its bounds, and what a delay makes of it. @param {Draft} draft */
function takeAction({ plan }) {
  const { control, data } = plan;
  const { size } = control;
  const b = new Block();
  for (let i = 0; i < size; i++) {
    const [low, high] = [control.low[i], control.high[i]];
    const given = b.let(`ld(own_givenAction + ${i})`);
    const inside = b.let(`clamp(${given}, ${number(low)}, ${number(high)})`);
    b.add(
      `st(own_lastAction + ${i}, ld(own_action + ${i}));`,
      `st(own_action + ${i}, ${inside});`,
      `applied[${i}] = ${inside};`,
    );
  }
  const most = data.actionDelay[1];
  if (most === 0) return b.lines;
  const slots = most + 1;
  // the actions of the last steps, in turn
  b.add(
    `let now = ${size} * (world_step % ${slots});`,
    `let then = ${size} * ((world_step + ${slots} - ldi(DELAYS)) % ${slots});`,
    `for (var i = 0; i < ${size}; i++) { st(own_actions + now + i, applied[i]); applied[i] = ld(own_actions + then + i); }`,
  );
  return b.lines;
}

/** Events that end or begin in this step. @param {Draft} draft */
function eventsOf({ plan, world }) {
  const b = new Block();
  Object.values(plan.data.events).forEach(({ every, effect }, k) => {
    if (effect.kind !== 'impulse') return;
    const { body } = frameOf(world, `body:${effect.body}`, 'impulse');
    const at = `d_xfrc_applied + ${6 * body}`;
    const [low, high] = effect.size.map(number);
    b.add(
      `if (ldi(EVENTS_ON + ${k}) != 0) { st3(${at}, vec3f(0)); sti(EVENTS_ON + ${k}, 0); }`,
      `if (world_step >= ldi(EVENT_DUES + ${k})) {`,
      `random_begin(world_index, world_episode, world_step, ${streams.events + 16 * (k + 1)});`,
      `let size = random_between(${low}, ${high}) / PERIOD;`,
      'let around = sine_cosine(2 * PI * random_uniform());',
      'var rise = 0.0;',
      effect.vertical ? 'rise = random_between(-1, 1);' : '',
      'let flat = sqrt(1 - rise * rise);',
      `st3(${at}, size * vec3f(flat * around.y, flat * around.x, rise));`,
      `sti(EVENTS_ON + ${k}, 1);`,
      `sti(EVENT_DUES + ${k}, world_step + steps_until(${number(every[0])}, ${number(every[1])}));`,
      '}',
    );
  });
  return b.lines;
}

/** Controls that are held for a step of the environment. @param {Draft} draft */
function controlsOf({ plan }) {
  const { control, data } = plan;
  const b = new Block();
  for (let i = 0; i < control.size; i++) {
    const value = `${number(control.default[i])} + ${number(control.scale[i])} * applied[${i}]`;
    if (data.control.kind === 'pd') {
      b.add(`st(own_target + ${i}, ${value});`);
      continue;
    }
    const id = control.actuators[i];
    if (data.control.kind === 'muscle' && data.control.sigmoid)
      b.add(`st(d_ctrl + ${id}, 1 / (1 + exp(-5 * (applied[${i}] - 0.5))));`);
    else b.add(`st(d_ctrl + ${id}, ${value});`);
  }
  return b.lines;
}

/** Torques between joints and targets, before each step of the simulation. @param {Draft} draft */
function applyOf({ plan, world }) {
  const { control, data } = plan;
  const b = new Block();
  if (data.control.kind !== 'pd') return b.lines;
  control.joints.forEach((name, i) => {
    const [{ qpos, dof }] = scalarJoints(world, name, 'pd');
    const { actuator, gain, limit } = control.motors[i];
    const force = `${number(control.kp[i])} * (ld(own_target + ${i}) - ld(d_qpos + ${qpos})) - ${number(control.kd[i])} * ld(d_qvel + ${dof})`;
    const torque = `clamp(${force}, ${number(-limit)}, ${number(limit)})`;
    b.add(
      actuator >= 0
        ? `st(d_ctrl + ${actuator}, ${torque} / ${number(gain)});`
        : `st(d_qfrc_applied + ${dof}, ${torque});`,
    );
  });
  return b.lines;
}

/** @param {Draft} draft */
export function actText(draft) {
  const { plan } = draft;
  const act = new Block();
  act.add(
    `var applied: array<f32, ${Math.max(1, plan.control.size)}>;`,
    ...takeAction(draft),
    ...eventsOf(draft),
    ...controlsOf(draft),
  );
  const apply = new Block();
  apply.add(...applyOf(draft));
  return `${act.function('act()')}${apply.function('apply()')}
@compute @workgroup_size(GROUP_SIZE)
fn env_act(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.count) { return; }
  enter_world(id.x);
  if (ldi(d_mask) == 0) { return; }
  clear_results();
  if (ldi(OVER) != 0) {
    sti(d_status, 2);
    return;
  }
  act();
}
@compute @workgroup_size(GROUP_SIZE)
fn env_apply(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.count) { return; }
  enter_world(id.x);
  if (takes_part()) { apply(); }
}
`;
}
