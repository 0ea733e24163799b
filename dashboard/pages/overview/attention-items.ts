import { findAccountFault } from '../../../functions/model/channels/health.ts';
import { consecutiveFailuresMax } from '../../../functions/model/deliveries/delivery.ts';
import type { Invitation } from '../../../functions/model/members/member.ts';
import type { WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import type { Usage } from '../../../functions/model/workspaces/usage.ts';
import { forecastUsage } from '../../../functions/model/workspaces/usage-forecast.ts';
import type { DescribedWorkspace } from '../../../functions/model/workspaces/workspace.ts';
import { dayName, nextMonthName } from '../../texts/calendar.ts';
import { integrationTexts } from '../../texts/en/integrations.ts';
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

/** Urgent items come first. A source that is not loaded yet adds nothing. */
export const findAttentionItems = (sources: AttentionSources, nowMs: number): AttentionItem[] => {
  const { webhooks = [], channels = [], usage, invitations = [] } = sources;
  const items = [
    ...webhooks.flatMap(webhookItems),
    ...channels.flatMap(channelItems),
    ...(usage ? planItems(usage, nowMs) : []),
    ...invitationItems(invitations, nowMs),
  ];
  return items.sort((left, right) => Number(left.tone === 'warn') - Number(right.tone === 'warn'));
};

/** A webhook that a person turned off needs no attention. */
const webhookItems = (webhook: WebhookDetails): AttentionItem[] => {
  const { id, is_active, failure_count: failures, failing_since, provider } = webhook;
  const hasBeenTurnedOff = !is_active && failures >= consecutiveFailuresMax;
  if (!hasBeenTurnedOff && !(is_active && failures > 0)) return [];
  const name = webhookLabel(webhook);
  return [
    {
      id: `webhook ${id}`,
      tone: hasBeenTurnedOff ? 'bad' : 'warn',
      text: hasBeenTurnedOff ? texts.webhookOff(name, failures) : texts.webhookFailing(name, failures),
      since: failing_since,
      path: webhookSubpath(webhook),
      action: provider === 'api' ? texts.openWebhook : texts.openIntegrations,
    },
  ];
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

/** The URL without its query, which may hold a token: `crm.acme.example/hooks`. */
export const webhookLabel = ({ url, provider }: Pick<WebhookDetails, 'url' | 'provider'>): string => {
  const { host, pathname } = new URL(url);
  const address = `${host}${pathname}`.replace(/\/$/, '');
  return provider === 'api' ? address : `${integrationTexts.tools[provider]} (${host})`;
};

/** The page on which the webhook can be changed, below /w/<id>/. */
export const webhookSubpath = ({ id, provider }: Pick<WebhookDetails, 'id' | 'provider'>): string =>
  provider === 'api' ? `webhooks/${id}` : 'settings/integrations';
