import { asked, writtenAnswers } from './service.shapes.ts';

/** The responses to the page's first requests. */
export type FirstAnswers = { readonly me?: Response | undefined; readonly tasks?: Response | undefined };

/** Those that the service wrote into the page (docs/decisions/011-the-first-answers.md); a page from a cache has none. */
export function readFirstAnswers(page: Pick<Document, 'querySelector'>): FirstAnswers {
  const written: unknown = JSON.parse(page.querySelector('#first-answers')?.textContent || '{}');
  if (!writtenAnswers.fits(written)) return {};
  const responseTo = (path: string): Response | undefined => {
    const answer = written[path];
    if (answer === undefined) return undefined;
    const { status, etag, body } = answer;
    return new Response(body, { status, headers: etag === null ? {} : { ETag: etag } });
  };
  return { me: responseTo(asked.me.path), tasks: responseTo(asked.listTasks.path) };
}
