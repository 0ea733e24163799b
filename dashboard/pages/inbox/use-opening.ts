import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { usePreferences } from '../../context/preferences.ts';
import type { ComposerHandle } from './composer/composer.tsx';
import type { DraftKind } from './composer/drafts.ts';
import { focusRow } from './list/conversation-list.tsx';
import { nextWaiting, rowsOf, type ShownList } from './list/list-order.ts';
import { useInbox } from './store/inbox.ts';
import { prefetchTimelines } from './store/timelines.ts';

/** Back returns to a conversation that was open this long, not to each one on the way. */
const readMs = 2_000;

interface OpeningOptions {
  list: ShownList;
  openId: string | undefined;
  hrefOf: (changes: { c: string | undefined; m: string | undefined }) => string;
  onOpen: () => void;
}

/** Moves from one conversation to another, and prefetches the neighbors of the open one. */
export const useOpening = ({ list, openId, hrefOf, onOpen }: OpeningOptions) => {
  const inbox = useInbox();
  const [, navigate] = useLocation();
  const { afterClosing } = usePreferences();
  const rows = rowsOf(list);
  const hrefRef = useRef(hrefOf);
  hrefRef.current = hrefOf;
  const onOpenRef = useRef(onOpen);
  onOpenRef.current = onOpen;
  const composer = useRef<ComposerHandle>(null);
  const openedAt = useRef(0);
  const open = useCallback(
    (id: string | undefined, message?: string) => {
      const wasRead = Date.now() - openedAt.current > readMs;
      openedAt.current = Date.now();
      onOpenRef.current();
      navigate(hrefRef.current({ c: id, m: message }), { replace: !wasRead });
    },
    [navigate],
  );

  const at = rows.findIndex(({ row }) => row.id === openId);
  const neighbors = [rows[at + 1]?.row.id, at > 0 ? rows[at - 1]?.row.id : undefined, list.waiting[0]?.row.id].join();
  useEffect(() => prefetchTimelines(inbox, neighbors.split(',').filter(Boolean)), [inbox, neighbors]);

  /** The conversation whose field takes the focus, now or once its messages are loaded. */
  const writesIn = useRef<string>(undefined);
  const writeIn = useCallback((id: string, kind?: DraftKind) => {
    writesIn.current = id;
    window.setTimeout(() => composer.current?.focus(kind));
  }, []);
  const openRow = useCallback(
    (id: string, writes: boolean, message?: string) => {
      open(id, message);
      if (writes) writeIn(id);
      else writesIn.current = undefined;
    },
    [open, writeIn],
  );
  const move = (by: number) => {
    const next = rows[at === -1 ? 0 : at + by]?.row.id;
    if (!next) return;
    open(next);
    window.setTimeout(() => focusRow(next));
  };
  const goOn = (choice = afterClosing) => {
    if (choice === 'stay') return;
    const isInField = document.activeElement instanceof HTMLTextAreaElement;
    const next = choice === 'next' ? nextWaiting(list, openId) : undefined;
    open(next);
    window.setTimeout(() => {
      if (next && isInField) writeIn(next);
      else if (next) focusRow(next);
      else document.querySelector('h1')?.focus();
    });
  };
  return { composer, open, openRow, writeIn, writesIn, move, goOn };
};
