// A worker of Node that steps models for tests/determinism/hosts.mjs.
import { parentPort } from 'node:worker_threads';
import load from '../../js/mujoco.js';
import { found, messageOf } from '../helpers.mjs';
import { traceOf } from './trace.mjs';

const mujoco = await load({ print() {}, printErr() {} });
const port = found(parentPort);
port.on('message', ({ bytes, run }) => {
  try {
    port.postMessage({ trace: traceOf(mujoco, bytes, run) });
  } catch (error) {
    port.postMessage({ error: messageOf(error) });
  }
});
