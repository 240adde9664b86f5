// Reads the declarations that tsc writes (js/**/*.d.ts): what the reference of the entry 'limber' is made of.

/** @typedef {{ name: string, kind: string, code: string, doc: string, tags: string[], members: Declaration[] }} Declaration */

/** The text of a doc comment, and its tags. @param {string} text */
function readComment(text) {
  const lines = text
    .replace(/^\s*\/\*\*|\*\/\s*$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  const whole = lines.join('\n').trim();
  const at = whole.search(/(^|\s)@\w+/);
  const doc = (at < 0 ? whole : whole.slice(0, at)).trim();
  const tags =
    at < 0
      ? []
      : whole
          .slice(at)
          .trim()
          .split(/\n?(?=@\w)/)
          .map((tag) => tag.trim());
  return { doc, tags };
}

/** End of a declaration: the semicolon outside of brackets, or the end of its block. @param {string} text @param {number} from */
function endOf(text, from) {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if ('{(['.includes(text[i])) depth++;
    else if ('})]'.includes(text[i])) {
      depth--;
      if (depth === 0 && text[i] === '}' && !/^\s*[;[&|=)>,]/.test(text.slice(i + 1))) return i + 1;
    } else if (text[i] === ';' && depth === 0) return i + 1;
  }
  return text.length;
}

const start =
  /\s*(?<comment>\/\*\*(?:[^*]|\*(?!\/))*\*\/)?\s*(?<head>(?:export |declare |default |static |readonly |async )*(?:(?<word>class|function|const|interface|type|get|set) )?(?<name>#?\w+|\[Symbol\.\w+\]))/y;

/**
 * The declarations of a text, one level.
 * @param {string} source
 * @returns {Declaration[]}
 */
export function readDeclarations(source) {
  const text = source.replace(
    /^(import|export) [^;{]*(\{[^}]*\})?[^;{]* from [^;]*;$|^export \{[^}]*\};$/gm,
    '',
  );
  /** @type {Declaration[]} */
  const found = [];
  let at = 0;
  while (at < text.length) {
    start.lastIndex = at;
    const match = start.exec(text);
    if (!match || match[0].trim() === '') {
      const next = text.indexOf('\n', at);
      if (next < 0) break;
      at = next + 1;
      continue;
    }
    const { comment = '', word = 'member', name = '', head = '' } = match.groups ?? {};
    const begin = at + match[0].length - head.length;
    const end = endOf(text, begin + head.length);
    const code = text.slice(begin, end).trim();
    const body =
      word === 'class' || word === 'interface' ? code.slice(code.indexOf('{') + 1, -1) : '';
    found.push({
      name,
      kind: word,
      code,
      ...readComment(comment),
      members: body ? readDeclarations(body) : [],
    });
    at = end;
  }
  return found;
}

/** Declarations that a program sees: nothing private, accessors once. @param {Declaration} declaration */
export function publicMembers({ members }) {
  const seen = new Set();
  return members.filter(({ name, code }) => {
    if (name.startsWith('#') || /^(private|static)\b/.test(code) || seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
