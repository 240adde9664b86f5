// Which kernels a model needs, and the pieces that each is made of.
import { actuation } from './wgsl/actuation.js';
import { collide } from './wgsl/collide.js';
import { comFrame } from './wgsl/com_frame.js';
import { constraintRows } from './wgsl/constraint_rows.js';
import { collideEntry, forward } from './wgsl/forward.js';
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
  return [
    {
      name: 'smooth',
      entries: ['forward_smooth', ...(s.adhesion ? ['forward_forces'] : [])],
      pieces: [kinematics(s), tendon(s), ...body, forward(s)],
    },
    ...(s.njmax > 0
      ? [
          {
            name: 'collide',
            entries: ['collide_and_make'],
            pieces: [collide(s), make(s), collideEntry],
          },
          {
            name: 'solve',
            entries: ['solve_constraint'],
            pieces: [comFrame, constraintRows(s), solve(s)],
          },
        ]
      : []),
    s.integrator === 'rk4'
      ? {
          name: 'integrate',
          entries: ['rk_start', 'rk_next'],
          pieces: [...body, sensor(s), integrate(s), rungeKutta(s)],
        }
      : {
          name: 'integrate',
          entries: ['advance'],
          pieces: [...body, sensor(s), integrate(s), advance(s)],
        },
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

/** The kernels of a step, in their order. @param {import('./layout.js').Sizes} s */
export function stepOf(s) {
  const forward = [
    'forward_smooth',
    ...(s.njmax > 0 ? ['collide_and_make'] : []),
    ...(s.adhesion ? ['forward_forces'] : []),
    ...(s.njmax > 0 ? ['solve_constraint'] : []),
  ];
  if (s.integrator !== 'rk4') return { forward: [...forward, 'advance'], rest: [] };
  return {
    forward: [...forward, 'rk_start'],
    rest: [1, 2, 3].flatMap(() => [...forward, 'rk_next']),
  };
}
