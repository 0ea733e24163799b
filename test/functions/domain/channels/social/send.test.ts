import { expect, it } from 'vitest';
import { buildSocialBody, findUnsendable, sendToSocial } from '../../../../../functions/domain/channels/social/send.ts';
import type { FreeFormContent } from '../../../../../functions/model/messages/outgoing-message.ts';
import { answerJson, startFaultyServer } from '../../../../support/network/faulty-server.ts';

const message = { id: 'our-id', conversation_id: 'our-conversation' };
const mediaUrl = 'https://example.com/file';
const text: FreeFormContent = { type: 'text', text: 'Hi' };
const build = (content: FreeFormContent, isHumanAgent = false) =>
  buildSocialBody({ userId: '123', message, isHumanAgent }, content);

const sendTo = async (status: number, answer: object) => {
  const { baseUrl } = await startFaultyServer(answerJson(status, answer));
  const account = { account_id: '178', access_token: 'token', base_url: baseUrl, api_version: 'v25.0' };
  return sendToSocial(account, build(text));
};

it('a text, a file and an answer of a person have the format of the channel', () => {
  const metadata = 'our-conversation/our-id';
  expect(build(text)).toEqual({ recipient: { id: '123' }, message: { text: 'Hi', metadata } });
  expect(build({ type: 'audio', mediaUrl }, true)).toEqual({
    recipient: { id: '123' },
    messaging_type: 'MESSAGE_TAG',
    tag: 'HUMAN_AGENT',
    message: { attachment: { type: 'audio', payload: { url: mediaUrl } }, metadata },
  });
});

it.each<[string, FreeFormContent]>([
  ['type', { type: 'document', mediaUrl, text: undefined, filename: undefined }],
  ['text', { type: 'text', text: 'é'.repeat(501) }],
  ['text', { type: 'image', mediaUrl, text: 'A caption' }],
])('what the channel cannot show is a fault of "%s"', (field, content) => {
  expect(findUnsendable(content)).toContain(`"${field}" must`);
});

it('what the channel can show has no fault', () => {
  expect(findUnsendable({ type: 'text', text: 'é'.repeat(500) })).toBeUndefined();
  expect(findUnsendable({ type: 'image', mediaUrl, text: undefined })).toBeUndefined();
});

it('a closed window is not taken for a missing permission, which has the same code', async () => {
  const error = { message: '(#10) This message is sent outside of allowed window.', code: 10, error_subcode: 2534022 };
  const expected = { code: 2534022, retry: 'never', message: 'This message is sent outside of allowed window.' };
  expect(await sendTo(400, { error })).toMatchObject(expected);
  expect(await sendTo(403, { error: { ...error, error_subcode: 1 } })).toMatchObject({ code: 10 });
});
