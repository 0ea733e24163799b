import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SendOutcome } from '../../../../functions/domain/channels/msgapp/send.ts';
import { newContact } from '../../../../functions/domain/contacts/contacts.ts';
import { newConversation } from '../../../../functions/domain/conversations/new-conversation.ts';
import { isReplyWindowClosed, isReplyWindowRefusal } from '../../../../functions/domain/messages/reply-window.ts';
import { clock } from '../../../../functions/platform/clock.ts';
import { newId } from '../../../../functions/platform/ids.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a closed window', () => {
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

  const refusal = {
    outcome: 'refused',
    message: 'No',
    details: null,
    retry: 'never',
    retryAfterSeconds: null,
  } as const;

  it.each<[string, SendOutcome, boolean]>([
    ['a refusal with 131047', { ...refusal, code: 131047 }, true],
    ['a refusal with another code', { ...refusal, code: 131026 }, false],
    ['a refusal without a code', { ...refusal, code: null }, false],
    ['an unreachable channel', { outcome: 'unreachable', reason: 'connection: ECONNREFUSED' }, false],
    ['a lost response', { outcome: 'unknown', reason: 'timeout: response' }, false],
    ['an acceptance', { outcome: 'accepted', channelMessageId: 'wamid.1', waId: null }, false],
  ])('whether %s calls for the fallback template', (_, outcome, isClosed) => {
    expect(isReplyWindowRefusal(outcome)).toBe(isClosed);
  });
});
