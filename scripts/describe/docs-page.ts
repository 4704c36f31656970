import type { Endpoint } from '../../contract/endpoints.ts';
import { endpoints, interfaceVersion } from '../../contract/endpoints.ts';
import { fieldFaultCodes, problemKinds } from '../../contract/problem.ts';
import { publishedSchemas } from '../../contract/schemas.ts';
import { escapeHtml, makePage } from '../../server/http/page.ts';
import { schemaText } from './descriptions.ts';
import { operationSection } from './docs-operation.ts';
import { docsStyle } from './docs-style.ts';
import { example, inlineMarkdown } from './docs-text.ts';
import { problemExample, schemaExamples } from './examples.ts';
import { schemaDocument } from './openapi.ts';
import { tagOf, tags } from './operation.ts';
import { problemCodes } from './problem-responses.ts';

/** The interface as an HTML page, made from the contract (pure). */
export function makeDocsPage() {
  const main = `
<h1>The interface of Dueline</h1>
<p>Version ${interfaceVersion}, licensed under Apache-2.0. For machines:
<a href="/api/openapi.json">OpenAPI 3.1</a> and one JSON Schema for each body.</p>
<p>A person signs in with a browser at <code>${endpoints.login.path}</code>; the session is a cookie, and there is no token to send.
Bodies are JSON in UTF-8. Unknown query parameters and unknown members of a body are ignored.
A script that sends <code>X-Requested-With: JavaScript</code> gets 499 when sign-in is needed, and no redirect.</p>
<p>The commands below need the address of this service in the variable <code>DUELINE</code>, and a session in
<code>cookies.txt</code>, which <code>docs/examples/sign-in.mjs</code> writes.</p>
<nav class="contents" aria-label="Contents">
${tags.map(contentsOf).join('\n')}
<div><h2>Reference</h2><ul>
<li><a href="#errors">Errors</a></li>
${schemaNames.map((name) => `<li><a href="#${name}">${name}</a></li>`).join('\n')}
</ul></div>
</nav>
${tags.map(tagSection).join('\n')}
<h2 id="errors">Errors</h2>
<p>Every error is <code>application/problem+json</code> (RFC 9457) with a stable <code>code</code>. A
<code>validation_failed</code> lists all faults in <code>errors</code>, each with a <code>pointer</code> and one of
${fieldFaultCodes.map((code) => `<code>${code}</code>`).join(', ')}.</p>
${problemCodes.map(problemDetails).join('\n')}
<h2 id="schemas">Schemas</h2>
${schemaNames.map(schemaSection).join('\n')}
<script type="module" src="/api/docs.js"></script>`;
  return makePage({
    title: 'The interface',
    numeral: interfaceVersion.replace(/\.\d+$/, ''),
    main,
    style: docsStyle,
  });
}

type Tag = (typeof tags)[number];

const schemaNames = Object.keys(publishedSchemas);

const rowsOf = ({ name }: Tag): [string, Endpoint][] =>
  Object.entries<Endpoint>(endpoints).filter(([, row]) => tagOf(row) === name);

function contentsOf(tag: Tag): string {
  const links = rowsOf(tag).map(
    ([id, { method, path }]) =>
      `<li><a href="#${id}"><code><b>${method}</b> ${escapeHtml(path)}</code></a></li>`,
  );
  return `<div><h2>${escapeHtml(tag.description)}</h2><ul>\n${links.join('\n')}\n</ul></div>`;
}

const tagSection = (tag: Tag): string =>
  `<h2 id="${tag.name}">${escapeHtml(tag.description)}</h2>\n${rowsOf(tag)
    .map(([id, row]) => operationSection(id, row))
    .join('\n')}`;

function problemDetails(code: (typeof problemCodes)[number]): string {
  const { status, title } = problemKinds[code];
  return `<details id="${code}"><summary><b>${status}</b> <code>${code}</code> ${escapeHtml(title)}</summary>
${example(`Example of ${code}`, problemExample(code).value)}</details>`;
}

function schemaSection(name: string): string {
  return `<h3 id="${name}">${name}</h3>
<p>${inlineMarkdown(schemaText(name))}</p>
${example(`Example of ${name}`, schemaExamples[name])}
<details><summary>JSON Schema</summary>
<p><a href="/api/schemas/${name}.json">/api/schemas/${name}.json</a></p>
${example(`JSON Schema of ${name}`, schemaDocument(name))}</details>`;
}
