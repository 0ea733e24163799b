import { consecutiveFailuresMax } from '../../../functions/model/deliveries/delivery.ts';
import type { Webhook } from '../../../functions/model/webhooks/webhook.ts';
import { toolNames } from '../../texts/en/tools.ts';
import type { Tone } from '../feedback/tone.ts';

/** `turnedOff` by failures, `off` by a person. */
export type WebhookState = 'on' | 'failing' | 'turnedOff' | 'off';

type Health = Pick<Webhook, 'is_active' | 'failure_count'>;

export const webhookState = ({ is_active, failure_count }: Health): WebhookState => {
  if (is_active) return failure_count > 0 ? 'failing' : 'on';
  return failure_count >= consecutiveFailuresMax ? 'turnedOff' : 'off';
};

export const stateTones: Record<WebhookState, Tone> = { on: 'ok', failing: 'warn', turnedOff: 'bad', off: 'off' };

/** A webhook that a person turned off needs no attention. */
export const needsAttention = (webhook: Health): boolean => ['turnedOff', 'failing'].includes(webhookState(webhook));

type Named = Pick<Webhook, 'url' | 'provider'>;

/** A webhook has no name of its own: `crm.acme.example/hooks`, without the query, which may hold a token. */
export const webhookName = ({ url, provider }: Named): string => {
  const { host, pathname } = URL.parse(url) ?? { host: url, pathname: '' };
  const name = `${host}${pathname}`.replace(/\/$/, '');
  return provider === 'api' ? name : `${toolNames[provider]} (${name})`;
};

const ranks: Record<WebhookState, number> = { turnedOff: 0, failing: 1, on: 2, off: 2 };

/** Webhooks that need attention come first, then all by name. */
export const sortWebhooks = <Item extends Health & Named>(webhooks: readonly Item[]): Item[] =>
  webhooks.toSorted(
    (left, right) =>
      ranks[webhookState(left)] - ranks[webhookState(right)] || webhookName(left).localeCompare(webhookName(right)),
  );
