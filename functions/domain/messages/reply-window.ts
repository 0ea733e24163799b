import { findWindowExpiry, type StoredConversation } from '../../model/conversations/conversation.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import type { SendOutcome } from '../channels/msgapp/send.ts';

/** Without a known inbound message the channel decides, because the customer may have written before we were connected. */
export const isReplyWindowClosed = (conversation: StoredConversation | undefined, extraMs = 0): boolean => {
  const expiresAt = conversation ? findWindowExpiry(conversation) : null;
  return expiresAt !== null && isoTime(clock.now() - extraMs) > expiresAt;
};

/** On social, a person may answer for 7 days instead of one. */
export const humanAgentExtraMs = 6 * 24 * 60 * 60 * 1000;

/** The channel's own wording. It would report this only after it had accepted the message. */
export const replyWindowClosedError = {
  code: 131047,
  message: '(#131047) Re-engagement message',
  details:
    'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
};

/** Only a refusal proves that nothing was sent. After a lost response another message could be a second one. */
export const isReplyWindowRefusal = (outcome: SendOutcome): boolean =>
  outcome.outcome === 'refused' && outcome.code === replyWindowClosedError.code;
