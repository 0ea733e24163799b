import { lazy } from 'react';

const loadMenu = async () => ({ default: (await import('../../components/overlays/menu.tsx')).Menu });

export const LazyMenu = lazy(loadMenu);

/** After the first page shows, so that the first press on a menu does not wait. */
export const preloadOverlays = (): void => {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 500));
  whenIdle(() => void loadMenu().catch(() => undefined));
};
