import type { Page, Route } from '@playwright/test';

/** What is answered instead of the service, by method and path (`PUT /api/tasks/*` is any task). */
export type Answers = Readonly<Record<string, Answer>>;
type Answer = (route: Route) => Promise<void>;

/** Chooses responses of the service for a page; requests without a chosen one reach the real service. */
export async function chooseAnswers(page: Page): Promise<(answers: Answers) => void> {
  let chosen: Answers = {};
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const call = `${route.request().method()} ${pathname.replace(/\/\d+$/, '/*')}`;
    await (chosen[call] ?? ((each: Route) => each.fallback()))(route);
  });
  return (answers) => void (chosen = answers);
}

export const json =
  (value: unknown): Answer =>
  (route) =>
    route.fulfill({ json: value });

let newestId = 1000;

/** The body of a write comes back, with the id of the task. */
export const saved: Answer = async (route) => {
  const request = route.request();
  if (request.method() === 'DELETE') return route.fulfill({ status: 204 });
  const id = /\d+$/.exec(request.url())?.[0] ?? (newestId += 1);
  const status = request.method() === 'POST' ? 201 : 200;
  await route.fulfill({ status, json: { ...Object(request.postDataJSON()), id: Number(id) } });
};

/** A problem document, with what is wrong with the fields where that is told. */
export const refused =
  (status: number, code: string, errors?: readonly object[]): Answer =>
  (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: code,
        detail: 'It does not suit',
        status,
        code,
        requestId: 'test',
        errors,
      },
    });

export const lost: Answer = (route) => route.abort('connectionfailed');

/** It stays under way for as long as the page is open. */
export const never: Answer = () => Promise.resolve();
