/** The commands of a page: fenced `sh` blocks, lines of a crontab, and indented lines that begin with npm or node. */
export function commandsIn(text: string): string[] {
  const fenced = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  const rest = text.replace(/^```.*?^```/gms, '');
  const indented = [...rest.matchAll(/^ {4}((?:\w+=\S+ )*(?:npm|npx|node) .*)$/gm)].map(
    ([, line = '']) => line,
  );
  // Five fields of time, and the user; cron reads a bare % as a line break.
  const ofCron = [...text.matchAll(/^(?:[\d*/,-]+ ){5}\w+ (.*)$/gm)].map(([, line = '']) =>
    line.replaceAll(String.raw`\%`, '%'),
  );
  return [...fenced, ...indented, ...ofCron].flatMap((block) =>
    block
      .replaceAll(/ *\\\n */g, ' ')
      .split('\n')
      .map((line) => line.replace(/(^| )#.*$/, '').trim())
      .filter((line) => line !== ''),
  );
}

/** The command with folders under `root` in place of the machine's /etc, /opt, /usr/local and /var. */
export const inFolder = (root: string, line: string): string =>
  line.replaceAll(/(^|[ ":=])\/(etc|opt|usr\/local|var)\//g, `$1${root}/$2/`);

// prettier-ignore
const reasons = [
  [/^npm start$/, 'runs until it is stopped; test/process.test.ts starts what it starts'],
  [/^PROFILE=production .* npm start$/, 'runs until it is stopped; test/first-start.test.ts starts the profile'],
  [/^PROFILE=production dueline serve/, 'runs until it is stopped; command/run.test.ts starts it'],
  [/^npm test( -- --all)?$/, 'is what runs this'],
  [/^npm run dev$/, 'runs until it is stopped'],
  [/^npm run check/, 'is part of npm test'],
  [/^npm run fuzz$/, 'takes over an hour; test/fuzz/fuzz.test.ts tries the same subjects'],
  [/^npm run lint:interface$/, 'installs its tools from the registry'],
  [/^npm run test:browsers$/, 'installs two browsers and takes half an hour'],
  [/npm run test:faults$|node --test test\/faults\//, 'takes minutes and needs root: one run per change of a store'],
  [/^npm run bench|^node bench\/scale\.ts/, 'measures for minutes, or reads what was measured'],
  [/^npm run release$/, 'test/release.test.ts runs it'],
  [/^podman build |^docker compose |^kubectl |^chown .*secrets/, 'needs a container engine, a cluster or root; test/containers.test.ts compares the files in deploy/ with each other'],
  [/^ssh-keygen -Y verify|^sha256sum --check|^mkdir (-p )?\/opt\/dueline|^mv \/opt\/dueline|^sh \/opt\/dueline|^ln -s \/opt\/dueline|^cd \/opt\/dueline\/current$|^install -D /, 'needs a release; test/release.test.ts and test/releases/with-systemd.ts run them as written'],
  [/^editor /, 'needs a person'],
  [/^dueline check-config /, 'asks the real provider; command/check-config.test.ts runs it'],
  [/^(CHROMIUM_PATH=\S+ )?node docs\/examples\/|^curl .* https:\/\/tasks\./, 'needs a person in a browser; e2e/clients.spec.ts runs them as written'],
  [/^cp deploy\/dueline-backup|^cp .*dueline@\.service$|^install -D .*instance\.conf/, 'test/proxies/systemd.test.ts verifies the units'],
  [/^runuser -u postgres /, 'needs the PostgreSQL of a machine'],
  [/^umask /, 'is for the command after it'],
  [/^systemctl |^systemd-sysusers$|^journalctl /, 'needs systemd; test/releases/with-systemd.ts runs those of the first server and of an upgrade'],
  [/^update-ca-certificates$/, 'changes what this machine trusts; test/private-network.test.ts trusts an authority by SSL_CERT_FILE'],
  [/^dueline restore .*store-url$/, 'needs that PostgreSQL; command/copies-between-stores.test.ts runs it'],
  [/^psql .*deploy\/(partitions|citus)\.sql/, 'needs that PostgreSQL; server/store/postgres/postgres-partitions.test.ts runs both files'],
  [/^pg_dump |^pg_restore |^psql .*endings\.sql/, 'needs that PostgreSQL; test/postgres-dump.test.ts runs all as written'],
] as const;

/** Commands of the docs that test/docs-commands.test.ts does not run, with the reason: another test runs it, or no test can. */
export const notRunHere = reasons.map(([command, why]) => ({ command, why }));
