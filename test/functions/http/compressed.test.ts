import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { compose } from '../../../functions/http/compose.ts';
import { compressed } from '../../../functions/http/compressed.ts';
import { requestId } from '../../../functions/http/request-id.ts';

const context = { awsRequestId: 'the-request', getRemainingTimeInMillis: () => 10_000 } as Context;
const large = JSON.stringify({ data: 'é'.repeat(2000) });

const respond = (body: string, acceptEncoding?: string) =>
  compose(async () => ({ statusCode: 200, body }), [requestId(), compressed()])(
    {
      headers: acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding },
    } as unknown as APIGatewayProxyEvent,
    context,
  );

describe('a compressed response', () => {
  it.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, GZIP;q=0.5', 'identity, gzip ; q=1'])(
    'a client that accepts %s gets a large body as gzip',
    async (acceptEncoding) => {
      const { body, isBase64Encoded, headers } = await respond(large, acceptEncoding);
      expect(isBase64Encoded).toBe(true);
      expect(headers).toMatchObject({ 'Content-Encoding': 'gzip' });
      expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toBe(large);
    },
  );

  it.each([undefined, '', 'br', 'gzip;q=0', 'x-gzip', 'identity'])(
    'a client that accepts %s gets the body as it is',
    async (acceptEncoding) => {
      expect(await respond(large, acceptEncoding)).toMatchObject({ body: large });
    },
  );

  it('a body of 2 KB is not worth compressing, and one byte more is', async () => {
    const body = 'a'.repeat(2048);
    expect(await respond(body, 'gzip')).toMatchObject({ body });
    expect(await respond(`${body}a`, 'gzip')).toMatchObject({ isBase64Encoded: true });
  });
});
