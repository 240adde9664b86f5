// Hashes of a model and of what its steps give. This file runs in Node, in its workers and in browsers;
// tests/c/state_hash.c is the same natively.

/** Two mixed sums over words of 32 bits. */
class Hash {
  #a = 1;
  #b = 2;

  /** @param {Uint32Array | number[]} words */
  addWords(words) {
    let [a, b] = [this.#a, this.#b];
    for (const word of words) {
      a = Math.imul(a ^ word, 0x9e3779b1);
      a ^= a >>> 15;
      b = Math.imul(b ^ word, 0x85ebca77);
      b ^= b >>> 13;
    }
    [this.#a, this.#b] = [a, b];
  }

  /** What is left of the last word counts as zeros. @param {ArrayBufferView} array */
  addBytes({ buffer, byteOffset, byteLength }) {
    const bytes = new Uint8Array(4 * Math.ceil(byteLength / 4));
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength));
    this.addWords(new Uint32Array(bytes.buffer));
  }

  toString() {
    return [this.#a, this.#b].map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

/** The bytes of a model's MJB. @param {Mujoco} mujoco @param {MjModel} model */
export function bytesOf(mujoco, model) {
  const buffer = new mujoco.Uint8Buffer(Number(mujoco.mj_sizeModel(model)));
  try {
    mujoco.mj_saveModel(model, null, buffer);
    return buffer.GetView().slice();
  } finally {
    buffer.delete();
  }
}

/** State, then what was computed from it last. @param {Mujoco} mujoco @param {MjModel} model @param {MjData} data */
function hashOfState(mujoco, model, data) {
  const kind = mujoco.mjtState.mjSTATE_INTEGRATION.value;
  const state = new mujoco.DoubleBuffer(mujoco.mj_stateSize(model, kind));
  mujoco.mj_getState(model, data, state, kind);
  const hash = new Hash();
  const numbers = [state.GetView(), data.sensordata, data.qacc, data.qfrc_constraint];
  for (const array of [...numbers, data.efc_force, data.xpos, data.xquat, data.flexvert_xpos])
    hash.addBytes(array);
  hash.addWords([data.ncon, data.nisland]);
  state.delete();
  return String(hash);
}

/** Controls go up and down between -0.3 and 0.3, each actuator at another phase. @param {number} step @param {number} actuator */
const control = (step, actuator) => 0.3 * (Math.abs(((step + 11 * actuator) % 88) - 44) / 22 - 1);

/**
 * The hash of a model's MJB, then one after every so many steps.
 *
 * @param {Mujoco} mujoco
 * @param {Uint8Array} bytes of the MJB
 * @param {{ steps: number, every: number }} run
 */
export function traceOf(mujoco, bytes, { steps, every }) {
  const model = mujoco.MjModel.from_binary_buffer(bytes);
  const data = new mujoco.MjData(model);
  try {
    const hash = new Hash();
    hash.addBytes(bytesOf(mujoco, model));
    const trace = [String(hash)];
    for (let step = 0; step < steps; step++) {
      for (let i = 0; i < model.nu; i++) data.ctrl[i] = control(step, i);
      mujoco.mj_step(model, data);
      if ((step + 1) % every === 0) trace.push(hashOfState(mujoco, model, data));
    }
    return trace;
  } finally {
    data.delete();
    model.delete();
  }
}
