import { testAway } from './away.ts';
import { haproxy } from './kinds.ts';
import { testRates } from './rates.ts';
import { testRestart } from './restart.ts';
import { testSigningIn } from './sign-in.ts';
import { testTheWire } from './wire.ts';

testTheWire(haproxy);
testSigningIn(haproxy);
testRates(haproxy);
testRestart(haproxy);
testAway(haproxy);
