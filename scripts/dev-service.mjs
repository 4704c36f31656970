import { setUp } from './setup.mjs';

// The service from its sources, with the description of its interface; scripts/dev.mjs starts it again after each change.
setUp({ builds: ['api'] });
await import('../server/main.ts');
