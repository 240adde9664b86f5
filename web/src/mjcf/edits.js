// Edits of the model's text from the tree: attributes, and elements that are added, taken away, copied. The model is compiled anew
// and keeps its state; each edit can be undone.
import { hint } from '../dom.js';
import { locate } from './locate.js';
import {
  apply,
  insertAfter,
  insertInto,
  numberList,
  readElements,
  removeElement,
  setAttribute,
  textOf,
  withOwnNames,
} from './text.js';

/** @typedef {import('../studio.js').Studio} Studio */
/** An element of the tree. @typedef {{ kind: string, id: number, label: string }} Chosen */

/** What can be put into a body, as it begins. @type {Record<string, string>} */
export const additions = {
  body: '<body pos="0 0 1">\n  <freejoint/>\n  <geom size="0.1"/>\n</body>',
  geom: '<geom type="box" size="0.1 0.1 0.1"/>',
  site: '<site size="0.02"/>',
  joint: '<joint type="hinge" axis="0 1 0"/>',
  camera: '<camera pos="0 -2 1" xyaxes="1 0 0 0 0.4 0.9"/>',
  light: '<light pos="0 0 3"/>',
};
/** Bodies that hang on others turn about a hinge: only those of the world are free. */
const HUNG =
  '<body pos="0 0 0.2">\n  <joint type="hinge" axis="0 1 0"/>\n  <geom size="0.1"/>\n</body>';

/** Attributes that are shown as fields. @type {Record<string, string[]>} */
export const shownFields = {
  body: ['name', 'pos', 'quat', 'euler'],
  geom: ['name', 'type', 'pos', 'quat', 'size', 'rgba', 'mass'],
  site: ['name', 'pos', 'quat', 'size', 'rgba'],
  joint: ['name', 'pos', 'axis', 'range', 'damping'],
  camera: ['name', 'pos', 'xyaxes', 'fovy'],
  light: ['name', 'pos', 'dir'],
};

