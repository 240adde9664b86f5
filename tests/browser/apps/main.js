import { run } from './app.js';

run(document.body).then(
  (result) => (window.result = result),
  (error) => (window.result = { error: String(error?.stack ?? error) }),
);
