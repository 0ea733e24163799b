import MenuIcon from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { Avatar } from '../../components/content/avatar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { preloadMenu } from '../../components/overlays/menu-button.tsx';
import { useCurrentWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { UserMenu, WorkspaceSwitcher } from './menus.tsx';
import { Navigation } from './navigation.tsx';
import styles from './shell.module.css';

/** The frame of every page: a sidebar, which is a panel below a bar on a phone. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  useEffect(preloadMenu, []);
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

/** Visible on a phone only. */
const TopBar = ({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) => {
  const name = useCurrentWorkspace()?.name ?? en.product;
  return (
    <header className={styles.bar}>
      <Avatar name={name} kind="workspace" />
      <span className={styles.topBarName}>{name}</span>
      <Button
        variant="ghost"
        size="icon"
        aria-label={isOpen ? en.shell.closeNavigation : en.shell.openNavigation}
        aria-expanded={isOpen}
        aria-controls="sidebar"
        onPress={onToggle}
      >
        {isOpen ? <X aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
      </Button>
    </header>
  );
};

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Old data is never shown as fresh. */
const OfflineNotice = () => {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <div className={styles.notice}>
          <Notice tone="warn">
            <p>{en.shell.offline}</p>
          </Notice>
        </div>
      )}
    </div>
  );
};
