import { apache } from './kinds.ts';
import { testRates } from './rates.ts';
import { testSigningIn } from './sign-in.ts';
import { testTheWire } from './wire.ts';

testTheWire(apache);
testSigningIn(apache);
testRates(apache, { signInsOnly: true, atOnce: 1 });
