import type { Ask } from './api.ts';
import type { Conversation, Message } from './conversation.ts';
import type { createOutbox } from './outbox.ts';
import type { Store } from './store.ts';
import type { Visitor } from './visitor.ts';

const dayMs = 86_400_000;
const soonMs = 30;
const restMs = 250;
/** Nobody says that they stopped writing. */
const typingMs = 6_000;
const pageSize = 30;
/** The service tells nothing until it has noticed the first page of a workspace that listens. */
const unwatchedMs = 8_000;

interface ReadingParts {
  ask: Ask;
  store: Store;
  visitor: Visitor;
  outbox: ReturnType<typeof createOutbox>;
  /** Answers of the team that were not there before. */
  onAnswers: (messages: Message[]) => void;
  /** The service knows this visitor. */
  onKnown: () => void;
  /** It does not any more, such as after an erasure. */
  onGone: () => void;
  onConfirmed: (ids: string[]) => void;
}

/** Keeps the conversation as new as the situation needs, and says what the visitor has seen. */
export const createReading = ({
  ask,
  store,
  visitor,
  outbox,
  onAnswers,
  onKnown,
  onGone,
  onConfirmed,
}: ReadingParts) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let readAtMs = 0;
  let isAskedMeanwhile = false;
  let receipt = '';

  const intervalMs = (): number | undefined => {
    const { isOpen, isOffline, isLive, liveSinceMs, pending, typing } = store.get();
    if (isOffline) return isOpen || pending.length > 0 ? 5_000 : 30_000;
    if (!visitor.isKnown()) return undefined;
    if (pending.some(({ state }) => state === 'accepted')) return 1_000;
    const isWatched = isOpen && document.visibilityState === 'visible';
    if (isWatched && typing !== null) return typingMs;
    if (isLive && Date.now() - liveSinceMs > unwatchedMs) return isWatched ? 30_000 : 60_000;
    if (isWatched) return 3_000;
    return isRecent() ? 30_000 : undefined;
  };
  const isRecent = (): boolean => {
    const newest = store.get().messages.at(-1);
    return newest !== undefined && Date.now() - Date.parse(newest.sent_at) < dayMs;
  };
  const plan = (delayMs = intervalMs()): void => {
    clearTimeout(timer);
    if (delayMs !== undefined) timer = setTimeout(() => void read(), delayMs);
  };

  const read = async (): Promise<void> => {
    if (isReading) {
      isAskedMeanwhile = true;
      return;
    }
    isReading = true;
    readAtMs = Date.now();
    isAskedMeanwhile = false;
    const token = visitor.token();
    const path = `/conversation?limit=${pageSize}`;
    const answer = await ask<Conversation>({ method: 'GET', path });
    isReading = false;
    // Signed out meanwhile.
    if (token !== visitor.token()) return plan(soonMs);
    if (answer.ok) show(answer.data, answer.nextCursor);
    plan(isAskedMeanwhile ? soonMs : intervalMs());
  };

  const show = (conversation: Conversation, cursor: string | null): void => {
    const { messages: before, conversation: earlier, olderCursor, typing: earlierTyping, typingUntilMs } = store.get();
    const page = conversation.messages;
    const first = page[0];
    const older = first ? before.filter(({ sent_at }) => sent_at < first.sent_at) : [];
    const messages = [...older, ...page];
    const known = new Set(before.map(({ id }) => id));
    const answers = page.filter(({ id, from }) => from === 'team' && !known.has(id));
    const isHinted = answers.length === 0 && Date.now() < typingUntilMs;
    const typing = conversation.typing?.name ?? (isHinted ? earlierTyping : null);
    store.set({ conversation, messages, olderCursor: older.length > 0 ? olderCursor : cursor, typing });
    if (conversation.status !== 'none') onKnown();
    else if (earlier && earlier.status !== 'none') onGone();
    const own = page.flatMap(({ client_id }) => client_id ?? []);
    onConfirmed(outbox.confirm(new Set(own)));
    if (earlier && answers.length > 0) onAnswers(answers);
    void sayReceipt();
  };

  /** An open panel has read what it shows; a closed one has received it. */
  const sayReceipt = async (): Promise<void> => {
    const { isOpen, conversation, messages } = store.get();
    const newest = messages.findLast(({ from }) => from === 'team');
    if (!newest || !conversation || conversation.unread === 0) return;
    const status = isOpen && document.visibilityState === 'visible' ? 'read' : 'delivered';
    const said = `${status} ${newest.id}`;
    if (said === receipt) return;
    receipt = said;
    if (status === 'read') store.set({ conversation: { ...conversation, unread: 0 } });
    const answer = await ask({ method: 'POST', path: '/receipts', body: { message_id: newest.id, status } });
    if (!answer.ok) receipt = '';
  };

  const readOlder = async (): Promise<void> => {
    const before = store.get().olderCursor;
    if (before === null) return;
    store.set({ olderCursor: null });
    const path = `/conversation?limit=${pageSize}&before=${encodeURIComponent(before)}`;
    const answer = await ask<Conversation>({ method: 'GET', path });
    if (!answer.ok) return store.set({ olderCursor: before });
    const { messages } = store.get();
    const known = new Set(messages.map(({ id }) => id));
    const older = answer.data.messages.filter(({ id }) => !known.has(id));
    store.set({ messages: [...older, ...messages], olderCursor: answer.nextCursor });
  };

  return {
    /** What comes together is read once. */
    soon: (): void => {
      isAskedMeanwhile = isReading;
      // In a hidden frame, timers are late by up to a second.
      if (!isReading && Date.now() - readAtMs > restMs) void read();
      else if (!isReading) plan(restMs);
    },
    plan: (): void => plan(),
    readOlder,
    sayReceipt: (): void => void sayReceipt(),
    isRecent,
  };
};
