// A worker that draws a scene on an OffscreenCanvas. Its modules have no import map: the page sends their addresses.
self.onmessage = async ({ data: { scenes, name } }) => {
  try {
    const { drawScene } = await import(scenes);
    self.postMessage({ bytes: await drawScene(name) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
