import * as z from 'zod/mini';
import { shownContactQuery } from '../contacts/input.ts';
import { tagName } from '../contacts/tag.ts';
import { conversationWork } from '../conversations/inbox.ts';
import { id } from '../id.ts';
import type { Role } from '../members/member.ts';

/** Its item holds them, so a step that writes the item costs a write unit for each 27. */
export const idsPerTaskMax = 1_000;

const ids = z.array(id).check(z.minLength(1), z.maxLength(idsPerTaskMax));

const boundedText = z.optional(z.string().check(z.maxLength(100)));

/** In a URL, its length is the bound. */
const taskFilter = z.extend(shownContactQuery, { tag: boundedText, phone: boundedText });

/** Contacts by id, or all that the filters of the list find. */
const chosenContacts = z.union([z.object({ ids }), z.object({ filter: taskFilter })]);

export type ChosenContacts = z.output<typeof chosenContacts>;

export const recoveryTask = z.object({
  webhook_id: id,
  since: z.iso.datetime(),
  /** How many events the caller has counted, for the progress. */
  total: z.optional(z.int().check(z.minimum(0))),
});

export const tagTask = z.object({ contacts: chosenContacts, change: z.enum(['add', 'remove']), tag: tagName });

export const segmentTask = z.object({ contacts: chosenContacts, segment_id: id });

const changedWork = z.pick(conversationWork, {
  status: true,
  assigned_agent_id: true,
  team_id: true,
  snoozed_until: true,
});

export const conversationTask = z
  .object({ ids, changes: z.optional(changedWork), is_opened: z.optional(z.boolean()) })
  .check(({ value, issues }) => {
    const { changes = {}, is_opened } = value;
    if (Object.keys(changes).length > 0 !== (is_opened !== undefined)) return;
    issues.push({ code: 'custom', input: value, path: ['changes'], message: 'must be sent, or "is_opened", not both' });
  });

const taskWork = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('recovery'), webhook_id: z.uuid(), since: z.string() }),
  z.object({ kind: z.literal('tag'), change: z.enum(['add', 'remove']), tag: z.string() }),
  z.object({ kind: z.literal('segment'), segment_id: z.uuid(), name: z.string() }),
  z.object({
    kind: z.literal('conversations'),
    changes: z.optional(changedWork),
    is_opened: z.optional(z.boolean()),
  }),
]);

export type TaskWork = z.output<typeof taskWork>;

/** The member who started a task must still have this role at each step. */
export const taskRoles: Record<TaskWork['kind'], Role> = {
  recovery: 'admin',
  tag: 'agent',
  segment: 'admin',
  conversations: 'agent',
};

/** Work on many items, started by a member and run in the background. */
export const task = z.object({
  id: z.uuid(),
  work: taskWork,
  status: z.enum(['running', 'done', 'stopped', 'failed']),
  done: z.int(),
  /** Items that could not be changed, such as a contact with 30 tags or a conversation that has changed since. */
  refused: z.int(),
  total: z.nullable(z.int()),
  /** Why it failed. */
  error: z.nullable(z.string()),
  started_by: z.object({ id: z.uuid(), name: z.string() }),
  created_at: z.iso.datetime(),
  ended_at: z.nullable(z.iso.datetime()),
});

export type Task = z.output<typeof task>;
