// A visit that asks for no model sees the first scene at once, as a picture, until it moves.
if (!location.hash && !location.search) document.getElementById('poster').hidden = false;
