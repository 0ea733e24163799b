import ArrowDown from 'lucide-react/icons/arrow-down';
import { type KeyboardEvent, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Member } from '../../../../functions/model/members/member.ts';
import { Button } from '../../../components/controls/button.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { toast } from '../../../context/toast.ts';
import { contactName } from '../../../texts/contact-name.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { useInbox } from '../store/inbox.ts';
import type { InboxTimeline, MessageEntry } from '../store/timeline.ts';
import { readBackTo, readOlder } from '../store/timelines.ts';
import { messageWords } from '../words/message-words.ts';
import { firstNameOf } from '../words/names.ts';
import styles from './thread.module.css';
import type { ThreadContext } from './thread-context.ts';
import { ThreadItem } from './thread-item.tsx';
import { announcedOf, keepItems, lastMessageId, type ThreadEntry, toThreadItems } from './thread-items.ts';
import { useScroll } from './use-scroll.ts';

const texts = inboxTexts.thread;
const Lightbox = lazyComponent(() => import('./lightbox.tsx'), 'Lightbox');

interface ThreadProps {
  timeline: InboxTimeline;
  members: readonly Member[];
  /** The first unopened message when the person opened the conversation. */
  newFrom: string | undefined;
  /** A message that the link or the find bar names. */
  shownId: string | undefined;
  onRemedy: ThreadContext['onRemedy'];
  onQuote: ThreadContext['onQuote'];
  onLeave: () => void;
  /** The number of messages in the outbox. Each new one scrolls to the end. */
  unsent: number;
  /** The bubbles of the outbox. */
  children: ReactNode;
}

export const Thread = ({ timeline, members, newFrom, shownId, onRemedy, onQuote, ...rest }: ThreadProps) => {
  const { onLeave, unsent, children } = rest;
  const inbox = useInbox();
  const { workspaceId, userId } = inbox;
  const { conversation, entries, has_older: hasOlder } = timeline;
  const [photo, setPhoto] = useState<string>();
  const [active, setActive] = useState<string>();
  const [isReadingOlder, setReadingOlder] = useState(false);
  const older = () => {
    if (isReadingOlder || !hasOlder) return false;
    setReadingOlder(true);
    void readOlder(inbox, conversation.id)
      .catch(() => undefined)
      .then(() => setReadingOlder(false));
    return true;
  };
  const scroll = useScroll({ id: conversation.id, entries, newFrom, shownId, unsent, onOlder: older });
  const { start, end, onShow } = scroll;
  /** A message that is not loaded yet. */
  const [wanted, setWanted] = useState<string>();
  const show = useCallback(
    async (entryId: string) => {
      if (onShow(entryId)) return;
      setWanted(entryId);
      if (await readBackTo(inbox, conversation.id, entryId).catch(() => false)) return;
      setWanted(undefined);
      toast(texts.quoteMissing);
    },
    [inbox, conversation.id, onShow],
  );
  useEffect(() => {
    if (shownId) void show(shownId);
  }, [shownId, show]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown once it is among the entries.
  useEffect(() => {
    if (wanted && onShow(wanted)) setWanted(undefined);
  }, [wanted, entries, onShow]);
  const before = useRef<readonly ThreadEntry[]>([]);
  const items = useMemo(
    () => (before.current = keepItems(before.current, toThreadItems(entries, newFrom, { start, end }))),
    [entries, newFrom, start, end],
  );
  const name = contactName(conversation.contact);
  const firstName = firstNameOf(conversation.contact);
  const on = useRef({ onRemedy, onQuote });
  on.current = { onRemedy, onQuote };
  const context = useMemo(
    (): ThreadContext => ({
      workspaceId,
      conversationId: conversation.id,
      channel: conversation.channel,
      userId,
      name,
      firstName,
      memberNames: new Map(members.map((member) => [member.user_id, member.name])),
      onOpenPhoto: setPhoto,
      onShow: (entryId) => void show(entryId),
      onRemedy: (action, entry) => on.current.onRemedy(action, entry),
      onQuote: (entry) => on.current.onQuote(entry),
    }),
    [userId, name, firstName, members, workspaceId, conversation.id, conversation.channel, show],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-entry]');
    if (event.key === 'Escape') onLeave();
    if (![at, event.currentTarget].includes(event.target as HTMLElement)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[data-entry]')];
    const index = at ? all.indexOf(at) : all.length;
    const to = { ArrowUp: all[index - 1], ArrowDown: all[index + 1] }[event.key];
    const entry = entries.find(({ id }) => id === at?.dataset['entry']);
    if (to) to.focus();
    else if (event.key === 'Enter' && at) at.querySelector<HTMLElement>('[data-menu] button')?.click();
    else if (event.key === 'r' && entry?.type === 'message') onQuote(entry);
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
        onScroll={scroll.onScroll}
        onKeyDown={onKeyDown}
        onPointerLeave={({ currentTarget }) => {
          // An open menu covers the page, but it is not a reason to close it.
          if (!currentTarget.querySelector('[data-menu] [aria-expanded="true"]')) setActive(undefined);
        }}
      >
        <div className={styles.content}>
          {hasOlder || start > 0 ? (
            <Button variant="ghost" size="small" onPress={scroll.showOlder} isPending={isReadingOlder}>
              {texts.older}
            </Button>
          ) : (
            <p className={styles.event}>{texts.start}</p>
          )}
          {items.map((item) => (
            <ThreadItem
              key={item.key}
              item={item}
              context={context}
              isActive={item.key === active}
              isShown={item.key === scroll.flashed}
              onActive={setActive}
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
          <ArrowDown aria-hidden="true" size={16} />
        </button>
      )}
      <Announcer entries={entries} name={name} userId={userId} />
      {photo && (
        <Suspense>
          <Lightbox photos={photos} shownId={photo} onShow={setPhoto} onClose={() => setPhoto(undefined)} />
        </Suspense>
      )}
    </div>
  );
};

const announcedMax = 200;

/** Screen readers announce new messages, but not older ones that load. */
const Announcer = ({ entries, name, userId }: Pick<InboxTimeline, 'entries'> & { name: string; userId: string }) => {
  const [text, setText] = useState('');
  const last = lastMessageId(entries);
  const newest = useRef(last);
  useEffect(() => {
    if (last <= newest.current) return;
    const added = announcedOf(entries, newest.current, userId);
    newest.current = last;
    const words = added.map((entry) =>
      entry.direction === 'inbound' ? texts.said(name, messageWords(entry).slice(0, announcedMax)) : texts.sent,
    );
    if (words.length > 0) setText(words.join(' '));
  }, [entries, last, name, userId]);
  return (
    <p role="status" className="visually-hidden">
      {text}
    </p>
  );
};
