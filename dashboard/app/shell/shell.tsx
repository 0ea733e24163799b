import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { en } from '../../texts/en.ts';
import { Navigation } from './navigation.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { preloadOverlays } from './overlays.ts';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { UserMenu } from './user-menu.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

/** The frame of every page: a sidebar, which is a panel below a bar on a phone. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  useEffect(preloadOverlays, []);
  const isOpen = openAt === path;
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        {en.shell.skip}
      </a>
      <TopBar isOpen={isOpen} onToggle={() => setOpenAt(isOpen ? undefined : path)} />
      <nav
        id="sidebar"
        aria-label={en.shell.navigation}
        className={styles.sidebar}
        data-open={isOpen || undefined}
        onKeyDown={({ key }) => key === 'Escape' && setOpenAt(undefined)}
      >
        <WorkspaceSwitcher />
        <Navigation />
        <div>
          <UserMenu />
        </div>
      </nav>
      <main id="main" tabIndex={-1} className={styles.main}>
        <OfflineNotice />
        {children}
      </main>
    </div>
  );
};
