import { defineCommand } from '../command.ts';
import { eventId, webhookId } from './delivery-parameters.ts';
import { deliveryView, showDelivery } from './delivery-view.ts';
import { workspaceId } from './workspace-parameters.ts';

export const deliveryRedeliver = defineCommand({
  words: ['delivery', 'redeliver'],
  summary: 'Delivers an event to an endpoint again, whatever became of it before.',
  operands: { event: eventId },
  options: { webhook: webhookId, workspace: workspaceId },
  example:
    '0199f3a3-1111-7e8f-8b13-1a2b3c4d5e6f --webhook 0199f3a2-0c4d-7e8f-8b13-1a2b3c4d5e6f --workspace 0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123',
  run: async ({ event, webhook, workspace }) => {
    const { redeliver } = await import('../../../functions/domain/redeliveries.ts');
    return deliveryView(await redeliver(workspace, webhook, event));
  },
  show: showDelivery,
});
