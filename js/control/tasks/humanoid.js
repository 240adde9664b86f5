// A humanoid that gets up from lying on its front: with the model of the environment.
import { humanoid as walking } from '../../env/tasks/humanoid.js';

/** It gets up. @type {import('./index.js').ShippedTask} */
export const humanoid = {
  name: 'humanoid',
  title: 'Humanoid: get up',
  model: walking.model.replace('model="humanoid"', 'model="humanoid that gets up"'),
  terms: [
    { name: 'head', of: 'site.head[2] - height', weight: 4, norm: 'l2', size: 0.1 },
    { name: 'pelvis', of: 'xpos.pelvis[2] - 0.9', weight: 10, norm: 'l2', size: 0.1 },
    {
      name: 'balance',
      of: [
        'com.pelvis[0] - 0.5 * (xpos.foot_left[0] + xpos.foot_right[0]) - 0.03',
        'com.pelvis[1] - 0.5 * (xpos.foot_left[1] + xpos.foot_right[1])',
      ],
      weight: 8,
      norm: 'l2',
      size: 0.1,
    },
    { name: 'feet', of: ['xpos.foot_left[2] - 0.07', 'xpos.foot_right[2] - 0.07'], weight: 10 },
    { name: 'upright', of: ['zaxis.chest[0]', 'zaxis.chest[1]'], weight: 3 },
    { name: 'speed', of: ['qvel.root[0]', 'qvel.root[1]', 'qvel.root[2]'], weight: 0.2 },
    { name: 'effort', of: 'ctrl', weight: 0.01 },
  ],
  parameters: { height: 1.45 },
  traces: ['head', 'pelvis'],
  planner: {
    method: 'sampling',
    iterations: 3,
    horizon: 0.6,
    rollouts: 96,
    noise: 0.35,
    spline: { kind: 'cubic', knots: 4 },
    hold: 3,
  },
  key: 'front',
  noise: 0.02,
  interval: 0.08,
  aim: { cost: 1, seconds: 24 },
};
