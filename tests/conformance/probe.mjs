#!/usr/bin/env node
// Checks stages of the native engine against the peer without our own model compiler: the peer loads the model and hands it over
// as MJB, both get the same state, both run the stages, and every field of mjData is compared.
//
//   node tests/conformance/probe.mjs MODEL... [--build debug|release] [--call f,g] [--inject] [--fields REGEX] [--all]
//
// MODEL  a file below ../shared/models/<set>, or a part of its path (every match is run)
// --call   stages to run on our side, after which fields are compared with the peer's after mj_forward; default mj_forward
// --step N run N steps on both sides instead, compare qpos, qvel, act
// --peer f,g  stages to run on the peer after mj_forward, such as those that it leaves out by default
// --integrator N  as mjtIntegrator, instead of the model's own
// --inject give our side all of the peer's results first (so that one stage can be tested alone)
// --fields only fields that match; --all lists every field with its error; --states 0,1,2 as in ../shared/conformance
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import load from '@mujoco/mujoco';
import { distance, listModels, loadModel, random } from './harness.mjs';
import { found, functionsOf, valuesOf } from '../helpers.mjs';

/** @typedef {Float64Array | Int32Array | Float32Array | Uint8Array | BigInt64Array} Numbers */
/** @typedef {Record<string, Numbers>} Fields */
/** @typedef {Record<string, number[]>} ContactFields */
/** @typedef {[name: string, error: number, theirs: ArrayLike<number>, ours: ArrayLike<number>]} Difference */

const args = process.argv.slice(2);
const opt = {
  build: 'debug',
  call: 'mj_forward',
  inject: false,
  fields: /./,
  all: false,
  states: [0, 1, 2],
  step: 0,
  peer: /** @type {string[]} */ ([]),
  integrator: -1,
  models: /** @type {string[]} */ ([]),
};
for (let i = 0; i < args.length; i++) {
  if (args[i] === '--build') opt.build = args[++i];
  else if (args[i] === '--call') opt.call = args[++i];
  else if (args[i] === '--inject') opt.inject = true;
  else if (args[i] === '--fields') opt.fields = new RegExp(args[++i]);
  else if (args[i] === '--all') opt.all = true;
  else if (args[i] === '--step') opt.step = +args[++i];
  else if (args[i] === '--peer') opt.peer = args[++i].split(',');
  else if (args[i] === '--integrator') opt.integrator = +args[++i];
  else if (args[i] === '--states') opt.states = args[++i].split(',').map(Number);
  else opt.models.push(args[i]);
}

// content that is each engine's own business
const skip = /^(buffer|arena|signature|.*bvh.*|plugin.*|threadpool|efc_Y.*|map_.*|history|efm_c)$/;
/** By fields: the first that matches. @type {[RegExp, number][]} */
const tolerance = [
  [
    /^(x|geom_x|site_x|cam_x|light_x|subtree_com|cdof$|cinert|crb|ten_length|wrap_x|actuator_length)/,
    1e-9,
  ],
  [
    /^(cvel|cdof_dot|ten_velocity|actuator_velocity|qfrc_(bias|spring|damper|gravcomp|fluid|passive))/,
    1e-8,
  ],
  [/^(act_dot|actuator_force|qfrc_(actuator|smooth)|qacc_smooth)/, 1e-7],
  [/./, 1e-5],
];
/** @param {string} name */
const toleranceOf = (name) => found(tolerance.find(([re]) => re.test(name)))[1];

const peer = await load({ print() {}, printErr() {} });
const modelsRoot = path.resolve('../shared/models');
const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'probe-'));
process.on('exit', () => fs.rmSync(temp, { recursive: true, force: true }));

