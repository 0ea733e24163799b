import { useSyncExternalStore } from 'react';

const tickMs = 10_000;
const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer: number | undefined;

const tick = () => {
  nowMs = Date.now();
  for (const listener of listeners) listener();
};

/** One timer for all times on the page. */
const subscribe = (listener: () => void) => {
  if (listeners.size === 0) timer = window.setInterval(tick, tickMs);
  nowMs = Date.now();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.clearInterval(timer);
  };
};

export const useNow = (): number => useSyncExternalStore(subscribe, () => nowMs);
