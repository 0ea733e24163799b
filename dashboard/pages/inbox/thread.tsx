import ArrowDown from 'lucide-react/icons/arrow-down';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  Suspense,
  type TouchEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNow } from '../../components/content/relative-time.tsx';
import { Button } from '../../components/controls/button.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { inboxTexts } from '../../texts/en/inbox.ts';
import { shortTime } from '../../texts/time.ts';
import { dayWords } from './ages.ts';
import { MessageBubble, NoteBubble, type ThreadContext } from './bubble.tsx';
import { type InboxTimeline, readOlder } from './cache.ts';
import { changeWords } from './change-words.ts';
import { MessageMenu } from './message-menu.tsx';
import { authorName, firstNameOf } from './names.ts';
import { messageWords } from './rows.ts';
import styles from './thread.module.css';
import { type ChangeEntry, foldsChanges, type Item, type MessageEntry, type NoteEntry, toItems } from './timeline.ts';
import { useScroll } from './use-scroll.ts';

const texts = inboxTexts.thread;
const Lightbox = lazyComponent(() => import('./lightbox.tsx'), 'Lightbox');

interface ThreadProps {
  timeline: InboxTimeline;
  /** The first message that nobody had opened when the conversation was opened. */
  newFrom: string | undefined;
  /** A message that the link or the find bar names. */
  shownId: string | undefined;
  onRemedy: ThreadContext['onRemedy'];
  onQuote: (entry: MessageEntry) => void;
  onLeave: () => void;
  /** How many messages of the person are on their way: each new one leads to the end. */
  unsent: number;
  /** The bubbles of the outbox. */
  children: ReactNode;
}

export const Thread = ({ timeline, newFrom, shownId, onRemedy, onQuote, onLeave, unsent, children }: ThreadProps) => {
  const { user } = useSession();
  const { id: workspaceId } = useWorkspace();
  const { conversation, entries, has_older: hasOlder } = timeline;
  const [photo, setPhoto] = useState<string>();
  const [active, setActive] = useState<string>();
  const [isReadingOlder, setReadingOlder] = useState(false);
  const scroll = useScroll({ id: conversation.id, entries, newFrom, shownId, unsent });
  const items = useMemo(() => toItems(entries, newFrom), [entries, newFrom]);
  const name = contactName(conversation.contact);
  const { onShow } = scroll;
  const remedy = useRef(onRemedy);
  remedy.current = onRemedy;
  const quote = useRef(onQuote);
  quote.current = onQuote;
  const onQuoteStable = useRef((entry: MessageEntry) => quote.current(entry)).current;
  const context = useMemo((): ThreadContext => {
    const messages = entries.filter((entry) => entry.type === 'message');
    return {
      conversationId: conversation.id,
      userId: user.id,
      name,
      firstName: firstNameOf(conversation.contact),
      byId: new Map(messages.map((entry) => [entry.id, entry])),
      lastOwnId: messages.findLast(({ direction }) => direction === 'outbound')?.id,
      onOpenPhoto: setPhoto,
      onShow,
      onRemedy: (action, entry) => remedy.current(action, entry),
    };
  }, [entries, user.id, name, conversation.id, conversation.contact, onShow]);
  const older = async () => {
    if (isReadingOlder || !hasOlder) return;
    setReadingOlder(true);
    scroll.keepPosition();
    await readOlder(workspaceId, conversation.id).catch(() => undefined);
    setReadingOlder(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-entry]');
    if (event.key === 'Escape') onLeave();
    if (!at || event.target !== at || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[data-entry]')];
    const to = { ArrowUp: all[all.indexOf(at) - 1], ArrowDown: all[all.indexOf(at) + 1] }[event.key];
    const entry = context.byId.get(at.dataset['entry'] ?? '');
    if (to) to.focus();
    else if (event.key === 'Enter') at.querySelector<HTMLElement>('[data-menu] button')?.click();
    else if (event.key === 'r' && entry) onQuote(entry);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const photos = entries.filter(
    (entry) => entry.type === 'message' && entry.content_type === 'image' && entry.file?.state === 'ready',
  ) as MessageEntry[];
  return (
    <div className={styles.thread}>
      <div
        ref={scroll.ref}
        role="log"
        aria-live="off"
        aria-label={texts.log}
        className={styles.log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls must be reachable by keyboard.
        tabIndex={0}
        onScroll={() => scroll.onScroll() && void older()}
        onKeyDown={onKeyDown}
        onPointerLeave={({ currentTarget }) => {
          // An open menu covers the page, which is no reason to take it away.
          if (!currentTarget.querySelector('[data-menu] [aria-expanded="true"]')) setActive(undefined);
        }}
      >
        <div className={styles.content}>
          {hasOlder ? (
            <Button variant="ghost" size="small" onPress={() => void older()} isPending={isReadingOlder}>
              {texts.older}
            </Button>
          ) : (
            <p className={styles.event}>{texts.start}</p>
          )}
          {items.map((item) => (
            <ItemView
              key={item.key}
              item={item}
              context={context}
              isActive={item.key === active}
              isShown={item.key === scroll.flashed}
              onActive={setActive}
              onQuote={onQuoteStable}
            />
          ))}
          {children}
        </div>
      </div>
      {scroll.unseen > 0 && (
        <button type="button" className={styles.arrived} onClick={scroll.toEnd}>
          {texts.arrived(scroll.unseen)}
        </button>
      )}
      {scroll.unseen === 0 && scroll.isFar && (
        <button type="button" className={styles.arrived} aria-label={texts.toEnd} onClick={scroll.toEnd}>
          <ArrowDown aria-hidden="true" />
        </button>
      )}
      <Announcer entries={entries} context={context} />
      {photo && (
        <Suspense>
          <Lightbox photos={photos} shownId={photo} onShow={setPhoto} onClose={() => setPhoto(undefined)} />
        </Suspense>
      )}
    </div>
  );
};

interface ItemProps {
  item: Item;
  context: ThreadContext;
  isActive: boolean;
  isShown: boolean;
  onActive: (key: string) => void;
  onQuote: (entry: MessageEntry) => void;
}

/** Hundreds of them: only those that change are rendered again. */
const ItemView = memo(({ item, context, isActive, isShown, onActive, onQuote }: ItemProps) => {
  if (item.kind === 'day') return <Day atMs={item.atMs} />;
  if (item.kind === 'new') {
    return (
      <p className={styles.new} data-new>
        {texts.newLine}
      </p>
    );
  }
  if (item.kind === 'changes') return <Changes changes={item.changes} context={context} />;
  const { entry } = item;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      role="group"
      tabIndex={-1}
      data-entry={entry.id}
      data-first={item.isFirst || undefined}
      data-flash={isShown || undefined}
      data-side={item.kind === 'note' ? 'note' : item.entry.direction === 'outbound' ? 'out' : 'in'}
      className={styles.entry}
      aria-label={labelOf(entry, context)}
      onPointerEnter={() => onActive(item.key)}
      onFocus={() => onActive(item.key)}
      {...(item.kind === 'message'
        ? gestures(
            () => onQuote(item.entry),
            () => onActive(item.key),
          )
        : {})}
    >
      {item.kind === 'note' ? (
        <NoteBubble placed={item} context={context} />
      ) : (
        <MessageBubble placed={item} context={context} />
      )}
      {isActive && <MessageMenu conversationId={context.conversationId} entry={entry} onQuote={onQuote} />}
    </div>
  );
});

const swipePx = 60;
const longPressMs = 500;

/** On a phone, a swipe to the right quotes, and a long press shows the menu. */
const gestures = (onSwipe: () => void, onLongPress: () => void) => {
  let start: { x: number; y: number; timer: number } | undefined;
  const end = () => {
    window.clearTimeout(start?.timer);
    start = undefined;
  };
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      if (touch) start = { x: touch.clientX, y: touch.clientY, timer: window.setTimeout(onLongPress, longPressMs) };
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      if (!start || !touch) return;
      if (Math.abs(touch.clientY - start.y) > 20) end();
      else if (touch.clientX - start.x > swipePx) {
        end();
        onSwipe();
      }
    },
    onTouchEnd: end,
    onTouchCancel: end,
  };
};

