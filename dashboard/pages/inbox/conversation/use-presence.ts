import { useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { useWorkspace } from '../../../context/workspace.tsx';

const everyMs = 20_000;
const writingMs = 5_000;

/** Shows colleagues that the person is looking or writing. Call the result at each key and each send. */
export const usePresence = (id: string): ((writes: boolean) => void) => {
  const { id: workspaceId } = useWorkspace();
  const type = useRef<(writes: boolean) => void>(() => undefined);
  useEffect(() => {
    let isWriting = false;
    let timer: number | undefined;
    const show = (state: 'looking' | 'writing' | 'gone') =>
      // Presence is not important enough to report an error.
      void call('showPresence', { workspace_id: workspaceId, id }, { state }).catch(() => undefined);
    const repeat = () => document.visibilityState === 'visible' && show(isWriting ? 'writing' : 'looking');
    const interval = window.setInterval(repeat, everyMs);
    document.addEventListener('visibilitychange', repeat);
    // Moving quickly through the list should not show up.
    const first = window.setTimeout(repeat, 500);
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
    let wasShown = false;
    window.setTimeout(() => (wasShown = true), 500);
    return () => {
      window.clearInterval(interval);
      window.clearTimeout(timer);
      window.clearTimeout(first);
      document.removeEventListener('visibilitychange', repeat);
      if (wasShown || isWriting) show('gone');
    };
  }, [workspaceId, id]);
  return useRef((writes: boolean) => type.current(writes)).current;
};
