// The text of a model as a tree of elements with their places, and changes of it that leave everything else as it is written: comments,
// order, spaces.
//
//   const root = readElements(text);
//   const [geom] = root.find((one) => one.tag === 'geom' && one.value('name') === 'floor');
//   const next = apply(text, [setAttribute(text, geom, 'size', '1 1 0.1')]);

/** @typedef {{ name: string, value: string, from: number, to: number }} Attribute from the name to the closing quote */
/** A change: what is between two places is replaced. @typedef {{ from: number, to: number, insert: string }} Change */

/** The numbers of an attribute. @param {string} value */
export const numberList = (value) => value.split(/\s+/).filter(Boolean).map(Number);

const TOKEN =
  /<!--[\s\S]*?-->|<[?!][^>]*>|<\/([\w.:-]+)\s*>|<([\w.:-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

export class TextElement {
  /** @param {string} tag @param {number} from @param {TextElement | null} parent */
  constructor(tag, from, parent) {
    this.tag = tag;
    this.parent = parent;
    /** Where it begins and ends. */
    this.from = from;
    this.to = from;
    /** Where its start tag ends, before "/>" or ">". */
    this.head = from;
    /** Where its end tag begins, -1 where it has none. */
    this.foot = -1;
    /** @type {Attribute[]} */
    this.attributes = [];
    /** @type {TextElement[]} */
    this.children = [];
  }

  /** @param {string} name @returns {string | undefined} */
  value(name) {
    return this.attributes.find((one) => one.name === name)?.value;
  }

  /** Those below it that fit, in the order of the text. @param {(element: TextElement) => boolean} fits @returns {TextElement[]} */
  find(fits) {
    return this.children.flatMap((child) => [...(fits(child) ? [child] : []), ...child.find(fits)]);
  }
}

/** @param {string} text @returns {TextElement} a root without a tag; what is not closed ends with its parent */
export function readElements(text) {
  const root = new TextElement('', 0, null);
  root.to = text.length;
  let open = root;
  for (const match of text.matchAll(TOKEN)) {
    const [all, closed, tag, inside, empty] = match;
    const end = match.index + all.length;
    if (closed !== undefined) {
      let one = open;
      while (one.parent && one.tag !== closed) one = one.parent;
      if (!one.parent) continue;
      one.foot = match.index;
      one.to = end;
      open = one.parent;
    } else if (tag !== undefined) {
      const made = new TextElement(tag, match.index, open);
      const start = match.index + 1 + tag.length;
      for (const found of inside.matchAll(ATTRIBUTE)) {
        const from = start + found.index;
        const value = found[2] ?? found[3];
        made.attributes.push({ name: found[1], value, from, to: from + found[0].length });
      }
      made.head = end - 1 - empty.length;
      made.to = end;
      open.children.push(made);
      if (!empty) open = made;
    }
  }
  return root;
}

/** @param {string} value */
const quoted = (value) =>
  `"${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`;

/** Gives an attribute a value, or takes it away ('' as the value). @param {string} text @param {TextElement} element @param {string} name @param {string} value @returns {Change} */
export function setAttribute(text, element, name, value) {
  const old = element.attributes.find((one) => one.name === name);
  if (old) {
    // with the space before it
    const before = text.slice(0, old.from).match(/\s*$/)?.[0].length ?? 0;
    if (value === '') return { from: old.from - before, to: old.to, insert: '' };
    return { from: old.from, to: old.to, insert: `${name}=${quoted(value)}` };
  }
  const at = element.attributes.at(-1)?.to ?? element.from + 1 + element.tag.length;
  return { from: at, to: at, insert: value === '' ? '' : ` ${name}=${quoted(value)}` };
}

/** What stands before an element on its line; null where that is more than spaces. @param {string} text @param {number} at */
function indentAt(text, at) {
  const line = text.lastIndexOf('\n', at - 1) + 1;
  const before = text.slice(line, at);
  return /^[ \t]*$/.test(before) ? before : null;
}

/** Takes an element away, with its line where nothing else is on it. @param {string} text @param {TextElement} element @returns {Change} */
export function removeElement(text, { from, to }) {
  const indent = indentAt(text, from);
  const rest = text.slice(to).match(/^[ \t]*(\r?\n|$)/);
  if (indent === null || !rest) return { from, to, insert: '' };
  return { from: from - indent.length, to: to + rest[0].length, insert: '' };
}

/** A text of an element without the indent of the place that it came from. @param {string} text @param {TextElement} element */
export function textOf(text, { from, to }) {
  const indent = indentAt(text, from) ?? '';
  return text.slice(from, to).replaceAll(`\n${indent}`, '\n');
}

/** Puts an element after another. @param {string} text @param {TextElement} element @param {string} added @returns {Change} */
export function insertAfter(text, { from, to }, added) {
  const indent = indentAt(text, from) ?? '';
  return { from: to, to, insert: `\n${indent}${added.replaceAll('\n', `\n${indent}`)}` };
}

/** Puts an element into another, as its last. @param {string} text @param {TextElement} element @param {string} added @returns {Change} */
export function insertInto(text, element, added) {
  const last = element.children.at(-1);
  if (last && element.foot >= 0) return insertAfter(text, last, added);
  const indent = indentAt(text, element.from) ?? '';
  const inner = `${indent}  `;
  const line = `\n${inner}${added.replaceAll('\n', `\n${inner}`)}\n${indent}`;
  if (element.foot >= 0) {
    const empty = /^\s*$/.test(text.slice(element.head + 1, element.foot));
    return { from: empty ? element.head + 1 : element.foot, to: element.foot, insert: line };
  }
  return { from: element.head, to: element.to, insert: `>${line}</${element.tag}>` };
}

/** The text with changes that do not overlap. @param {string} text @param {Change[]} changes */
export function apply(text, changes) {
  const sorted = [...changes].sort((a, b) => b.from - a.from);
  return sorted.reduce(
    (now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to),
    text,
  );
}

/** Gives names of a copied text that the model has already other ones. @param {string} added @param {TextElement} root */
export function withOwnNames(added, root) {
  const taken = new Set(
    root
      .find((one) => one.value('name') !== undefined)
      .map((one) => `${one.tag} ${one.value('name')}`),
  );
  const copy = readElements(added);
  const changes = copy
    .find((one) => taken.has(`${one.tag} ${one.value('name')}`))
    .map((one) => {
      const stem = String(one.value('name')).replace(/_\d+$/, '');
      let number = 2;
      while (taken.has(`${one.tag} ${stem}_${number}`)) number++;
      taken.add(`${one.tag} ${stem}_${number}`);
      return setAttribute(added, one, 'name', `${stem}_${number}`);
    });
  return apply(added, changes);
}
