// Names of files on this side: parts between slashes of either kind.

/**
 * Parts without '.', and without '..' where it leads back out of a part.
 * @param {string} path
 * @param {boolean} [isRooted] nothing is above the first part
 */
export function pathParts(path, isRooted = false) {
  /** @type {string[]} */
  const parts = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    const leads = part === '..' && (isRooted || (parts.length > 0 && parts.at(-1) !== '..'));
    if (leads) parts.pop();
    else if (part && part !== '.') parts.push(part);
  }
  return parts;
}

/**
 * Joins and normalises; an absolute name drops the folder, no name starts with a slash.
 * @param {string} folder
 * @param {string} name
 */
export function joinPath(folder, name) {
  const isWhole = /^([a-z]:)?[/\\]/i.test(name) || !folder;
  return pathParts(isWhole ? name : `${folder}/${name}`).join('/');
}

/** Last part of a path. @param {string} path */
export const baseName = (path) => path.slice(path.replaceAll('\\', '/').lastIndexOf('/') + 1);
