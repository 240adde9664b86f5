// A run among the files of its model: links, drafts and archives carry it as they carry the rest.
//
//   run.npz    the run, as 'limber/data' writes it
//   run.json   { physics }: options of the model that were changed before it was recorded

export const RUN = 'run.npz';
export const NOTES = 'run.json';

/** @typedef {Map<string, Uint8Array>} Files */
/** @typedef {import('limber/viewer').Values} Values */

/** The files of a model that was edited: runs of the one before are none of it. @param {Files} files @returns {Files} */
export const withoutRun = (files) =>
  new Map([...files].filter(([name]) => name !== RUN && name !== NOTES));

/** The files with a run. @param {Files} files @param {import('limber/data').Run} run @param {Values} physics options that were changed */
export const withRun = (files, run, physics) =>
  withoutRun(files)
    .set(RUN, run.toNpz())
    .set(NOTES, new TextEncoder().encode(`${JSON.stringify({ physics })}\n`));

/** What run.json says; nothing where it is none. @param {Files} files @returns {unknown} */
export function notesOf(files) {
  const bytes = files.get(NOTES);
  if (!bytes) return {};
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error(`${NOTES} is damaged: it is no JSON.`);
  }
}
