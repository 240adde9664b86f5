// A visit that asks for no model sees the first scene at once, as a picture, until it moves: it is asked for before the programs, which
// would keep it waiting.
if (!location.hash && !location.search) {
  const poster = document.getElementById('poster');
  poster.fetchPriority = 'high';
  poster.src = './poster.webp';
  poster.hidden = false;
}
