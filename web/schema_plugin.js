// The MJCF table of the engine as data for the editor: import schema from 'virtual:mjcf-schema'.
import { fileURLToPath } from 'node:url';
import { readSchema } from '../scripts/docs/schema.mjs';

const NAME = 'virtual:mjcf-schema';
const SOURCES = [
  '../src/mjcf/schema_table.inc',
  '../src/mjcf/keywords.inc',
  '../src/api/option_fields.h',
  '../src/api/spec_fields.h',
];
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @typedef {import('virtual:mjcf-schema').Element} Element */

/** All elements by identifier; what is empty is left out. @returns {Record<string, Element>} */
export function mjcfElements() {
  /** @type {Record<string, Element>} */
  const elements = {};
  const short = (/** @type {string} */ id) => id.slice('LB_ELEM_'.length);
  for (const [id, { name, attributes, children }] of readSchema(ROOT))
    elements[short(id)] = {
      name,
      attributes: attributes.map((row) => ({
        name: row.name,
        type: row.type,
        ...(row.values.length > 0 && { values: row.values }),
        ...(row.target && { [row.type === 'text' ? 'names' : 'refers']: row.target }),
        ...(row.initial && { initial: row.initial }),
        ...(row.meaning && { meaning: row.meaning }),
      })),
      children: children.map(short),
    };
  return elements;
}

/** @returns {import('vite').Plugin} */
export function mjcfSchema() {
  return {
    name: 'mjcf-schema',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      for (const file of SOURCES) this.addWatchFile(fileURLToPath(new URL(file, import.meta.url)));
      return `export default ${JSON.stringify(mjcfElements())};`;
    },
  };
}
