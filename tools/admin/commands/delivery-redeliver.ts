import { defineCommand } from '../command.ts';
import { eventId, webhookId, workspaceOfWebhook } from './delivery-parameters.ts';
import { deliveryView, showDelivery } from './delivery-view.ts';

export const deliveryRedeliver = defineCommand({
  words: ['delivery', 'redeliver'],
  summary: 'Delivers an event to an endpoint again, whatever became of it before.',
  operands: { event: eventId },
  options: { webhook: webhookId, workspace: workspaceOfWebhook },
  example: '0199f3a3-1111-7e8f-8b13-1a2b3c4d5e6f --webhook 0199f3a2-0c4d-7e8f-8b13-1a2b3c4d5e6f',
  run: async ({ event, webhook, workspace }) => {
    const { redeliver, findWorkspaceOfWebhook: find } = await import('../../../functions/domain/webhooks/redeliver.ts');
    return deliveryView(await redeliver(workspace ?? (await find(webhook)), webhook, event));
  },
  show: showDelivery,
});
