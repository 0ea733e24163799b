import { useSyncExternalStore } from 'react';

/** The person's choices, kept in this browser alone. */
export interface Preferences {
  /** Letters without a modifier, such as "e" for close. */
  singleKeys: boolean;
  /** Otherwise Ctrl or ⌘ Enter sends, and Enter is a new line. */
  enterSends: boolean;
  afterClosing: 'next' | 'stay' | 'back';
  sound: boolean;
  desktopNotices: boolean;
  noticesFor: 'mine-and-unassigned' | 'mine';
  /** Desktop notices show what the customer wrote. */
  showsText: boolean;
  /** The sidebar beside a page that fills the window. */
  isSidebarUnfolded: boolean;
  /** Groups of links that stay open, also where the person is elsewhere. */
  openGroups: readonly string[];
  /** Rows of tables are lower. */
  isDense: boolean;
  /** The contact beside a conversation. */
  isPanelShown: boolean;
  /** Sections of the contact panel that are folded. */
  folded: readonly string[];
  /** The columns of the contacts table beside the name, by workspace. An attribute is `attributes.<name>`. */
  contactColumns: Readonly<Record<string, readonly string[]>>;
  /** The team whose conversations the inbox lists, by workspace. */
  inboxTeams: Readonly<Record<string, string>>;
}

const defaults: Preferences = {
  singleKeys: true,
  enterSends: true,
  afterClosing: 'next',
  sound: false,
  desktopNotices: false,
  noticesFor: 'mine-and-unassigned',
  showsText: false,
  isSidebarUnfolded: false,
  openGroups: [],
  isDense: false,
  isPanelShown: true,
  folded: ['received', 'segments', 'facts'],
  contactColumns: {},
  inboxTeams: {},
};

const defaultColumns = ['address', 'channels', 'tags', 'added'];

export const columnsOf = ({ contactColumns }: Preferences, workspaceId: string): readonly string[] =>
  contactColumns[workspaceId] ?? defaultColumns;

const storageKey = 'switchboard.preferences';
const listeners = new Set<() => void>();

/** Values of an older version that do not fit are left out. */
export const parsePreferences = (text: string | null): Preferences => {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '{}');
  } catch {
    return defaults;
  }
  if (typeof kept !== 'object' || kept === null) return defaults;
  const fitting = Object.entries(kept).filter(
    ([name, value]) => name in defaults && typeof value === typeof defaults[name as keyof Preferences],
  );
  return { ...defaults, ...Object.fromEntries(fitting) };
};

const read = (): Preferences => parsePreferences(localStorage.getItem(storageKey));

let current: Preferences | undefined;

export const preferences = (): Preferences => (current ??= read());

/** Another tab may have changed the others meanwhile. */
export const setPreferences = (changes: Partial<Preferences>): void => {
  current = { ...read(), ...changes };
  localStorage.setItem(storageKey, JSON.stringify(current));
  for (const listener of listeners) listener();
};

export const usePreferences = (): Preferences =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, preferences);
