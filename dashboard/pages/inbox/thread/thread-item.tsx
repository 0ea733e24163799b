import { memo, Suspense, type TouchEvent, useState } from 'react';
import { useNow } from '../../../components/content/relative-time.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { shortTime } from '../../../texts/time.ts';
import type { ChangeEntry, MessageEntry, NoteEntry } from '../store/timeline.ts';
import { dayWords } from '../words/ages.ts';
import { messageWords } from '../words/message-words.ts';
import { authorName } from '../words/names.ts';
import { MessageBubble, NoteBubble } from './bubble.tsx';
import { changeWords } from './change-words.ts';
import styles from './thread.module.css';
import type { ThreadContext } from './thread-context.ts';
import { foldsChanges, type ThreadEntry } from './thread-items.ts';

const texts = inboxTexts.thread;
const VisitorLine = lazyComponent(() => import('./visitor-line.tsx'), 'VisitorLine');
const MessageMenu = lazyComponent(() => import('./message-menu.tsx'), 'MessageMenu');

interface ItemProps {
  item: ThreadEntry;
  context: ThreadContext;
  isActive: boolean;
  isShown: boolean;
  onActive: (key: string) => void;
}

/** Memoized: a conversation has hundreds, and only those that change render again. */
export const ThreadItem = memo(({ item, context, isActive, isShown, onActive }: ItemProps) => {
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
            () => context.onQuote(item.entry),
            () => onActive(item.key),
          )
        : {})}
    >
      {item.kind === 'note' ? (
        <NoteBubble placed={item} context={context} />
      ) : (
        <MessageBubble placed={item} context={context} />
      )}
      {isActive && (
        <Suspense>
          <MessageMenu conversationId={context.conversationId} entry={entry} onQuote={context.onQuote} />
        </Suspense>
      )}
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
  const words = messageWords(entry);
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
      <button type="button" className={`bare ${styles.event}`} onClick={() => setOpen(true)}>
        {texts.changes(changes.length)}
      </button>
    );
  }
  return changes.map((change) =>
    change.change === 'rated' || change.change === 'mailed' ? (
      <Suspense key={change.id}>
        <VisitorLine change={change} name={context.firstName} />
      </Suspense>
    ) : (
      <p key={change.id} className={styles.event}>
        {changeWords(change, context.userId, context.firstName)} · {shortTime(Date.parse(change.created_at))}
      </p>
    ),
  );
};
