#!/usr/bin/env node
// What single reads and calls cost, limber beside the peer.
//   npm run bench -- --access       or: node tests/bench/access.mjs
// Each figure is the best of several rounds: the machine's other work only ever adds.
import loadPeer from '@mujoco/mujoco';
import { load } from 'limber';
import loadLimber from 'limber/mujoco';

const boxes = Array.from({ length: 200 }, (_, i) => {
  const place = `${(i % 20) * 0.5} ${Math.floor(i / 20) * 0.5} .095`;
  return `<body name="${i ? `box${i}` : 'torso'}" pos="${place}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`;
});
const xml = `<mujoco><worldbody><geom type="plane" size="9 9 1"/>${boxes.join('')}</worldbody></mujoco>`;
const rounds = 7;
let sink = 0;

/**
 * @typedef {(count: number) => number} Body does something so often, and gives a number of it
 * @typedef {[name: string, limit: number, body: Body, scale?: number]} Case limit in ns; scale: of the body's time
 */

/**
 * Best nanoseconds of one of `count` repetitions.
 *
 * @param {Body} body
 * @param {number} count
 */
function measure(body, count) {
  let best = Infinity;
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    sink += body(count);
    best = Math.min(best, ((performance.now() - start) / count) * 1e6);
  }
  return best;
}

/**
 * What is measured of an engine; `free` releases what the peer would leak.
 *
 * @param {Mujoco} engine
 * @param {MjModel} model
 * @param {MjData} data
 * @param {boolean} free
 * @returns {Case[]}
 */
function cases(engine, model, data, free) {
  const handle = data.body('torso');
  const vector = new Float64Array([1, 2, 3]);
  const result = new engine.DoubleBuffer(3);
  const force = free ? new engine.DoubleBuffer(6) : new Float64Array(6);
  // every case has a loop of its own: a shared one would measure the call of its body
  return [
    [
      'data.qpos',
      10,
      (count) => {
        let sum = 0;
        for (let i = 0; i < count; i++) sum += data.qpos[0];
        return sum;
      },
    ],
    [
      'data.time',
      10,
      (count) => {
        let sum = 0;
        for (let i = 0; i < count; i++) sum += data.time;
        return sum;
      },
    ],
    [
      'model.opt.timestep',
      15,
      (count) => {
        let sum = 0;
        for (let i = 0; i < count; i++) sum += model.opt.timestep;
        return sum;
      },
    ],
    [
      "data.body('torso').xpos",
      100,
      (count) => {
        let sum = 0;
        for (let i = 0; i < count; i++) sum += data.body('torso').xpos[0];
        return sum;
      },
    ],
    [
      'the same, handle kept',
      10,
      (count) => {
        let sum = 0;
        for (let i = 0; i < count; i++) sum += handle.xpos[0];
        return sum;
      },
    ],
    [
      'mju_add3, typed arrays',
      100,
      (count) => {
        for (let i = 0; i < count; i++) engine.mju_add3(result, vector, vector);
        return 0;
      },
    ],
    [
      'mju_dot',
      100,
      (count) => {
        let sum = 0;
        for (let i = 0; i < count; i++) sum += engine.mju_dot(vector, vector);
        return sum;
      },
    ],
    [
      'mj_contactForce',
      100,
      (count) => {
        for (let i = 0; i < count; i++) engine.mj_contactForce(model, data, 0, force);
        return 0;
      },
    ],
    [
      'all 800 contacts',
      50_000,
      (count) => {
        let sum = 0;
        for (let k = 0; k < count; k += 1000) {
          const contacts = data.contact;
          const total = contacts.size();
          for (let i = 0; i < total; i++) {
            const contact = /** @type {MjContact} */ (contacts.get(i));
            sum += contact.dist;
            if (free) contact.delete();
          }
          if (free) contacts.delete();
        }
        return sum;
      },
      1000,
    ],
  ];
}

/** @type {Map<string, { limit: number, peer?: number, limber?: number }>} */
const table = new Map();
for (const [
  name,
  loadEngine,
  count,
] of /** @type {['peer' | 'limber', typeof loadLimber, number][]} */ ([
  ['peer', loadPeer, 20_000],
  ['limber', loadLimber, 1_000_000],
])) {
  const engine = await loadEngine({ print() {}, printErr() {} });
  const model = engine.MjModel.from_xml_string(xml);
  const data = new engine.MjData(model);
  engine.mj_forward(model, data);
  for (const [what, limit, body, scale = 1] of cases(engine, model, data, name === 'peer')) {
    const row = table.get(what) ?? { limit };
    row[name] = measure(body, count) * scale;
    table.set(what, row);
  }
}

// the pleasant interface has no counterpart
const sim = await load(xml);
const torso = sim.body('torso');
for (const [what, limit, body] of /** @type {Case[]} */ ([
  [
    "sim.body('torso').xpos",
    100,
    (count) => {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += sim.body('torso').xpos[0];
      return sum;
    },
  ],
  [
    'the same, kept',
    10,
    (count) => {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += torso.xpos[0];
      return sum;
    },
  ],
])) {
  table.set(what, { limit, limber: measure(body, 1_000_000) });
}

/** @param {number | undefined} value */
const show = (value) => (value === undefined ? '-' : value.toFixed(1)).padStart(11);
console.log('ns each                          peer      limber       limit');
for (const [what, { peer, limber, limit }] of table)
  console.log(`${what.padEnd(26)}${show(peer)} ${show(limber)} ${show(limit)}`);
if (!Number.isFinite(sink)) console.log('a number went bad');
