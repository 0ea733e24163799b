import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import type { MessageLink } from '../../../../functions/model/messages/message.ts';
import type { StructuredParams } from '../../../../functions/model/templates/template.ts';
import type { ApiProblem } from '../../../api/problem.ts';

/** A file that has been uploaded. */
export interface Upload {
  id: string;
  filename: string;
  size: number;
  type: string;
}

export interface ChosenTemplate {
  name: string;
  language: string;
  params?: StructuredParams;
}

/** `refused`: not sent. `unknown`: no response came. `conflict`: a colleague has already answered. */
type OutboxState = 'queued' | 'sending' | 'refused' | 'unknown' | 'conflict';

interface OutboxBody {
  text?: string;
  template?: ChosenTemplate;
  fallback_template?: ChosenTemplate;
  upload_id?: string;
  reply_to_message_id?: string;
  seen_message_id?: string | null;
  link?: MessageLink;
  status?: 'closed' | 'pending';
  mentions?: string[];
  team_mentions?: string[];
}

export interface OutboxItem {
  /** It is also the idempotency key. It is created when Enter is pressed, and every retry reuses it. */
  key: string;
  workspaceId: string;
  conversationId: string;
  kind: 'reply' | 'note';
  body: OutboxBody;
  /** What the bubble shows. */
  shown: { text: string; file?: Upload; template?: string; values?: Readonly<Record<string, string>> };
  writtenAtMs: number;
  state: OutboxState;
  attempts: number;
  /** The next attempt, while it is queued after a failed one. */
  dueAtMs: number;
  problem?: string;
}

export type Outbox = readonly OutboxItem[];

export type NewItem = Pick<OutboxItem, 'kind' | 'body' | 'shown'>;

const retryDelaysMs = [1_000, 3_000, 9_000] as const;
const oldAfterMs = 10 * 60_000;

/** A message that waited this long offline may be out of date, so the person decides. */
export const isOld = ({ state, attempts, writtenAtMs }: OutboxItem, nowMs: number): boolean =>
  state === 'queued' && attempts === 0 && nowMs - writtenAtMs > oldAfterMs;

interface Now {
  isOnline: boolean;
  nowMs: number;
}

/** Each conversation sends one message at a time. A refused one does not hold up the next. */
export const dueItems = (outbox: Outbox, { isOnline, nowMs }: Now): OutboxItem[] => {
  if (!isOnline) return [];
  const blocked = new Set<string>();
  return outbox.filter((item) => {
    const isFirst = !blocked.has(item.conversationId);
    if (item.state !== 'refused') blocked.add(item.conversationId);
    return isFirst && item.state === 'queued' && item.dueAtMs <= nowMs && !isOld(item, nowMs);
  });
};

/** Whether something is being sent, or will be without another decision of the person. */
export const isUnderway = (outbox: Outbox, conversationId: string, { isOnline, nowMs }: Now): boolean => {
  const first = ofConversation(outbox, conversationId).find(({ state }) => state !== 'refused');
  return first?.state === 'sending' || (first?.state === 'queued' && isOnline && !isOld(first, nowMs));
};

/** When the next attempt is due, or undefined if none is planned. */
export const nextDueMs = (outbox: Outbox): number | undefined => {
  const due = outbox.filter(({ state, attempts }) => state === 'queued' && attempts > 0).map(({ dueAtMs }) => dueAtMs);
  return due.length === 0 ? undefined : Math.min(...due);
};

const change = (outbox: Outbox, key: string, changes: Partial<OutboxItem>): Outbox =>
  outbox.map((item) => (item.key === key ? { ...item, ...changes } : item));

export const started = (outbox: Outbox, key: string): Outbox =>
  outbox.map((item) => (item.key === key ? { ...item, state: 'sending', attempts: item.attempts + 1 } : item));

/** One's own message counts as seen before the conversation shows it, or the reply guard takes it for a colleague's. */
export const withOwnSeen = (body: OutboxBody, ownId = ''): OutboxBody =>
  body.seen_message_id !== undefined && ownId > (body.seen_message_id ?? '')
    ? { ...body, seen_message_id: ownId }
    : body;

export const sent = (outbox: Outbox, { key, conversationId }: OutboxItem, messageId: string | undefined): Outbox =>
  outbox
    .filter((item) => item.key !== key)
    .map((item) =>
      item.conversationId === conversationId ? { ...item, body: withOwnSeen(item.body, messageId) } : item,
    );

type Failure = Pick<ApiProblem, 'code' | 'status' | 'wasRefused'> & { plainMessage: string };

/** A request without a response is retried with the same key. A refused one is not. */
export const failed = (outbox: Outbox, key: string, problem: Failure, nowMs: number): Outbox => {
  const item = outbox.find((one) => one.key === key);
  if (!item) return outbox;
  if (problem.code === 'conflict') return change(outbox, key, { state: 'conflict' });
  if (problem.wasRefused && problem.status !== 429 && problem.status !== 408) {
    return change(outbox, key, { state: 'refused', problem: problem.plainMessage });
  }
  const delayMs = retryDelaysMs[item.attempts - 1];
  return delayMs === undefined
    ? change(outbox, key, { state: 'unknown', problem: problem.plainMessage })
    : change(outbox, key, { state: 'queued', dueAtMs: nowMs + delayMs });
};

/** A retry by hand. After a refusal or conflict it is a new request; without a response it must stay the same one. */
export const retried = (outbox: Outbox, key: string, newKey: string, nowMs: number): Outbox =>
  outbox.map((item) => {
    if (item.key !== key) return item;
    const { seen_message_id: seen, ...rest } = item.body;
    const isNew = item.state === 'conflict' || item.state === 'refused';
    const body = item.state === 'conflict' || seen === undefined ? rest : item.body;
    const { problem: _, ...kept } = item;
    return {
      ...kept,
      body,
      key: isNew ? newKey : key,
      state: 'queued' as const,
      attempts: 0,
      dueAtMs: nowMs,
      writtenAtMs: nowMs,
    };
  });

/** After a reload, what was on its way is sent again with its key, so it arrives once. */
export const restored = (outbox: Outbox): Outbox =>
  outbox.map((item) => (item.state === 'sending' ? { ...item, state: 'queued', attempts: 1, dueAtMs: 0 } : item));

/**
 * A reply that the channel refused is in the conversation as a failed message, with what to do about it. The outbox need
 * not show it again.
 */
export const isInTimeline = (item: OutboxItem, entries: readonly TimelineEntry[], userId: string): boolean =>
  (item.state === 'refused' || item.state === 'unknown') &&
  entries.some(
    (entry) =>
      entry.type === 'message' &&
      entry.author.id === userId &&
      Date.parse(entry.created_at) > item.writtenAtMs - clockSkewMs &&
      (item.body.text === undefined || [entry.content_text, entry.replaced_text].includes(item.body.text)) &&
      (item.body.template === undefined || entry.template_name === item.body.template.name),
  );

const clockSkewMs = 5_000;

export const ofConversation = (outbox: Outbox, conversationId: string): Outbox =>
  outbox.filter((item) => item.conversationId === conversationId);

/** Whether leaving the tab would lose something: what was not sent, too, until it is discarded. */
export const hasUnsent = (outbox: Outbox): boolean => outbox.length > 0;
