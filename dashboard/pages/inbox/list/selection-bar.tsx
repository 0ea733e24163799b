import Ellipsis from 'lucide-react/icons/ellipsis';
import X from 'lucide-react/icons/x';
import type { Member } from '../../../../functions/model/members/member.ts';
import { useTeams } from '../../../api/teams.ts';
import { Button, IconButton } from '../../../components/controls/button.tsx';
import { MenuButton } from '../../../components/overlays/menu-button.tsx';
import { useShortcuts } from '../../../context/shortcuts.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { SnoozeMenu } from '../snooze/snooze-menu.tsx';
import { changeMany, readAllIds } from '../store/bulk.ts';
import type { BulkChange } from '../store/changes.ts';
import { useInbox } from '../store/inbox.ts';
import type { InboxFilter } from '../store/lists.ts';
import styles from './list.module.css';

const texts = inboxPartsTexts.bulk;

interface SelectionBarProps {
  selected: ReadonlySet<string>;
  filter: InboxFilter;
  /** How many conversations the view has, if known. */
  total: number | undefined;
  isExact: boolean | undefined;
  shownIds: readonly string[];
  members: readonly Member[];
  whenDelivered: (id: string) => Promise<void>;
  onSelect: (ids: ReadonlySet<string>) => void;
}

/** Replaces the views while rows are selected. It changes all that match, not only those on the screen. */
export const SelectionBar = ({ selected, filter, total, shownIds, members, onSelect, ...rest }: SelectionBarProps) => {
  const { isExact, whenDelivered } = rest;
  const inbox = useInbox();
  const { userId } = inbox;
  // A conversation must be open to be snoozed.
  const opens = filter.view === 'waiting' || filter.view === 'closed' ? { status: 'open' as const } : {};
  const teams = useTeams();
  const run = async (change: BulkChange) =>
    onSelect(new Set(await changeMany(inbox, [...selected], change, whenDelivered)));
  useShortcuts(texts.selected(selected.size), [{ keys: 'Escape', label: texts.clear, run: () => onSelect(new Set()) }]);
  const selectAll = async () => onSelect(new Set([...selected, ...(await readAllIds(inbox, filter))]));
  const isAllShown = shownIds.every((id) => selected.has(id));
  return (
    <div className={styles.bulk} role="toolbar" aria-label={texts.selected(selected.size)}>
      <h1>{texts.selected(selected.size)}</h1>
      {!isAllShown && (
        <Button variant="ghost" size="small" onPress={() => onSelect(new Set([...selected, ...shownIds]))}>
          {texts.selectShown(shownIds.length)}
        </Button>
      )}
      <IconButton icon={X} label={texts.clear} onPress={() => onSelect(new Set())} />
      <span className={styles.bulkActions}>
        <MenuButton
          look="small"
          label={inboxTexts.head.assign}
          search={{ label: inboxTexts.head.search, empty: inboxTexts.composer.noMembers }}
          sections={[
            {
              id: 'members',
              entries: [
                { user_id: userId, name: inboxTexts.you },
                ...members.filter(({ user_id }) => user_id !== userId),
                { user_id: null, name: inboxTexts.nobody },
              ].map(({ user_id, name }) => ({
                id: user_id ?? 'unassigned',
                label: name,
                onAction: () => void run({ changes: { assigned_agent_id: user_id } }),
              })),
            },
            ...(teams.length === 0
              ? []
              : [
                  {
                    id: 'teams',
                    title: inboxTexts.head.team,
                    entries: [...teams, { id: null, name: inboxTexts.head.noTeam }].map(({ id, name }) => ({
                      id: id ?? 'no team',
                      label: name,
                      onAction: () => void run({ changes: { team_id: id } }),
                    })),
                  },
                ]),
          ]}
        >
          {inboxTexts.head.assign}
        </MenuButton>
        <SnoozeMenu
          onSnooze={(until) => void run({ changes: { snoozed_until: until, ...opens } })}
          onWait={() => void run({ changes: { status: 'pending' } })}
          isSnoozed={filter.view === 'snoozed'}
        >
          {inboxTexts.snooze.label}
        </SnoozeMenu>
        <Button size="small" onPress={() => void run({ changes: { status: 'closed' } })}>
          {inboxTexts.head.close}
        </Button>
        <MenuButton
          look="small"
          label={inboxTexts.head.menu}
          sections={[
            {
              id: 'more',
              entries: [
                {
                  id: 'pending',
                  label: inboxTexts.views.waiting,
                  onAction: () => void run({ changes: { status: 'pending' } }),
                },
                { id: 'unopened', label: inboxTexts.list.notOpened, onAction: () => void run({ is_opened: false }) },
              ],
            },
          ]}
        >
          <Ellipsis aria-hidden="true" />
        </MenuButton>
        {isAllShown && total !== undefined && total > selected.size && (
          <>
            <span>{texts.allShown(selected.size)}</span>
            <Button variant="ghost" size="small" onPress={() => void selectAll()}>
              {texts.selectAll(isExact ? `${total}` : `${total}+`, inboxTexts.views[filter.view])}
            </Button>
          </>
        )}
      </span>
    </div>
  );
};
