import ChevronDown from 'lucide-react/icons/chevron-down';
import UsersRound from 'lucide-react/icons/users-round';
import { useEffect } from 'react';
import type { Output } from '../../../api/call.ts';
import { useTeams } from '../../../api/teams.ts';
import { MenuButton } from '../../../components/overlays/menu-button.tsx';
import { preferences, setPreferences } from '../../../context/preferences.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { useInbox } from '../store/inbox.ts';
import type { InboxFilter } from '../store/lists.ts';
import styles from './list.module.css';

const texts = inboxPartsTexts.teams;

type Counts = Output<'countInbox'>['data'] | undefined;

interface TeamFilterProps {
  team: InboxFilter['team'];
  counts: Counts;
  onFilter: (filter: Pick<InboxFilter, 'team'>) => void;
}

/** The choice is kept for the next visit. */
export const TeamFilter = ({ team, counts, onFilter }: TeamFilterProps) => {
  const { workspaceId, userId } = useInbox();
  const teams = useTeams();
  const choose = (chosen: InboxFilter['team']) => {
    const { [workspaceId]: _, ...others } = preferences().inboxTeams;
    setPreferences({ inboxTeams: chosen ? { ...others, [workspaceId]: chosen } : others });
    onFilter({ team: chosen });
  };
  const countOf = (ids: readonly string[]) => ids.reduce((sum, id) => sum + (counts?.teams?.[id] ?? 0), 0);
  const entry = (id: NonNullable<InboxFilter['team']> | 'any', label: string, count: number | undefined) => ({
    id,
    label: count === undefined ? label : `${label} ${count}${counts?.is_exact ? '' : '+'}`,
    onAction: () => choose(id === 'any' ? undefined : id),
  });
  const all = countOf(teams.map(({ id }) => id));
  const own = teams.filter(({ member_ids: ids }) => ids.includes(userId)).map(({ id }) => id);
  const named = teams.find(({ id }) => id === team)?.name;
  const isGone = teams.length > 0 && team !== undefined && team !== 'mine' && team !== 'none' && named === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a team that was deleted is chosen no longer.
  useEffect(() => {
    if (isGone) choose(undefined);
  }, [isGone]);
  const shown = named ?? (team === 'mine' || team === 'none' ? texts[team] : texts.any);
  return (
    <div className={styles.teamFilter}>
      <MenuButton
        look="small"
        label={texts.label(shown)}
        sections={[
          {
            id: 'teams',
            selected: team ?? 'any',
            entries: [
              entry('any', texts.any, counts?.all),
              ...(own.length > 0 ? [entry('mine', texts.mine, countOf(own))] : []),
              ...teams.map(({ id, name }) => entry(id, name, countOf([id]))),
              entry('none', texts.none, counts && counts.all - all),
            ],
          },
        ]}
      >
        <UsersRound aria-hidden="true" />
        <span className="clipped">{shown}</span>
        <ChevronDown aria-hidden="true" />
      </MenuButton>
    </div>
  );
};
