// The selected body, site or geom gets a handle: it is dragged, and the robot follows, by inverse kinematics in pause and by its
// actuators while it runs.
import { hint } from '../dom.js';

/** Kinds of elements that can be dragged, by their names in mjtObj. */
const kinds = /** @type {const} */ ({
  mjOBJ_SITE: 'site',
  mjOBJ_BODY: 'body',
  mjOBJ_XBODY: 'body',
  mjOBJ_GEOM: 'geom',
});

class Reaching {
  /** @type {import('limber/control/handles').ReachHandle | null} */
  handle = null;
  #last = 0;
  #next = 0;

  /** @param {import('../studio.js').Studio} studio */
  constructor(studio) {
    this.studio = studio;
    studio.on('model', () => this.close());
    studio.onAny(['reset', 'state'], () => this.handle?.restart());
    studio.beforeStep.add(() => this.#drive());
  }

  /** What is selected, as a handle takes it. */
  #selected() {
    const { mujoco, selected } = this.studio;
    if (!selected) return null;
    const names = /** @type {(keyof typeof kinds)[]} */ (Object.keys(kinds));
    const kind = names.find((name) => mujoco.mjtObj[name].value === selected.type);
    return kind ? { [kinds[kind]]: selected.id } : null;
  }

  /** A handle for what is selected, or none any more. @param {boolean} turns whether it is turned as well */
  async toggle(turns) {
    const { studio } = this;
    if (this.handle) return this.close();
    const { simulation } = studio;
    const what = this.#selected();
    if (!what || !simulation)
      return hint('Select a body, a site or a geom first: by a double click, or in the tab Model.');
    const { ReachHandle } = await import('limber/control/handles');
    if (studio.simulation !== simulation) return;
    const onStart = () => studio.keepState('Undone: a drag of the handle');
    this.handle = new ReachHandle(studio.stage, simulation, { ...what, turns, onStart });
    this.#last = performance.now();
    this.#next = requestAnimationFrame((now) => this.#frame(now));
    hint(
      this.handle.reach.isDriven
        ? 'Drag the handle: the joints follow in pause, the actuators while it runs.'
        : 'Drag the handle in pause: nothing drives these joints while it runs.',
    );
  }

  close() {
    cancelAnimationFrame(this.#next);
    this.handle?.dispose();
    this.handle = null;
  }

  #drive() {
    if (!this.handle?.reach.isDriven) return;
    this.handle.beforeStep();
  }

  /** @param {number} now */
  #frame(now) {
    const { studio, handle } = this;
    this.#next = requestAnimationFrame((next) => this.#frame(next));
    const seconds = (now - this.#last) / 1000;
    this.#last = now;
    if (handle?.frame(seconds, !studio.running)) studio.changed();
  }
}

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addReach(studio, commands) {
  const reaching = new Reaching(studio);
  const group = 'Control';
  commands.add({
    id: 'reach',
    group,
    title: 'Drag what is selected by a handle, or end it',
    key: 'Shift+g',
    run: () => studio.attempt(() => reaching.toggle(false)),
  });
  commands.add({
    id: 'reach-turn',
    group,
    title: 'Drag and turn what is selected by a handle, or end it',
    run: () => studio.attempt(() => reaching.toggle(true)),
  });
  return reaching;
}
