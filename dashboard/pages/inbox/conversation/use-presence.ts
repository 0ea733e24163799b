import { useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { isAlone, isConnected, onHints } from '../../../api/live/live.ts';
import { useInbox } from '../store/inbox.ts';

const everyMs = 20_000;
const writingMs = 5_000;
/** Moving quickly through the list should not show up. */
const firstMs = 500;

/** A member who opens another conversation has left this one. */
let leaving: number | undefined;

/**
 * Shows colleagues, and visitors of the web chat, that the person is looking or writing. Call the result at each key and
 * each send.
 */
export const usePresence = (id: string, isChat: boolean): ((writes: boolean) => void) => {
  const inbox = useInbox();
  const type = useRef<(writes: boolean) => void>(() => undefined);
  useEffect(() => {
    let isWriting = false;
    let timer: number | undefined;
    let wasShown = false;
    const show = (state: 'looking' | 'writing' | 'gone') => {
      inbox.wentTo(state === 'gone' ? undefined : { id, state });
      if (state !== 'gone' && isAlone() && !isChat) return;
      // Presence is not important enough to report an error. It may begin when the page is left.
      void call('showPresence', { workspace_id: inbox.workspaceId, id }, { state }, { isKept: true }).catch(
        () => undefined,
      );
    };
    const current = () => (isWriting ? 'writing' : 'looking');
    const isVisible = () => document.visibilityState === 'visible';
    // The repeated read of the inbox says it for a page that gets hints.
    const repeat = () => isVisible() && (!isConnected() || isWriting) && show(current());
    const interval = window.setInterval(repeat, everyMs);
    const onVisible = () => {
      if (isVisible()) show(current());
    };
    const leave = () => show('gone');
    const stopHearing = onHints((hints) => {
      if (wasShown && hints.some(({ kind }) => kind === 'arrival')) onVisible();
    });
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('pagehide', leave);
    const first = window.setTimeout(() => {
      wasShown = true;
      window.clearTimeout(leaving);
      onVisible();
    }, firstMs);
    const stop = () => {
      window.clearTimeout(timer);
      if (isWriting) show('looking');
      isWriting = false;
    };
    type.current = (writes) => {
      if (!writes) return stop();
      window.clearTimeout(timer);
      if (!isWriting) show('writing');
      isWriting = true;
      timer = window.setTimeout(stop, writingMs);
    };
    return () => {
      stopHearing();
      window.clearInterval(interval);
      window.clearTimeout(timer);
      window.clearTimeout(first);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('pagehide', leave);
      if (wasShown || isWriting) leaving = window.setTimeout(leave, 2 * firstMs);
    };
  }, [inbox, id, isChat]);
  return useRef((writes: boolean) => type.current(writes)).current;
};
