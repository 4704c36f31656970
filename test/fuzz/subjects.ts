import { callback, cookies, headers } from './requests.ts';
import type { Subject } from './subject.ts';
import { imports, profile } from './texts.ts';

export const subjects: Readonly<Record<string, Subject>> = {
  cookies,
  callback,
  headers,
  profile,
  imports,
};
