import { runToEnd } from './run-to-end.mjs';
import { main, setUp } from './setup.mjs';

// For what needs no page: not every npm leaves the pinned Node where its scripts would find it.
await main(() => runToEnd(setUp({ withPage: false }), process.argv.slice(2)));
