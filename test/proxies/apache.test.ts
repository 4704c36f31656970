import { apache } from './kinds.ts';
import { testServiceRates } from './rates.ts';
import { testSigningIn } from './sign-in.ts';
import { testTheWire } from './wire.ts';

testTheWire(apache);
testSigningIn(apache);
testServiceRates(apache);
