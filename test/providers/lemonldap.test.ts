import { lemonldap } from './lemonldap.ts';
import { testProvider } from './sign-in.ts';

testProvider(lemonldap);
