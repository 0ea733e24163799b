// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be a list of links with a sticky head for each group.
// biome-ignore-all lint/a11y/useFocusableInteractive: the link in a row has its focus.
import type { LucideIcon } from 'lucide-react';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import MapPin from 'lucide-react/icons/map-pin';
import Mic from 'lucide-react/icons/mic';
import Pencil from 'lucide-react/icons/pencil';
import UserRound from 'lucide-react/icons/user-round';
import Video from 'lucide-react/icons/video';
import { type KeyboardEvent, memo, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import type { ContentType } from '../../../../functions/model/messages/message.ts';
import { Avatar } from '../../../components/content/avatar.tsx';
import { useNow } from '../../../components/content/relative-time.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { useSession } from '../../../context/session.ts';
import { contactName } from '../../../texts/contact-name.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { usePhoneFormat } from '../../../texts/phone.ts';
import type { View } from '../store/lists.ts';
import { useUsualWaits } from '../store/reads.ts';
import { snoozeSign, snoozeWords } from '../words/snooze-words.ts';
import styles from './list.module.css';
import { rowsOf, type ShownList, type ShownRow } from './list-order.ts';
import { assigneeName, longWaitOf, previewOf, type RowContext, rowLabel, timeOf } from './rows.ts';
import { useLongPress, usePull } from './use-touch.ts';

const LongWaitSign = lazyComponent(() => import('./long-wait-sign.tsx'), 'LongWaitSign');

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
          <Row
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
        {group(texts.waitingGroup, list.waiting, 'waiting')}
        {group(hasTwoGroups ? texts.answeredGroup : undefined, list.answered, 'answered')}
      </div>
      {foot}
    </div>
  );
};

export const focusRow = (id: string): void =>
  document.querySelector<HTMLElement>(`[role="grid"] [data-id="${id}"] a`)?.focus({ preventScroll: false });

const kindIcons: Partial<Record<ContentType, LucideIcon>> = {
  image: Image,
  video: Video,
  audio: Mic,
  document: FileText,
  location: MapPin,
  contacts: UserRound,
};

const KindIcon = ({ kind }: { kind: ContentType }) => {
  const Icon = kindIcons[kind];
  return Icon && <Icon className={styles.kind} aria-hidden="true" />;
};

interface RowProps extends Pick<RowContext, 'userId' | 'nowMs' | 'members' | 'draft' | 'longWait'> {
  row: InboxConversation;
  gone: string | undefined;
  isOpen: boolean;
  isStop: boolean;
  isSelected: boolean;
  isSelecting: boolean;
  showsAssignee: boolean;
  href: string;
  onOpen: (id: string, writes: boolean) => void;
  onSelect: (id: string, extends_: boolean) => void;
  onHover: (id: string) => void;
}

const hoverMs = 80;

const Row = memo(({ row, gone, isOpen, isStop, isSelected, isSelecting, showsAssignee, href, ...rest }: RowProps) => {
  const { onOpen, onSelect, onHover, ...context } = rest;
  usePhoneFormat();
  const name = contactName(row.contact);
  const preview = previewOf(row, context);
  const sign = snoozeSign(row, context.nowMs);
  const timer = useRef<number>(undefined);
  const press = useLongPress(() => onSelect(row.id, false));
  return (
    <div
      role="row"
      data-id={row.id}
      className={styles.row}
      aria-selected={isSelected}
      data-open={isOpen || undefined}
      data-unopened={!row.is_opened || undefined}
      data-gone={gone !== undefined || undefined}
      data-selecting={isSelecting || undefined}
      {...press}
      onPointerEnter={() => (timer.current = window.setTimeout(() => onHover(row.id), hoverMs))}
      onPointerLeave={() => window.clearTimeout(timer.current)}
    >
      <span role="gridcell" className={styles.check}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={texts.select(name)}
          checked={isSelected}
          onChange={({ nativeEvent }) => onSelect(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </span>
      <span role="gridcell" className={styles.cell}>
        <Link
          href={href}
          replace
          className={`bare ${styles.link}`}
          aria-current={isOpen ? 'true' : undefined}
          tabIndex={isStop ? 0 : -1}
          draggable={false}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.button !== 0) return;
            event.preventDefault();
            if (event.shiftKey) onSelect(row.id, true);
            else if (isSelecting && window.matchMedia('(hover: none)').matches) onSelect(row.id, false);
            else onOpen(row.id, false);
          }}
        >
          <span className="visually-hidden">{rowLabel(row, context) + (gone ? `, ${gone}` : '')}</span>
          <span className={styles.shown} aria-hidden="true">
            <Avatar name={name} id={row.contact.id} kind="person" size={36} channel={row.channel} />
            <span className={`clipped ${styles.name}`} title={name}>
              {name}
            </span>
            <span className={styles.time} data-wait={context.longWait}>
              {gone ?? timeOf(row, context.nowMs)}
            </span>
            <span className={`clipped ${styles.preview}`}>
              {preview.prefix && <span data-bad={preview.isBad || undefined}>{preview.prefix} </span>}
              {preview.kind && <KindIcon kind={preview.kind} />}
              {preview.text}
            </span>
            <span className={styles.side}>
              {row.presence.slice(0, 2).map(({ user_id, name: who, state }) => (
                <span key={user_id} className={styles.present} data-state={state}>
                  <Avatar name={who} id={user_id} kind="person" size={18} />
                  {state === 'writing' && <Pencil aria-hidden="true" />}
                </span>
              ))}
              {context.longWait && (
                <Suspense>
                  <LongWaitSign wait={context.longWait} />
                </Suspense>
              )}
              {sign && (
                <b data-back={row.is_back || undefined}>
                  <AlarmClock aria-hidden="true" size={12} />{' '}
                  {row.is_back ? sign : snoozeWords(Date.parse(row.snoozed_until ?? ''), context.nowMs)}
                </b>
              )}
              {showsAssignee && assigneeName(row.assigned_agent_id, context).split(' ')[0]}
            </span>
          </span>
        </Link>
      </span>
    </div>
  );
});
