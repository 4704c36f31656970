import { testAway } from './away.ts';
import { caddy, caddyInCompose } from './kinds.ts';
import { testRestart } from './restart.ts';
import { testSigningIn } from './sign-in.ts';
import { testTheWire } from './wire.ts';

testTheWire(caddy);
testSigningIn(caddy);
testSigningIn(caddyInCompose);
testRestart(caddy);
testAway(caddy);
testAway(caddyInCompose);
