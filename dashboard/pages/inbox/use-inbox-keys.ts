import { useEffect, useRef } from 'react';
import { useShortcuts } from '../../context/shortcuts.ts';
import { inboxTexts } from '../../texts/en/inbox.ts';

const texts = inboxTexts.keys;

interface InboxKeys {
  onMove: (by: number) => void;
  onOpen: () => void;
  onShow: () => void;
  onClose: () => void;
  onWait: () => void;
  onAssign: () => void;
  onAssignToMe: () => void;
  onMarkNotOpened: () => void;
  onSelect: () => void;
  onReply: () => void;
  onNote: () => void;
  onTemplate: () => void;
  onSearch: () => void;
  /** Returns false if the bar is open already: the second Ctrl or ⌘ F is the browser's. */
  onFind: () => boolean;
  onPanel: () => void;
}

export const useInboxKeys = (on: InboxKeys): void => {
  useShortcuts(inboxTexts.title, [
    { keys: 'j', label: texts.move, run: () => on.onMove(1) },
    { keys: 'k', label: texts.move, run: () => on.onMove(-1) },
    { keys: 'ArrowDown', label: texts.move, run: () => on.onMove(1), isHidden: true },
    { keys: 'ArrowUp', label: texts.move, run: () => on.onMove(-1), isHidden: true },
    { keys: 'o', label: texts.open, run: on.onOpen },
    { keys: 'Enter', label: texts.open, run: on.onOpen, isHidden: true },
    { keys: '.', label: texts.show, run: on.onShow },
    { keys: 'e', label: texts.close, run: on.onClose },
    { keys: 'w', label: texts.pending, run: on.onWait },
    { keys: 'a', label: texts.assign, run: on.onAssign },
    { keys: 'm', label: texts.assignMe, run: on.onAssignToMe },
    { keys: 'u', label: texts.notOpened, run: on.onMarkNotOpened },
    { keys: 'x', label: texts.select, run: on.onSelect },
    { keys: 'r', label: texts.reply, run: on.onReply },
    { keys: 'n', label: texts.note, run: on.onNote },
    { keys: 't', label: texts.template, run: on.onTemplate },
    { keys: '/', label: texts.search, run: on.onSearch },
    { keys: 'i', label: texts.panel, run: on.onPanel },
    { keys: 'mod+f', label: texts.find },
    { keys: 'mod+enter', label: inboxTexts.composer.send },
    { keys: 'mod+shift+enter', label: inboxTexts.composer.sendAndClose },
    { keys: 'F6', label: texts.panes },
  ]);
  const find = useRef(on.onFind);
  find.current = on.onFind;
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

/** F6 goes round the panes: into the list at its row, into the conversation at its messages. */
const focusPane = (by: number): void => {
  const panes = [...document.querySelectorAll<HTMLElement>('#sidebar, [data-pane]')];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const pane = panes[(at + by + panes.length) % panes.length];
  (pane?.querySelector<HTMLElement>('[role="grid"] a[tabindex="0"], [role="log"], a, button') ?? pane)?.focus();
};
