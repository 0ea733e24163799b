import type { HttpResponse } from './http.ts';

/** The seconds that Retry-After asks for; a date is read by the peer's clock, which its Date header tells. */
export const readRetryAfterSeconds = ({ headers }: Pick<HttpResponse, 'headers'>): number | undefined => {
  const retryAfter = headers['retry-after'] ?? '';
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const seconds = Math.ceil((Date.parse(retryAfter) - Date.parse(headers.date ?? '')) / 1000);
  return Number.isNaN(seconds) ? undefined : seconds;
};
