import { publishedSchemas } from '../../contract/schemas.ts';
import { makeDocsPage } from './docs-page.ts';
import { describeInterface, schemaDocument } from './openapi.ts';

/** The description of the interface as files, by their names: for machines, for people, and each schema on its own. */
export function describedFiles(): ReadonlyMap<string, string> {
  const schemas = Object.keys(publishedSchemas).map(
    (name) => [`schemas/${name}.json`, JSON.stringify(schemaDocument(name))] as const,
  );
  return new Map([
    ['openapi.json', JSON.stringify(describeInterface())],
    ['docs.html', makeDocsPage().html],
    ...schemas,
  ]);
}
