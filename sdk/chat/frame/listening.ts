import type { Ask } from './api.ts';
import { keepListening } from './live.ts';
import type { Hint } from './socket.ts';
import type { Store } from './store.ts';
import { openTabs, type TabMessage } from './tabs.ts';

/** A read may not know it yet. */
const typingMs = 5_000;

interface Reads {
  readSoon: () => void;
  /** When to read next depends on what is shown. */
  plan: () => void;
}

/** Hints for all tabs of the site: one of them has the socket and passes on what it hears. */
export const createListening = (site: string, ask: Ask, store: Store, { readSoon, plan }: Reads) => {
  let stop: (() => void) | undefined;
  let isLeading = false;

  const hearHints = (hints: Hint[]): void => {
    for (const hint of hints) {
      if (hint.kind !== 'typing') continue;
      store.set({ typing: hint.name, typingUntilMs: Date.now() + typingMs });
      plan();
    }
    if (hints.some(({ kind }) => kind !== 'typing')) readSoon();
  };
  const setLive = (isLive: boolean): void => {
    const { isLive: wasLive, liveSinceMs } = store.get();
    store.set({ isLive, liveSinceMs: isLive && !wasLive ? Date.now() : liveSinceMs });
    readSoon();
  };
  const hearTab = (message: TabMessage): void => {
    if (message.kind === 'hints') hearHints(message.hints);
    if (message.kind === 'changed') readSoon();
    if (message.kind === 'connected' && stop) setLive(message.isConnected);
    if (message.kind === 'join' && isLeading) tabs.tell({ kind: 'connected', isConnected: store.get().isLive });
  };
  const tabs = openTabs(site, hearTab);

  const lead = (): (() => void) => {
    isLeading = true;
    const connected = (isConnected: boolean): void => {
      setLive(isConnected);
      tabs.tell({ kind: 'connected', isConnected });
    };
    const connection = keepListening(ask, {
      onConnect: () => connected(true),
      onLost: () => store.get().isLive && connected(false),
      onHints: (hints) => {
        tabs.tell({ kind: 'hints', hints });
        hearHints(hints);
      },
    });
    return () => {
      isLeading = false;
      connection.stop();
    };
  };

  return {
    tabs,
    start: (): void => {
      if (stop) return;
      stop = tabs.lead(lead);
      tabs.tell({ kind: 'join' });
    },
    stop: (): void => {
      stop?.();
      stop = undefined;
    },
  };
};
