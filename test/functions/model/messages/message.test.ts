import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type MessageRecord,
  type MessageStatus,
  messageStatuses,
  statusAfter,
  toMessage,
} from '../../../../functions/model/messages/message.ts';

describe('the status of a message', () => {
  it.each<[MessageStatus, MessageStatus, MessageStatus]>([
    ['sending', 'sent', 'sent'],
    ['sending', 'read', 'read'],
    ['sent', 'delivered', 'delivered'],
    ['delivered', 'read', 'read'],
    ['read', 'delivered', 'read'],
    ['delivered', 'sent', 'delivered'],
    ['sending', 'failed', 'failed'],
    ['sent', 'failed', 'failed'],
    ['delivered', 'failed', 'delivered'],
    ['read', 'failed', 'read'],
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
    [
      "a message from before there were copies keeps the channel's URL",
      'https://graph.facebook.com/v25.0/1',
      'https://graph.facebook.com/v25.0/1',
    ],
    ['a message without media has none', null, null],
  ])('%s', (_, stored, shown) => {
    expect(toMediaUrl(stored)).toBe(shown);
  });
});
