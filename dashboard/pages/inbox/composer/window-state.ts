import type { ConnectedChannel } from '../../../../functions/model/channels/connected-channel.ts';
import type { Conversation } from '../../../../functions/model/conversations/conversation.ts';
import type { Usage } from '../../../../functions/model/workspaces/usage.ts';

export type WindowState =
  | { kind: 'open' }
  | { kind: 'closing'; leftMs: number }
  | { kind: 'closed'; sinceMs: number }
  | { kind: 'unknown' }
  /** Social has no templates, so only a note is possible. */
  | { kind: 'unanswerable' }
  | { kind: 'disconnected' }
  | { kind: 'failing'; reason: string }
  | { kind: 'lapsed' }
  | { kind: 'used_up'; month: string };

const saidFromMs = 4 * 60 * 60_000;
/** On Social a person may answer for seven days; `window_expires_at` is that of the API, one day. */
const socialExtraMs = 6 * 24 * 60 * 60_000;

/** Channel and plan come first: without them neither a text nor a template can be sent. */
export const windowState = (
  { channel, window_expires_at: expiresAt }: Pick<Conversation, 'channel' | 'window_expires_at'>,
  account: Pick<ConnectedChannel, 'state' | 'last_error'> | undefined,
  nowMs: number,
  usage?: Usage,
): WindowState => {
  if (account?.state === 'not_connected') return { kind: 'disconnected' };
  if (account?.state === 'failing') return { kind: 'failing', reason: account.last_error?.message ?? '' };
  if (usage?.subscription === 'lapsed') return { kind: 'lapsed' };
  const current = usage?.months.at(-1);
  if (current && current.messages_used >= (usage?.messages_per_month ?? Number.POSITIVE_INFINITY))
    return { kind: 'used_up', month: current.month };
  if (channel === 'web') return { kind: 'open' };
  if (expiresAt === null) return channel === 'social' ? { kind: 'open' } : { kind: 'unknown' };
  const leftMs = Date.parse(expiresAt) + (channel === 'social' ? socialExtraMs : 0) - nowMs;
  if (leftMs > saidFromMs) return { kind: 'open' };
  if (leftMs > 0) return { kind: 'closing', leftMs };
  return channel === 'social' ? { kind: 'unanswerable' } : { kind: 'closed', sinceMs: -leftMs };
};

export const mayWriteText = ({ kind }: WindowState): boolean =>
  kind === 'open' || kind === 'closing' || kind === 'unknown';

/** A text may arrive too late, or has never been allowed. */
export const mayNeedFallback = ({ kind }: WindowState, channel: Conversation['channel']): boolean =>
  channel === 'msgapp' && (kind === 'closing' || kind === 'unknown');

export const maySendTemplate = ({ kind }: WindowState, channel: Conversation['channel']): boolean =>
  channel === 'msgapp' && kind !== 'disconnected' && kind !== 'failing' && kind !== 'lapsed' && kind !== 'used_up';
