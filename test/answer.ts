import type { LightMyRequestResponse } from 'fastify';

/** The path of an address, as a browser requests it. */
export const pathOf = (address: string) => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

export const codeOf = (answer: LightMyRequestResponse) => answer.json<{ code: string }>().code;
