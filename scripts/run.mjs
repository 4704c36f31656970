import { runToEnd } from './run-to-end.mjs';
import { main, setUp } from './setup.mjs';

// Runs a script that needs no build with the pinned Node, which not every npm puts on the PATH of its scripts.
await main(() => runToEnd(setUp({ builds: [] }), process.argv.slice(2)));
