// Words for flags of pictures, labels, frames and timers, as src/visual/strings.c has them.
import fs from 'node:fs';

/** Lists of C as lists of JSON: braces that are in no word. @param {string} rows */
const asJson = (rows) =>
  rows.replaceAll(/"(?:[^"\\]|\\.)*"|[{}]/g, (token) =>
    token === '{' ? '[' : token === '}' ? ']' : token,
  );

/** Tables by name, in the order of their names. @returns {Record<string, (string | string[])[]>} */
export function stringTables() {
  const text = fs.readFileSync(new URL('../src/visual/strings.c', import.meta.url), 'utf8');
  const found = [
    ...text.matchAll(/const char\* (mj\w+)\[\w+\](?:\[3\])? = (\{\s*[{"][^]*?\});\n/g),
  ];
  return Object.fromEntries(
    found
      .map(([, name, rows]) => [name, JSON.parse(asJson(rows))])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
