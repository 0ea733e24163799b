import type { PublicErrorCode } from '../../functions/model/api-error.ts';
import type { Endpoint } from '../../functions/operations/operation.ts';
import type { JsonObject } from '../../functions/operations/texts.ts';

const header = (description: string, schema: JsonObject): JsonObject => ({ description, schema });

export const responseHeaders: Record<string, JsonObject> = {
  'X-Request-Id': header('Identifies this request in our logs. Quote it when you report a problem.', {
    type: 'string',
  }),
  'X-RateLimit-Limit': header('Requests that the key may make in a window of 60 seconds.', { type: 'integer' }),
  'X-RateLimit-Remaining': header('Requests left in this window.', { type: 'integer' }),
  'X-RateLimit-Reset': header('Unix seconds at which the window ends.', { type: 'integer' }),
  'Idempotent-Replayed': header('Present if this is the stored response of an earlier request with the same key.', {
    type: 'string',
    const: 'true',
  }),
  'Retry-After': header(
    'Seconds to wait before the next try. A 400 has it while a request with the same Idempotency-Key is running, a 404 ' +
      'while a file is being copied, and a 502 when the channel throttles.',
    { type: 'integer' },
  ),
  'X-Channel-Error-Code': header(
    "The channel's error code, or `outcome_unknown` if its response was lost, `channel_unreachable` if nothing was sent, " +
      '`unspecified` if it gave no code.',
    { type: 'string' },
  ),
  'X-Message-Id': header('Our id of the message: `id` in its row. Absent if the message was not stored.', {
    type: 'string',
    format: 'uuid',
  }),
  'X-Newer-Message-Id': header('Our id of the message that was sent after `seen_message_id`.', {
    type: 'string',
    format: 'uuid',
  }),
  'X-Media-Status': header(
    'Why the file is not there: `pending` while it is being copied; `too_large`, `gone` at the channel, ' +
      '`refused_address` or `unavailable` if it cannot be copied.',
    { type: 'string' },
  ),
  Location: header('Signed URL of the file.', { type: 'string', format: 'uri' }),
  'Cache-Control': header('How long anyone may keep the response.', { type: 'string' }),
  ETag: header('Identifies this version of the response, for `If-None-Match`.', { type: 'string' }),
};

const rateHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** A response without a known key has no rate limit, and a refusal or our own failure is never stored. */
const statusesWithoutRate = ['401', '503', '504'];
const statusesNotStored = ['400', '401', '402', '403', '429', '500', '503', '504'];

export const buildResponseHeaders = (
  { access, method, cacheSeconds, errorHeaders = {} }: Endpoint,
  status: string,
  codes: readonly PublicErrorCode[] = [],
): JsonObject => {
  const isPost = method === 'POST';
  const names: string[] = ['X-Request-Id'];
  if (access !== 'public' && !statusesWithoutRate.includes(status)) names.push(...rateHeaders);
  if (isPost && !statusesNotStored.includes(status)) names.push('Idempotent-Replayed');
  if (status === '429' || status === '503' || (isPost && status === '400')) names.push('Retry-After');
  if (status === '302') names.push('Location');
  if (cacheSeconds !== undefined && status < '400') names.push('Cache-Control', 'ETag');
  names.push(...codes.flatMap((code) => errorHeaders[code] ?? []));
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
};
