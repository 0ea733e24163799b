import { lazy } from 'react';

const loadMenu = async () => ({ default: (await import('../../components/overlays/menu.tsx')).Menu });

export const LazyMenu = lazy(loadMenu);

/** Preloads menus once the first page shows, so the first click on one does not wait. */
export const preloadOverlays = (): void => {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 500));
  whenIdle(() => void loadMenu().catch(() => undefined));
};
