import { findAccountFault } from '../../../functions/model/channels/health.ts';
import type { InboxConversation } from '../../../functions/model/conversations/inbox.ts';
import type { Invitation } from '../../../functions/model/members/member.ts';
import type { ShownFailedMessage } from '../../../functions/model/messages/listed-message.ts';
import type { WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import type { Usage } from '../../../functions/model/workspaces/usage.ts';
import { forecastUsage } from '../../../functions/model/workspaces/usage-forecast.ts';
import type { DescribedWorkspace } from '../../../functions/model/workspaces/workspace.ts';
import { webhookName, webhookState } from '../../components/webhooks/webhook-state.ts';
import { dayName, nextMonthName } from '../../texts/calendar.ts';
import { contactName, customerName } from '../../texts/contact-name.ts';
import { overviewTexts } from '../../texts/en/overview.ts';
import { nearlyUsedShare } from '../usage/usage-bars.ts';

const texts = overviewTexts.needs;

/** Something that needs attention. */
export interface AttentionItem {
  id: string;
  tone: 'bad' | 'warn';
  text: string;
  /** When it began. */
  since?: string | null;
  /** The page of its cause, below /w/<id>/. */
  path: string;
  action: string;
}

export interface AttentionSources {
  webhooks?: readonly WebhookDetails[] | undefined;
  channels?: DescribedWorkspace['channels'] | undefined;
  usage?: Usage | undefined;
  invitations?: readonly Invitation[] | undefined;
  /** Conversations that wait for an answer, longest first, at most `waitingMax`. */
  waiting?: readonly InboxConversation[] | undefined;
  failures?: readonly ShownFailedMessage[] | undefined;
  /** An Agent, who is told of the own work alone. */
  agentId?: string | undefined;
}

export const waitingMax = 20;
export const failuresMax = 50;

/** Sorts by harm: what stops all messages comes first. A source that is not loaded yet adds nothing. */
export const findAttentionItems = (sources: AttentionSources, nowMs: number): AttentionItem[] => {
  const { webhooks = [], channels = [], usage, invitations = [], waiting = [], failures = [], agentId } = sources;
  const work = waitingItems(waiting, agentId, nowMs);
  if (agentId) return [...failedReplyItems(failures, agentId, nowMs), ...work];
  const items = [
    ...(usage ? planItems(usage, nowMs) : []),
    ...channels.flatMap(channelItems),
    ...webhookItems(webhooks, 'turnedOff'),
    ...failedBroadcastItems(failures, nowMs),
    ...webhookItems(webhooks, 'failing'),
    ...work,
    ...invitationItems(invitations, nowMs),
  ];
  return items.sort((left, right) => Number(left.tone === 'warn') - Number(right.tone === 'warn'));
};

/** A larger number becomes one item, which leads to the list. */
const webhooksMax = 2;

/** The longer a webhook fails, the more events it has missed. */
const webhookItems = (all: readonly WebhookDetails[], state: 'turnedOff' | 'failing'): AttentionItem[] => {
  const since = ({ failing_since }: WebhookDetails) => failing_since ?? '';
  const webhooks = all
    .filter((webhook) => webhookState(webhook) === state)
    .sort((left, right) => since(left).localeCompare(since(right)));
  const [first, ...others] = webhooks;
  if (!first) return [];
  const tone = state === 'turnedOff' ? 'bad' : 'warn';
  if (others.length < webhooksMax) return webhooks.map((webhook) => webhookItem(webhook, tone));
  const text = texts.webhooks[state](webhooks.length);
  const path = 'webhooks?show=attention';
  return [{ id: state, tone, text, since: first.failing_since, path, action: texts.openWebhooks }];
};

const webhookItem = (webhook: WebhookDetails, tone: AttentionItem['tone']): AttentionItem => {
  const { id, failure_count: failures, failing_since: since, provider } = webhook;
  const name = webhookName(webhook);
  return {
    id: `webhook ${id}`,
    tone,
    text: tone === 'bad' ? texts.webhookOff(name, failures) : texts.webhookFailing(name, failures),
    since,
    path: provider === 'api' ? `webhooks/${id}` : 'settings/integrations',
    action: provider === 'api' ? texts.openWebhook : texts.openIntegrations,
  };
};

const channelItems = ({ channel, last_error }: DescribedWorkspace['channels'][number]): AttentionItem[] =>
  last_error === null
    ? []
    : [
        {
          id: `channel ${channel}`,
          tone: 'bad',
          text: texts.channel(channel, findAccountFault(last_error.code)),
          since: last_error.at,
          path: 'settings/channels',
          action: texts.openChannels,
        },
      ];

const planItems = (usage: Usage, nowMs: number): AttentionItem[] => {
  const item = { id: 'plan', path: 'settings/usage', action: texts.openUsage };
  const { messages_per_month: limit, subscription, months } = usage;
  const current = months.at(-1);
  if (subscription === 'lapsed') return [{ ...item, tone: 'bad', text: texts.lapsed }];
  if (limit === null || !current) return [];
  const { messages_used: used, month } = current;
  if (used >= limit) return [{ ...item, tone: 'bad', text: texts.usedUp(limit, nextMonthName(month)) }];
  const forecast = forecastUsage(usage, nowMs);
  const isUsedUpSoon = forecast?.kind === 'used_up';
  if (!isUsedUpSoon && used < nearlyUsedShare * limit) return [];
  const pace = isUsedUpSoon ? ` ${texts.pace(dayName(forecast.date))}` : '';
  return [{ ...item, tone: 'warn', text: `${texts.nearlyUsed(used, limit)}${pace}` }];
};

const dayMs = 24 * 60 * 60 * 1000;

/** An invitation expires after 7 days. */
const openDaysMax = 3;

const invitationItems = (invitations: readonly Invitation[], nowMs: number): AttentionItem[] => {
  const days = ({ created_at }: Invitation): number => Math.floor((nowMs - Date.parse(created_at)) / dayMs);
  const old = invitations.filter((invitation) => days(invitation) >= openDaysMax);
  const [first, ...others] = old;
  if (!first) return [];
  const text =
    others.length === 0 ? texts.invitation(first.email, days(first)) : texts.invitations(old.length, openDaysMax);
  return [{ id: 'invitations', tone: 'warn', text, path: 'settings/members', action: texts.openMembers }];
};

const waitsLongMs = 60 * 60_000;

type InboxView = 'all' | 'mine' | 'unassigned';

const waitingItems = (
  waiting: readonly InboxConversation[],
  agentId: string | undefined,
  nowMs: number,
): AttentionItem[] => {
  const long = waiting.filter(({ waiting_since: since }) => since && nowMs - Date.parse(since) >= waitsLongMs);
  const isMin = long.length === waitingMax;
  if (!agentId) return waitingItem('waiting', texts.waiting, 'all', long, isMin);
  const isFree = ({ assigned_agent_id: assigned }: InboxConversation) => assigned === null;
  const own = long.filter((conversation) => !isFree(conversation));
  return [
    ...waitingItem('waiting', texts.waiting, 'mine', own, isMin),
    ...waitingItem('unassigned', texts.unassigned, 'unassigned', long.filter(isFree), isMin),
  ];
};

const waitingItem = (
  id: string,
  words: typeof texts.waiting,
  view: InboxView,
  [first, ...others]: readonly InboxConversation[],
  isMin: boolean,
): AttentionItem[] => {
  if (!first) return [];
  const text = words(contactName(first.contact), others.length, isMin);
  const path = `inbox?view=${view}&c=${first.id}`;
  return [{ id, tone: 'warn', text, since: first.waiting_since, path, action: texts.openConversation }];
};

export const isOfToday = ({ created_at }: ShownFailedMessage, nowMs: number): boolean =>
  Date.parse(created_at) >= new Date(nowMs).setHours(0, 0, 0, 0);

const failedReplyItems = (failures: readonly ShownFailedMessage[], agentId: string, nowMs: number): AttentionItem[] => {
  const own = failures.filter((message) => message.sent_by_member_id === agentId && isOfToday(message, nowMs));
  const [first, second] = own;
  if (!first) return [];
  const item = { id: 'replies', tone: 'bad' } as const;
  if (second)
    return [
      { ...item, text: texts.failedReplies(own.length), path: 'messages?show=failed', action: texts.openMessages },
    ];
  const text = texts.failedReply(customerName(first.contact));
  return [{ ...item, text, path: `inbox?view=all&c=${first.conversation_id}`, action: texts.openConversation }];
};

/** A few failures are usual. */
const failedOfBroadcastMin = 10;

const failedBroadcastItems = (failures: readonly ShownFailedMessage[], nowMs: number): AttentionItem[] => {
  const counts = new Map<string, number>();
  for (const message of failures)
    if (message.broadcast_id && isOfToday(message, nowMs))
      counts.set(message.broadcast_id, (counts.get(message.broadcast_id) ?? 0) + 1);
  return [...counts]
    .filter(([, number]) => number >= failedOfBroadcastMin)
    .map(([id, number]) => ({
      id: `broadcast ${id}`,
      tone: 'warn',
      text: texts.failedBroadcast(number, failures.length === failuresMax),
      path: `broadcasts/${id}`,
      action: texts.openBroadcast,
    }));
};
