import type { Channel } from '../../model/channels/channel.ts';
import { type AccountError, findAccountFault } from '../../model/channels/health.ts';
import { type ChannelError, quoteChannelError } from '../../model/messages/error.ts';
import type { Encrypted, SigningChannel } from '../../model/secret.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { errorFields, log } from '../../platform/log/log.ts';
import { errorMetricFields } from '../../platform/log/metrics.ts';
import {
  type AccountPointer,
  putAccountError,
  removeAccountError,
  updateLastWebhook,
} from '../../table/channels/accounts.ts';

type ChannelAnswer =
  | { outcome: 'accepted' }
  | ({ outcome: 'refused' } & ChannelError)
  | { outcome: 'unreachable' | 'unknown' };

/** Records what an answer of the channel says about the account. It never fails: the send matters more. */
export type NoteHealth = (answer: ChannelAnswer) => Promise<void>;

/**
 * Starts from the account as it was read for the calls, so it writes only when the health changes: a success without a
 * stored error, and a failure with the same code, cost nothing.
 */
export const trackHealth = (
  workspaceId: string,
  channel: SigningChannel,
  { access_token, last_error }: { access_token: Encrypted; last_error?: AccountError },
): NoteHealth => {
  let known = last_error;
  return (answer) => {
    const before = known;
    known = errorAfter(answer, before);
    if (known === before) return Promise.resolve();
    if (known) return withoutFailing(putAccountError(workspaceId, channel, { access_token }, known));
    return withoutFailing(before ? removeAccountError(workspaceId, channel, before) : undefined);
  };
};

/** The channel accepts a message before it reports a late fault of the account, so an acceptance proves nothing yet. */
const lateErrorMs = 15 * 60 * 1000;

const errorAfter = (answer: ChannelAnswer, before: AccountError | undefined): AccountError | undefined => {
  if (answer.outcome === 'accepted') return before?.is_late && isRecent(before.at, lateErrorMs) ? before : undefined;
  return answer.outcome === 'refused' && answer.code !== before?.code ? (toAccountError(answer) ?? before) : before;
};

const isRecent = (time: string, ms: number): boolean => time > isoTime(clock.now() - ms);

const toAccountError = (error: ChannelError): AccountError | undefined =>
  error.code === null || findAccountFault(error.code) === undefined
    ? undefined
    : { code: error.code, message: quoteChannelError(error), at: isoTime(clock.now()) };

interface ReportedFailure {
  accountId: string;
  at: string;
  error: ChannelError | null;
}

/** Notes a message that failed after the channel had accepted it. A late receipt says nothing about now. */
export const noteReportedFailure = async (
  workspaceId: string,
  { accountId, at, error }: ReportedFailure,
): Promise<void> => {
  const accountError = error && isRecent(at, lateErrorMs) ? toAccountError(error) : undefined;
  if (!accountError) return;
  const failed = { phone_number_id: accountId };
  await withoutFailing(putAccountError(workspaceId, 'msgapp', failed, { ...accountError, is_late: true }));
};

const webhookNoteMs = 60_000;

/** Each account is written at most once a minute. */
export const noteWebhook = async (
  channel: Channel,
  accountId: string,
  { lastWebhookAt }: AccountPointer,
): Promise<void> => {
  if (lastWebhookAt !== undefined && isRecent(lastWebhookAt, webhookNoteMs)) return;
  const nowMs = clock.now();
  const times = { at: isoTime(nowMs), before: isoTime(nowMs - webhookNoteMs) };
  await withoutFailing(updateLastWebhook(channel, accountId, times));
};

const withoutFailing = async (write: Promise<void> | undefined): Promise<void> => {
  try {
    await write;
  } catch (error) {
    log('error', 'channel health not recorded', { error: errorFields(error), ...errorMetricFields(error) });
  }
};
