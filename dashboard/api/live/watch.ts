import { focusManager } from '@tanstack/react-query';
import { type AskForSocket, keepConnected, type Status } from './connection.ts';
import { isConnected, setAlone, setLiveState, tellConnected, tellHints } from './live.ts';
import { shareConnection } from './tabs.ts';

const slowAfterMs = 5_000;
const tickMs = 10_000;
/** The service publishes nothing for a workspace that nobody watched before, until it has noticed the first page. */
const knownAfterMs = 6_000;
/** A timer of a visible tab is this late only if the machine slept. */
const sleptMs = 30_000;

let hasWatched = false;

/** Keeps the state of `live.ts` and passes hints on, until it is stopped. */
export const watchHints = (name: string, askForSocket: AskForSocket): (() => void) => {
  const startedAtMs = Date.now();
  /** A tab that joins a connection heard everything from the start, unless it was elsewhere meanwhile. */
  let hasMissed = hasWatched;
  hasWatched = true;
  let slowTimer: ReturnType<typeof setTimeout> | undefined;
  let knownTimer: ReturnType<typeof setTimeout> | undefined;
  const lose = (): void => {
    setLiveState('connecting');
    slowTimer = setTimeout(() => setLiveState('slow'), slowAfterMs);
  };
  const onStatus = ({ state, connectedAtMs, isAlone }: Status): void => {
    setAlone(isAlone);
    if (state === 'none') stop();
    else if (state === 'connecting' && isConnected()) lose();
    else if (state === 'connected' && !isConnected()) {
      clearTimeout(slowTimer);
      setLiveState('connected');
      if (hasMissed || connectedAtMs >= startedAtMs) tellConnected(!hasMissed);
      hasMissed = true;
      clearTimeout(knownTimer);
      const isKnown = Date.now() - connectedAtMs > knownAfterMs;
      if (!isKnown) knownTimer = setTimeout(tellConnected, knownAfterMs, false);
    }
  };
  lose();
  const shared = shareConnection(name, (events) => keepConnected(askForSocket, events), {
    onStatus,
    onHints: tellHints,
  });

  let tickedAtMs = startedAtMs;
  const ticking = setInterval(() => {
    const hasSlept = Date.now() - tickedAtMs > sleptMs && focusManager.isFocused();
    tickedAtMs = Date.now();
    if (hasSlept) shared.check({ hasSlept });
  }, tickMs);
  // The timers of a hidden tab are late without a sleep.
  const unsubscribe = focusManager.subscribe((isFocused) => {
    tickedAtMs = Date.now();
    if (isFocused) shared.check({ hasSlept: false });
  });
  const stop = (): void => {
    shared.stop();
    unsubscribe();
    clearInterval(ticking);
    clearTimeout(slowTimer);
    clearTimeout(knownTimer);
    setLiveState('none');
  };
  return stop;
};
