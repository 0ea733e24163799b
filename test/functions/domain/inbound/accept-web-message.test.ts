import { createHmac } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { acceptWebMessage } from '../../../../functions/domain/inbound/accept-web-message.ts';
import { clock } from '../../../../functions/platform/clock.ts';

const signHeader = (bytes: Buffer, laterSeconds = 0): string => {
  const time = Math.floor(clock.now() / 1000) + laterSeconds;
  return `t=${time},v1=${createHmac('sha256', 'guessed').update(`${time}.`).update(bytes).digest('hex')}`;
};

/** These tests have no table: reading it would fail with another error. */
it.each([
  ['no signature', () => undefined],
  ['a malformed signature', (bytes: Buffer) => signHeader(bytes).slice(0, -1)],
  ['a signature that is too old', (bytes: Buffer) => signHeader(bytes, -301)],
  ['a signature of the future', (bytes: Buffer) => signHeader(bytes, 302)],
])('a message with %s is refused before it is parsed and before the table is read', async (_, sign) => {
  const parse = vi.spyOn(JSON, 'parse');
  const bytes = Buffer.from('{"account_id":"site"}');
  await expect(acceptWebMessage({ bytes, signature: sign(bytes) })).rejects.toMatchObject({ code: 'unauthorized' });
  expect(parse).not.toHaveBeenCalled();
});

it('a message of more than 64 KB is refused before it is parsed and before its signature is computed', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const bytes = Buffer.from('['.repeat(64 * 1024 + 1));
  await expect(acceptWebMessage({ bytes, signature: signHeader(bytes) })).rejects.toMatchObject({
    code: 'bad_request',
    message: 'The body must have at most 65536 bytes.',
  });
  expect(parse).not.toHaveBeenCalled();
});
