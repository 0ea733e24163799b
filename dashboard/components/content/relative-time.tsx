import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from '../../texts/time.ts';

interface RelativeTimeProps {
  at: string;
  /** It may lie ahead. A past time never does, even if the clocks of browser and server differ. */
  isUpcoming?: boolean;
}

/** Relative to read, exact on hover and for a screen reader. */
export const RelativeTime = ({ at, isUpcoming = false }: RelativeTimeProps) => {
  const atMs = Date.parse(at);
  const nowMs = Math.max(useNow(), isUpcoming ? 0 : atMs);
  const exact = exactTime(atMs);
  return (
    <time dateTime={at} title={exact}>
      {relativeTime(atMs, nowMs)}
      <span className="visually-hidden">, {exact}</span>
    </time>
  );
};

const tickMs = 10_000;
const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer: number | undefined;

const tick = () => {
  nowMs = Date.now();
  for (const listener of listeners) listener();
};

/** One timer for all times on the page. One more time on it changes none of the others, or all would render again. */
const subscribe = (listener: () => void) => {
  if (listeners.size === 0) {
    timer = window.setInterval(tick, tickMs);
    nowMs = Date.now();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.clearInterval(timer);
  };
};

export const useNow = (): number => useSyncExternalStore(subscribe, () => nowMs);
