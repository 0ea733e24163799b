import type { Hint } from '../../../functions/model/hints/hint.ts';
import type { ConnectionEvents, keepConnected, Status } from './connection.ts';

type Connection = ReturnType<typeof keepConnected>;
type Check = Parameters<Connection['check']>[0];
type Message = { status: Status } | { hints: Hint[] } | { check: Check };

/** A leader that does not answer by then is frozen, such as a tab in the background of a phone. */
const answerMsMax = 5_000;

/**
 * One connection for all tabs: the tab that holds the lock has it and passes on what it hears. When that tab closes, the
 * browser gives the lock to the next. Without locks each tab has a connection of its own.
 */
export const shareConnection = (
  name: string,
  connect: (events: ConnectionEvents) => Connection,
  { onStatus, onHints }: ConnectionEvents,
) => {
  if (!navigator.locks || !globalThis.BroadcastChannel) return connect({ onStatus, onHints });
  const tabs = new BroadcastChannel(name);
  const tell = (message: Message): void => tabs.postMessage(message);
  let connection: Connection | undefined;
  let abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wait = (delayMs: number, run: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(run, delayMs);
  };

  /** Resolves when this tab need not lead any more. */
  const lead = (signal: AbortSignal): Promise<void> => {
    clearTimeout(timer);
    connection = connect({
      onStatus: (status) => {
        tell({ status });
        onStatus(status);
      },
      onHints: (hints) => {
        tell({ hints });
        onHints(hints);
      },
    });
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  };

  const stepDown = (): void => {
    connection?.stop();
    connection = undefined;
  };

  /** Waits for its turn, or takes the lock away from a frozen tab. */
  const queue = async (isSteal = false): Promise<void> => {
    abort.abort();
    abort = new AbortController();
    const { signal } = abort;
    const options = isSteal ? { steal: true } : { signal };
    await navigator.locks
      .request(name, options, () => (signal.aborted ? undefined : lead(signal)))
      .catch(() => undefined);
    // Another tab took the lock while this one was frozen.
    if (!signal.aborted) follow();
  };

  const follow = (): void => {
    stepDown();
    void queue();
    check({ hasSlept: false });
  };

  const check = (given: Check): void => {
    if (connection) {
      connection.check(given);
      return;
    }
    tell({ check: given });
    wait(answerMsMax, () => {
      onStatus({ state: 'connecting', connectedAtMs: 0, silenceMsMax: 0, isAlone: false });
      void queue(true);
    });
  };

  const answer = (given: Check): void => {
    connection?.check(given);
    if (connection) tell({ status: connection.status() });
  };

  const hear = (message: { status: Status } | { hints: Hint[] }): void => {
    if ('hints' in message) {
      onHints(message.hints);
      return;
    }
    wait(message.status.silenceMsMax, () => check({ hasSlept: false }));
    onStatus(message.status);
  };

  tabs.onmessage = ({ data }: { data: Message }) => {
    if ('check' in data) answer(data.check);
    else if (!connection) hear(data);
  };

  follow();
  return {
    check,
    stop: (): void => {
      clearTimeout(timer);
      abort.abort();
      stepDown();
      tabs.close();
    },
  };
};