export class ModelEdits {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** What was copied, as text. */
    this.clip = '';
  }

  /** The text with the element in it; null where it cannot be edited. @param {Chosen} chosen */
  place({ kind, id }) {
    const { simulation, source } = this.studio;
    if (!simulation || source.binary || !/<mujoco/.test(source.xml)) return null;
    const root = readElements(source.xml);
    const element = locate(root, simulation, kind, id);
    return element && { text: source.xml, root, element };
  }

  /** The same, null for the world too: it is neither copied nor taken away. @param {Chosen} chosen */
  ownPlace(chosen) {
    const place = this.place(chosen);
    return place?.element.tag === 'worldbody' ? null : place;
  }

  /**
   * Runs a changed text; one that does not compile is told and not kept.
   * @param {string} next
   * @param {string} title
   * @param {import('../studio.js').Files} [files] those that the model has then
   */
  run(next, title, files = this.studio.source.files) {
    const { studio } = this;
    const { source } = studio;
    const before = source.xml;
    if (next === before) return true;
    const { edited } = studio;
    const isMore = files !== source.files;
    if (!studio.runModel({ ...edited, xml: next, ...(isMore ? { files } : {}) }, true)) {
      const error = studio.failed?.error;
      studio.runModel({ ...source }, true);
      studio.emit('error', error);
      return false;
    }
    studio.undo.push(
      `Undone: ${title}`,
      () => {
        if (studio.source.xml === next) studio.runText(before);
        else hint('The text was changed since: it stays as it is.');
      },
      true,
    );
    return true;
  }

  /** The value of an attribute as it is written, '' for none. @param {Chosen} chosen @param {string} name */
  read(chosen, name) {
    return this.place(chosen)?.element.value(name) ?? '';
  }

  /** @param {Chosen} chosen @param {Record<string, string>} values '' takes an attribute away */
  write(chosen, values) {
    const place = this.place(chosen);
    if (!place) return this.refuse(chosen);
    const { text, element } = place;
    const changes = Object.entries(values).map(([name, value]) =>
      setAttribute(text, element, name, value.trim()),
    );
    return this.run(apply(text, changes), `${Object.keys(values).join(', ')} of ${chosen.label}`);
  }

  /** @param {Chosen} chosen */
  remove(chosen) {
    const place = this.ownPlace(chosen);
    if (!place) return this.refuse(chosen);
    const { text, element } = place;
    return this.run(apply(text, [removeElement(text, element)]), `${chosen.label} deleted`);
  }

  /** @param {Chosen} chosen */
  copy(chosen) {
    const place = this.ownPlace(chosen);
    if (!place) return this.refuse(chosen);
    this.clip = textOf(place.text, place.element);
    hint(`Copied: ${chosen.label}`);
    return true;
  }

  /** A copy beside the element. @param {Chosen} chosen */
  duplicate(chosen) {
    const place = this.ownPlace(chosen);
    if (!place) return this.refuse(chosen);
    const { text, root, element } = place;
    const copy = this.aside(withOwnNames(textOf(text, element), root), chosen);
    return this.run(apply(text, [insertAfter(text, element, copy)]), `${chosen.label} duplicated`);
  }

  /** A copied body goes beside the first: bodies in one place burst apart. @param {string} copy @param {Chosen} chosen */
  aside(copy, { kind, id }) {
    const { simulation } = this.studio;
    if (kind !== 'body' || !simulation) return copy;
    const { model } = simulation;
    const from = model.body_geomadr[id];
    const sizes = Array.from(model.geom_rbound.subarray(from, from + model.body_geomnum[id]));
    const [element] = readElements(copy).children;
    const [x = 0, y = 0, z = 0] = numberList(element.value('pos') ?? '');
    const far = 2.2 * Math.max(0.05, ...sizes);
    return apply(copy, [
      setAttribute(copy, element, 'pos', `${Number((x + far).toFixed(4))} ${y} ${z}`),
    ]);
  }

  /** Puts what was copied into the body, or beside an element that is none. @param {Chosen} chosen */
  paste(chosen) {
    const place = this.place(chosen);
    if (!place) return this.refuse(chosen);
    if (!this.clip) return hint('Nothing was copied.');
    const { text, root, element } = place;
    const added = withOwnNames(this.clip, root);
    const put = chosen.kind === 'body' ? insertInto : insertAfter;
    return this.run(apply(text, [put(text, element, added)]), 'pasted');
  }

  /** Adds an element to a body. @param {Chosen} chosen @param {string} kind */
  add(chosen, kind) {
    const place = this.place(chosen);
    if (!place) return this.refuse(chosen);
    const { text, element } = place;
    const added = kind === 'body' && chosen.id > 0 ? HUNG : additions[kind];
    return this.run(apply(text, [insertInto(text, element, added)]), `a ${kind} added`);
  }

  /** Meshes that were dropped: each becomes an asset and a free body. @param {import('../studio.js').Files} meshes */
  addMeshes(meshes) {
    const { source } = this.studio;
    const text = source.xml;
    const root = readElements(text);
    const [model] = root.find(({ tag }) => tag === 'mujoco');
    const [world] = root.find(({ tag }) => tag === 'worldbody');
    if (!model || !world || source.binary)
      return hint('Meshes go into a model in MJCF: open one first.');
    const [compiler] = root.find(({ tag }) => tag === 'compiler');
    const folder = compiler?.value('meshdir') ?? compiler?.value('assetdir') ?? '';
    const base = source.name.includes('/') ? source.name.replace(/[^/]*$/, '') : '';
    const files = new Map(source.files);
    const names = [...meshes].map(([path, bytes]) => {
      const file = path.replace(/^.*\//, '');
      files.set(`${base}${folder ? `${folder.replace(/\/?$/, '')}/` : ''}${file}`, bytes);
      return { file, name: file.replace(/\.\w+$/, '').replace(/[^\w.-]/g, '_') };
    });
    const assets = withOwnNames(
      names.map(({ file, name }) => `<mesh name="${name}" file="${file}"/>`).join('\n'),
      root,
    );
    const made = readElements(assets).children.map((one) => String(one.value('name')));
    const bodies = made.map(
      (name, k) =>
        `<body pos="0 0 ${1 + k}">\n  <freejoint/>\n  <geom type="mesh" mesh="${name}"/>\n</body>`,
    );
    const [section] = model.children.filter(({ tag }) => tag === 'asset');
    const changes = [
      section
        ? insertInto(text, section, assets)
        : insertAfter(text, world, `<asset>\n  ${assets.replaceAll('\n', '\n  ')}\n</asset>`),
      insertInto(text, world, bodies.join('\n')),
    ];
    return this.run(apply(text, changes), `${made.join(', ')} added`, files);
  }

  /** @param {Chosen} chosen */
  refuse({ label }) {
    hint(`${label} has no place of its own in this text: another element or file makes it.`);
    return false;
  }
}
