// Choices and flags by the names that the engine gives them.

/** "Newton" for mjSOL_NEWTON. @param {string} name */
function plainName(name) {
  const word = name.slice(name.indexOf('_') + 1);
  return word.length <= 3
    ? word
    : word.charAt(0) + word.slice(1).toLowerCase().replaceAll('_', ' ');
}

/** Values of an enumeration of the engine by name, without the entry that counts them. @param {object} type */
export function choicesOf(type) {
  /** @type {Record<string, number>} */
  const choices = {};
  for (const [name, item] of Object.entries(type))
    if (/^mj[A-Z]+_/.test(name))
      choices[plainName(name)] = /** @type {{ value: number }} */ (item).value;
  return choices;
}

/** Numbers by name for a list of names. @param {string[]} names */
export const numbered = (names) => Object.fromEntries(names.map((name, i) => [name, i]));
