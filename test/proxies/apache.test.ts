import { testAway } from './away.ts';
import { apache } from './kinds.ts';
import { testRestart } from './restart.ts';
import { testSigningIn } from './sign-in.ts';
import { testTheWire } from './wire.ts';

testTheWire(apache);
testSigningIn(apache);
testRestart(apache);
testAway(apache);
