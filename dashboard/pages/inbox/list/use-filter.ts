import { useEffect, useMemo, useRef } from 'react';
import { preferences } from '../../../context/preferences.ts';
import { type SearchValues, useSearch } from '../../../context/search.ts';
import { type InboxFilter, inboxSearch } from '../store/lists.ts';

/** The filter that the address asks for. It stays the same object while its fields stay the same. */
export const useFilter = (workspaceId: string, search: SearchValues<typeof inboxSearch>): InboxFilter => {
  const { view = 'mine', channel, assigned_agent_id: assignee, not_opened, not_delivered, tag } = search;
  const team = useKeptTeam(workspaceId, search.team);
  return useMemo(
    () => ({
      view,
      ...(channel ? { channel } : {}),
      ...(assignee ? { assigned_agent_id: assignee } : {}),
      ...(not_opened ? { not_opened } : {}),
      ...(not_delivered ? { not_delivered } : {}),
      ...(tag ? { tag } : {}),
      ...(team ? { team } : {}),
    }),
    [view, channel, assignee, not_opened, not_delivered, tag, team],
  );
};

/** An address without a team gets the one of the last visit, once. */
const useKeptTeam = (workspaceId: string, team: InboxFilter['team']): InboxFilter['team'] => {
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
