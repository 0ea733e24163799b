import type { RunningErasure } from '../../table/erasures/erasures.ts';
import { listContactEventIds } from '../deliveries/events.ts';
import { removeDeliveries } from './deliveries.ts';
import type { StepResult } from './step.ts';

/** Those of the contact and its conversations; those of the messages go with the messages. */
export const removeContactEvents = async (
  workspaceId: string,
  { id, traces: { contact_created_at: created_at, conversations } }: RunningErasure,
): Promise<StepResult> => {
  const eventIds = listContactEventIds(workspaceId, { id, created_at }, conversations);
  return { counts: { deliveries: await removeDeliveries(workspaceId, eventIds) } };
};
