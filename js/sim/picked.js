// Files that a user dropped or picked as a folder, by path; loaded when there are some.
import { joinPath } from '../engine/paths.js';

/**
 * Files that were dropped, those of folders too.
 * @param {(FileSystemEntry | File | null)[]} entries
 * @returns {Promise<Map<string, File>>}
 */
export async function droppedFiles(entries) {
  /** @type {Map<string, File>} */
  const files = new Map();
  /** @param {FileSystemEntry | File | null} entry @param {string} folder @returns {Promise<void>} */
  const visit = async (entry, folder) => {
    if (!entry) return;
    const path = joinPath(folder, entry.name);
    if (entry instanceof File) files.set(path, entry);
    else if (entry.isFile) {
      const one = /** @type {FileSystemFileEntry} */ (entry);
      files.set(path, await new Promise((resolve, reject) => one.file(resolve, reject)));
    } else if (entry.isDirectory) {
      const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
      for (;;) {
        /** @type {FileSystemEntry[]} */
        const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (some.length === 0) break;
        for (const inner of some) await visit(inner, path);
      }
    }
  };
  for (const entry of entries) await visit(entry, '');
  return files;
}

/**
 * Files of a folder that a user picked, by path.
 * @param {FileSystemDirectoryHandle} handle
 * @param {string} folder
 * @returns {Promise<Map<string, File>>}
 */
export async function folderFiles(handle, folder) {
  /** @type {Map<string, File>} */
  const files = new Map();
  for await (const [name, entry] of handle.entries()) {
    const path = joinPath(folder, name);
    if (entry.kind === 'file')
      files.set(path, await /** @type {FileSystemFileHandle} */ (entry).getFile());
    else {
      const folderHandle = /** @type {FileSystemDirectoryHandle} */ (entry);
      for (const inner of await folderFiles(folderHandle, path)) files.set(...inner);
    }
  }
  return files;
}
