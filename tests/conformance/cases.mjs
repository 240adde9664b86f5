// Tables of models as named cases: each model is a test of its own under the name of its row, called by what tells it from its
// neighbours; one that fails shows its whole text.
import { test } from 'node:test';

/** MJCF with a line for each element. @param {string} xml */
function laidOut(xml) {
  let depth = 0;
  return xml
    .replace(/\s+/g, ' ')
    .replace(/> *</g, '>\n<')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth--;
      const text = '  '.repeat(Math.max(depth, 0)) + line;
      if (/^<[^/!?]/.test(line) && !line.endsWith('/>') && !line.includes('</')) depth++;
      return text;
    })
    .join('\n');
}

/**
 * Runs a check of a model; what it throws shows the model.
 *
 * @param {string} xml
 * @param {() => void | Promise<void>} check
 */
export async function showing(xml, check) {
  try {
    await check();
  } catch (error) {
    if (error instanceof Error) error.message += `\nthe model:\n${laidOut(xml)}`;
    throw error;
  }
}

/** The part of a text that is not in another one, with the words it is in. @param {string} text @param {string} other */
function ownPart(text, other) {
  const least = Math.min(text.length, other.length);
  let from = 0;
  while (from < least && text[from] === other[from]) from++;
  let to = 0;
  while (to < least - from && text.at(-1 - to) === other.at(-1 - to)) to++;
  // from the attribute's or the element's first letter to the end of what is quoted
  const start = /[<\s][\w/:]*(?:=["'][^"']*)?$/.exec(text.slice(0, from))?.index ?? from;
  const rest = /^[^"'<>]*["'>]?/.exec(text.slice(text.length - to))?.[0].length ?? 0;
  const end = text.length - to + (to === 0 ? 0 : rest);
  const clear = /\w/.test(text.slice(start, end)) ? start : Math.max(0, start - 60);
  const part = text.slice(clear, end).replace(/\s+/g, ' ').trim();
  return part.length > 160 ? `${part.slice(0, 157)}...` : part;
}

/**
 * One test for a row, with one for each of its models.
 *
 * @param {string} row
 * @param {string[]} models
 * @param {(xml: string, index: number) => void | Promise<void>} check
 */
export function testModels(row, models, check) {
  test(row, async (t) => {
    for (const [i, xml] of models.entries()) {
      const name = ownPart(xml, models[i ? i - 1 : 1] ?? '') || 'the same';
      await t.test(`${i + 1} of ${models.length}: ${name}`, () =>
        showing(xml, () => check(xml, i)),
      );
    }
  });
}
