import { nginx } from './kinds.ts';
import { testRates } from './rates.ts';
import { testRestart } from './restart.ts';
import { testSigningIn } from './sign-in.ts';
import { testSocket } from './socket.ts';
import { testTheWire } from './wire.ts';

testTheWire(nginx);
testSigningIn(nginx);
testRates(nginx);
testRestart(nginx);
testSocket(nginx);
