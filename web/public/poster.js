// A visit that asks for no model sees the first scene at once, as a picture, until it moves. What drives it is on its way meanwhile.
if (!location.hash && !location.search) {
  const poster = document.getElementById('poster');
  poster.hidden = false;
  const { policy } = poster.dataset;
  if (policy) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: '', href: policy });
    document.head.append(link);
  }
}
