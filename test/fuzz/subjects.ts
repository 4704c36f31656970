import { imports } from './imports.ts';
import { profile } from './profile.ts';
import { bodies, callback, cookies, headers } from './requests.ts';
import { session } from './session.ts';
import type { Subject } from './subject.ts';

export const subjects: Readonly<Record<string, Subject>> = {
  cookies,
  callback,
  headers,
  bodies,
  session,
  profile,
  imports,
};
