/** What is wrong, and what to do about it, in one sentence or two. */
export class Fault extends Error {}

export const timeoutMs = 5_000;

export const get = (url: string | URL): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
