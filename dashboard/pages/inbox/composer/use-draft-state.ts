import { useEffect, useRef, useState } from 'react';
import type { DraftFields, DraftKind, Drafts, StoredDraft } from './drafts.ts';

const pauseMs = 300;

/** One draft. It is stored at each pause in typing, and when the person leaves the conversation. */
export const useDraftState = (drafts: Drafts, conversationId: string, kind: DraftKind) => {
  const [draft, setDraft] = useState<Omit<StoredDraft, 'savedAtMs'>>(
    () => drafts.read(conversationId, kind) ?? { text: '' },
  );
  const current = useRef(draft);
  const timer = useRef<number>(undefined);
  const isDirty = useRef(false);
  const store = () => {
    window.clearTimeout(timer.current);
    if (isDirty.current) drafts.save(conversationId, kind, current.current);
    isDirty.current = false;
  };
  const latest = useRef(store);
  latest.current = store;
  useEffect(() => {
    const keep = () => latest.current();
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, []);
  const set = (next: Omit<StoredDraft, 'savedAtMs'>) => {
    current.current = next;
    isDirty.current = true;
    setDraft(next);
  };
  return {
    draft,
    change: (changes: DraftFields) => {
      const next = { ...current.current, ...changes } as Omit<StoredDraft, 'savedAtMs'>;
      set(next.gaps ? { ...next, gaps: next.gaps.filter((gap) => next.text.includes(gap)) } : next);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => latest.current(), pauseMs);
    },
    clear: () => {
      set({ text: '' });
      store();
    },
  };
};

export type DraftState = ReturnType<typeof useDraftState>;
