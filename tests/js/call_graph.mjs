// Who calls whom between the sources of the engine, read from the symbols of object files: what one object defines
// (functions and data alike) and another one leaves undefined is an arrow from the second to the first.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** @typedef {Map<string, Map<string, string[]>>} Graph source -> source that it uses -> names of what it uses */

/**
 * The graph of the objects below a folder, which lie there as their sources lie in src/: base/error.c.o.
 * @param {string} folder
 * @returns {Graph}
 */
export function readGraph(folder) {
  const objects = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.o'))
    .map((name) => name.replaceAll(path.sep, '/'))
    .sort();
  const listing = execFileSync('llvm-nm-19', ['-A', '-P', '--extern-only', ...objects], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  /** @type {Map<string, string>} */
  const definedIn = new Map();
  /** @type {[string, string][]} */
  const uses = [];
  for (const line of listing.split('\n')) {
    const [, object, symbol, kind] = line.match(/^(.+)\.o: (\S+) (\S)/) ?? [];
    if (kind === 'U') uses.push([object, symbol]);
    else if (kind && !'WVwv'.includes(kind)) definedIn.set(symbol, object);
  }
  /** @type {Graph} */
  const graph = new Map(objects.map((name) => [name.slice(0, -2), new Map()]));
  for (const [user, symbol] of uses) {
    const definer = definedIn.get(symbol);
    const arrows = graph.get(user);
    if (!definer || !arrows || definer === user) continue;
    const names = arrows.get(definer) ?? [];
    arrows.set(definer, [...names, symbol]);
  }
  return graph;
}

const folderOf = (/** @type {string} */ file) => file.split('/')[0];

/**
 * Uses of what stands in a later folder, as sentences.
 * @param {Graph} graph
 * @param {string[]} order folders, each may use those before it
 */
export function upwardCalls(graph, order) {
  const place = (/** @type {string} */ file) => order.indexOf(folderOf(file));
  return [...graph].flatMap(([user, arrows]) =>
    [...arrows]
      .filter(([definer]) => place(definer) > place(user))
      .map(([definer, names]) => `${user} uses ${names.join(', ')} of ${definer}`),
  );
}

/**
 * Circles: largest sets of files each of which reaches every other (Tarjan's algorithm). Two files of one folder that
 * know each other are none.
 * @param {Graph} graph
 * @returns {string[][]}
 */
export function circles(graph) {
  const index = new Map();
  const low = new Map();
  /** @type {string[]} */
  const stack = [];
  const open = new Set();
  /** @type {string[][]} */
  const found = [];
  const visit = (/** @type {string} */ file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    open.add(file);
    for (const next of graph.get(file)?.keys() ?? []) {
      if (!index.has(next)) visit(next);
      if (open.has(next)) low.set(file, Math.min(low.get(file), low.get(next)));
    }
    if (low.get(file) !== index.get(file)) return;
    const members = stack.splice(stack.indexOf(file));
    for (const member of members) open.delete(member);
    const pair = members.length === 2 && folderOf(members[0]) === folderOf(members[1]);
    if (members.length > 1 && !pair) found.push(members.sort());
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return found;
}
