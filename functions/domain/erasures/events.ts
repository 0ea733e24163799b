import type { RunningErasure } from '../../table/erasures/erasures.ts';
import { toEventId } from '../webhooks/events.ts';
import { removeDeliveries } from './deliveries.ts';
import type { StepResult } from './step.ts';

/** Those of the contact and its conversations; those of the messages go with the messages. */
export const removeContactEvents = async (
  workspaceId: string,
  { id, traces: { contact_created_at, conversations } }: RunningErasure,
): Promise<StepResult> => {
  const eventIds = [
    toEventId('contact.created', contact_created_at, workspaceId, id),
    ...conversations.map((conversation) =>
      toEventId('conversation.created', conversation.created_at, workspaceId, conversation.id),
    ),
  ];
  return { counts: { deliveries: await removeDeliveries(workspaceId, eventIds) } };
};
