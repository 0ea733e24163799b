import type { InboundAccountError, InboundItem } from '../../../model/inbound.ts';
import { at, type Fields, fieldsOf, idOf, listOf } from '../untrusted-json.ts';
import { readChannelError } from './channel-error.ts';
import { readMessage } from './read-message.ts';
import { readStatus } from './read-status.ts';

/**
 * Everything that one webhook of the channel reports, in its order. It may hold any mix of things for any number of
 * accounts. What we do not know is left out; nothing makes it throw.
 */
export const readMsgappWebhook = (payload: unknown): InboundItem[] =>
  listOf(at(payload, 'entry'))
    .flatMap((entry) => listOf(at(entry, 'changes')))
    .filter((change) => at(change, 'field') === 'messages')
    .flatMap((change) => readValue(fieldsOf(at(change, 'value'))));

/** Without the number that was written to, nothing can be assigned to a workspace. */
const readValue = (value: Fields): InboundItem[] => {
  const accountId = idOf(at(value, 'metadata', 'phone_number_id'));
  if (accountId === null) return [];
  const contacts = listOf(value['contacts']);
  return [
    ...listOf(value['messages']).flatMap((message) => readMessage(accountId, fieldsOf(message), contacts)),
    ...listOf(value['statuses']).flatMap((status) => readStatus(accountId, fieldsOf(status))),
    ...listOf(value['errors']).map((error) => accountError(accountId, error)),
  ];
};

const accountError = (accountId: string, error: unknown): InboundAccountError => ({
  kind: 'account_error',
  channel: 'msgapp',
  accountId,
  error: readChannelError(error),
});
