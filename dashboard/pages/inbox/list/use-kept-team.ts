import { useEffect, useRef } from 'react';
import { preferences } from '../../../context/preferences.ts';
import { useSearch } from '../../../context/search.ts';
import { type InboxFilter, inboxSearch } from '../store/lists.ts';

/** An address without a team gets the one of the last visit, once. */
export const useKeptTeam = (workspaceId: string, team: InboxFilter['team']): InboxFilter['team'] => {
  const [, setSearch] = useSearch(inboxSearch);
  const isNew = useRef(true);
  const { data: kept } = inboxSearch.team.safeParse(preferences().inboxTeams[workspaceId]);
  const added = isNew.current && team === undefined ? kept : undefined;
  useEffect(() => {
    isNew.current = false;
    if (added) setSearch({ team: added }, { replace: true });
  });
  return team ?? added;
};
