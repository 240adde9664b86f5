// The file of a model that is the program beside it.

export const PROGRAM = 'program.js';

const decoder = new TextDecoder();

/** The text of the program among files; undefined for none. @param {Map<string, Uint8Array>} files */
export const programIn = (files) => {
  const bytes = files.get(PROGRAM);
  return bytes && decoder.decode(bytes);
};
