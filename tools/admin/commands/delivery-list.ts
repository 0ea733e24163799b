import { deliveryStatuses } from '../../../functions/model/delivery.ts';
import { defineCommand } from '../command.ts';
import { readChoice } from '../values.ts';
import { webhookId, workspaceOfWebhook } from './delivery-parameters.ts';
import { deliveryView, showDeliveries } from './delivery-view.ts';

const limit = 100;

export const deliveryList = defineCommand({
  words: ['delivery', 'list'],
  summary: `Lists the newest ${limit} deliveries to an endpoint, with their attempts.`,
  operands: {},
  options: {
    webhook: webhookId,
    workspace: workspaceOfWebhook,
    status: {
      placeholder: deliveryStatuses.join('|'),
      about: 'Only deliveries of this status.',
      read: (typed, name) => readChoice(typed, name, deliveryStatuses),
    },
  },
  example: '--webhook 0199f3a2-0c4d-7e8f-8b13-1a2b3c4d5e6f --status failed',
  run: async ({ webhook, workspace, status }) => {
    const { listDeliveries, findWorkspaceOfWebhook: find } = await import(
      '../../../functions/domain/webhooks/redeliver.ts'
    );
    return (await listDeliveries(workspace ?? (await find(webhook)), webhook, { status, limit })).map(deliveryView);
  },
  show: showDeliveries,
});
