// Commands that move, turn and size the selected element by a handle; loaded when they are first used.
import { hint } from '../dom.js';

/** Kinds that a handle moves, by their names in mjtObj. */
const movable = /** @type {const} */ ({
  mjOBJ_BODY: 'body',
  mjOBJ_XBODY: 'body',
  mjOBJ_GEOM: 'geom',
  mjOBJ_SITE: 'site',
});

class Gizmos {
  /** @param {import('../studio.js').Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {import('../mjcf/gizmo.js').Gizmo | null} */
    this.gizmo = null;
    studio.on('model', ({ kept }) => this.follow(kept));
    studio.on('select', () => this.close());
    studio.onAny(['frame', 'state'], () => this.fit());
  }

  /** The selected element, if a handle can move it. */
  get chosen() {
    const { selected, mujoco, simulation } = this.studio;
    if (!selected || !simulation) return null;
    const names = /** @type {(keyof typeof movable)[]} */ (Object.keys(movable));
    const kind = names.find((name) => mujoco.mjtObj[name].value === selected.type);
    const { id, type } = selected;
    if (!kind || (movable[kind] === 'body' && id === 0)) return null;
    const label = mujoco.mj_id2name(simulation.model, type, id) || `${movable[kind]} ${id}`;
    return { kind: movable[kind], id, label };
  }

  /** @param {boolean} sizes */
  async toggle(sizes) {
    const { studio, chosen } = this;
    const same = this.gizmo?.sizes === sizes;
    this.close();
    if (same) return;
    if (!chosen || (sizes && chosen.kind === 'body')) {
      hint(
        `Select a ${sizes ? '' : 'body, a '}geom or a site first: in the tab Model, or by a double click.`,
      );
      return;
    }
    const { Gizmo } = await import('../mjcf/gizmo.js');
    const gizmo = new Gizmo(studio, chosen, sizes);
    const place = gizmo.edits.place(chosen);
    if (!place || place.element.parent?.tag === 'frame') {
      gizmo.dispose();
      gizmo.edits.refuse(chosen);
      return;
    }
    this.gizmo = gizmo;
    this.fit();
    hint('Drag the handle: the text of the model follows.');
  }

  /** Another model runs. @param {boolean} kept the same, edited: the handle stays */
  follow(kept) {
    const { gizmo, studio } = this;
    this.close();
    if (!kept || !gizmo) return;
    const { mujoco } = studio;
    const type =
      mujoco.mjtObj[/** @type {'mjOBJ_BODY'} */ (`mjOBJ_${gizmo.chosen.kind.toUpperCase()}`)].value;
    const { id } = gizmo.chosen;
    // the edit is over when its listeners are
    queueMicrotask(() => {
      studio.select({ type, id });
      studio.attempt(() => this.toggle(gizmo.sizes));
    });
  }

  fit() {
    const { gizmo, studio } = this;
    if (gizmo && studio.stage.camera) gizmo.handle.fit(studio.stage.camera);
    if (gizmo && studio.running) gizmo.follow();
  }

  close() {
    this.gizmo?.dispose();
    this.gizmo = null;
  }
}

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addGizmos(studio, commands) {
  const gizmos = new Gizmos(studio);
  const group = 'Model';
  const toggle = (/** @type {boolean} */ sizes) => studio.attempt(() => gizmos.toggle(sizes));
  commands.add({
    id: 'move-element',
    group,
    title: 'Move and turn what is selected, in the text of the model',
    key: 'Shift+m',
    run: () => toggle(false),
  });
  commands.add({
    id: 'size-element',
    group,
    title: 'Size what is selected, in the text of the model',
    key: 'Shift+s',
    run: () => toggle(true),
  });
  return gizmos;
}
