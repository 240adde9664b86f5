// A compiled model passed from one engine to another, as MJB.

/**
 * @param {Mujoco} from the engine that compiled it
 * @param {Mujoco} to
 * @param {MjModel} model stays as it is
 */
export function handOver(from, to, model) {
  const buffer = new from.Uint8Buffer(Number(from.mj_sizeModel(model)));
  try {
    from.mj_saveModel(model, null, buffer);
    return to.MjModel.from_binary_buffer(buffer.GetView());
  } finally {
    buffer.delete();
  }
}
