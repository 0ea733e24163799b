import Ellipsis from 'lucide-react/icons/ellipsis';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import type { Member } from '../../../../functions/model/members/member.ts';
import { Button, IconButton } from '../../../components/controls/button.tsx';
import { MenuButton } from '../../../components/overlays/menu-button.tsx';
import { useShortcuts } from '../../../context/shortcuts.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
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

/** Replaces the views while rows are selected. It changes all that match, page by page, not only those on the screen. */
export const SelectionBar = ({ selected, filter, total, shownIds, members, onSelect, ...rest }: SelectionBarProps) => {
  const { isExact, whenDelivered } = rest;
  const inbox = useInbox();
  const { userId } = inbox;
  const [done, setDone] = useState<number>();
  const stopped = useRef(false);
  const run = async (change: BulkChange) => {
    stopped.current = false;
    setDone(0);
    const onDone = (count: number) => {
      setDone(count);
      return !stopped.current;
    };
    const left = await changeMany(inbox, [...selected], change, { whenDelivered, onDone });
    setDone(undefined);
    onSelect(new Set(left));
  };
  useShortcuts(texts.selected(selected.size), [{ keys: 'Escape', label: texts.clear, run: () => onSelect(new Set()) }]);
  const selectAll = async () => onSelect(new Set([...selected, ...(await readAllIds(inbox, filter))]));
  const isAllShown = shownIds.every((id) => selected.has(id));
  if (done !== undefined) {
    return (
      <div className={styles.bulk} role="status">
        <span>{texts.running(done, selected.size)}</span>
        <Button size="small" onPress={() => (stopped.current = true)}>
          {texts.stop}
        </Button>
      </div>
    );
  }
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
          ]}
        >
          {inboxTexts.head.assign}
        </MenuButton>
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
