import type { Endpoint, RequestHeader } from '../../contract/endpoints.ts';
import { endpoints, interfaceVersion } from '../../contract/endpoints.ts';
import { fieldFaultCodes, problemKinds } from '../../contract/problem.ts';
import { publishedSchemas } from '../../contract/schemas.ts';
import { escapeHtml, makePage } from '../../server/http/page.ts';
import { schemaExamples } from './examples.ts';
import { schemaDocument } from './openapi.ts';

/** The interface as an HTML page, made from the contract (pure). */
export function makeDocsPage() {
  const main = `
<h1>The interface of Dueline</h1>
<p>Version ${interfaceVersion}, licensed under Apache-2.0. For machines:
<a href="/api/openapi.json">OpenAPI 3.1</a> and one JSON Schema for each body below.</p>
<p>Sign in with a browser at <code>${endpoints.login.path}</code>; the session is a cookie, and there is no token to send.
A script that sends <code>X-Requested-With: JavaScript</code> gets 499 when sign-in is needed.</p>

<h2 id="endpoints">Endpoints</h2>
${table(['Request', 'Who', 'Answer', 'What it does'], Object.values(endpoints).map(endpointRow))}

<h2 id="headers">Headers</h2>
${table(['Header', 'Meaning'], [...requestHeaders].map(headerRow))}

<h2 id="errors">Errors</h2>
<p>Every error is <code>application/problem+json</code> (RFC 9457) with a stable <code>code</code>. A
<code>validation_failed</code> lists all faults in <code>errors</code>, each with a <code>pointer</code> and one of
${fieldFaultCodes.map((code) => `<code>${code}</code>`).join(', ')}.</p>
${table(['Code', 'Status', 'Meaning'], Object.entries(problemKinds).map(problemRow))}

<h2 id="schemas">Schemas</h2>
${Object.keys(publishedSchemas).map(schemaSection).join('\n')}`;
  return makePage({
    title: 'The interface',
    numeral: interfaceVersion.replace(/\.\d+$/, ''),
    main,
    style,
  });
}

const style = `
pre { font: 13px/20px ui-monospace, monospace; background: var(--raised); border: 1px solid var(--line); padding: 12px; overflow: auto; }
.line { white-space: nowrap; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 0 0 12px; }
th, td { text-align: left; vertical-align: top; padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
td a { padding: 0; margin: 0; }
`;

/** Every request header that an endpoint reads. */
const requestHeaders = new Set(
  Object.values(endpoints).flatMap((row: Endpoint) => row.headers ?? []),
);

function endpointRow(row: Endpoint): string[] {
  const { method, path, access, summary, description, headers = [], body, success } = row;
  const mayCarry = headers
    .map(({ name }) => `<br>may carry <a href="#headers">${name}</a>`)
    .join('');
  const takes = body === undefined ? '' : `<br>takes ${schemaLink(body)}`;
  const gives = success.schema === undefined ? '' : `<br>${schemaLink(success.schema)}`;
  return [
    `<code class="line">${method} ${escapeHtml(path)}</code>${takes}${mayCarry}`,
    access === 'session' ? 'signed in' : 'anyone',
    `${success.status}${gives}`,
    `${escapeHtml(summary)}<br>${escapeHtml(description)}`,
  ];
}

function headerRow({ name, description }: RequestHeader): string[] {
  return [`<code>${name}</code>`, escapeHtml(description)];
}

function problemRow([code, { status, title }]: [
  string,
  { status: number; title: string },
]): string[] {
  return [`<code>${code}</code>`, String(status), escapeHtml(title)];
}

function schemaLink(schema: object): string {
  const name = '$id' in schema ? String(schema.$id) : '';
  return `<a href="#${name}">${name}</a>`;
}

function schemaSection(name: string): string {
  const [schema, example] = [schemaDocument(name), schemaExamples[name]].map((value) =>
    escapeHtml(JSON.stringify(value, null, 2)),
  );
  return `<h2 id="${name}">${name}</h2>
<p><a href="/api/schemas/${name}.json">${name}.json</a></p>
<pre tabindex="0" aria-label="Example of ${name}">${example}</pre>
<pre tabindex="0" aria-label="JSON Schema of ${name}">${schema}</pre>`;
}

function table(heads: readonly string[], rows: readonly string[][]): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<div class="scroll" tabindex="0" role="region" aria-label="${heads[0]} table"><table><thead><tr>${head}</tr></thead>
<tbody>${lines.join('\n')}</tbody></table></div>`;
}
