import type { Ask } from './api.ts';
import { type Address, type Hint, openSocket } from './socket.ts';

const backoffMs = { first: 1_000, max: 60_000 };

interface LiveEvents {
  onHints: (hints: Hint[]) => void;
  /** Hints may have been missed until now. */
  onConnect: () => void;
  onLost: () => void;
}

/** Holds a socket until it is stopped. Where the service has none, it stops by itself. */
export const keepListening = (ask: Ask, { onHints, onConnect, onLost }: LiveEvents) => {
  let isOver = false;
  let attempts = 0;
  let socket: ReturnType<typeof openSocket> | undefined;
  let channel = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = async (): Promise<void> => {
    const opened = await ask<(Address & { renew_seconds: number }) | null>({ method: 'POST', path: '/socket' });
    if (isOver) return;
    if (!opened.ok && opened.status >= 400 && opened.status < 429) return;
    if (!opened.ok) return retry();
    if (opened.data === null) return;
    const { renew_seconds, ...address } = opened.data;
    // Without a new ticket the service stops publishing.
    timer = setTimeout(() => void connect(), renew_seconds * 1_000);
    if (socket && address.channel === channel) return;
    socket?.close();
    channel = address.channel;
    socket = openSocket(address, { onSubscribed: connected, onHints, onEnd: retry });
  };
  const connected = (): void => {
    attempts = 0;
    onConnect();
  };
  const retry = (): void => {
    onLost();
    socket?.close();
    socket = undefined;
    clearTimeout(timer);
    const delayMs = Math.random() * Math.min(backoffMs.first * 2 ** attempts++, backoffMs.max);
    timer = setTimeout(() => void connect(), delayMs);
  };

  void connect();
  return {
    stop: (): void => {
      isOver = true;
      clearTimeout(timer);
      socket?.close();
    },
    /** The connection is back. */
    hurry: (): void => {
      if (socket || isOver) return;
      clearTimeout(timer);
      void connect();
    },
  };
};
