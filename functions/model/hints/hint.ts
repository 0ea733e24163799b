/**
 * Tells open pages what to read again. A hint never has content: a page reads through its operations, so a hint that is
 * lost costs freshness only.
 */
export type Hint =
  /** A row of the inbox. A page that already shows this version reads nothing. */
  | { kind: 'conversation'; id: string; version: string }
  /** Entries of a conversation: a page that shows it reads them. */
  | { kind: 'entries'; id: string }
  /** Where a member is, or that they are gone. Pages show it as it is. */
  | { kind: 'presence'; id: string; user_id: string; state: 'looking' | 'writing' | 'gone' }
  /** Where a visitor of the web chat is. `id` is that of the conversation. Pages show it and read the visit again. */
  | { kind: 'visitor'; id: string; state: 'writing' | 'here' | 'left' }
  | { kind: 'contact'; id: string }
  | { kind: 'broadcast'; id: string }
  /** `id` is that of the webhook. */
  | { kind: 'delivery'; id: string }
  | { kind: 'request' }
  | { kind: 'members' }
  | { kind: 'workspace' }
  /** A member opened a page, and sees from now on who writes. */
  | { kind: 'arrival'; user_id: string }
  /** More changed than an event can list. */
  | { kind: 'all' }
  /** A member lost access, so the channel has another name. Pages open their sockets again. */
  | { kind: 'renew' };

/** AppSync bills by 5 KB, and a page reads everything anyway if so many hints come at once. */
const eventBytesMax = 4_000;

/** One event with all hints of a batch, each once. */
export const toEvent = (hints: readonly Hint[]): string => {
  const event = `[${[...new Set(hints.map((hint) => JSON.stringify(hint)))].join()}]`;
  return event.length > eventBytesMax ? JSON.stringify([{ kind: 'all' } satisfies Hint]) : event;
};

/** AppSync knows the first part as the namespace. The epoch changes when a member loses access. */
export const channelNamespace = 'members';

export const toChannel = (workspaceId: string, epoch: string): string => `/${channelNamespace}/${workspaceId}/${epoch}`;

/** Tells the page of a visitor. Like the hints for members it has nothing of what was said. */
export type VisitorHint =
  | { kind: 'conversation' }
  /** The first name of the member who is writing. */
  | { kind: 'typing'; name: string };

export const visitorNamespace = 'visitors';

/** Each device of a visitor has a channel: one that signs out hears nothing more. */
export const toVisitorChannel = (workspaceId: string, sha256: string): string =>
  `/${visitorNamespace}/${workspaceId}/${toDevice(sha256)}`;

/** A part of a channel's name has 50 characters at most. */
export const toDevice = (sha256: string): string => sha256.slice(0, 40);
