import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { handle } from '../../../functions/api/handle.ts';
import { deployed } from '../../../functions/deployed.ts';
import { createWebhook, deleteWebhook } from '../../../functions/operations/webhooks/contract.ts';
import * as handlers from '../../../functions/operations/webhooks/handlers.ts';

/** Looks at any depth. */
const hasSecretField = ({ response }: (typeof endpoints)[number]): boolean =>
  /"\w*(secret|token|password)\w*":/i.test(JSON.stringify(z.toJSONSchema(response(), { unrepresentable: 'any' })));

const withSecret = endpoints.filter(({ returnsSecret }) => returnsSecret);

describe('an endpoint whose response has a secret', () => {
  it('exactly the contracts whose response has a secret say so', () => {
    expect(endpoints.filter(hasSecretField)).toEqual(withSecret);
    expect(withSecret.map(({ operationId }) => operationId)).toEqual(['createWebhook', 'rotateWebhookSecret']);
  });

  it('an endpoint whose response has a secret may read the encryption secret', () => {
    expect(withSecret).not.toEqual([]);
    for (const { grants } of withSecret) expect(grants).toContain('secret:encryption');
  });

  it('handle rejects a contract whose response has a secret', () => {
    expect(() => handle('createWebhook', createWebhook, handlers.createWebhook)).toThrow('use handleWithSecret');
    expect(() => handle('deleteWebhook', deleteWebhook, handlers.deleteWebhook)).not.toThrow();
  });
});

describe('the encryption secrets', () => {
  it('only POST endpoints may read an encryption secret', () => {
    const allowed = endpoints.filter(({ grants }) => grants.some((grant) => /^secret:.*encryption$/i.test(grant)));
    expect(allowed.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['createWebhook', 'sendMessage']),
    );
    expect(allowed.filter(({ method }) => method !== 'POST')).toEqual([]);
  });

  it('no function of the service may decrypt both the secrets of webhooks and those of channels', () => {
    const all = Object.values(deployed).flat();
    const both = all.filter(({ grants }) =>
      (['secret:encryption', 'secret:channelEncryption'] as const).every((grant) => grants.includes(grant)),
    );
    expect(both).toEqual([]);
  });
});
