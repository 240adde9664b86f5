// The engine with the peer's model compiler: models are loaded by the peer and handed over as MJB. For the side by side
// comparison of the engine alone: OURS=$PWD/tests/conformance/via_mjb.mjs node ../shared/conformance/compare.mjs
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';
import { handOver } from './hand_over.mjs';

/** @param {import('limber/mujoco').EngineOptions} options */
export default async function load(options) {
  const [peer, limber] = await Promise.all([loadPeer(options), loadLimber(options)]);
  /** The peer's folders by ours. @type {WeakMap<object, InstanceType<Mujoco['MjVFS']>>} */
  const folders = new WeakMap();
  const folderOf = (/** @type {object} */ vfs) =>
    /** @type {InstanceType<Mujoco['MjVFS']>} */ (folders.get(vfs));
  class MjVFS {
    constructor() {
      folders.set(this, new peer.MjVFS());
    }

    /** @param {string} name @param {Uint8Array} bytes */
    addBuffer(name, bytes) {
      folderOf(this).addBuffer(name, bytes);
    }
  }
  const MjModel = {
    /** @param {string} path @param {object} vfs */
    from_xml_path(path, vfs) {
      const model = peer.MjModel.from_xml_path(path, folderOf(vfs));
      try {
        return handOver(peer, limber, model);
      } finally {
        model.delete();
      }
    },
  };
  return new Proxy(limber, {
    get: (target, name) =>
      name === 'MjVFS' ? MjVFS : name === 'MjModel' ? MjModel : Reflect.get(target, name),
  });
}
