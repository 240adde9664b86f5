// Policies in a <limber-viewer>.
import { openPolicy, policyAmong, taskSource } from './choose.js';

/** @typedef {import('limber/viewer').LimberViewer} LimberViewer */

/** A policy among the files drives what was loaded. @param {LimberViewer} viewer @param {import('../studio.js').Files} files */
export async function drivePolicy(viewer, files) {
  const name = policyAmong(files);
  if (name === undefined) return;
  await viewer.drive(await openPolicy(files.get(name) ?? new Uint8Array()));
  viewer.reset();
}

/** Runs a task with its trained policy. @param {LimberViewer} viewer @param {string} name */
export async function showTask(viewer, name) {
  const { xml, files } = await taskSource(name);
  viewer.setAttribute('key', '0');
  if (await viewer.load(xml)) await drivePolicy(viewer, files);
}
