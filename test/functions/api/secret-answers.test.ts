import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../../functions/api/endpoint.ts';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { handle } from '../../../functions/api/handle.ts';

/** Whether the answer has a field by such a name, however deep. */
const namesSecret = ({ response }: (typeof endpoints)[number]): boolean =>
  /"\w*(secret|token|password)\w*":/i.test(JSON.stringify(z.toJSONSchema(response(), { unrepresentable: 'any' })));

const tellers = endpoints.filter(({ returnsSecret: tellsSecret }) => tellsSecret);

describe('an endpoint whose answer tells a secret', () => {
  it('says so in its contract, and no other does', () => {
    expect(endpoints.filter(namesSecret)).toEqual(tellers);
    expect(tellers.map(({ operationId }) => operationId)).toEqual(['createWebhook']);
  });

  it('may seal', () => {
    for (const { grants } of tellers) expect(grants).toContain('secret:encryption');
  });

  it('cannot be written in the way that keeps answers in clear', () => {
    const [teller] = tellers;
    if (!teller) throw new Error('No endpoint tells a secret.');
    expect(() => handle(defineEndpoint(teller), async () => ({}))).toThrow('use handleWithSecret');
    expect(() => handle(defineEndpoint({ ...teller, returnsSecret: undefined }), async () => ({}))).not.toThrow();
  });
});

describe('reading the secret that opens all others', () => {
  it('is never for an endpoint that shows, changes or deletes', () => {
    const allowed = endpoints.filter(({ grants }) => grants.includes('secret:encryption'));
    expect(allowed.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['createWebhook', 'sendMessage']),
    );
    expect(allowed.filter(({ method }) => method !== 'POST')).toEqual([]);
  });
});
