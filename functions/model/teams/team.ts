import * as z from 'zod/mini';
import { palette } from '../contacts/tag.ts';
import { id } from '../id.ts';
import { membersMax } from '../members/member.ts';
import { optionalField } from '../optional-field.ts';
import { uniqueName } from '../unique-name.ts';

/** The limit for the teams of a workspace. */
export const teamsMax = 50;

/** Members who answer certain conversations together. */
export const team = z.object({
  id: z.uuid(),
  name: z.string(),
  color: z.enum(palette),
  member_ids: z.array(z.uuid()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type Team = z.output<typeof team>;

const memberIds = optionalField(z.array(id).check(z.maxLength(membersMax)));

const color = optionalField(z.enum(palette));

export const newTeam = z.object({ name: uniqueName, color, member_ids: memberIds });

export type NewTeam = z.output<typeof newTeam>;

export const teamChanges = z.object({ name: optionalField(uniqueName), color, member_ids: memberIds });

export type TeamChanges = z.output<typeof teamChanges>;

/** The open conversations of a team, for the dashboard. */
export const teamWork = z.object({
  team_id: z.uuid(),
  open: z.int(),
  /** Open conversations that wait for an answer and have no member. */
  unassigned: z.int(),
  members: z.array(z.object({ user_id: z.uuid(), open: z.int() })),
});

export type TeamWork = z.output<typeof teamWork>;
