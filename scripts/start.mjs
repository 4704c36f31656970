import { runToEnd } from './run-to-end.mjs';
import { service } from './service.mjs';
import { main, setUp } from './setup.mjs';

await main(() => runToEnd(setUp(), service));
