import type { Page, Route } from '@playwright/test';

/** The responses in place of the service's, by method and path (`PUT /api/tasks/*` is any task). */
export type Answers = Readonly<Record<string, Answer>>;
type Answer = (route: Route) => Promise<void>;

/** Chooses the responses that a page gets; a request without a chosen response reaches the real service. */
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

/** Returns the body of a write, with the id of the task. */
export const saved: Answer = async (route) => {
  const request = route.request();
  if (request.method() === 'DELETE') return route.fulfill({ status: 204 });
  const id = /\d+$/.exec(request.url())?.[0] ?? (newestId += 1);
  const status = request.method() === 'POST' ? 201 : 200;
  await route.fulfill({ status, json: { ...Object(request.postDataJSON()), id: Number(id) } });
};

/** A problem document, with the given faults of the fields. */
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

/** The request stays pending while the page is open. */
export const never: Answer = () => Promise.resolve();
