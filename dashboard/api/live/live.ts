import { useSyncExternalStore } from 'react';
import type { Hint } from '../../../functions/model/hints/hint.ts';

/** `slow`: pages poll, though hints should tell them what changed. `none`: there are no hints here. */
export type LiveState = 'connecting' | 'connected' | 'slow' | 'none';

type Listener<Args extends unknown[]> = (...args: Args) => void;

const makeEvent = <Args extends unknown[]>() => {
  const listeners = new Set<Listener<Args>>();
  const listen = (listener: Listener<Args>): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const tell = (...args: Args): void => {
    for (const listener of listeners) listener(...args);
  };
  return [listen, tell] as const;
};

/** `onHints` hears what to read again, also in a hidden tab. */
export const [onHints, tellHints] = makeEvent<[Hint[]]>();

/**
 * `onConnect` runs after each connection, and again when the service surely knows of it: until then hints may have been
 * missed, so everything is read. `isFirst` is true for a page that has just been read.
 */
export const [onConnect, tellConnected] = makeEvent<[isFirst: boolean]>();

const [subscribe, tellState] = makeEvent<[]>();

let state: LiveState = 'none';
let hasCompany = true;
let covers: (queryKey: readonly unknown[]) => boolean = () => false;

export const liveState = (): LiveState => state;

/** Hints tell this tab what to read again. */
export const isConnected = (): boolean => state === 'connected';

/** No colleague has a page open, and a hint tells when one comes. */
export const isAlone = (): boolean => isConnected() && !hasCompany;

export const setAlone = (alone: boolean): void => {
  hasCompany = !alone;
};

export const useLiveState = (): LiveState => useSyncExternalStore(subscribe, liveState);

/** The component renders again when it changes, which resets its intervals. */
export const useConnected = (): boolean => useSyncExternalStore(subscribe, isConnected);

export const setLiveState = (next: LiveState): void => {
  if (state === next) return;
  state = next;
  tellState();
};

/** The table of hints loads after the first page. */
export const setCoverage = (isCovered: typeof covers): void => {
  covers = isCovered;
};

/** Every change of this data comes with a hint, so polling for it is a safety net only. */
export const isPushed = (queryKey: readonly unknown[]): boolean => isConnected() && covers(queryKey);
