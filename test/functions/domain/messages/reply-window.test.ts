import { expect, it, vi } from 'vitest';
import { newContact } from '../../../../functions/domain/contacts/contacts.ts';
import { newConversation } from '../../../../functions/domain/conversations/new-conversation.ts';
import { isReplyWindowClosed } from '../../../../functions/domain/messages/reply-window.ts';
import { clock } from '../../../../functions/platform/clock.ts';
import { newId } from '../../../../functions/platform/ids.ts';

it.each([
  ['a millisecond before its end is open', '2026-05-05T09:31:14.999Z', false],
  ['at its end is open', '2026-05-05T09:31:15.000Z', false],
  ['a millisecond after its end is closed', '2026-05-05T09:31:15.001Z', true],
])('a window %s', (_, now, isClosed) => {
  vi.spyOn(clock, 'now').mockReturnValue(Date.parse(now));
  const conversation = newConversation(newContact(newId(), {}), 'msgapp');
  expect(isReplyWindowClosed({ ...conversation, last_inbound_at: '2026-05-04T09:31:15.000Z' })).toBe(isClosed);
  expect([isReplyWindowClosed(conversation), isReplyWindowClosed(undefined)]).toEqual([false, false]);
});
