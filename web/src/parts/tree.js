// The tree of the model in the tab "Model", loaded when the tab is first shown.

/** @param {import('../studio.js').Studio} studio @param {import('../panel.js').Panel} panel */
export function addTree(studio, panel) {
  const page = panel.tabs.get('Model')?.page;
  if (!page) return;
  /** @type {Promise<import('../tree/tree.js').Tree> | null} */
  let tree = null;
  const show = async () => {
    tree ??= import('../tree/tree.js').then(({ Tree }) => new Tree(page, studio, panel.commands));
    await tree;
  };
  studio.on('tab', (name) => {
    if (name === 'Model') studio.attempt(show);
  });
}
