import { runService } from './run-service.mjs';
import { main, setUp } from './setup.mjs';

await main(() => runService(setUp()));
