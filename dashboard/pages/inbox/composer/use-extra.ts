import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isExtrasLoaded, loadExtras } from './composer-bar.tsx';
import type { DraftKind } from './drafts.ts';
import { type Extra, type ShownExtra, signs } from './extra.ts';
import type { DraftState } from './use-draft-state.ts';

/** The text around the place where the list was asked for. */
interface Asked {
  kind: Extra;
  before: string;
  after: string;
}

/**
 * The list from which something is inserted. Until it is loaded, the field keeps the focus and what is typed is part of
 * the text. Then it moves into the search of the list, so no letter is lost.
 */
export const useExtra = (
  field: RefObject<HTMLTextAreaElement | null>,
  tab: DraftKind,
  change: DraftState['change'],
) => {
  const [shown, setShown] = useState<ShownExtra>();
  const asked = useRef<Asked>(undefined);
  const forget = () => {
    asked.current = undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tab has a text of its own.
  useEffect(() => forget, [tab]);

  /** Undefined if the person has gone on to something else. */
  const typedSince = (): string | undefined => {
    const { current: box } = field;
    if (!asked.current || !box || document.activeElement !== box) return undefined;
    const { before, after, kind } = asked.current;
    const head = before + signs[kind];
    const end = box.value.length - after.length;
    const isThere = end >= head.length && box.value.startsWith(head) && box.value.endsWith(after);
    return isThere && box.selectionStart === end ? box.value.slice(head.length, end) : undefined;
  };

  const showAsked = () => {
    const typed = typedSince();
    const { current } = asked;
    forget();
    if (!current || typed === undefined || (current.kind === 'emoji' && typed)) return;
    const { kind, before, after } = current;
    // At once, or the next key would still be typed into the field.
    flushSync(() => {
      if (signs[kind] + typed) change({ text: before + after });
      setShown({ kind, range: [before.length, before.length], typed });
    });
  };

  /** Returns whether the list shows already, so that its sign is not typed. */
  const ask = (kind: Extra): boolean => {
    const { current: box } = field;
    if (!box) return false;
    const { value, selectionStart: from, selectionEnd: to } = box;
    if (isExtrasLoaded()) {
      setShown({ kind, range: [from, to], typed: '' });
      return true;
    }
    box.focus();
    asked.current = { kind, before: value.slice(0, from), after: value.slice(to) };
    void loadExtras().then((isLoaded) => (isLoaded ? showAsked() : forget()));
    return false;
  };

  return { shown, ask, forget, isAsked: () => typedSince() !== undefined, hide: () => setShown(undefined) };
};
