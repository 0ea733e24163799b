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
import { memo, Suspense, useRef } from 'react';
import { Link } from 'wouter';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import type { ContentType } from '../../../../functions/model/messages/message.ts';
import { Avatar } from '../../../components/content/avatar.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { contactName } from '../../../texts/contact-name.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { usePhoneFormat } from '../../../texts/phone.ts';
import { snoozeSign, snoozeWords } from '../words/snooze-words.ts';
import styles from './list.module.css';
import { assigneeName, previewOf, type RowContext, rowLabel, timeOf } from './rows.ts';
import { useLongPress } from './use-touch.ts';

const LongWaitSign = lazyComponent(() => import('./long-wait-sign.tsx'), 'LongWaitSign');

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

interface ConversationRowProps extends Pick<RowContext, 'userId' | 'nowMs' | 'members' | 'draft' | 'longWait'> {
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

export const ConversationRow = memo(
  ({ row, gone, isOpen, isStop, isSelected, isSelecting, showsAssignee, href, ...rest }: ConversationRowProps) => {
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
            aria-label={inboxTexts.list.select(name)}
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
                {context.longWait && (
                  <Suspense>
                    <LongWaitSign wait={context.longWait} />
                  </Suspense>
                )}
                {gone ?? timeOf(row, context.nowMs)}
              </span>
              <span className={styles.second}>
                <span className={`clipped ${styles.preview}`}>
                  {preview.prefix && (
                    <span data-bad={preview.isBad || undefined} data-draft={preview.isDraft}>
                      {preview.prefix}{' '}
                    </span>
                  )}
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
                  {sign && (
                    <b data-back={row.is_back || undefined}>
                      <AlarmClock aria-hidden="true" size={12} />{' '}
                      {row.is_back ? sign : snoozeWords(Date.parse(row.snoozed_until ?? ''), context.nowMs)}
                    </b>
                  )}
                  {showsAssignee && assigneeName(row.assigned_agent_id, context).split(' ')[0]}
                </span>
              </span>
            </span>
          </Link>
        </span>
      </div>
    );
  },
);
