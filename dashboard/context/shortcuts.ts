import { useEffect, useRef } from 'react';

export interface Shortcut {
  /** One key as the browser names it ("e", "?", "ArrowDown"), or two in a row ("g i"). */
  keys: string;
  label: string;
  /** Left out where the page handles the key itself, such as "mod+enter" in a field: it is then only listed. */
  run?: (() => void) | undefined;
  /** True keeps it out of the list, because another shortcut there does the same. */
  isHidden?: boolean;
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

/** A later group wins, so that of the shell is the first. */
const groups: { current: ShortcutGroup }[] = [];

/**
 * Registers keys while the component is mounted: `useShortcuts(texts.inbox, [{ keys: 'e', label: texts.close, run }])`.
 * They appear in the list of "?" and, if they run something, among the actions of the palette.
 */
export const useShortcuts = (title: string, shortcuts: readonly Shortcut[], isShell = false): void => {
  const group = useRef<ShortcutGroup>({ title, shortcuts });
  group.current = { title, shortcuts };
  useEffect(() => register(group, isShell), [isShell]);
};

/** The effects of a page run before those of the shell around it, which is why it says so. */
export const register = (group: { current: ShortcutGroup }, isShell: boolean) => {
  if (isShell) groups.unshift(group);
  else groups.push(group);
  return () => void groups.splice(groups.indexOf(group), 1);
};

/** The shortcuts of the page come first. */
export const activeShortcuts = (): ShortcutGroup[] => groups.map(({ current }) => current).reverse();

const sequenceMs = 1_500;
let pending = { key: '', atMs: 0 };

/** `at` is the time in milliseconds. Returns the shortcut that the key completes. */
export const findShortcut = (key: string, atMs: number): Shortcut | undefined => {
  const sequence = pending.key && atMs - pending.atMs < sequenceMs ? `${pending.key} ${key}` : key;
  const all = activeShortcuts().flatMap(({ shortcuts }) => shortcuts);
  const found = all.find(({ keys, run }) => run && keys === sequence);
  const starts = !found && all.some(({ keys }) => keys.startsWith(`${key} `));
  pending = { key: starts ? key : '', atMs };
  return found;
};
