import { onlineManager } from '@tanstack/react-query';
import type { Hint } from '../../../functions/model/hints/hint.ts';
import { openSocket, type SocketAddress } from './socket.ts';

export interface Status {
  /** `none`: this deployment has no push. */
  state: 'connecting' | 'connected' | 'none';
  /** When it connected last. */
  connectedAtMs: number;
  /** Without a sign of life for so long, it counts as lost. */
  silenceMsMax: number;
  /** No colleague has a page open. */
  isAlone: boolean;
}

export interface ConnectionEvents {
  /** A change, or a sign of life. */
  onStatus: (status: Status) => void;
  onHints: (hints: Hint[]) => void;
}

type Opened = SocketAddress & { renew_seconds: number; is_alone: boolean };

/** Gets a new ticket and keeps the workspace watched. Null where there is no push. */
export type AskForSocket = () => Promise<Opened | null>;

const backoffMs = { first: 500, max: 30_000 };
/** A connection that held for so long was a good one. */
const heldMs = 60_000;
/** AppSync sends a keep-alive each minute. */
const quietMs = 90_000;
const renewSpreadMs = 3_000;
const renewalRetryMs = 20_000;
const renewalsMax = 3;

/** Full jitter: clients that lost the service together come back one by one. */
export const reconnectMs = (attempts: number, random = Math.random()): number =>
  random * Math.min(backoffMs.first * 2 ** attempts, backoffMs.max);

/** Holds one socket for a workspace until it is stopped. */
export const keepConnected = (askForSocket: AskForSocket, { onStatus, onHints }: ConnectionEvents) => {
  let status: Status = { state: 'connecting', connectedAtMs: 0, silenceMsMax: 300_000, isAlone: false };
  let socket: ReturnType<typeof openSocket> | undefined;
  let attempts = 0;
  let aliveAtMs = 0;
  /** A late answer to an earlier attempt must not touch this one. */
  let attempt = 0;
  let isWaiting = false;
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const later = (name: 'retry' | 'renewal' | 'anew', delayMs: number, run: () => void): void => {
    clearTimeout(timers.get(name));
    timers.set(name, setTimeout(run, delayMs));
  };
  const report = (changes: Partial<Status>): void => {
    status = { ...status, ...changes };
    onStatus(status);
  };
  /** Ends the socket and whatever was planned for it. */
  const drop = (): void => {
    attempt += 1;
    isWaiting = false;
    timers.forEach(clearTimeout);
    timers.clear();
    socket?.close();
    socket = undefined;
    if (status.state === 'connected' && Date.now() - status.connectedAtMs > heldMs) attempts = 0;
  };
  const retry = (): void => {
    drop();
    report({ state: 'connecting' });
    isWaiting = true;
    later('retry', reconnectMs(attempts++), () => void connect());
  };
  const stop = (): void => {
    drop();
    unsubscribe();
  };
  const end = (): void => {
    stop();
    report({ state: 'none' });
  };

  const connect = async (given?: Opened): Promise<void> => {
    drop();
    report({ state: 'connecting' });
    if (!onlineManager.isOnline()) return;
    const mine = attempt;
    const opened = given ?? (await askForSocket().catch(() => undefined));
    if (mine !== attempt) return;
    if (opened === null) return end();
    if (!opened) return retry();
    socket = openSocket(opened, {
      onSubscribed: (silenceMsMax) => {
        aliveAtMs = Date.now();
        report({ state: 'connected', connectedAtMs: aliveAtMs, silenceMsMax, isAlone: opened.is_alone });
        renewLater(opened);
      },
      onAlive: () => {
        aliveAtMs = Date.now();
        report({});
      },
      onHints: (hints) => {
        if (hints.some(({ kind }) => kind === 'renew') && !timers.has('anew'))
          later('anew', Math.random() * renewSpreadMs, () => void connect());
        if (hints.some(({ kind }) => kind === 'arrival')) report({ isAlone: false });
        onHints(hints);
      },
      onEnd: retry,
    });
  };

  const renewLater = ({ channel, renew_seconds }: Opened): void =>
    later('renewal', renew_seconds * 1_000, () => void renew(channel, renewalsMax));

  /** Without it, the service stops publishing for this workspace. */
  const renew = async (channel: string, triesLeft: number): Promise<void> => {
    const mine = attempt;
    const opened = await askForSocket().catch(() => undefined);
    if (mine !== attempt) return;
    if (opened === null) return end();
    if (opened && opened.channel !== channel) return connect(opened);
    if (opened) {
      report({ isAlone: opened.is_alone });
      return renewLater(opened);
    }
    if (triesLeft <= 1) return retry();
    later('renewal', Math.random() * renewalRetryMs, () => void renew(channel, triesLeft - 1));
  };

  const unsubscribe = onlineManager.subscribe(() => void connect());
  void connect();
  return {
    stop,
    status: () => status,
    /** After a sleep, a socket may look open though the other side is gone. */
    check: ({ hasSlept }: { hasSlept: boolean }): void => {
      const isQuiet = status.state === 'connected' && Date.now() - aliveAtMs > quietMs;
      if (status.state !== 'none' && (isWaiting || isQuiet || hasSlept)) void connect();
    },
  };
};