/** @param {string} name @param {Numbers} array */
function record(name, array) {
  const type =
    array instanceof Float64Array
      ? 0
      : array instanceof Int32Array
        ? 1
        : array instanceof Float32Array
          ? 2
          : array instanceof BigInt64Array || array instanceof BigUint64Array
            ? 4
            : 3;
  return rawRecord(
    name,
    type,
    array.length,
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
  );
}
/** @param {string} name @param {number} type @param {number} count @param {Uint8Array} bytes */
function rawRecord(name, type, count, bytes) {
  const head = Buffer.alloc(17 + name.length);
  head.writeBigInt64LE(BigInt(name.length), 0);
  head.write(name, 8);
  head.writeUInt8(type, 8 + name.length);
  head.writeBigInt64LE(BigInt(count), 9 + name.length);
  return Buffer.concat([head, bytes]);
}
/** @param {NonSharedBuffer} buffer */
function records(buffer) {
  /** @type {Fields} */
  const fields = {};
  /** @type {ContactFields} */
  let contacts = {};
  for (let p = 0; p < buffer.length;) {
    const length = Number(buffer.readBigInt64LE(p)),
      name = buffer.toString('latin1', p + 8, p + 8 + length);
    const type = buffer[p + 8 + length],
      count = Number(buffer.readBigInt64LE(p + 9 + length));
    p += 17 + length;
    const size = [8, 4, 4, 1, 8, contactBytes][type] * count;
    const bytes = new Uint8Array(buffer.subarray(p, p + size)).buffer;
    if (type === 5) contacts = contactsFrom(bytes, count);
    else
      fields[name] = new [Float64Array, Int32Array, Float32Array, Uint8Array, BigInt64Array][type](
        bytes,
      );
    p += size;
  }
  return { fields, contacts };
}

const contactNumbers = {
  dist: 1,
  pos: 3,
  frame: 9,
  includemargin: 1,
  friction: 5,
  solref: 2,
  solreffriction: 2,
  solimp: 5,
  adhesion: 1,
  mu: 1,
  H: 36,
};
const contactInts = {
  dim: 1,
  geom1: 1,
  geom2: 1,
  geom: 2,
  flex: 2,
  elem: 2,
  vert: 2,
  exclude: 1,
  efc_address: 1,
};
const numberBytes = 8 * Object.values(contactNumbers).reduce((a, b) => a + b);
const intBytes = 4 * Object.values(contactInts).reduce((a, b) => a + b);
const contactBytes = Math.ceil((numberBytes + intBytes) / 8) * 8;
/** @param {MjData} data */
function packContacts(data) {
  const n = data.ncon,
    bytes = Buffer.alloc(n * contactBytes),
    all = data.contact;
  for (let i = 0; i < n; i++) {
    const c = found(all.get(i));
    /** @type {(field: string) => Iterable<number>} */
    const numbersOf = (field) => {
      const value = /** @type {number | Float64Array} */ (valuesOf(c)[field]);
      return typeof value === 'number' ? [value] : value;
    };
    let p = i * contactBytes;
    for (const f of Object.keys(contactNumbers))
      for (const v of numbersOf(f)) {
        bytes.writeDoubleLE(v, p);
        p += 8;
      }
    for (const f of Object.keys(contactInts))
      for (const v of numbersOf(f)) {
        bytes.writeInt32LE(v, p);
        p += 4;
      }
    c.delete();
  }
  all.delete();
  return bytes;
}
// structure of arrays, one field 'contact.dist' etc.
/** @param {ArrayBuffer} bytes @param {number} count */
function contactsFrom(bytes, count) {
  const view = new DataView(bytes);
  /** @type {ContactFields} */
  const out = {};
  for (const f of Object.keys({ ...contactNumbers, ...contactInts })) out[f] = [];
  for (let i = 0; i < count; i++) {
    let p = i * contactBytes;
    for (const [f, k] of Object.entries(contactNumbers))
      for (let j = 0; j < k; j++, p += 8) out[f].push(view.getFloat64(p, true));
    for (const [f, k] of Object.entries(contactInts))
      for (let j = 0; j < k; j++, p += 4) out[f].push(view.getInt32(p, true));
  }
  return out;
}

