import { useEffect, useRef } from 'react';
import { usePreferences } from '../../context/preferences.ts';
import { useShortcuts } from '../../context/shortcuts.ts';
import { inboxTexts } from '../../texts/en/inbox.ts';

const texts = inboxTexts.keys;

/** These keys are only listed. The page handles them itself, because they also work in a field. */
const listedKeys = (enterSends: boolean) => ({
  'mod+f': inboxTexts.head.find,
  [enterSends ? 'enter' : 'mod+enter']: inboxTexts.composer.send,
  'mod+shift+enter': inboxTexts.composer.sendAndClose,
  F6: texts.panes,
});

type InboxKey = keyof typeof texts.run;

const typingMs = 1_500;

interface InboxKeysOptions {
  /** The conversation whose messages are being loaded. */
  loadingId: string | undefined;
  /** Returns false if the bar is open already: the second Ctrl or ⌘ F is the browser's. */
  onFind: () => boolean;
}

/**
 * A person who asks for the field and types, although the field is not there yet or cannot be there, changes nothing with
 * those letters.
 */
export const useInboxKeys = (run: Record<InboxKey, () => unknown>, { loadingId, onFind }: InboxKeysOptions): void => {
  const { enterSends } = usePreferences();
  const asked = useRef<{ atMs: number; id: string | undefined }>({ atMs: 0, id: undefined });
  const guarded = (keys: InboxKey) => () => {
    const { atMs, id } = asked.current;
    const isExpected = (loadingId !== undefined && loadingId === id) || Date.now() - atMs < typingMs;
    const isTyping = isExpected && 'ewamuxfz'.includes(keys) && !document.querySelector('textarea');
    if (isTyping) asked.current = { atMs: Date.now(), id };
    else if ('orn'.includes(keys)) asked.current = { atMs: Date.now(), id: loadingId };
    if (!isTyping) run[keys]();
  };
  const toShortcut = (keys: string, same: InboxKey, isHidden = true) => ({
    keys,
    label: texts.run[same],
    run: guarded(same),
    isHidden,
  });
  useShortcuts(inboxTexts.title, [
    ...(Object.keys(texts.run) as InboxKey[]).map((keys) => toShortcut(keys, keys, false)),
    toShortcut('ArrowDown', 'j'),
    toShortcut('ArrowUp', 'k'),
    toShortcut('Enter', 'o'),
    ...Object.entries(listedKeys(enterSends)).map(([keys, label]) => ({ keys, label })),
  ]);
  const find = useRef(onFind);
  find.current = onFind;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 'f' && find.current()) event.preventDefault();
      if (event.key === 'F6') {
        event.preventDefault();
        focusPane(event.shiftKey ? -1 : 1);
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
};

/** F6 moves between the panes: to the current row of the list, to the messages of the conversation. */
const focusPane = (by: number): void => {
  const panes = [...document.querySelectorAll<HTMLElement>('#sidebar, [data-pane]')];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const pane = panes[(at + by + panes.length) % panes.length];
  (pane?.querySelector<HTMLElement>('[role="grid"] a[tabindex="0"], [role="log"], a, button') ?? pane)?.focus();
};
