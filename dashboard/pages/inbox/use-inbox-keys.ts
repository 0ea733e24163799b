import { useEffect, useRef } from 'react';
import { useShortcuts } from '../../context/shortcuts.ts';
import { inboxTexts } from '../../texts/en/inbox.ts';

const texts = inboxTexts.keys;

/** Only listed: the page handles these itself, because they also work in a field. */
const listed = {
  'mod+f': inboxTexts.head.find,
  'mod+enter': inboxTexts.composer.send,
  'mod+shift+enter': inboxTexts.composer.sendAndClose,
  F6: texts.panes,
};

type InboxKey = keyof typeof texts.run;

/** `onFind` returns false if the bar is open already: the second Ctrl or ⌘ F is the browser's. */
export const useInboxKeys = (run: Record<InboxKey, () => void>, onFind: () => boolean): void => {
  const shown = (Object.keys(texts.run) as InboxKey[]).map((keys) => ({
    keys,
    label: texts.run[keys],
    run: run[keys],
  }));
  const hidden = (keys: string, same: InboxKey) => ({ keys, label: texts.run[same], run: run[same], isHidden: true });
  useShortcuts(inboxTexts.title, [
    ...shown,
    hidden('ArrowDown', 'j'),
    hidden('ArrowUp', 'k'),
    hidden('Enter', 'o'),
    ...Object.entries(listed).map(([keys, label]) => ({ keys, label })),
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