/** @param {MjData} object */
function fieldNames(object) {
  const names = [];
  for (
    let p = Object.getPrototypeOf(object);
    p && p !== Object.prototype;
    p = Object.getPrototypeOf(p)
  ) {
    for (const [n, desc] of Object.entries(Object.getOwnPropertyDescriptors(p)))
      if (desc.get) names.push(n);
  }
  return names;
}
/** @param {MjData} data */
function peerFields(data) {
  /** @type {Fields} */
  const out = {};
  for (const n of fieldNames(data)) {
    let v;
    try {
      v = valuesOf(data)[n];
    } catch {
      continue;
    }
    if (ArrayBuffer.isView(v)) out[n] = /** @type {Float64Array} */ (v).slice();
    else if (typeof v === 'number' && n !== 'pstack')
      out[n] = n === 'time' ? Float64Array.of(v) : Int32Array.of(v);
  }
  return out;
}

// the states of ../shared/conformance/checks.mjs
/** @param {MjModel} m @param {MjData} d @param {number} k @param {import('./harness.mjs').Random} rnd */
function setState(m, d, k, rnd) {
  if (m.nkey > 0) peer.mj_resetDataKeyframe(m, d, 0);
  else peer.mj_resetData(m, d);
  if (k === 0) return;
  const scale = k === 1 ? 0.02 : 0.2,
    q = new peer.DoubleBuffer(m.nq);
  q.GetView().set(d.qpos);
  peer.mj_integratePos(
    m,
    q,
    Float64Array.from({ length: m.nv }, () => scale * rnd.normal()),
    1,
  );
  d.qpos.set(q.GetView());
  q.delete();
  d.qvel.set(Float64Array.from({ length: m.nv }, () => 3 * scale * rnd.normal()));
  const r = m.actuator_ctrlrange;
  d.ctrl.set(
    Float64Array.from({ length: m.nu }, (_, i) =>
      r[2 * i] < r[2 * i + 1]
        ? r[2 * i] + rnd.uniform() * (r[2 * i + 1] - r[2 * i])
        : rnd.normal() * 0.5,
    ),
  );
  d.act.set(Float64Array.from({ length: m.na }, () => rnd.uniform()));
}

const stateNames = [
  'qpos',
  'qvel',
  'act',
  'ctrl',
  'mocap_pos',
  'mocap_quat',
  'qacc_warmstart',
  'history',
  'time',
];
const counts = ['ncon', 'ne', 'nf', 'nl', 'nefc', 'nJ', 'nA', 'nisland', 'nidof'];

/** @param {MjModel} m @param {MjData} d @param {number} k @param {import('./harness.mjs').Random} rnd */
function runState(m, d, k, rnd) {
  setState(m, d, k, rnd);
  const input = [];
  for (const n of stateNames) {
    const value = valuesOf(d)[n];
    input.push(record(n, n === 'time' ? Float64Array.of(d.time) : /** @type {Numbers} */ (value)));
  }
  if (opt.step) for (let i = 0; i < opt.step; i++) peer.mj_step(m, d);
  else peer.mj_forward(m, d);
  for (const f of opt.peer) functionsOf(peer)[f](m, d);
  const theirs = peerFields(d);
  const contacts = packContacts(d);
  if (opt.inject) {
    for (const [n, v] of Object.entries(theirs)) {
      if (
        stateNames.includes(n) ||
        skip.test(n) ||
        (v.length === 1 && typeof valuesOf(d)[n] === 'number' && !counts.includes(n)) ||
        ['solver_niter', 'solver_nnz', 'solver_fwdinv', 'energy'].includes(n)
      )
        continue;
      input.push(record(n, v));
    }
    if (d.ncon) input.push(rawRecord('contact', 5, d.ncon, contacts));
  }
  fs.writeFileSync(path.join(temp, 'in'), Buffer.concat(input));
  const calls = opt.step ? Array(opt.step).fill('mj_step').join(',') : opt.call;
  const run = spawnSync(
    path.resolve('build', opt.build, 'probe'),
    [path.join(temp, 'm.mjb'), path.join(temp, 'in'), path.join(temp, 'out'), calls],
    { encoding: 'utf8' },
  );
  if (run.status !== 0)
    return {
      crash: (run.stderr || String(run.signal))
        .split('\n')
        .slice(0, opt.all ? 60 : 12)
        .join('\n'),
    };
  const { fields, contacts: ourContacts } = records(fs.readFileSync(path.join(temp, 'out')));
  const bytes = new Uint8Array(contacts).buffer;
  const theirContacts = contactsFrom(bytes, contacts.length / contactBytes);
  /** @type {Record<string, Numbers | number[]>} */
  const ours = { ...fields };
  /** @type {Record<string, Numbers | number[]>} */
  const wanted = { ...theirs };
  for (const f of Object.keys(theirContacts))
    if (!/^(mu|H|exclude|efc_address)$/.test(f)) {
      ours[`contact.${f}`] = ourContacts[f] ?? [];
      wanted[`contact.${f}`] = theirContacts[f];
    }
  /** @type {Difference[]} */
  const bad = [];
  for (const [n, v] of Object.entries(ours)) {
    if (
      !(n in wanted) ||
      skip.test(n) ||
      !opt.fields.test(n) ||
      (opt.step && !/^(qpos|qvel|act)$/.test(n))
    )
      continue;
    const [expected, actual] = /** @type {ArrayLike<number>[]} */ ([wanted[n], v]);
    const e = distance(expected, actual);
    if (opt.all || !(e <= toleranceOf(n))) bad.push([n, e, expected, actual]);
  }
  return { bad };
}

