import type { RunningErasure } from '../../table/erasures/erasures.ts';
import { findMemberships, removeMembers } from '../../table/segments/members.ts';
import { querySegments } from '../../table/segments/segments.ts';
import type { StepResult } from './step.ts';

const segmentsPerStep = 100;

/** Looks the contact up in each static segment: a pointer back would double the price of every member. */
export const removeMemberships = async (
  workspaceId: string,
  { id: contactId, progress }: RunningErasure,
): Promise<StepResult> => {
  const page = { limit: segmentsPerStep, after: progress.cursor ?? undefined };
  const { items, next } = await querySegments(workspaceId, page);
  const segmentIds = items.filter(({ kind }) => kind === 'static').map(({ id }) => id);
  const memberOf = await findMemberships(segmentIds, contactId);
  let memberships = 0;
  for (const segmentId of memberOf)
    if ((await removeMembers(workspaceId, segmentId, [contactId])) === 'written') memberships += 1;
  return { counts: { memberships }, next };
};
