import InboxIcon from 'lucide-react/icons/inbox';
import { type DragEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Member } from '../../../../functions/model/members/member.ts';
import { useLive } from '../../../api/queries.ts';
import { useNow } from '../../../components/content/relative-time.tsx';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { useSession } from '../../../context/session.ts';
import { toast } from '../../../context/toast.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { expectChange, type InboxTimeline, showConversation } from '../cache.ts';
import { Composer, type ComposerHandle } from '../composer/composer.tsx';
import { type Drafts, templateKey } from '../composer/drafts.ts';
import { toItems } from '../composer/new-items.ts';
import { isInTimeline, type NewItem, type OutboxItem, ofConversation } from '../composer/outbox.ts';
import { outboxOf, useOutbox } from '../composer/outbox-store.ts';
import { ListSkeleton } from '../list/list-states.tsx';
import { firstNameOf } from '../names.ts';
import type { FailureAction } from '../thread/failures.ts';
import { OutboxBubbles } from '../thread/outbox-bubbles.tsx';
import { Thread } from '../thread/thread.tsx';
import { firstUnopened, type MessageEntry, newestOutbound } from '../thread/timeline.ts';
import type { useTimeline } from '../use-inbox.ts';
import styles from './conversation.module.css';
import { PresenceBar, TakenNotice, WindowNotice } from './notices.tsx';
import { usePresence } from './use-presence.ts';
import { type WindowState, windowState } from './window-state.ts';

const FindBar = lazyComponent(() => import('./find-bar.tsx'), 'FindBar');

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

export const Conversation = ({ timeline, members, drafts, composer, ...rest }: ConversationProps) => {
  const { conversation, entries } = timeline;
  const { id, contact, presence } = conversation;
  const { id: workspaceId } = useWorkspace();
  const { user } = useSession();
  const [, navigate] = useLocation();
  const [newFrom] = useState(() => firstUnopened(entries, conversation.is_opened, conversation.unread_count));
  const [found, setFound] = useState<string>();
  const [link, setLink] = useState(rest.shownId);
  if (link !== rest.shownId) {
    setLink(rest.shownId);
    setFound(undefined);
  }
  const [isDropping, setDropping] = useState(false);
  const state = useWindowState(timeline);
  const items = ofConversation(useOutbox(user.id), id);
  const shownTwice = items.filter((item) => isInTimeline(item, entries, user.id)).map(({ key }) => key);
  useEffect(() => {
    for (const key of shownTwice) outboxOf(user.id).discard(key);
  });
  const onTyping = usePresence(id);
  useSeen(conversation.is_opened && !rest.isMentioned, rest.onSeen);
  /** After “Send and close” the conversation leaves the list at once. The outbox reverts that if sending fails. */
  const showStatus = (status: 'closed' | 'pending', key: string) => {
    expectChange(key, id, { status, waiting_since: null });
    showConversation(workspaceId, conversation, user.id);
  };
  const send = (added: readonly NewItem[], then?: 'closed' | 'pending') => {
    onTyping(false);
    for (const [index, item] of added.entries()) {
      const isLast = index === added.length - 1;
      const guarded = item.kind === 'reply' ? { seen_message_id: newestOutbound(entries) } : {};
      const body = { ...item.body, ...guarded, ...(then && isLast ? { status: then } : {}) };
      const key = outboxOf(user.id).add({ ...item, body, workspaceId, conversationId: id });
      if (then && isLast) showStatus(then, key);
    }
    rest.onSent(then);
  };
  const edit = (item: OutboxItem) => {
    outboxOf(user.id).discard(item.key);
    composer.current?.edit(item);
  };
  const remedy = (action: FailureAction, entry: MessageEntry) => {
    const { template, content_type: kind, content_text: text, reply_to_message_id: quoteId } = entry;
    if (action === 'template') composer.current?.showTemplates();
    if (action === 'number') rest.onPanel();
    if (action === 'file') chooseFile(entry);
    if (action === 'channels' || action === 'usage') navigate(`/w/${workspaceId}/settings/${action}`);
    if (action !== 'retry' && action !== 'again') return;
    if (kind === 'text') send(toItems(text ?? '', quoteId ?? undefined, [], conversation.channel));
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
        <OutboxBubbles userId={user.id} items={items} entries={entries} onEdit={edit} />
      </Thread>
      <Composer
        handle={composer}
        takesFocus={rest.takesFocus}
        conversation={conversation}
        state={state}
        drafts={drafts}
        members={members}
        entries={entries}
        notice={
          <>
            <PresenceBar presence={presence} />
            <TakenNotice timeline={timeline} />
            <WindowNotice state={state} conversation={conversation} hasDraft={drafts.read(id, 'reply') !== undefined} />
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
};

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

/** Shown until its messages are read. */
export const UnreadConversation = ({ timeline }: { timeline: ReturnType<typeof useTimeline> }) =>
  timeline.error ? (
    <Problem
      error={timeline.error}
      title={texts.thread.loadFailed}
      onRetry={() => void timeline.refetch()}
      isRetrying={timeline.isFetching}
    />
  ) : (
    <div className={styles.loading} aria-busy="true">
      <ListSkeleton />
    </div>
  );

/** Shown when no conversation is open, or when the open one was erased. */
export const NoConversation = ({ missing, backHref }: { missing: 'gone' | 'erased' | undefined; backHref: string }) => (
  <section className={styles.pane} data-pane data-empty aria-label={texts.thread.none} tabIndex={-1}>
    <Empty icon={InboxIcon} title={texts.thread[missing ?? 'none']}>
      {texts.thread[`${missing ?? 'none'}Text`]}
    </Empty>
    {missing && <Link href={backHref}>{texts.thread.back}</Link>}
  </section>
);
