import { createHmac } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { acceptHubWebhook as accept } from '../../../../functions/domain/inbound/accept-hub-webhook.ts';
import * as secrets from '../../../../functions/platform/secrets.ts';

const withSecret = (text: string) => void vi.spyOn(secrets, 'readSecret').mockResolvedValue(text);

const signed = (secret: string): Parameters<typeof accept>[1] => {
  const bytes = Buffer.from('{}');
  return { bytes, signature: `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}` };
};

it('a secret without app secrets accepts no webhook, not even one signed with an empty key', async () => {
  withSecret('{"app_secrets":[],"verify_token":"generated"}');
  await expect(accept('msgapp', signed(''))).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(accept('msgapp', signed('generated'))).rejects.toMatchObject({ code: 'unauthorized' });
});

it.each(['s3cr3t', '"s3cr3t"', '{"app_secrets":"s3cr3t"}', '{"app_secrets":["s3cr3t"]}', 's3cr3t {'])(
  'the malformed secret %s is an internal error that does not quote it',
  async (text) => {
    withSecret(text);
    const error: unknown = await accept('msgapp', signed('s3cr3t')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringContaining('{"app_secrets":["…"],"verify_token":"…"}') });
    expect(error).not.toHaveProperty('code');
    expect(JSON.stringify(Object(error), Object.getOwnPropertyNames(error))).not.toContain('s3cr3t');
  },
);

it('a webhook signed with any of several app secrets is accepted', async () => {
  withSecret('{"app_secrets":["new","old"],"verify_token":"token"}');
  expect(await accept('msgapp', signed('new'))).toEqual({ received: 0 });
  expect(await accept('msgapp', signed('old'))).toEqual({ received: 0 });
  await expect(accept('msgapp', signed('older'))).rejects.toMatchObject({ code: 'unauthorized' });
});
