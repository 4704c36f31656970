let target = { address: '', cookie: '' };

/** The address and the cookies of the next requests. */
export const aimAt = (next: typeof target): void => void (target = next);

/** The function with which the client of orval sends. */
export async function sendRequest<Result>(path: string, options: RequestInit): Promise<Result> {
  const headers = new Headers(options.headers);
  headers.set('cookie', target.cookie);
  const response = await fetch(target.address + path, { ...options, headers });
  const text = await response.text();
  const data: unknown = text === '' ? undefined : JSON.parse(text);
  return { data, status: response.status, headers: response.headers } as Result;
}
