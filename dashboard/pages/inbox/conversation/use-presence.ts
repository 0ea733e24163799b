import { useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { useWorkspace } from '../../../context/workspace.tsx';

const everyMs = 20_000;
const writingMs = 5_000;

/** Tells colleagues that the person looks at the conversation, or writes. Returns what each key and each send calls. */
export const usePresence = (id: string): ((writes: boolean) => void) => {
  const { id: workspaceId } = useWorkspace();
  const type = useRef<(writes: boolean) => void>(() => undefined);
  useEffect(() => {
    let isWriting = false;
    let timer: number | undefined;
    const show = (state: 'looking' | 'writing' | 'gone') =>
      // A sign that does not get through is no reason to bother the person.
      void call('showPresence', { workspace_id: workspaceId, id }, { state }).catch(() => undefined);
    const repeat = () => document.visibilityState === 'visible' && show(isWriting ? 'writing' : 'looking');
    const interval = window.setInterval(repeat, everyMs);
    document.addEventListener('visibilitychange', repeat);
    // Leafing through a list should not tell everybody.
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
