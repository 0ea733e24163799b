import * as z from 'zod/mini';
import { palette } from '../contacts/tag.ts';
import { id } from '../id.ts';
import { membersMax } from '../members/member.ts';
import { optionalField } from '../optional-field.ts';
import { officeHours } from '../routing/routing.ts';
import { openMaxMax, turnStates } from '../turns/turn.ts';
import { uniqueName } from '../unique-name.ts';

/** The limit for the teams of a workspace. */
export const teamsMax = 50;

export const autoAssign = z.object({ is_on: z.boolean(), open_max: z.int() });

/** Members who answer certain conversations together. */
export const team = z.object({
  id: z.uuid(),
  name: z.string(),
  color: z.enum(palette),
  member_ids: z.array(z.uuid()),
  /** Whether the team gives its conversations to its members by turns, and how many open ones a member may have. */
  auto_assign: autoAssign,
  /** Null stands for those of the workspace. */
  office_hours: z.nullable(officeHours),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type Team = z.output<typeof team>;

const memberIds = optionalField(z.array(id).check(z.maxLength(membersMax)));

const color = optionalField(z.enum(palette));

export const autoAssignChanges = z.object({
  is_on: optionalField(z.boolean()),
  open_max: optionalField(z.int().check(z.minimum(1), z.maximum(openMaxMax))),
});

const auto_assign = optionalField(autoAssignChanges);

const office_hours = z.optional(z.nullable(officeHours));

export const newTeam = z.object({ name: uniqueName, color, member_ids: memberIds, auto_assign, office_hours });

export type NewTeam = z.output<typeof newTeam>;

export const teamChanges = z.object({
  name: optionalField(uniqueName),
  color,
  member_ids: memberIds,
  auto_assign,
  office_hours,
});

export type TeamChanges = z.output<typeof teamChanges>;

/** The open conversations of a team, for the dashboard. */
export const teamWork = z.object({
  team_id: z.uuid(),
  open: z.int(),
  /** Open conversations that wait for an answer and have no member. */
  unassigned: z.int(),
  members: z.array(
    z.object({
      user_id: z.uuid(),
      open: z.int(),
      /** Set if the team assigns by turns: what the member has open in all teams, and why it is or is not their turn. */
      turn: z.optional(z.object({ open: z.int(), state: z.enum(turnStates) })),
    }),
  ),
  /** Who gets the next conversation, if the team assigns by turns. */
  next_user_id: z.optional(z.nullable(z.uuid())),
});

export type TeamWork = z.output<typeof teamWork>;
