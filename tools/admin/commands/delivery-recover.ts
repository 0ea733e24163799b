import { defineCommand } from '../command.ts';
import { formatFields } from '../layout.ts';
import { readPastTime } from '../values.ts';
import { webhookId, workspaceOfWebhook } from './delivery-parameters.ts';

export const deliveryRecover = defineCommand({
  words: ['delivery', 'recover'],
  summary: 'Delivers everything again that an endpoint did not get: what failed or was skipped since a time.',
  operands: {},
  options: {
    webhook: webhookId,
    workspace: workspaceOfWebhook,
    since: {
      placeholder: '<date-time>',
      about: 'When the first of the events happened, such as 2026-01-31T12:00:00Z; 30 days are kept.',
      required: true,
      read: readPastTime,
    },
  },
  example: '--webhook 0199f3a2-0c4d-7e8f-8b13-1a2b3c4d5e6f --since 2026-01-31T12:00:00Z',
  run: async ({ webhook, workspace, since }) => {
    const { recoverDeliveries, findWorkspaceOfWebhook: find } = await import(
      '../../../functions/domain/webhooks/redeliver.ts'
    );
    return recoverDeliveries(workspace ?? (await find(webhook)), webhook, Date.parse(since), showProgress);
  },
  show: formatFields,
});

/** On stderr, so that tools that read the result are not disturbed. */
const showProgress = (requested: number): void => void process.stderr.write(`${requested} requested…\n`);
