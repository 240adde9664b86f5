// The peer has the interface of js/mujoco.d.ts: that both do the same is what the tests compare. Its own declarations leave out
// names, arrays of booleans, and the arrays that functions take besides buffers.
import type { EngineOptions } from '../../js/mujoco.js';

export default function loadPeer(options?: EngineOptions): Promise<Mujoco>;
