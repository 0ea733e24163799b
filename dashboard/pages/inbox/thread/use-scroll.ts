import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import { entriesMax } from '../store/timeline.ts';
import { windowOf } from './thread-items.ts';

/** The place where the person was in each conversation of this tab. A missing one means the end. */
const positions = new Map<string, { first: string | undefined; top: number }>();

/** Keeps "New" clear of the day that sticks to the top. */
const newPx = 40;
const endPx = 40;
const nearPx = 400;
const flashMs = 1_000;
/** The window moves by this many entries. */
const step = 100;

interface ScrollOptions {
  id: string;
  entries: readonly TimelineEntry[];
  newFrom: string | undefined;
  shownId: string | undefined;
  /** The messages in the outbox. */
  unsent: number;
  /** Reads older messages. Returns false if there are none, or if they are on their way. */
  onOlder: () => boolean;
}

/**
 * Opens at "New", at the message that a link names, where the person was, or at the end. It then follows the end, and
 * elsewhere never moves what a person reads. Only a window of a long conversation is on the page.
 */
export const useScroll = ({ id, entries, newFrom, shownId, unsent, onOlder }: ScrollOptions) => {
  const ref = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const lastTop = useRef(0);
  /** The first entry of the window. Undefined follows the newest, and an empty one the oldest. */
  const [first, setFirst] = useState(() => positions.get(id)?.first);
  const [isFar, setFar] = useState(false);
  const [unseen, setUnseen] = useState(0);
  const [flashed, setFlashed] = useState<{ id: string }>();
  const kept = useRef<{ element: Element; top: number }>(undefined);
  const newest = useRef(entries.at(-1)?.id ?? '');
  const loaded = useRef(entries);
  loaded.current = entries;
  const { start, end } = windowOf(entries, first);

  const toEnd = useCallback(() => {
    const log = ref.current;
    if (log) log.scrollTop = log.scrollHeight;
    isAtEnd.current = true;
    setFirst(undefined);
    setUnseen(0);
    setFar(false);
  }, []);

  const onShow = useCallback((entryId: string) => {
    const index = loaded.current.findIndex((entry) => entry.id === entryId);
    if (index < 0) return false;
    isAtEnd.current = false;
    if (!findEntry(ref.current, entryId)) setFirst(loaded.current[Math.max(0, index - entriesMax / 2)]?.id);
    setFlashed({ id: entryId });
    return true;
  }, []);

  useLayoutEffect(() => {
    if (!flashed) return undefined;
    findEntry(ref.current, flashed.id)?.scrollIntoView({ block: 'center' });
    const timer = window.setTimeout(() => setFlashed(undefined), flashMs);
    return () => window.clearTimeout(timer);
  }, [flashed]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens a conversation once.
  useLayoutEffect(() => {
    const log = ref.current;
    if (!log || (shownId && onShow(shownId))) return;
    const line = log.querySelector<HTMLElement>('[data-new]');
    const before = positions.get(id)?.top;
    if (line && newFrom) log.scrollTop += line.getBoundingClientRect().top - log.getBoundingClientRect().top - newPx;
    else log.scrollTop = before ?? log.scrollHeight;
    isAtEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < endPx;
  }, [id]);

  // Loading pictures, a phone's keyboard and the growing composer change the height.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a window that moved is restored too.
  useLayoutEffect(() => {
    const log = ref.current;
    const arrived = entries.filter((entry) => entry.id > newest.current);
    newest.current = entries.at(-1)?.id ?? newest.current;
    if (kept.current && log) {
      log.scrollTop += kept.current.element.getBoundingClientRect().top - kept.current.top;
      lastTop.current = log.scrollTop;
      kept.current = undefined;
    }
    if (isAtEnd.current && log) log.scrollTop = log.scrollHeight;
    else setUnseen((before) => before + arrived.filter(({ type }) => type !== 'change').length);
  }, [entries, start]);

  const unsentBefore = useRef(unsent);
  useLayoutEffect(() => {
    if (unsent > unsentBefore.current) toEnd();
    unsentBefore.current = unsent;
  }, [unsent, toEnd]);

  /** Call it before entries come or go above, so that what is on the screen stays there. */
  const keepPosition = () => {
    const log = ref.current;
    const top = log?.getBoundingClientRect().top ?? 0;
    const element = [...(log?.querySelectorAll('[data-entry]') ?? [])].find(
      (entry) => entry.getBoundingClientRect().bottom > top,
    );
    if (element) kept.current = { element, top: element.getBoundingClientRect().top };
  };
  const showOlder = () => {
    if (start === 0 && !onOlder()) return;
    keepPosition();
    setFirst(start > step ? entries[start - step]?.id : '');
  };
  const showNewer = () => {
    keepPosition();
    setFirst(end + step < entries.length ? entries[start + step]?.id : undefined);
  };
  const onScroll = () => {
    const log = ref.current;
    if (!log) return;
    const left = log.scrollHeight - log.scrollTop - log.clientHeight;
    const by = log.scrollTop - lastTop.current;
    lastTop.current = log.scrollTop;
    isAtEnd.current = left < endPx && end === entries.length;
    if (isAtEnd.current) {
      positions.delete(id);
      setFirst(undefined);
      setUnseen(0);
    } else positions.set(id, { first, top: log.scrollTop });
    setFar(left > log.clientHeight || end < entries.length);
    // The person may scroll on while older messages are read.
    if (kept.current) keepPosition();
    if (by < 0 && log.scrollTop < nearPx) showOlder();
    if (by > 0 && left < nearPx && end < entries.length) showNewer();
  };
  return { ref, start, end, unseen, isFar, flashed: flashed?.id, toEnd, onShow, onScroll, showOlder };
};

const findEntry = (log: HTMLElement | null, id: string): Element | null | undefined =>
  log?.querySelector(`[data-entry="${CSS.escape(id)}"]`);
