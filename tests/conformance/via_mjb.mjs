// The engine with the peer's model compiler: models are loaded by the peer and handed over as MJB. For the side by side
// comparison of the engine alone: OURS=$PWD/tests/conformance/via_mjb.mjs node ../shared/conformance/compare.mjs
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';
import { handOver } from './hand_over.mjs';

export default async function load(options) {
  const [peer, limber] = await Promise.all([loadPeer(options), loadLimber(options)]);
  const folders = new WeakMap();
  class MjVFS {
    constructor() {
      folders.set(this, new peer.MjVFS());
    }

    addBuffer(name, bytes) {
      folders.get(this).addBuffer(name, bytes);
    }
  }
  const MjModel = {
    from_xml_path(path, vfs) {
      const model = peer.MjModel.from_xml_path(path, folders.get(vfs));
      try {
        return handOver(peer, limber, model);
      } finally {
        model.delete();
      }
    },
  };
  return new Proxy(limber, {
    get: (target, name) => (name === 'MjVFS' ? MjVFS : name === 'MjModel' ? MjModel : target[name]),
  });
}
