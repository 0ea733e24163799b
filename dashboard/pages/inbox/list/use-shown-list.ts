import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import { useInbox } from '../store/inbox.ts';
import type { Groups, InboxFilter, ListPage } from '../store/lists.ts';
import { emptyList, nextList, rangeOf, rowsOf, type ShownList } from './list-order.ts';

const afterKeyMs = 3_000;

interface ShownListOptions {
  filter: InboxFilter;
  first: ListPage | undefined;
  more: ListPage | undefined;
  openId: string | undefined;
}

/** The rows on the screen. Their order is frozen while a person is about to press one. */
export const useShownList = ({ filter, first, more, openId }: ShownListOptions) => {
  const { find, userId } = useInbox();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isHovered, setHovered] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [keyAtMs, setKeyAtMs] = useState(0);
  const [, setShownAt] = useState(0);
  const shown = useRef<{ filter: InboxFilter; list: ShownList }>({ filter, list: emptyList });
  const latest = useMemo((): Groups => joinPages(first, more), [first, more]);
  useEffect(() => {
    if (keyAtMs === 0) return undefined;
    const timer = window.setTimeout(() => setKeyAtMs(0), afterKeyMs);
    return () => window.clearTimeout(timer);
  }, [keyAtMs]);
  const isFrozen = isHovered || hasFocus || selected.size > 0 || keyAtMs > 0;
  const before = shown.current.filter === filter ? shown.current.list : emptyList;
  const list = first ? nextList(before, latest, { isFrozen, openId, find, userId }) : emptyList;
  useLayoutEffect(() => {
    shown.current = { filter, list };
  });
  const showArrivals = () => {
    shown.current = { filter, list: emptyList };
    setShownAt(Date.now());
  };
  /** A range begins at this row. */
  const anchor = useRef<string>(undefined);
  const select = useCallback((id: string, extends_: boolean) => {
    const ids = rowsOf(shown.current.list).map(({ row }) => row.id);
    const range = extends_ ? rangeOf(ids, anchor.current, id) : [];
    if (!extends_) anchor.current = id;
    setSelected((before) => {
      const next = new Set([...before, ...range]);
      if (!extends_ && !next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const isRow = (target: EventTarget) => (target as HTMLElement).closest('[role="grid"]') !== null;
  return {
    list,
    rows: rowsOf(list),
    showArrivals,
    selected,
    select,
    setSelected,
    freeze: {
      onPointerEnter: ({ pointerType }: React.PointerEvent) => pointerType === 'mouse' && setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: ({ target }: React.FocusEvent) => setFocus(isRow(target)),
      onBlur: () => setFocus(false),
      onKeyDown: () => setKeyAtMs(Date.now()),
    },
  };
};

const joinPages = (first: ListPage | undefined, more: ListPage | undefined): Groups => {
  if (!first || !more) return first ?? { waiting: [], answered: [] };
  const known = new Set([...first.waiting, ...first.answered].map(({ id }) => id));
  const others = (rows: readonly InboxConversation[]) => rows.filter(({ id }) => !known.has(id));
  return {
    waiting: [...first.waiting, ...others(more.waiting)],
    answered: [...first.answered, ...others(more.answered)],
  };
};
