import { runToEnd } from './run-to-end.mjs';
import { main, setUp } from './setup.mjs';

await main(() => runToEnd(setUp(), ['server/main.ts']));
