import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import * as orval from 'orval';
import { generateApi } from 'swagger-typescript-api';

// Its module for `import` calls `require`.
const oazapfts = createRequire(import.meta.url)('oazapfts');

/** Makes the client of each generator from the description, in the folder. */
export async function generateClients(folder, description) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const input = join(folder, 'openapi.json');
  writeFileSync(input, JSON.stringify(description));
  const write = (name, text) => writeFileSync(join(folder, `${name}.ts`), text);

  write('openapi-typescript', astToString(await openapiTypescript(pathToFileURL(input))));
  await createClient({ input, output: join(folder, 'hey-api'), logs: { level: 'silent' } });
  const mutator = { path: join(folder, '../clients/orval-fetch.ts'), name: 'sendRequest' };
  const target = join(folder, 'orval.ts');
  await orval.generate({ input, output: { target, client: 'fetch', override: { mutator } } });
  const { files } = await generateApi({ input, output: false, silent: true });
  write('swagger-typescript-api', files[0].fileContent);
  write('oazapfts', await oazapfts.generateSource(input));
}
