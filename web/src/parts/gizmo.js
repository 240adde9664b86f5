// Commands that move, turn and size the selected element by a handle; loaded when they are first used.
import { hint } from '../dom.js';

/** Kinds that a handle moves, by their names in mjtObj. */
const movable = /** @type {const} */ ({
  mjOBJ_BODY: 'body',
  mjOBJ_XBODY: 'body',
  mjOBJ_GEOM: 'geom',
  mjOBJ_SITE: 'site',
  mjOBJ_JOINT: 'joint',
});

class Gizmos {
  /** @param {import('../studio.js').Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {import('../mjcf/gizmo.js').Gizmo | import('../mjcf/joint_gizmo.js').JointGizmo | null} */
    this.gizmo = null;
    /** Counts closings: a handle that was asked for before does not come any more. */
    this.closed = 0;
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
    if (!chosen || chosen.kind === (sizes ? 'body' : 'joint')) {
      hint(
        `Select a ${sizes ? 'joint, a ' : 'body, a '}geom or a site first: in the tab Model, or by a double click.`,
      );
      return;
    }
    const { closed } = this;
    const { Gizmo, frameOf } = await import('../mjcf/gizmo.js');
    const { ModelEdits } = await import('../mjcf/edits.js');
    // another element may have been chosen meanwhile
    if (closed !== this.closed) return;
    const edits = new ModelEdits(studio);
    const place = edits.place(chosen);
    if (!place) {
      edits.refuse(chosen);
      return;
    }
    if (chosen.kind === 'joint') return this.toggleRange(chosen);
    const frame = await frameOf(studio, place);
    if (closed !== this.closed) return;
    this.gizmo = new Gizmo(studio, chosen, sizes, frame);
    this.fit();
    hint('Drag the handle: the text of the model follows.');
  }

  /** @param {import('../mjcf/edits.js').Chosen} chosen a joint */
  async toggleRange(chosen) {
    const { studio } = this;
    const { mujoco, simulation } = studio;
    const { mjJNT_HINGE, mjJNT_SLIDE } = mujoco.mjtJoint;
    const type = simulation?.model.jnt_type[chosen.id];
    if (type !== mjJNT_HINGE.value && type !== mjJNT_SLIDE.value) {
      hint('Hinges and slides have a range that a handle sets.');
      return;
    }
    const { closed } = this;
    const { JointGizmo } = await import('../mjcf/joint_gizmo.js');
    if (closed !== this.closed) return;
    this.gizmo = new JointGizmo(studio, chosen);
    this.fit();
    hint('Drag the handle: the nearer end of the range goes there.');
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
    this.closed++;
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
    title: 'Size what is selected, or set the range of a joint, in the text of the model',
    key: 'Shift+s',
    run: () => toggle(true),
  });
  return gizmos;
}
