import type { Team } from '../../functions/model/teams/team.ts';
import { useLive } from './queries.ts';

const none: readonly Team[] = [];

const byName = ({ data }: { data: readonly Team[] }) =>
  [...data].sort((one, other) => one.name.localeCompare(other.name));

/** Sorted by name. They are read only where a conversation has a team. */
export const useTeams = (isEnabled = true): readonly Team[] => {
  const { data } = useLive('listTeams', {}, { everyMs: 60_000, input: { limit: '100' }, isEnabled });
  return data ? byName(data) : none;
};
