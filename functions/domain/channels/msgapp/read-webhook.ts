import type { InboundAccountError, InboundItem, InboundStatus } from '../../../model/inbound/inbound.ts';
import { type JsonObject, readArray, readId, readObject, readPath, readTime } from '../untrusted-json.ts';
import { readCallbackData } from './callback-data.ts';
import { readMessage } from './read-message.ts';
import { readNotice } from './read-notice.ts';
import { readChannelError } from './refusal.ts';

/** Never throws; skips unknown parts. One webhook may hold any mix of items for any number of accounts. */
export const readMsgappWebhook = (payload: unknown): InboundItem[] =>
  readArray(readPath(payload, 'entry'))
    .flatMap((entry) => readArray(readPath(entry, 'changes')).map((change) => ({ entry, change })))
    .flatMap(({ entry, change }) =>
      readPath(change, 'field') === 'messages'
        ? readValue(readObject(readPath(change, 'value')))
        : readNotice(entry, change),
    );

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

/** `played` is a voice message that was listened to. The channel adds statuses; unknown ones are skipped. */
const statuses = new Map<unknown, InboundStatus['status']>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
]);

const readStatus = (accountId: string, raw: JsonObject): InboundItem[] => {
  const channelMessageId = readId(raw['id']);
  if (channelMessageId === null) return [];
  const event = { channel: 'msgapp', accountId, channelMessageId, at: readTime(raw['timestamp']) } as const;
  if (raw['status'] === 'deleted') return [{ kind: 'deleted', ...event }];
  const status = statuses.get(raw['status']);
  if (!status) return [];
  const [error] = readArray(raw['errors']);
  return [
    {
      kind: 'status',
      ...event,
      status,
      ...readCallbackData(raw['biz_opaque_callback_data']),
      error: error === undefined ? null : readChannelError(error),
    },
  ];
};

const toAccountError = (accountId: string, error: unknown): InboundAccountError => ({
  kind: 'account_error',
  channel: 'msgapp',
  accountId,
  error: readChannelError(error),
});
