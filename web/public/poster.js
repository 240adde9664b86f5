// A visit that asks for no model sees the first scene at once, as a picture, until it moves.
if (!location.hash && !location.search) {
  const poster = document.getElementById('poster');
  poster.src = './poster.webp';
  poster.hidden = false;
}
