import BookOpen from 'lucide-react/icons/book-open';
import MenuIcon from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Avatar } from '../../components/content/avatar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { ConnectionNotice } from '../../components/feedback/connection.tsx';
import { preloadWhenIdle } from '../../components/lazy-component.ts';
import { useShellWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { PageBoundary } from '../boundary.tsx';
import { UserMenu, WorkspaceSwitcher } from './menus.tsx';
import { Navigation } from './navigation.tsx';
import styles from './shell.module.css';

/** The frame of every page: a sidebar, which is a panel below a bar on a narrow screen. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  useEffect(preloadWhenIdle, []);
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
        <div className={styles.foot}>
          <a href="/reference" className={styles.link}>
            <BookOpen aria-hidden="true" />
            {en.shell.reference}
          </a>
          <UserMenu />
        </div>
      </nav>
      <main id="main" tabIndex={-1} className={styles.main}>
        <ConnectionNotice />
        <PageBoundary path={path}>{children}</PageBoundary>
      </main>
    </div>
  );
};

/** Visible on a narrow screen only. */
const TopBar = ({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) => {
  const name = useShellWorkspace()?.name ?? en.product;
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
