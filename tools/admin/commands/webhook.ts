import { Argument, type Command } from 'commander';
import * as z from 'zod';
import { tools } from '../../../functions/model/webhooks/integration.ts';
import { eventNames, type Webhook } from '../../../functions/model/webhooks/webhook.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { exampleHelp, exampleIds, workspaceOption } from '../command-text.ts';
import type { Run, Screen } from '../run.ts';
import { count, id, listOf } from '../values.ts';

const loadVerbs = () => import('../../../functions/domain/webhooks/webhooks.ts');
const loadIntegrations = () => import('../../../functions/domain/webhooks/integrations.ts');

export const addWebhookCommands = (program: Command, run: Run): void => {
  const webhook = program.command('webhook').description('URLs of a workspace that receive its events.');
  addConnect(webhook, run);
  addList(webhook, run);
  addRotateSecret(webhook, run);
  addTest(webhook, run);
};

const addConnect = (webhook: Command, run: Run): void => {
  webhook
    .command('connect')
    .description('Connect an automation tool as the dashboard does, and show its webhook secret, this once.')
    .addArgument(new Argument('<tool>', 'The tool. Deleting the webhook disconnects it.').choices(tools))
    .requiredOption(...workspaceOption)
    .requiredOption('--url <url>', 'Where events go: https, at a public address.')
    .requiredOption(
      '--events <list>',
      `The events the tool receives: all, or a comma-separated list of ${eventNames.join(', ')}.`,
    )
    .addHelpText(
      'after',
      exampleHelp(
        `webhook connect tool_a --workspace ${exampleIds.workspace} --url https://tool.example/hooks/1 ` +
          '--events contact.created',
      ),
    )
    .action(
      run(
        z.object({
          tool: z.enum(tools),
          workspace: id,
          url: z.string().trim(),
          events: listOf('event', eventNames).refine(({ length }) => length > 0, 'must name at least one event.'),
        }),
        async ({ tool, workspace, ...input }) => {
          const { connectIntegration } = await loadIntegrations();
          const { created_by, ...connected } = await connectIntegration(workspace, newId(), tool, input, 'operator');
          return { ...connected, provider: tool };
        },
        ({ secret, ...created }) =>
          `${secret}\n\nCopy the secret now: it is not shown again.\n\n${formatFields(toRow(created))}`,
      ),
    );
};

const addList = (webhook: Command, run: Run): void => {
  webhook
    .command('list')
    .description("List a workspace's webhooks, newest first, without secrets.")
    .requiredOption(...workspaceOption)
    .addHelpText('after', exampleHelp(`webhook list --workspace ${exampleIds.workspace}`))
    .action(
      run(
        z.object({ workspace: id }),
        async ({ workspace }) => {
          const { getStoredWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
          await getStoredWorkspace(workspace);
          return (await (await loadVerbs()).listWebhooks(workspace)).items;
        },
        showWebhooks,
      ),
    );
};

const addTest = (webhook: Command, run: Run): void => {
  webhook
    .command('test')
    .description('Send a test event to a webhook. See its outcome with delivery list.')
    .argument('<webhook-id>', 'The webhook (see webhook list). It must be active.')
    .requiredOption(...workspaceOption)
    .addHelpText('after', exampleHelp(`webhook test ${exampleIds.webhook} --workspace ${exampleIds.workspace}`))
    .action(
      run(
        z.object({ webhookId: id, workspace: id }),
        async ({ webhookId, workspace }) => {
          const { testWebhook } = await import('../../../functions/domain/webhooks/test-events.ts');
          return testWebhook(workspace, webhookId);
        },
        ({ event_id, event, occurred_at, status }) => formatFields({ event_id, event, occurred_at, status }),
      ),
    );
};

const addRotateSecret = (webhook: Command, run: Run): void => {
  webhook
    .command('rotate-secret')
    .description('Give a webhook a new secret and show it, this once.')
    .argument('<webhook-id>', 'The webhook (see webhook list).')
    .requiredOption(...workspaceOption)
    .option('--overlap-hours <hours>', 'How long the old secret signs, too: 0 to 24 (default: 24).')
    .addHelpText(
      'after',
      exampleHelp(`webhook rotate-secret ${exampleIds.webhook} --workspace ${exampleIds.workspace} --overlap-hours 1`),
    )
    .action(
      run(
        z.object({ webhookId: id, workspace: id, overlapHours: count(0, 24).optional() }),
        async ({ webhookId, workspace, overlapHours }) => {
          const { rotateSecret } = await import('../../../functions/domain/webhooks/secrets.ts');
          return rotateSecret(workspace, webhookId, newId(), { overlap_hours: overlapHours });
        },
        ({ id: webhookId, secret, previous_secret_expires_at: expiresAt }) =>
          `${secret}\n\nCopy the secret now: it is not shown again.\n\n` +
          formatFields({ id: webhookId, old_secret_signs_until: expiresAt ?? 'now' }),
      ),
    );
};

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
