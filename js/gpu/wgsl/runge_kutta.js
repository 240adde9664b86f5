// The classical method of fourth order: four stages, each after a forward pass; as src/pipeline/integrate.c. One kernel does what lies
// between two solutions of the constraints: a stage, and the forward pass of the one after it. Without constraints it does them all.
import { eachDof, eachWorld } from './rows.js';

/** @param {import('../layout.js').Sizes} s */
export const rungeKutta = (s) =>
  /* wgsl */ `
const RK_QPOS: i32 = d_rk;
const RK_QVEL: i32 = RK_QPOS + NQ;
const RK_RATE: i32 = RK_QVEL + NV;
const RK_ACC: i32 = RK_RATE + NV;
const RK_ACT: i32 = RK_ACC + NV;
const RK_DOT: i32 = RK_ACT + NA;

fn keep_start() {
  copy_rows(RK_QPOS, d_qpos, NQ);
  copy_rows(RK_QVEL, d_qvel, NV);
  zero_rows(RK_RATE, 2 * NV);
  ${s.na > 0 ? 'copy_rows(RK_ACT, d_act, NA);\n  zero_rows(RK_DOT, NA);' : ''}
}

` +
  // Adds the rates of a stage to their weighted mean, then goes to the next stage, or, after the last, to the end of the step.
  `fn runge_kutta(stage: i32) {
  if (!check(d_qacc, NV, WARN_BADQACC)) {
    copy_rows(d_qpos, RK_QPOS, NQ);
    copy_rows(d_qvel, RK_QVEL, NV);
    return;
  }
  let weight = select(1.0 / 6, 1.0 / 3, stage == 1 || stage == 2);
  ${eachDof} {
    add(RK_RATE + i, weight * ld(d_qvel + i));
    add(RK_ACC + i, weight * ld(d_qacc + i));
  }
  ${s.na > 0 ? 'for (var i = 0; i < NA; i++) { add(RK_DOT + i, weight * ld(d_act_dot + i)); }' : ''}
  let h = opt_timestep(0) * select(1.0, 0.5, stage < 2);
  copy_rows(d_qpos, RK_QPOS, NQ);
  if (stage < 3) {
    copy_rows(d_step, d_qvel, NV);
    integrate_pos(d_qpos, d_step, h);
    ${eachDof} { st(d_qvel + i, ld(RK_QVEL + i) + h * ld(d_qacc + i)); }
    ${s.na > 0 ? 'for (var i = 0; i < NA; i++) { st(d_act + i, ld(RK_ACT + i) + h * ld(d_act_dot + i)); }' : ''}
    return;
  }
  ${s.na > 0 ? 'copy_rows(d_act, RK_ACT, NA);\n  advance_activations(RK_DOT);' : ''}
  ${eachDof} { st(d_qvel + i, ld(RK_QVEL + i) + h * ld(RK_ACC + i)); }
  integrate_pos(d_qpos, RK_RATE, h);
  advance_time(h);
  copy_rows(d_qacc_warmstart, d_qacc, NV);
  if (check(d_qpos, NQ, WARN_BADQPOS)) { let good = check(d_qvel, NV, WARN_BADQVEL); }
}
` +
  // `steps` counts the solutions of a step: none yet, then one to four. Without constraints the kernel does all of them, or one and
  // the sensors.
  eachWorld(
    'rk_next',
    `${s.njmax > 0 ? '' : 'for (var k = 0u; k < 5 - 3 * (params.flags & 1); k++) {'}
  let solved = ldi(d_steps);
  sti(d_steps, 0);
  if (solved == 1) {
    ${s.sensors ? 'sensors();' : ''}
    if ((params.flags & 1u) != 0) { return; }
    keep_start();
  }
  if (solved > 0) { runge_kutta(solved - 1); }
  if (solved == 4 || !takes_part()) { return; }
  positions();
  ${s.njmax > 0 ? 'collision(); make_constraint();' : ''}
  forces();
  sti(d_steps, solved + 1);${s.njmax > 0 ? '' : '}'}`,
  );
