// three's WebXRManager, once there is a session: most visits never have one. Until then this stands for it.

/** @typedef {import('three').WebXRManager} Manager */
/** What has functions, as their names come. @typedef {Record<string | symbol, unknown>} Named */

/**
 * Something that is a WebXRManager as soon as a session is given to it.
 * @param {() => Promise<Manager>} load makes the manager
 * @returns {Manager}
 */
export function laterXr(load) {
  /** @type {Named | null} */
  let manager = null;
  /** What was asked of it before, in order. @type {((manager: Named) => void)[]} */
  const asked = [];
  /** @type {Named} */
  const waiting = {
    enabled: false,
    isPresenting: false,
    getSession: () => null,
    /** @param {XRSession} session */
    async setSession(session) {
      try {
        manager = /** @type {Named} */ (/** @type {unknown} */ (await load()));
      } catch {
        await session.end();
        throw new Error('What draws in a headset could not be fetched. Try again.');
      }
      for (const action of asked) action(manager);
      return /** @type {Manager} */ (/** @type {unknown} */ (manager)).setSession(session);
    },
  };
  const stand = new Proxy(waiting, {
    get(_, name) {
      if (manager) return manager[name];
      if (name in waiting) return waiting[name];
      return (/** @type {unknown[]} */ ...given) => {
        asked.push((one) => Reflect.apply(/** @type {Function} */ (one[name]), one, given));
      };
    },
    set(_, name, value) {
      if (manager) manager[name] = value;
      else {
        waiting[name] = value;
        asked.push((one) => (one[name] = value));
      }
      return true;
    },
  });
  return /** @type {Manager} */ (/** @type {unknown} */ (stand));
}
