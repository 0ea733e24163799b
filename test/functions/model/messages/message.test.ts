import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatChannelError, toPublicMessageError } from '../../../../functions/model/messages/error.ts';
import {
  type MessageRecord,
  type MessageStatus,
  messageStatuses,
  statusAfter,
  toMessage,
} from '../../../../functions/model/messages/message.ts';

describe('the status of a message', () => {
  it.each<[MessageStatus, MessageStatus, MessageStatus]>([
    ['sending', 'read', 'read'],
    ['sent', 'delivered', 'delivered'],
    ['read', 'delivered', 'read'],
    ['delivered', 'sent', 'delivered'],
    ['sent', 'failed', 'failed'],
    ['delivered', 'failed', 'delivered'],
    ['failed', 'sent', 'failed'],
    ['failed', 'delivered', 'delivered'],
  ])('a message that is %s becomes, after a report of %s, %s', (stored, reported, after) => {
    expect(statusAfter(stored, reported)).toBe(after);
  });

  it('the final status is the same for any order and repetition of reports', () => {
    const reports = fc.array(fc.constantFrom(...messageStatuses), { minLength: 1 });
    fc.assert(
      fc.property(reports, (statuses) => {
        const end = (list: MessageStatus[]) => list.reduce(statusAfter, 'sending');
        expect(end(statuses.toReversed())).toBe(end(statuses));
        expect(end([...statuses, ...statuses])).toBe(end(statuses));
      }),
    );
  });
});

describe('the address of media', () => {
  const toMediaUrl = (media_url: string | null) =>
    toMessage({ media_url } as MessageRecord, 'https://api.example.com/v1').media_url;

  it.each([
    ['a copy is below the address of the API', '/media/m', 'https://api.example.com/v1/media/m'],
    ['a file that was sent keeps its URL', 'https://cdn.example.com/a.jpg', 'https://cdn.example.com/a.jpg'],
    ['a message without media has none', null, null],
  ])('%s', (_, stored, shown) => expect(toMediaUrl(stored)).toBe(shown));
});

it.each([
  [
    132012,
    '(#132012) Parameter format does not match format in the created template',
    'header: Format mismatch, expected IMAGE, received UNKNOWN',
    '(#132012) Parameter format does not match format in the created template - header: Format mismatch, expected IMAGE, received UNKNOWN',
  ],
  [
    190,
    'Error validating access token',
    null,
    "(#190) Error validating access token. The access token of the workspace's account is not valid. " +
      'Connect the account again in the dashboard, under Channels.',
  ],
  [
    131026,
    '(#131026) Message undeliverable',
    'Message Undeliverable.',
    '(#131026) Message undeliverable. The number may not be on the channel, or may have blocked or never accepted ' +
      'this business: check the number.',
  ],
  [
    131047,
    'Re-engagement message',
    'More than 24 hours have passed.',
    '(#131047) Re-engagement message - More than 24 hours have passed. Send an approved template (type: template) ' +
      'instead.',
  ],
  [null, 'Something is wrong.', null, 'Something is wrong.'],
])('the text of error %s names the code once, then message and details', (code, message, details, text) => {
  expect(formatChannelError({ code, message, details })).toBe(text);
});

it.each([
  ['a code of the channel', 130429, '130429', '(#130429) Stop'],
  ['a word of ours', 'outcome_unknown', 'outcome_unknown', 'Stop'],
  ['no code', null, 'unspecified', 'Stop'],
])('an error with %s has that code as text, and nothing besides code and message', (_, code, publicCode, message) => {
  const error = { code, message: 'Stop', details: null, retry_after_seconds: 6 };
  expect(toPublicMessageError(error)).toEqual({ code: publicCode, message });
});
