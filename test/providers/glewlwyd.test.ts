import { glewlwyd } from './glewlwyd.ts';
import { testProvider } from './sign-in.ts';

testProvider(glewlwyd);
