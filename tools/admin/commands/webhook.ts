import type { Command } from 'commander';
import * as z from 'zod';
import { tools } from '../../../functions/model/webhooks/integration.ts';
import { basicEventNames, eventNames, isBasicEvent, type Webhook } from '../../../functions/model/webhooks/webhook.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { placeholderIds } from '../command-text.ts';
import { operate } from '../operate.ts';
import type { Run, Screen } from '../run.ts';
import { count, id, listOf } from '../values.ts';
import { addNoun, argument, option, required, verb, workspace } from '../verb.ts';

const webhookId = argument('The webhook (see webhook list).', id);

export const addWebhookCommands = (program: Command, run: Run): Command =>
  addNoun(program, run, 'webhook', 'URLs of a workspace that receive its events.', [
    verb('connect', 'Connect an automation tool as the dashboard does, and show its webhook secret, this once.', {
      input: {
        tool: argument('The tool. Deleting the webhook disconnects it.', z.enum(tools)),
        workspace,
        url: required('<url>', 'Where events go: https, at a public address.', z.string().trim()),
        events: required(
          '<list>',
          `The events the tool receives: all for ${basicEventNames.join(', ')}; or a comma-separated list, which can ` +
            `also have ${eventNames.filter((name) => !isBasicEvent(name)).join(', ')} if the workspace has more events.`,
          listOf('event', eventNames, basicEventNames).refine(
            ({ length }) => length > 0,
            'must name at least one event.',
          ),
        ),
      },
      example: 'tool_a --url https://tool.example/hooks/1 --events contact.created',
      act: async ({ tool, workspace, ...body }) => {
        const connected = await operate('integrations/connectIntegration', { workspace, params: { tool }, body });
        const { created_by, ...created } = connected;
        return { ...created, provider: tool };
      },
      show: ({ secret, ...created }) =>
        `${secret}\n\nCopy the secret now: it is not shown again.\n\n${formatFields(toRow(created))}`,
    }),
    verb('list', "List a workspace's webhooks, newest first, without secrets.", {
      input: { workspace },
      act: async ({ workspace }) => {
        const { getStoredWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
        const { listWebhooks } = await import('../../../functions/domain/webhooks/webhooks.ts');
        await getStoredWorkspace(workspace);
        return (await listWebhooks(workspace)).items;
      },
      show: showWebhooks,
    }),
    verb('rotate-secret', 'Give a webhook a new secret and show it, this once.', {
      input: {
        webhookId,
        workspace,
        overlapHours: option(
          '<hours>',
          'How long the old secret signs, too: 0 to 24 (default: 24).',
          count(0, 24).optional(),
        ),
      },
      example: `${placeholderIds.webhook} --overlap-hours 1`,
      act: ({ webhookId, workspace, overlapHours }) => {
        const request = { params: { id: webhookId }, body: { overlap_hours: overlapHours } };
        return operate('webhooks/rotateWebhookSecret', { workspace, ...request });
      },
      show: ({ id: webhookId, secret, previous_secret_expires_at: expiresAt }) =>
        `${secret}\n\nCopy the secret now: it is not shown again.\n\n` +
        formatFields({ id: webhookId, old_secret_signs_until: expiresAt ?? 'now' }),
    }),
    verb('test', 'Send a test event to a webhook, which must be active. See its outcome with delivery list.', {
      input: { webhookId, workspace },
      example: placeholderIds.webhook,
      act: ({ webhookId, workspace }) =>
        operate('deliveries/testWebhook', { workspace, params: { id: webhookId }, body: {} }),
      show: ({ event_id, event, occurred_at, status }) => formatFields({ event_id, event, occurred_at, status }),
    }),
  ]);

const showWebhooks = (webhooks: readonly Webhook[], { width }: Screen): string =>
  webhooks.length === 0 ? 'This workspace has no webhooks.' : formatTable(webhooks.map(toRow), columns, width);

const columns = [
  'id',
  'provider',
  'is_active',
  'failure_count',
  'last_delivery_at',
  'created_at',
  'url',
  'events',
] as const;

const toRow = (webhook: Webhook) => ({
  ...webhook,
  is_active: webhook.is_active ? 'yes' : 'no',
  events: webhook.events.join(', '),
  last_delivery_at: webhook.last_delivery_at ?? 'never',
});
