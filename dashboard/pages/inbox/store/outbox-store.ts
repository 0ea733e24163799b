import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import { call, type Input } from '../../../api/call.ts';
import { toProblem } from '../../../api/problem.ts';
import { inboxOf, readInboxNow } from './inbox.ts';
import {
  dueItems,
  failed,
  hasUnsent,
  isUnderway,
  nextDueMs,
  type Outbox,
  type OutboxItem,
  restored,
  retried,
  sent,
  started,
  withOwnSeen,
} from './outbox.ts';

type Result = { entry: TimelineEntry; conversation?: InboxConversation };

/** Sends what was written, in order, whatever page or conversation is shown. A reload of the tab keeps it. */
const openOutbox = (userId: string) => {
  const storageKey = `switchboard.outbox ${userId}`;
  const listeners = new Set<() => void>();
  /** The ids of one's newest messages, by conversation. */
  const newestOwn = new Map<string, string>();
  let timer: number | undefined;
  let items: Outbox = restored(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as Outbox);
  const set = (next: Outbox): void => {
    items = next;
    sessionStorage.setItem(storageKey, JSON.stringify(items));
    for (const listener of listeners) listener();
    work();
  };
  const work = (): void => {
    const due = dueItems(items, now());
    // All are marked before the first is sent: each change comes back here, and would send the others again.
    if (due.length > 0) set(due.reduce((all, { key }) => started(all, key), items));
    for (const item of due) void deliver(item);
    window.clearTimeout(timer);
    const dueMs = nextDueMs(items);
    if (dueMs !== undefined) timer = window.setTimeout(work, Math.max(0, dueMs - Date.now()));
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const deliver = async (item: OutboxItem): Promise<void> => {
    const inbox = inboxOf(item.workspaceId, userId);
    try {
      const { entry, conversation } = await request(item);
      inbox.entrySent(item.key, item.conversationId, entry, conversation);
      if (item.kind === 'reply') newestOwn.set(item.conversationId, entry.id);
      set(sent(items, item, newestOwn.get(item.conversationId)));
    } catch (error) {
      set(failed(items, item.key, toProblem(error), Date.now()));
      const isQueued = items.some(({ key, state }) => key === item.key && state === 'queued');
      if (!isQueued) inbox.changeEnded(item.key);
    }
    readInboxNow();
  };
  onlineManager.subscribe(work);
  window.addEventListener('beforeunload', (event) => hasUnsent(items) && event.preventDefault());
  window.setTimeout(work);
  return {
    items: () => items,
    subscribe,
    /** Resolves once the conversation has nothing left to send by itself, whether sending succeeded or failed. */
    whenDelivered: (conversationId: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (isUnderway(items, conversationId, now())) return;
          unsubscribe();
          resolve();
        };
        const unsubscribe = subscribe(look);
        look();
      }),
    add: (item: Pick<OutboxItem, 'workspaceId' | 'conversationId' | 'kind' | 'body' | 'shown'>) => {
      const { nowMs } = now();
      const key = crypto.randomUUID();
      const added = { key, writtenAtMs: nowMs, state: 'queued', attempts: 0, dueAtMs: nowMs } as const;
      set([...items, { ...item, body: withOwnSeen(item.body, newestOwn.get(item.conversationId)), ...added }]);
      return key;
    },
    retry: (key: string) => set(retried(items, key, crypto.randomUUID(), Date.now())),
    discard: (key: string) => {
      for (const item of items) if (item.key === key) inboxOf(item.workspaceId, userId).changeEnded(key);
      set(items.filter((item) => item.key !== key));
    },
  };
};

const now = () => ({ isOnline: onlineManager.isOnline(), nowMs: Date.now() });

const request = async ({ workspaceId, conversationId, kind, body, key }: OutboxItem): Promise<Result> => {
  const params = { workspace_id: workspaceId, id: conversationId };
  if (kind === 'note') {
    const note = body as Input<'addNote'>;
    return { entry: (await call('addNote', params, note, { idempotencyKey: key })).data };
  }
  const reply = body as Input<'replyToConversation'>;
  return (await call('replyToConversation', params, reply, { idempotencyKey: key })).data;
};

const outboxes = new Map<string, ReturnType<typeof openOutbox>>();

export const outboxOf = (userId: string): ReturnType<typeof openOutbox> => {
  const known = outboxes.get(userId) ?? openOutbox(userId);
  outboxes.set(userId, known);
  return known;
};

export const useOutbox = (userId: string): Outbox => {
  const { subscribe, items } = outboxOf(userId);
  return useSyncExternalStore(subscribe, items);
};
