import { type DeliveryWork, failuresMax } from '../../model/delivery.ts';
import type { Event } from '../../model/event.ts';
import type { QueueJob } from '../../platform/queue.ts';
import { queryWebhooks, type StoredWebhook } from '../../table/webhooks/webhooks.ts';

/** An event to be told to everybody who listens, or once more to one endpoint alone. */
export interface Occasion {
  event: Event;
  again?: { webhookId: string; turn: number };
}

/** One message for each event and endpoint. The endpoints of a workspace are read once, however much happened in it. */
export const fanOut = async (occasions: readonly Occasion[]): Promise<QueueJob[]> => {
  const byWorkspace = Map.groupBy(occasions, ({ event }) => event.account_id);
  const messages = [...byWorkspace].map(async ([workspaceId, ofWorkspace]) => {
    const webhooks = await queryWebhooks(workspaceId);
    return ofWorkspace.flatMap((occasion) =>
      webhooks
        .filter((webhook) => isFor(webhook, occasion))
        .map((webhook) => deliveryMessage(workOf(webhook, occasion))),
    );
  });
  return (await Promise.all(messages)).flat();
};

/** The queue keeps one endpoint's deliveries, first ones and repeated ones, from holding up those of the others. */
export const deliveryMessage = (work: DeliveryWork, delaySeconds = 0): QueueJob => ({
  queue: 'deliverWebhook',
  body: work,
  group: work.webhook_id,
  ...(delaySeconds > 0 ? { delaySeconds } : {}),
});

/**
 * An endpoint that failures have switched off still listens: nothing is sent, yet each event is kept as skipped, so
 * that an operator can bring back what it missed. One that its workspace has switched off does not want to know.
 */
const isFor = ({ id, events, is_active, failure_count }: StoredWebhook, { event, again }: Occasion): boolean => {
  if (again) return again.webhookId === id;
  return events.includes(event.event) && (is_active || failure_count >= failuresMax);
};

const workOf = ({ id, epoch }: StoredWebhook, { event, again }: Occasion): DeliveryWork => {
  const turn = again?.turn ?? 1;
  return { webhook_id: id, epoch, event, turn, first_turn: turn };
};
