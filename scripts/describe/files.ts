import { publishedSchemas } from '../../contract/schemas.ts';
import { makeDocsPage } from './docs-page.ts';
import { docsScript } from './docs-script.ts';
import { describeInterface, schemaDocument } from './openapi.ts';

/** The files that describe the interface, by name: for machines, for people, and one for each schema. */
export function describedFiles(): ReadonlyMap<string, string> {
  const schemas = Object.keys(publishedSchemas).map(
    (name) => [`schemas/${name}.json`, JSON.stringify(schemaDocument(name))] as const,
  );
  return new Map([
    ['openapi.json', JSON.stringify(describeInterface())],
    ['docs.html', makeDocsPage().html],
    ['docs.js', docsScript],
    ...schemas,
  ]);
}
