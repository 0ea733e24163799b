import { attempt } from '../attempt.ts';
import type { Hint } from './socket.ts';

export type TabMessage =
  | { kind: 'hints'; hints: Hint[] }
  | { kind: 'connected'; isConnected: boolean }
  | { kind: 'changed' }
  | { kind: 'join' };

/** The other tabs with this site. Where the browser has no channel for them, or refuses it, a tab is alone. */
export const openTabs = (site: string, hear: (message: TabMessage) => void) => {
  const channel = attempt(() => new BroadcastChannel(`switchboard.${site}`));
  if (channel) channel.onmessage = ({ data }: { data: TabMessage }) => hear(data);
  const locks = (): LockManager | undefined => attempt(() => navigator.locks);
  return {
    tell: (message: TabMessage): void => channel?.postMessage(message),
    /** Runs in one tab at a time. */
    alone: async <Result>(run: () => Promise<Result>): Promise<Result> => {
      let started: Promise<Result> | undefined;
      const once = (): Promise<Result> => {
        started ??= run();
        return started;
      };
      await locks()
        ?.request(`switchboard.${site}.send`, once)
        .catch(() => undefined);
      return once();
    },
    /** Runs in one of the tabs, and in another one when that closes, until it is told to stop. */
    lead: (run: () => () => void): (() => void) => {
      const abort = new AbortController();
      let end: (() => void) | undefined;
      const hold = (): Promise<void> =>
        new Promise((resolve) => {
          if (abort.signal.aborted) return resolve();
          end = run();
          abort.signal.addEventListener('abort', () => resolve());
        });
      const manager = locks();
      if (!manager) void hold();
      else
        manager.request(`switchboard.${site}.live`, { signal: abort.signal }, hold).catch(() => {
          if (!abort.signal.aborted) void hold();
        });
      return () => {
        abort.abort();
        end?.();
      };
    },
  };
};
