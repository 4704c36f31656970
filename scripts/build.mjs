import { main, setUp } from './setup.mjs';

// Does the preparation of `npm start` without the start: for a service that may not write into its own folder.
await main(() => {
  setUp();
  return 0;
});
