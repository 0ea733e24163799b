import { useCallback, useSyncExternalStore } from 'react';

/** The widths at which pages change their layout. They grow with the text size of the browser. */
export const mediaQueries = { phone: '(width <= 45em)', desktop: '(width >= 64em)', wide: '(width >= 75em)' } as const;

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    useCallback(
      (listener) => {
        const list = window.matchMedia(query);
        list.addEventListener('change', listener);
        return () => list.removeEventListener('change', listener);
      },
      [query],
    ),
    () => window.matchMedia(query).matches,
  );
