import type { InboundAccountError, InboundItem } from '../../../model/inbound.ts';
import { type JsonObject, readArray, readId, readObject, readPath } from '../untrusted-json.ts';
import { readChannelError } from './channel-error.ts';
import { readMessage } from './read-message.ts';
import { readStatus } from './read-status.ts';

/**
 * Everything that one webhook of the channel reports, in its order. It may hold any mix of things for any number of
 * accounts. What we do not know is left out; nothing makes it throw.
 */
export const readMsgappWebhook = (payload: unknown): InboundItem[] =>
  readArray(readPath(payload, 'entry'))
    .flatMap((entry) => readArray(readPath(entry, 'changes')))
    .filter((change) => readPath(change, 'field') === 'messages')
    .flatMap((change) => readValue(readObject(readPath(change, 'value'))));

/** Without the number that was written to, nothing can be assigned to a workspace. */
const readValue = (value: JsonObject): InboundItem[] => {
  const accountId = readId(readPath(value, 'metadata', 'phone_number_id'));
  if (accountId === null) return [];
  const contacts = readArray(value['contacts']);
  return [
    ...readArray(value['messages']).flatMap((message) => readMessage(accountId, readObject(message), contacts)),
    ...readArray(value['statuses']).flatMap((status) => readStatus(accountId, readObject(status))),
    ...readArray(value['errors']).map((error) => toAccountError(accountId, error)),
  ];
};

const toAccountError = (accountId: string, error: unknown): InboundAccountError => ({
  kind: 'account_error',
  channel: 'msgapp',
  accountId,
  error: readChannelError(error),
});
