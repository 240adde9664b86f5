// Which kernels a model needs, and the pieces that each is made of.
import { actuation } from './wgsl/actuation.js';
import { collide } from './wgsl/collide.js';
import { comFrame } from './wgsl/com_frame.js';
import { constraintRows } from './wgsl/constraint_rows.js';
import { collideEntry, forward, forwardEntries } from './wgsl/forward.js';
import { inertia } from './wgsl/inertia.js';
import { advance, integrate } from './wgsl/integrate.js';
import { kinematics } from './wgsl/kinematics.js';
import { make } from './wgsl/make.js';
import { passive } from './wgsl/passive.js';
import { ports } from './wgsl/ports.js';
import { philox, reset, restart } from './wgsl/reset.js';
import { rungeKutta } from './wgsl/runge_kutta.js';
import { sensor } from './wgsl/sensor.js';
import { solve } from './wgsl/solve.js';
import { tendon } from './wgsl/tendon.js';
import { transmission } from './wgsl/transmission.js';

/** @typedef {{ name: string, entries: string[], pieces: string[], io?: boolean }} Kernel */

/** @param {import('./layout.js').Sizes} s @returns {Kernel[]} */
export function kernelsOf(s) {
  const body = [comFrame, inertia(s), passive(s), transmission(s), actuation(s)];
  const first = [kinematics(s), tendon(s), ...body, forward(s)];
  const contacts = s.njmax > 0 ? [collide(s), make(s)] : [];
  const last = [sensor(s), integrate(s)];
  return [
    ...(s.integrator === 'rk4'
      ? [
          {
            name: 'step',
            entries: ['rk_next'],
            pieces: [...first, ...contacts, ...last, rungeKutta(s)],
          },
        ]
      : [
          {
            name: 'smooth',
            entries: ['forward_smooth', ...(s.adhesion ? ['forward_forces'] : [])],
            pieces: [...first, forwardEntries(s)],
          },
          ...(s.njmax > 0
            ? [
                {
                  name: 'collide',
                  entries: ['collide_and_make'],
                  pieces: [...contacts, collideEntry],
                },
              ]
            : []),
          { name: 'integrate', entries: ['advance'], pieces: [...body, ...last, advance(s)] },
        ]),
    ...(s.njmax > 0
      ? [
          {
            name: 'solve',
            entries: ['solve_constraint'],
            pieces: [comFrame, constraintRows(s), solve(s)],
          },
        ]
      : []),
    {
      name: 'reset',
      entries: ['reset'],
      pieces: [
        comFrame,
        inertia(s),
        passive(s),
        actuation({ ...s, nactuator: 0 }),
        integrate({ ...s, nactuator: 0, implicit: false, sensors: false }),
        philox,
        restart(s),
        reset,
      ],
    },
    { name: 'ports', entries: ['take', 'give'], pieces: [ports], io: true },
  ];
}

/** The kernels of a step, in their order: those of a forward pass, and the rest. @param {import('./layout.js').Sizes} s */
export function stepOf(s) {
  const solver = s.njmax > 0 ? ['solve_constraint'] : [];
  const stage = [...solver, 'rk_next'];
  if (s.integrator === 'rk4')
    return s.njmax > 0
      ? { forward: ['rk_next', ...stage], rest: [...stage, ...stage, ...stage] }
      : { forward: ['rk_next'], rest: [] };
  const contacts = s.njmax > 0 ? ['collide_and_make'] : [];
  const forces = s.adhesion ? ['forward_forces'] : [];
  return { forward: ['forward_smooth', ...contacts, ...forces, ...solver, 'advance'], rest: [] };
}
