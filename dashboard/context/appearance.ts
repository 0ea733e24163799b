import { useSyncExternalStore } from 'react';

export const appearances = ['light', 'dark', 'system'] as const;

export type Appearance = (typeof appearances)[number];

const storageKey = 'switchboard.appearance';
const listeners = new Set<() => void>();

const read = (): Appearance => {
  const { appearance } = document.documentElement.dataset;
  return appearance === 'light' || appearance === 'dark' ? appearance : 'system';
};

const apply = (appearance: string | null): void => {
  const { dataset } = document.documentElement;
  if (appearance === 'light' || appearance === 'dark') dataset['appearance'] = appearance;
  else delete dataset['appearance'];
};

/** Runs before the first render. Otherwise the page would flash in the other theme. */
export const restoreAppearance = (): void => apply(localStorage.getItem(storageKey));

export const setAppearance = (appearance: Appearance): void => {
  apply(appearance);
  localStorage.setItem(storageKey, appearance);
  for (const listener of listeners) listener();
};

export const useAppearance = (): Appearance =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
