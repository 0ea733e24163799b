import type { Place } from '../bridge.ts';
import type { Settings } from '../settings.ts';
import type { Conversation, Message } from './conversation.ts';
import type { Pending } from './outbox.ts';

export interface State {
  place: Place;
  isOpen: boolean;
  /** There is a conversation to wait for. */
  isExpected: boolean;
  /** Undefined until the service has answered. */
  conversation: Conversation | undefined;
  messages: Message[];
  /** Null when the first message is here. */
  olderCursor: string | null;
  pending: Pending[];
  isOffline: boolean;
  /** The service asks for patience. */
  isSlowed: boolean;
  /** Hints tell what is new. */
  isLive: boolean;
  /** When that began. */
  liveSinceMs: number;
  typing: string | null;
  /** A hint said so, which a read need not know yet. */
  typingUntilMs: number;
  draft: string;
  quoted: Message | undefined;
  attached: { id: string; file: File }[];
  /** A sentence about the last act. */
  notice: string | undefined;
  isLoud: boolean;
  /** Said in the card until the next message. */
  savedEmail: string | undefined;
  /** What the visitor has typed as their address. The service knows it with the next message. */
  typedEmail: string | undefined;
  /** Waits for the address without which the company takes no message. Without a text, it is the draft. */
  held: { text?: string } | undefined;
  /** Where older ones end and those begin that came while the visitor was elsewhere. */
  unreadFromId: string | undefined;
}

export const firstState: State = {
  place: 'panel',
  isOpen: false,
  isExpected: false,
  conversation: undefined,
  messages: [],
  olderCursor: null,
  pending: [],
  isOffline: false,
  isSlowed: false,
  isLive: false,
  liveSinceMs: 0,
  typing: null,
  typingUntilMs: 0,
  draft: '',
  quoted: undefined,
  attached: [],
  notice: undefined,
  isLoud: false,
  savedEmail: undefined,
  typedEmail: undefined,
  held: undefined,
  unreadFromId: undefined,
};

/** Only for the first message. Whoever the service knows with an address is asked for nothing. */
export const needsEmail = ({ conversation, isExpected, typedEmail }: State, asks: Settings['asks_email']): boolean => {
  if (asks !== 'before' || typedEmail !== undefined) return false;
  return conversation ? conversation.status === 'none' && conversation.asks_email : !isExpected;
};

export type Store = ReturnType<typeof createStore>;

export const createStore = () => {
  let state = firstState;
  const listeners = new Set<(before: State) => void>();
  return {
    get: (): State => state,
    set: (changes: Partial<State>): void => {
      const before = state;
      state = { ...state, ...changes };
      for (const listener of listeners) listener(before);
    },
    subscribe: (listener: (before: State) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
