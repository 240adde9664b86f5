// A page that is nothing but a viewer: embed.html?src=URL&key=NAME&camera=NAME, the humanoid without src.
import 'limber/viewer';
import { exampleText } from './examples.js';

const viewer = /** @type {import('limber/viewer').LimberViewer} */ (
  document.getElementById('viewer')
);
const query = new URLSearchParams(location.search);
for (const name of ['key', 'camera', 'speed', 'paused']) {
  const value = query.get(name);
  if (value !== null) viewer.setAttribute(name, value);
}
const src = query.get('src');
if (src) viewer.setAttribute('src', src);
else viewer.load(await exampleText(query.get('example') ?? 'humanoid'));
