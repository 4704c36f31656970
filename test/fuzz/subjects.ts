import { bodies, callback, cookies, headers } from './requests.ts';
import type { Subject } from './subject.ts';
import { repeated } from './repeated.ts';
import { imports, profile, session } from './texts.ts';

export const subjects: Readonly<Record<string, Subject>> = {
  cookies,
  callback,
  headers,
  bodies,
  session,
  profile,
  imports,
  repeated,
};
