import { isHeldBy, type StoredConversation, waitsForMember } from '../../model/conversations/conversation.ts';
import { buildAssignmentJob } from '../../model/jobs/assignments.ts';
import type { QueueJob } from '../../model/jobs/job.ts';
import { toStoredConversation } from '../../table/conversations/conversations.ts';
import { type Change, readWorkspaceId } from '../../table/dynamodb/changes.ts';
import type { Item } from '../../table/dynamodb/item.ts';

/**
 * Somebody waits for a member of a team, or a member came or has room. What the items carry says so, and nothing is read:
 * conversations and members of other teams cost nothing. No crash loses a job, because it follows from the change.
 */
export const turnJobs = (change: Change): QueueJob[] => {
  const item = change.after ?? change.before ?? {};
  switch (item['entity']) {
    case 'conversation':
      return conversationJobs(change, item);
    case 'member':
      return memberJobs(change, item);
    case 'team':
      return teamJobs(change, item);
    default:
      return [];
  }
};

const conversationJobs = (change: Change, item: Item): QueueJob[] => {
  const [before, after] = [change.before, change.after].map((image) => image && toStoredConversation(image));
  if (!(before?.by_turns || after?.by_turns) || !(waitsAnew(before, after) || givesRoom(before, after))) return [];
  const conversationId = String(item['sk']);
  return [buildAssignmentJob({ task: 'assign', workspaceId: readWorkspaceId(item), conversationId })];
};

type Image = StoredConversation | undefined;

const waitsAnew = (before: Image, after: Image): boolean =>
  after !== undefined &&
  waitsForMember(after) &&
  !(before && waitsForMember(before) && before.team_id === after.team_id && before.by_turns === after.by_turns);

const givesRoom = (before: Image, after: Image): boolean => {
  const userId = before?.assigned_agent_id;
  return before !== undefined && userId != null && isHeldBy(userId, before) && !(after && isHeldBy(userId, after));
};

/** The bit of a member's item flips when they come or are back. */
const memberJobs = ({ before, after }: Change, item: Item): QueueJob[] => {
  const workspaceId = readWorkspaceId(item);
  if (item['takes_turns'] !== true) return [];
  if (!after) return [buildAssignmentJob({ task: 'end_turns', workspaceId, userId: String(item['user_id']) })];
  const hasCome = before?.['change_bit'] !== after['change_bit'] && after['away_since'] === undefined;
  return hasCome ? [buildAssignmentJob({ task: 'assign', workspaceId })] : [];
};

const isOn = (team: Item | undefined): boolean => Object(team?.['auto_assign']).is_on === true;

const teamJobs = ({ before, after }: Change, item: Item): QueueJob[] => {
  if (!isOn(before) && !isOn(after)) return [];
  const ids = { workspaceId: readWorkspaceId(item), teamId: String(item['id']) };
  const isTurnedOn = isOn(after) && !isOn(before);
  return [buildAssignmentJob({ task: 'team_changed', ...ids, isTurnedOn, isSecondPass: false })];
};
