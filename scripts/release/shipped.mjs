import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { SetupError, root } from '../project.mjs';

/**
 * The packages whose code is in dist/, and the Node of a release (`node`: its name, and the path of its package), each with folder,
 * path, name and its entry of package-lock.json.
 */
export function shippedPackages(node) {
  const { packages } = readJson(join(root, 'package-lock.json'));
  const folders = ['server', 'web'].flatMap((build) =>
    readJson(join(root, `dist/${build}.packages.json`)),
  );
  const nodeFolder = node && `node_modules/${node.name}`;
  if (node) folders.push(nodeFolder);
  return [...new Set(folders)].toSorted(inOrder).map((folder) => {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const path = folder === nodeFolder ? node.path : join(root, folder);
    return { ...packages[folder], folder, path, name };
  });
}

/** The bill of materials in CycloneDX 1.5. The same packages give the same text on every machine and at any time. */
export function billOfMaterials(shipped, { version, seconds }) {
  const self = { type: 'application', name: 'dueline', version, license: 'Apache-2.0' };
  const refs = new Map(shipped.map((each) => [each.folder, refOf(each)]));
  const direct = shipped.filter(({ folder }) => folder.lastIndexOf('node_modules/') === 0);
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { timestamp: new Date(seconds * 1000).toISOString(), component: component(self) },
    components: shipped.map((each) => component({ type: 'library', ...each })),
    dependencies: [
      { ref: refOf(self), dependsOn: direct.map(refOf) },
      ...shipped.map((each) => ({ ref: refOf(each), dependsOn: dependenciesOf(each, refs) })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

const inOrder = (a, b) => Number(a > b) - Number(a < b);

const refOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function component({ type, name, version, license, integrity }) {
  const content = Buffer.from(integrity?.replace(/^sha512-/, '') ?? '', 'base64').toString('hex');
  return {
    'bom-ref': refOf({ name, version }),
    type,
    name,
    version,
    purl: refOf({ name, version }),
    ...(content && { hashes: [{ alg: 'SHA-512', content }] }),
    // An expression such as "(MIT OR CC0-1.0)" has a key of its own.
    licenses: [/ /.test(license) ? { expression: license } : { license: { id: license } }],
  };
}

/** The shipped dependencies of a package: the copy in its own folder first, then in the folders around it, as Node resolves. */
function dependenciesOf({ folder, dependencies = {} }, refs) {
  const places = folder
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, parts.length - index));
  const around = [
    ...places.map((parts) => `${parts.join('/node_modules/')}/node_modules`),
    'node_modules',
  ];
  return Object.keys(dependencies)
    .map((name) =>
      around.map((place) => refs.get(`${place}/${name}`)).find((ref) => ref !== undefined),
    )
    .filter((ref) => ref !== undefined)
    .toSorted(inOrder);
}

/** The license texts of the packages. Throws SetupError for a package without a text. */
export const licenseTexts = (shipped) =>
  shipped
    .map((each) => `== ${each.name} ${each.version} (${each.license})\n\n${licenseText(each)}\n`)
    .join('\n');

function licenseText({ path, name, license }) {
  const file = readdirSync(path).find((each) => /^licen[cs]e/i.test(each));
  if (file !== undefined) return readFileSync(join(path, file), 'utf8').trim();
  const { author, contributors = [] } = readJson(join(path, 'package.json'));
  const holder =
    author?.name ?? author ?? contributors[0]?.name ?? contributors[0] ?? `the authors of ${name}`;
  if (license === 'MIT') return mit(holder.replace(/ *<.*/, ''));
  throw new SetupError(`${name} has no text of its license (${license}).`);
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The text for a package that names the license without its text. */
const mit = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
