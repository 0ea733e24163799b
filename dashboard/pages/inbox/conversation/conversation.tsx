import { type DragEvent, memo, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Member } from '../../../../functions/model/members/member.ts';
import { useLive } from '../../../api/queries.ts';
import { useNow } from '../../../components/content/relative-time.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { toast } from '../../../context/toast.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { Composer, type ComposerHandle } from '../composer/composer.tsx';
import type { Drafts } from '../composer/drafts.ts';
import { toNewItems } from '../composer/new-items.ts';
import { type WindowState, windowState } from '../composer/window-state.ts';
import { useInbox } from '../store/inbox.ts';
import { isInTimeline, type NewItem, type OutboxItem, ofConversation } from '../store/outbox.ts';
import { outboxOf, useOutbox } from '../store/outbox-store.ts';
import { firstUnopened, type InboxTimeline, type MessageEntry, newestOutbound } from '../store/timeline.ts';
import type { FailureAction } from '../thread/failures.ts';
import { OutboxBubbles } from '../thread/outbox-bubbles.tsx';
import { Thread } from '../thread/thread.tsx';
import { firstNameOf, templateKey } from '../words/names.ts';
import styles from './conversation.module.css';
import { PresenceBar, TakenNotice } from './notices.tsx';
import { usePresence } from './use-presence.ts';

const FindBar = lazyComponent(() => import('./find-bar.tsx'), 'FindBar');

const WindowNotice = lazyComponent(() => import('./window-notice.tsx'), 'WindowNotice');
const VisitorBar = lazyComponent(() => import('./visitor-bar.tsx'), 'VisitorBar');

const texts = inboxTexts;

interface ConversationProps {
  timeline: InboxTimeline;
  members: readonly Member[];
  drafts: Drafts;
  composer: RefObject<ComposerHandle | null>;
  /** The person asked to write before the conversation had been read. */
  takesFocus: boolean;
  shownId: string | undefined;
  isFinding: boolean;
  onFound: () => void;
  onSent: (then: 'closed' | 'pending' | undefined) => void;
  onLeave: () => void;
  /** A colleague mentioned the person here, and the person has not seen it yet. */
  isMentioned: boolean;
  onSeen: () => void;
  onPanel: () => void;
}

const seenAfterMs = 1_000;

