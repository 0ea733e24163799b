import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';

/** Where the person was in each conversation, while the tab lives. Absent means at the end. */
const positions = new Map<string, number>();

/** The day that stays at the top would cover the line. */
const newPx = 40;
const endPx = 40;
const olderPx = 400;
const flashMs = 1_000;

interface ScrollOptions {
  id: string;
  entries: readonly TimelineEntry[];
  newFrom: string | undefined;
  shownId: string | undefined;
  /** The messages in the outbox. */
  unsent: number;
}

/**
 * Opens at "New", at the message that a link names, where the person was, or at the end. It then follows the end, and
 * elsewhere never moves what a person reads.
 */
export const useScroll = ({ id, entries, newFrom, shownId, unsent }: ScrollOptions) => {
  const ref = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [isFar, setFar] = useState(false);
  const [unseen, setUnseen] = useState(0);
  const [flashed, setFlashed] = useState<string>();
  const kept = useRef<{ element: Element; top: number }>(undefined);
  const newest = useRef(entries.at(-1)?.id ?? '');

  const toEnd = useCallback(() => {
    const log = ref.current;
    if (log) log.scrollTop = log.scrollHeight;
    isAtEnd.current = true;
    setUnseen(0);
    setFar(false);
  }, []);

  const onShow = useCallback((entryId: string) => {
    const element = ref.current?.querySelector(`[data-entry="${CSS.escape(entryId)}"]`);
    if (!element) return false;
    isAtEnd.current = false;
    element.scrollIntoView({ block: 'center' });
    setFlashed(entryId);
    window.setTimeout(() => setFlashed(undefined), flashMs);
    return true;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens a conversation once.
  useLayoutEffect(() => {
    const log = ref.current;
    if (!log || (shownId && onShow(shownId))) return;
    const line = log.querySelector<HTMLElement>('[data-new]');
    const before = positions.get(id);
    if (line && newFrom) log.scrollTop += line.getBoundingClientRect().top - log.getBoundingClientRect().top - newPx;
    else log.scrollTop = before ?? log.scrollHeight;
    isAtEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < endPx;
  }, [id]);

  useEffect(() => {
    if (shownId) onShow(shownId);
  }, [shownId, onShow]);

  // Pictures that load, the keyboard of a phone and the growing composer change the height.
  useEffect(() => {
    const log = ref.current;
    if (!log) return undefined;
    const follow = new ResizeObserver(() => {
      if (isAtEnd.current) log.scrollTop = log.scrollHeight;
    });
    follow.observe(log);
    if (log.firstElementChild) follow.observe(log.firstElementChild);
    return () => follow.disconnect();
  }, []);

  useLayoutEffect(() => {
    const log = ref.current;
    const arrived = entries.filter((entry) => entry.id > newest.current);
    newest.current = entries.at(-1)?.id ?? newest.current;
    if (kept.current && log) {
      log.scrollTop += kept.current.element.getBoundingClientRect().top - kept.current.top;
      kept.current = undefined;
    }
    if (arrived.length === 0) return;
    if (isAtEnd.current) toEnd();
    else setUnseen((before) => before + arrived.filter(({ type }) => type !== 'change').length);
  }, [entries, toEnd]);

  const unsentBefore = useRef(unsent);
  useLayoutEffect(() => {
    if (unsent > unsentBefore.current) toEnd();
    unsentBefore.current = unsent;
  }, [unsent, toEnd]);

  return {
    ref,
    unseen,
    isFar,
    flashed,
    toEnd,
    onShow,
    /** Before older messages are put above: what is on the screen stays there. */
    keepPosition: () => {
      const log = ref.current;
      const top = log?.getBoundingClientRect().top ?? 0;
      const element = [...(log?.querySelectorAll('[data-entry]') ?? [])].find(
        (entry) => entry.getBoundingClientRect().bottom > top,
      );
      if (element) kept.current = { element, top: element.getBoundingClientRect().top };
    },
    /** Returns true near the top, where older messages are read. */
    onScroll: (): boolean => {
      const log = ref.current;
      if (!log) return false;
      const left = log.scrollHeight - log.scrollTop - log.clientHeight;
      isAtEnd.current = left < endPx;
      if (isAtEnd.current) positions.delete(id);
      else positions.set(id, log.scrollTop);
      if (isAtEnd.current) setUnseen(0);
      setFar(left > log.clientHeight);
      return log.scrollTop < olderPx;
    },
  };
};
