import { webkit } from './webkit.ts';
import { allWalks } from './walks.ts';

allWalks(webkit);
