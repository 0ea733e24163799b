import { findAccountFault } from '../../../functions/model/channels/health.ts';
import type { Invitation } from '../../../functions/model/members/member.ts';
import type { WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import type { Usage } from '../../../functions/model/workspaces/usage.ts';
import { forecastUsage } from '../../../functions/model/workspaces/usage-forecast.ts';
import type { DescribedWorkspace } from '../../../functions/model/workspaces/workspace.ts';
import { webhookName, webhookState } from '../../components/webhooks/webhook-state.ts';
import { dayName, nextMonthName } from '../../texts/calendar.ts';
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
}

/** By harm: what stops all messages comes first. A source that is not loaded yet adds nothing. */
export const findAttentionItems = (sources: AttentionSources, nowMs: number): AttentionItem[] => {
  const { webhooks = [], channels = [], usage, invitations = [] } = sources;
  const items = [
    ...(usage ? planItems(usage, nowMs) : []),
    ...channels.flatMap(channelItems),
    ...webhookItems(webhooks, 'turnedOff'),
    ...webhookItems(webhooks, 'failing'),
    ...invitationItems(invitations, nowMs),
  ];
  return items.sort((left, right) => Number(left.tone === 'warn') - Number(right.tone === 'warn'));
};

/** More of them are one item, which leads to the list. */
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
