import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { hasRole } from '../../../functions/model/members/member.ts';
import { preferences } from '../../context/preferences.ts';
import { useExists } from '../../context/session.ts';
import { findShortcut, useShortcuts } from '../../context/shortcuts.ts';
import { undoLast } from '../../context/toast.ts';
import { useShellWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { workspacePages } from '../pages.ts';

export type ShellDialog = 'keys' | 'palette' | 'preferences';

interface ShellKeys {
  onOpen: (dialog: ShellDialog) => void;
  /** Undefined where the sidebar cannot be folded. */
  onFold: (() => void) | undefined;
}

/** The keys that work on every page, and the one listener for all of them. */
export const useShellKeys = ({ onOpen, onFold }: ShellKeys): void => {
  const workspace = useShellWorkspace();
  const [, navigate] = useLocation();
  const exists = useExists();
  const pages = workspace ? workspacePages.filter((page) => exists(page) && hasRole(workspace.role, page.role)) : [];
  useShortcuts(
    en.keys.everywhere,
    [
      ...pages.flatMap(({ path, label, goKey }) =>
        goKey
          ? [{ keys: `g ${goKey}`, label: en.keys.go(label), run: () => navigate(`/w/${workspace?.id}/${path}`) }]
          : [],
      ),
      ...(onFold ? [{ keys: '[', label: en.keys.sidebar, run: onFold }] : []),
      ...(workspace ? [{ keys: 'mod+k', label: en.keys.palette }] : []),
      { keys: 'mod+z', label: en.keys.undo },
      { keys: '?', label: en.keys.list, run: () => onOpen('keys') },
    ],
    true,
  );
  useListener((event) => {
    const isMod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (isMod && event.key === 'k' && workspace && !hasOverlay()) {
      event.preventDefault();
      onOpen('palette');
    } else if (isMod && event.key === 'z' && !hasText(event.target) && undoLast()) event.preventDefault();
    else runShortcut(event);
  });
};

/** In a field with a text, Ctrl or ⌘ Z belongs to the text. */
const hasText = (target: EventTarget | null): boolean =>
  isEditable(target) && (target as HTMLInputElement).value !== '';

const useListener = (listener: (event: KeyboardEvent) => void): void => {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => latest.current(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
};

/** A field, a menu or a dialog has the keys, and so has the browser with its own shortcuts. */
const isForShortcuts = (event: KeyboardEvent): boolean =>
  !(event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) &&
  !isEditable(event.target) &&
  !isOwnKey(event) &&
  !hasOverlay();

/** Enter presses what has the focus, and the arrows scroll the pane that has it. */
const isOwnKey = ({ key, target }: KeyboardEvent): boolean => {
  const owners = key === 'Enter' ? 'a, button, summary' : key.startsWith('Arrow') && 'aside, [role="log"]';
  return owners !== false && target instanceof Element && target.closest(owners) !== null;
};

const hasOverlay = (): boolean =>
  document.querySelector(
    '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]:not([data-templates] *)',
  ) !== null;

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])'));

const runShortcut = (event: KeyboardEvent): void => {
  if (!(preferences().singleKeys || event.key === 'Escape') || !isForShortcuts(event)) return;
  const shortcut = findShortcut(event.key, event.timeStamp);
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run?.();
};
