import type { Message, Person } from '../conversation.ts';
import type { Pending } from '../outbox.ts';
import { isSameDay } from '../when.ts';

export interface Turn {
  kind: 'turn';
  key: string;
  from: 'visitor' | 'team';
  author: Person | null;
  messages: Message[];
}

export type Row = { kind: 'day'; key: string; at: string } | { kind: 'unread'; key: string } | Turn;

const turnMsMax = 5 * 60_000;

/** Messages of one person that follow each other within five minutes are one turn. */
export const toRows = (messages: readonly Message[], unreadFromId: string | undefined): Row[] => {
  const rows: Row[] = [];
  let before: Message | undefined;
  let turn: Turn | undefined;
  for (const message of messages) {
    if (!before || !isSameDay(before.sent_at, message.sent_at)) {
      rows.push({ kind: 'day', key: `day ${message.sent_at.slice(0, 10)} ${message.id}`, at: message.sent_at });
      turn = undefined;
    }
    if (message.id === unreadFromId) {
      rows.push({ kind: 'unread', key: 'unread' });
      turn = undefined;
    }
    if (turn && before && isOneTurn(before, message)) turn.messages.push(message);
    else {
      turn = { kind: 'turn', key: message.id, from: message.from, author: message.author, messages: [message] };
      rows.push(turn);
    }
    before = message;
  }
  return rows;
};

const isOneTurn = (one: Message, next: Message): boolean =>
  one.from === next.from &&
  one.author?.name === next.author?.name &&
  Date.parse(next.sent_at) - Date.parse(one.sent_at) < turnMsMax;

/** Waiting messages that share a line below them. Each that failed has its own. */
export const groupPending = (pending: readonly Pending[]): Pending[][] => {
  const groups: Pending[][] = [];
  for (const message of pending) {
    const last = groups.at(-1);
    if (last && message.state !== 'failed' && last[0]?.state === message.state) last.push(message);
    else groups.push([message]);
  }
  return groups;
};