const labelOf = (entry: MessageEntry | NoteEntry, { userId, name }: ThreadContext): string => {
  const who = authorName(entry.author, userId, name);
  const time = shortTime(Date.parse(entry.created_at));
  if (entry.type === 'note') return texts.entry([texts.note(who), time, entry.text]);
  const words = messageWords({ ...entry, filename: entry.file?.filename ?? null });
  return texts.entry([who, time, words, entry.direction === 'outbound' ? texts.status[entry.status] : '']);
};

const Day = ({ atMs }: { atMs: number }) => {
  const nowMs = useNow();
  return (
    <p className={styles.day}>
      <span>{dayWords(atMs, nowMs)}</span>
    </p>
  );
};

const Changes = ({ changes, context }: { changes: readonly ChangeEntry[]; context: ThreadContext }) => {
  const [isOpen, setOpen] = useState(false);
  if (foldsChanges(changes) && !isOpen) {
    return (
      <button type="button" className={styles.event} onClick={() => setOpen(true)}>
        {texts.changes(changes.length)}
      </button>
    );
  }
  return changes.map((change) => (
    <p key={change.id} className={styles.event}>
      {changeWords(change, context.userId, context.firstName)} · {shortTime(Date.parse(change.created_at))}
    </p>
  ));
};

const announcedMax = 200;

/** New messages of the customer are read aloud; older ones that load are not. */
const Announcer = ({ entries, context }: { entries: InboxTimeline['entries']; context: ThreadContext }) => {
  const [text, setText] = useState('');
  const newest = useRef(entries.at(-1)?.id ?? '');
  useEffect(() => {
    const last = entries.at(-1);
    if (!last || last.id <= newest.current) return;
    newest.current = last.id;
    if (last.type !== 'message') return;
    const words = messageWords({ ...last, filename: last.file?.filename ?? null }).slice(0, announcedMax);
    setText(last.direction === 'inbound' ? texts.said(context.name, words) : texts.sent);
  }, [entries, context.name]);
  return (
    <p role="status" className="visually-hidden">
      {text}
    </p>
  );
};
