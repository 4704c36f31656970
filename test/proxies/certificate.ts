import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate for one name, and the authority that vouches for it. Paths are those of PEM files. */
export type Certificate = Readonly<{
  authority: string;
  chainPath: string;
  keyPath: string;
  /** Chain and key in one file, as HAProxy wants them. */
  bothPath: string;
}>;

/** Makes a certificate authority and a certificate for `name`, good for a day, in `folder`. */
export function makeCertificate(folder: string, name: string): Certificate {
  const path = (file: string) => join(folder, file);
  const request = (...args: string[]) => {
    const always = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc'];
    execFileSync('openssl', [...always, '-days', '1', ...args], { cwd: folder, stdio: 'pipe' });
  };
  const extensions = [`subjectAltName=DNS:${name}`, 'basicConstraints=critical,CA:FALSE'];

  request('-subj', '/CN=Throw-away authority', '-keyout', 'ca.key', '-out', 'ca.pem');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-subj', `/CN=${name}`];
  const extended = extensions.flatMap((extension) => ['-addext', extension]);
  request(...signed, ...extended, '-keyout', 'privkey.pem', '-out', 'fullchain.pem');
  const read = (file: string) => readFileSync(path(file), 'utf8');
  writeFileSync(path('dueline.pem'), read('fullchain.pem') + read('privkey.pem'), { mode: 0o600 });
  return {
    authority: read('ca.pem'),
    chainPath: path('fullchain.pem'),
    keyPath: path('privkey.pem'),
    bothPath: path('dueline.pem'),
  };
}
