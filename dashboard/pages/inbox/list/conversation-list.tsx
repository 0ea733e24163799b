// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be a list of links with a sticky head for each group.
// biome-ignore-all lint/a11y/useFocusableInteractive: the link in a row has its focus.
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useNow } from '../../../components/content/relative-time.tsx';
import { useSession } from '../../../context/session.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import type { View } from '../store/lists.ts';
import { useUsualWaits } from '../store/reads.ts';
import { ConversationRow } from './conversation-row.tsx';
import styles from './list.module.css';
import { rowsOf, type ShownList, type ShownRow } from './list-order.ts';
import { longWaitOf } from './rows.ts';
import { usePull } from './use-touch.ts';

const texts = inboxTexts.list;

interface ConversationListProps {
  list: ShownList;
  view: View;
  openId: string | undefined;
  drafts: ReadonlyMap<string, string>;
  members: ReadonlyMap<string, string>;
  selected: ReadonlySet<string>;
  hrefOf: (id: string) => string;
  onOpen: (id: string, writes: boolean) => void;
  onSelect: (id: string, extends_: boolean) => void;
  onHover: (id: string) => void;
  onNearEnd: () => void;
  onPull: () => void;
  foot: ReactNode;
}

/** The next page is read this many pixels, about ten rows, before the end. */
const nearEndPx = 620;

export const ConversationList = ({ list, view, onNearEnd, foot, ...rest }: ConversationListProps) => {
  const { user } = useSession();
  const nowMs = useNow();
  const usual = useUsualWaits();
  const grid = useRef<HTMLDivElement>(null);
  const pull = usePull(rest.onPull);
  const { openId, drafts, members, selected, hrefOf, onOpen, onSelect, onHover } = rest;
  const rows = rowsOf(list);
  const hasTwoGroups = view === 'mine' || view === 'unassigned' || view === 'all';
  // Tab stops at one row: the open one, or the first.
  const stop = rows.some(({ row }) => row.id === openId) ? openId : rows[0]?.row.id;
  useEffect(() => {
    const row = openId && grid.current?.querySelector<HTMLElement>(`[data-id="${openId}"]`);
    if (row) row.scrollIntoView({ block: 'nearest' });
  }, [openId]);
  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-id]')?.dataset['id'];
    if (!id || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = rows.findIndex(({ row }) => row.id === id);
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
    const to = rows[moves[event.key] ?? -1]?.row.id;
    if (event.key === 'Enter') {
      event.preventDefault();
      onOpen(id, true);
    } else if (to) {
      event.preventDefault();
      if (event.shiftKey && !selected.has(id)) onSelect(id, false);
      if (event.shiftKey) onSelect(to, true);
      onOpen(to, false);
      focusRow(to);
    }
  };
  const group = (title: string | undefined, shown: readonly ShownRow[], key: string) =>
    shown.length > 0 && (
      <div key={key} role="rowgroup">
        {title && (
          <div role="row" className={styles.group}>
            <span role="columnheader">{title}</span>
          </div>
        )}
        {shown.map(({ row, gone }) => (
          <ConversationRow
            key={row.id}
            row={row}
            gone={gone}
            isOpen={row.id === openId}
            isStop={row.id === stop}
            isSelected={selected.has(row.id)}
            isSelecting={selected.size > 0}
            showsAssignee={view !== 'mine'}
            href={hrefOf(row.id)}
            draft={row.id === openId ? undefined : drafts.get(row.id)}
            userId={user.id}
            nowMs={nowMs}
            longWait={gone === undefined ? longWaitOf(row, usual, nowMs) : undefined}
            members={members}
            onOpen={onOpen}
            onSelect={onSelect}
            onHover={onHover}
          />
        ))}
      </div>
    );
  return (
    <div
      className={styles.rows}
      {...pull.handlers}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
        scrollHeight - scrollTop - clientHeight < nearEndPx && onNearEnd()
      }
    >
      {pull.isFar && <p className={`muted ${styles.pull}`}>{texts.release}</p>}
      <div
        ref={grid}
        role="grid"
        aria-label={texts.label}
        aria-multiselectable="true"
        onKeyDown={onKeyDown}
        tabIndex={-1}
      >
        {group(texts.waitingGroup(view === 'mine'), list.waiting, 'waiting')}
        {group(hasTwoGroups ? texts.answeredGroup : undefined, list.answered, 'answered')}
      </div>
      {foot}
    </div>
  );
};

export const focusRow = (id: string): void =>
  document.querySelector<HTMLElement>(`[role="grid"] [data-id="${id}"] a`)?.focus({ preventScroll: false });
