import { isBack, type StoredConversation, toConversation } from '../../model/conversations/conversation.ts';
import { sha256Hex } from '../../platform/sha256.ts';

/** Differs whenever the row of the conversation does. DynamoDB keeps no order of the fields. */
export const toVersion = (stored: StoredConversation): string => {
  const { unseen, noted, last_message } = stored;
  const inOrder = (_: string, value: unknown): unknown =>
    isFields(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return sha256Hex(
    JSON.stringify([toConversation(stored), unseen, noted, last_message, isBack(stored)], inOrder),
  ).slice(0, 12);
};

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