/** Memoized: what happens in other conversations does not change it. */
export const Conversation = memo(({ timeline, members, drafts, composer, ...rest }: ConversationProps) => {
  const { conversation, entries } = timeline;
  const { id, contact, presence } = conversation;
  const inbox = useInbox();
  const { workspaceId, userId } = inbox;
  const [, navigate] = useLocation();
  const [newFrom] = useState(() => firstUnopened(entries, conversation.is_opened, conversation.unread_count));
  const [found, setFound] = useState<string>();
  const [link, setLink] = useState(rest.shownId);
  if (link !== rest.shownId) {
    setLink(rest.shownId);
    setFound(undefined);
  }
  const [isDropping, setDropping] = useState(false);
  const replyWindow = useWindowState(timeline);
  const items = ofConversation(useOutbox(userId), id);
  const shownTwice = items.filter((item) => isInTimeline(item, entries, userId)).map(({ key }) => key);
  useEffect(() => {
    for (const key of shownTwice) outboxOf(userId).discard(key);
  });
  const onTyping = usePresence(id, conversation.channel === 'web');
  useSeen(conversation.is_opened && !rest.isMentioned, rest.onSeen);
  const send = (added: readonly NewItem[], then?: 'closed' | 'pending') => {
    onTyping(false);
    for (const [index, item] of added.entries()) {
      const isLast = index === added.length - 1;
      const guarded = item.kind === 'reply' ? { seen_message_id: newestOutbound(entries) } : {};
      const body = { ...item.body, ...guarded, ...(then && isLast ? { status: then } : {}) };
      const key = outboxOf(userId).add({ ...item, body, workspaceId, conversationId: id });
      // After “Send and close” the conversation leaves the list at once. The outbox reverts that if sending fails.
      if (then && isLast) inbox.changeBegan(key, conversation, { status: then, waiting_since: null });
    }
    rest.onSent(then);
  };
  const edit = (item: OutboxItem) => {
    outboxOf(userId).discard(item.key);
    composer.current?.edit(item);
  };
  const remedy = (action: FailureAction, entry: MessageEntry) => {
    const { template, content_type: kind, content_text: text, reply_to_message_id: quoteId } = entry;
    if (action === 'template') composer.current?.showTemplates();
    if (action === 'number') rest.onPanel();
    if (action === 'file') chooseFile(entry);
    if (action === 'channels' || action === 'usage') navigate(`/w/${workspaceId}/settings/${action}`);
    if (action !== 'retry' && action !== 'again') return;
    if (kind === 'text') send(toNewItems(text ?? '', { quoteId: quoteId ?? undefined }, [], conversation.channel));
    else if (kind === 'template') composer.current?.showTemplates(template ? templateKey(template) : undefined);
    else void sendFileAgain(entry);
  };
  const backToComposer = ({ content_text: text, reply_to_message_id: quoteId }: MessageEntry) => {
    const body = quoteId ? { reply_to_message_id: quoteId } : {};
    composer.current?.edit({ kind: 'reply', body, shown: { text: text ?? '' } });
  };
  /** The text and quote are there already if the person has cancelled the choice before. */
  const chooseFile = (entry: MessageEntry) => {
    if (!composer.current?.hasDraft()) backToComposer(entry);
    composer.current?.chooseFile();
  };
  /** An upload ends with its message, so the file goes back to the composer, with its text and quote. */
  const sendFileAgain = async (entry: MessageEntry) => {
    const { file } = entry;
    backToComposer(entry);
    const response = file?.url ? await fetch(file.url).catch(() => undefined) : undefined;
    if (!file || !response?.ok) return toast(texts.failures.actions.file);
    const type = file.content_type?.split(';')[0] ?? '';
    composer.current?.attach([new File([await response.blob()], file.filename ?? texts.files.file, { type })]);
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    setDropping(false);
    composer.current?.attach([...event.dataTransfer.files]);
  };
  const name = firstNameOf(contact);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be attached with the button.
    <div
      className={styles.body}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node) && setDropping(false)}
      onDrop={drop}
    >
      {rest.isFinding && (
        <Suspense>
          <FindBar timeline={timeline} onShow={setFound} onClose={rest.onFound} />
        </Suspense>
      )}
      <Thread
        timeline={timeline}
        members={members}
        newFrom={newFrom}
        shownId={found ?? rest.shownId}
        onRemedy={remedy}
        onQuote={(entry) => composer.current?.quote(entry)}
        onLeave={rest.onLeave}
        unsent={items.length}
      >
        <OutboxBubbles userId={userId} items={items} entries={entries} onEdit={edit} />
      </Thread>
      <Composer
        handle={composer}
        takesFocus={rest.takesFocus}
        conversation={conversation}
        replyWindow={replyWindow}
        drafts={drafts}
        members={members}
        entries={entries}
        notice={
          <>
            <PresenceBar presence={presence} />
            {conversation.channel === 'web' && (
              <Suspense>
                <VisitorBar key={id} conversationId={id} name={name} />
              </Suspense>
            )}
            <TakenNotice timeline={timeline} />
            <Suspense>
              <WindowNotice
                state={replyWindow}
                conversation={conversation}
                hasDraft={drafts.read(id, 'reply') !== undefined}
              />
            </Suspense>
          </>
        }
        onSend={send}
        onTyping={() => onTyping(true)}
        onLeave={() =>
          document.querySelector<HTMLElement>('[role="log"] [data-entry]:last-of-type, [role="log"]')?.focus()
        }
      />
      {isDropping && <p className={styles.drop}>{texts.composer.drop(name)}</p>}
    </div>
  );
});

const useWindowState = ({ conversation }: InboxTimeline): WindowState => {
  const nowMs = useNow();
  const channels = useLive('listChannels', {}, { everyMs: 60_000 });
  const account = channels.data?.data.find(({ channel }) => channel === conversation.channel);
  const usage = useLive('getUsage', {}, { everyMs: 300_000 });
  return windowState(conversation, account, nowMs, usage.data?.data);
};

/** A conversation counts as opened after a second on a visible page, so moving past it does not count. */
const useSeen = (isOpened: boolean, onSeen: () => void): void => {
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => {
    if (isOpened) return undefined;
    let timer: number | undefined;
    const start = () => {
      window.clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = window.setTimeout(() => seen.current(), seenAfterMs);
    };
    start();
    document.addEventListener('visibilitychange', start);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', start);
    };
  }, [isOpened]);
};