let good = 0,
  total = 0;
/** @type {Record<string, number>} */
const byField = {};
for (const set of fs.readdirSync(modelsRoot)) {
  const root = path.join(modelsRoot, set);
  if (!fs.statSync(root).isDirectory()) continue;
  for (const xml of listModels(root)) {
    const name = `${set}/${xml}`;
    if (opt.models.length && !opt.models.some((t) => name.includes(t))) continue;
    let m;
    try {
      m = loadModel(peer, root, xml);
    } catch {
      continue;
    }
    if (opt.integrator >= 0) m.opt.integrator = opt.integrator;
    const size = Number(peer.mj_sizeModel(m)),
      buffer = new peer.Uint8Buffer(size);
    peer.mj_saveModel(m, null, buffer);
    fs.writeFileSync(path.join(temp, 'm.mjb'), buffer.GetView());
    buffer.delete();
    const d = new peer.MjData(m),
      rnd = random(1);
    const lines = [];
    for (const k of opt.states) {
      const { crash, bad = [] } = runState(m, d, k, rnd);
      if (crash) {
        lines.push(`  @${k} CRASH ${crash}`);
        byField.CRASH = (byField.CRASH ?? 0) + 1;
        continue;
      }
      for (const [n] of bad) byField[n] = (byField[n] ?? 0) + 1;
      if (bad.length)
        lines.push(
          `  @${k} ${bad
            .slice(0, opt.all ? 999 : 8)
            .map(
              ([n, e, a, b]) =>
                `${n} ${e.toExponential(1)}${a.length !== b.length ? ` (${a.length} vs ${b.length})` : ''}`,
            )
            .join(', ')}${bad.length > 8 && !opt.all ? ` +${bad.length - 8}` : ''}`,
        );
      if (process.env.VALUES)
        for (const [n, , a, b] of bad)
          console.log(
            n,
            '\n peer',
            Array.from(a)
              .slice(0, 40)
              .map((x) => +(+x).toPrecision(8))
              .join(' '),
            '\n ours',
            Array.from(b)
              .slice(0, 40)
              .map((x) => +(+x).toPrecision(8))
              .join(' '),
          );
    }
    d.delete();
    m.delete();
    total++;
    if (!lines.length) good++;
    console.log(
      `${lines.length ? 'DIFF' : 'same'} ${name}${lines.length ? '\n' + lines.join('\n') : ''}`,
    );
  }
}
console.log(
  `\n${good} / ${total} models same. Failing fields: ${Object.entries(byField)
    .sort((a, b) => b[1] - a[1])
    .map(([n, c]) => `${n}:${c}`)
    .join(' ')}`,
);
