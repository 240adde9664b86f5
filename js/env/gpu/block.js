// Statements of a function in WGSL, and numbers in it.

/** A number as WGSL writes it, 32 bits. @param {number} value */
export function number(value) {
  const most = 3.4e38;
  const near = Math.fround(Math.max(-most, Math.min(most, value)));
  const text = String(near);
  return /[.e]/.test(text) ? `${text}f` : `${text}.0f`;
}

/** Statements one after another; names are its own. */
export class Block {
  /** @type {string[]} */
  lines = [];
  #names = 0;

  /** Gives an expression a name. @param {string} expression */
  let(expression) {
    const name = `v${this.#names++}`;
    this.lines.push(`let ${name} = ${expression};`);
    return name;
  }

  /** @param {...string} statements */
  add(...statements) {
    this.lines.push(...statements);
  }

  /** @param {string} signature */
  function(signature) {
    return `fn ${signature} {\n  ${this.lines.join('\n  ')}\n}\n`;
  }
}
