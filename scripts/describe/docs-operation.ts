import type { TSchema } from 'typebox';

import type { Endpoint } from '../../contract/endpoints.ts';
import { problemKinds } from '../../contract/problem.ts';
import { escapeHtml } from '../../server/http/page.ts';
import { block, example, inlineMarkdown } from './docs-text.ts';
import { errorsOf } from './errors.ts';
import { headerExamples, schemaExamples } from './examples.ts';
import { parametersOf } from './operation.ts';
import { byStatusOf } from './problem-responses.ts';

/** One endpoint as a section of the page, with the address `#operationId`. */
export function operationSection(operationId: string, row: Endpoint): string {
  const { method, path, summary, description, body } = row;
  return `<section id="${operationId}">
<h3><a href="#${operationId}"><code><b>${method}</b> ${escapeHtml(path)}</code></a></h3>
<p><strong>${inlineMarkdown(summary)}.</strong> ${inlineMarkdown(description)}</p>
<dl>
<dt>For</dt><dd>${accessOf(row)}</dd>
${parametersOf(row).map(parameterItem).join('\n')}
${body === undefined ? '' : `<dt>Body</dt><dd>${schemaLink(body)}, as <code>application/json</code></dd>`}
${responsesOf(row).join('\n')}
<dt>Errors</dt><dd>${errorLinks(row)}</dd>
</dl>
${block(`curl for ${method} ${path}`, curlOf(row))}
${responseExample(row)}${tryIt(row)}
</section>`;
}

const accessOf = ({ access }: Endpoint): string => (access === 'session' ? 'signed in' : 'anyone');

function parameterItem({ name, in: place, description }: ReturnType<typeof parametersOf>[number]) {
  return `<dt><code>${escapeHtml(name)}</code> <small>${place}</small></dt><dd>${inlineMarkdown(description)}</dd>`;
}

function responsesOf({ success, toScript, errorRedirect }: Endpoint): string[] {
  return [success, toScript, errorRedirect]
    .filter((each) => each !== undefined)
    .map(
      (each) =>
        `<dt><b>${each.status}</b></dt><dd>${inlineMarkdown(each.description)}${schemaOf(each)}</dd>`,
    );
}

const schemaOf = (response: Readonly<{ status: number; schema?: TSchema }>): string =>
  response.schema === undefined ? '' : `: ${schemaLink(response.schema)}`;

function errorLinks(row: Endpoint): string {
  const links = byStatusOf(errorsOf(row)).map(
    (code) => `<a href="#${code}">${problemKinds[code].status} <code>${code}</code></a>`,
  );
  return `<span class="codes">${links.join(' ')}</span>`;
}

function schemaLink(schema: TSchema): string {
  const name = nameOf(schema);
  return `<a href="#${name}">${name}</a>`;
}

const nameOf = (schema: TSchema): string => ('$id' in schema ? String(schema.$id) : '');

/** A command that works after docs/clients.md, with the address of this service to be set. */
function curlOf({ method, path, access, headers = [], body }: Endpoint): string {
  const lines = [`curl -sS "$DUELINE${path.replace('{id}', '7')}"`];
  if (method !== 'GET') lines.push(`-X ${method}`);
  if (access === 'session')
    lines.push('-b cookies.txt -c cookies.txt', "-H 'X-Requested-With: JavaScript'");
  // Expected-User is the hash of one person's email: it would fail for everybody else.
  for (const { name } of headers)
    if (name !== 'Expected-User') lines.push(`-H '${name}: ${headerExamples[name]}'`);
  if (body !== undefined)
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(schemaExamples[nameOf(body)])}'`,
    );
  return lines.join(' \\\n  ');
}

function responseExample({ success }: Endpoint): string {
  const { schema, status } = success;
  if (schema === undefined) return '';
  return example(`Example of ${status}`, schemaExamples[nameOf(schema)]);
}

/** A button that the script of the page shows: only a GET with a body can do no harm. */
function tryIt({ method, path, success }: Endpoint): string {
  if (method !== 'GET' || success.schema === undefined) return '';
  return `
<p><button type="button" data-path="${escapeHtml(path)}" hidden>Try it with my session</button></p>
<output></output>`;
}
