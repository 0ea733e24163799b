import type { MessageStatus } from '../../../functions/model/messages/message.ts';

export const messageStatuses: Readonly<Record<MessageStatus, string>> = {
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Failed',
};

/** Short words for the codes of a failure; others have the channel's own. */
export const failureWords: Readonly<Record<string, string>> = {
  '131026': 'Not reachable on Msgapp',
  '131048': 'Held back by Msgapp: too many messages',
  '131049': 'Held back by Msgapp: too much marketing',
  '131050': 'Turned off marketing from you',
  '131053': 'Msgapp could not fetch the file',
  ...Object.fromEntries(
    ['190', '131005', '131042', '131031', '368'].map((code) => [code, 'Msgapp does not accept your account']),
  ),
  ...Object.fromEntries(['1', '2', '130429', '131000', '131016', '131056'].map((code) => [code, 'Msgapp was busy'])),
  plan_limit_reached: 'Plan used up',
  outcome_unknown: 'No answer from the channel',
  channel_unreachable: 'Msgapp could not be reached',
  opted_out: 'Opted out of broadcasts',
  missing_value: 'A value was missing',
  duplicate: 'Listed twice',
  contact_erased: 'Erased',
  canceled: 'Stopped before it was sent',
};

/** Words for a code that has some, otherwise the channel's own. */
export const failureReason = (code: string, reason: string | null): string =>
  Object.hasOwn(failureWords, code) ? `${failureWords[code]} (${code})` : (reason ?? code);
