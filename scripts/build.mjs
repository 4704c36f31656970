import { main, setUp } from './setup.mjs';

// Prepares as `npm start` does, without the start: for a service that may not write into its own folder.
await main(() => {
  setUp();
  return 0;
});
