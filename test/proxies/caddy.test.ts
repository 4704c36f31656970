import { caddy } from './kinds.ts';
import { testSigningIn } from './sign-in.ts';
import { testTheWire } from './wire.ts';

testTheWire(caddy);
testSigningIn(caddy);
