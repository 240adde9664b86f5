// What simulations in workers are to `instanceof`; simulation.js has all that they do.
import { SimulationReader } from '../sim/reader.js';

/**
 * A simulation in a worker.
 * @template {import('../sim/types.js').ModelNames} [N=import('../sim/types.js').ModelNames]
 * @extends {SimulationReader<N>}
 */
export class RemoteSimulationKind extends SimulationReader {}

/** States of a simulation in a worker. */
export class RemoteHistoryKind {}
