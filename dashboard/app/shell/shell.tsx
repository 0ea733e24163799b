import BookOpen from 'lucide-react/icons/book-open';
import Braces from 'lucide-react/icons/braces';
import MenuIcon from 'lucide-react/icons/menu';
import PanelLeft from 'lucide-react/icons/panel-left';
import X from 'lucide-react/icons/x';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useTasks } from '../../api/tasks.ts';
import { Avatar } from '../../components/content/avatar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { ConnectionNotice } from '../../components/feedback/connection.tsx';
import { importRepeatedly } from '../../components/import-repeatedly.ts';
import { lazyComponent, preloadWhenIdle } from '../../components/lazy-component.ts';
import { mediaQueries, useMedia } from '../../context/media.ts';
import { setPreferences, usePreferences } from '../../context/preferences.ts';
import { useSession, WorkspaceContext } from '../../context/session.ts';
import { useShellWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { PageBoundary } from '../boundary.tsx';
import { layoutOf } from '../pages.ts';
import { UserMenu, WorkspaceSwitcher } from './menus.tsx';
import { Navigation } from './navigation.tsx';
import styles from './shell.module.css';
import { type ShellDialog, useShellKeys } from './shell-keys.ts';

const dialogs = {
  keys: lazyComponent(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog'),
  palette: lazyComponent(() => import('./palette.tsx'), 'Palette'),
  preferences: lazyComponent(() => import('./preferences-dialog.tsx'), 'PreferencesDialog'),
};

const Tasks = lazyComponent(() => import('./tasks.tsx'), 'Tasks');
const NewsWatch = lazyComponent(() => import('../../pages/inbox/news-watch.tsx'), 'NewsWatch');

/** The frame of every page: a sidebar, which is a rail beside a page that fills the window, and a panel on a phone. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const [dialog, setDialog] = useState<ShellDialog>();
  useEffect(preloadWhenIdle, []);
  const layout = layoutOf(path);
  useEffect(() => (layout === 'fill' ? fitAboveKeyboard() : undefined), [layout]);
  const { isSidebarUnfolded, isDense, sound, desktopNotices } = usePreferences();
  const workspace = useShellWorkspace();
  const workspaceId = workspace?.id;
  const tasks = useTasks(workspaceId);
  useHints(useSession().user.id, workspaceId);
  const isDesktop = useMedia(mediaQueries.desktop);
  const isRail = !useMedia(mediaQueries.phone) && layout === 'fill' && !(isDesktop && isSidebarUnfolded);
  const fold = () => setPreferences({ isSidebarUnfolded: !isSidebarUnfolded });
  useShellKeys({ onOpen: setDialog, onFold: layout === 'fill' && isDesktop ? fold : undefined });
  const isOpen = openAt === path;
  useEffect(() => {
    if (isOpen) document.querySelector('#sidebar [aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const Dialog = dialog && dialogs[dialog];
  const foldLabel = isSidebarUnfolded ? en.shell.fold : en.shell.unfold;
  return (
    <div
      className={styles.shell}
      data-layout={layout}
      data-rail={isRail || undefined}
      data-dense={isDense || undefined}
    >
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
        <WorkspaceSwitcher isRail={isRail} />
        <Navigation isRail={isRail} />
        <div className={styles.foot}>
          {layout === 'fill' && isDesktop && (
            <button type="button" className={styles.link} aria-keyshortcuts="[" onClick={fold}>
              <PanelLeft aria-hidden="true" />
              <span className={styles.label}>{foldLabel}</span>
            </button>
          )}
          {!isRail && (
            <div className={styles.docs}>
              <a href="/reference/guides.html" className={styles.link}>
                <BookOpen aria-hidden="true" />
                <span className={styles.label}>{en.shell.guides}</span>
              </a>
              <a href="/reference" className={styles.link}>
                <Braces aria-hidden="true" />
                <span className={styles.label}>{en.shell.reference}</span>
              </a>
            </div>
          )}
          <UserMenu isRail={isRail} onOpen={setDialog} />
        </div>
      </nav>
      <main id="main" tabIndex={-1} className={styles.main}>
        <ConnectionNotice />
        <Suspense>{workspace && tasks && <Tasks tasks={tasks} workspace={workspace} />}</Suspense>
        <PageBoundary path={path}>{children}</PageBoundary>
      </main>
      <WorkspaceContext value={workspace}>
        <Suspense>{Dialog && <Dialog onClose={() => setDialog(undefined)} onOpen={setDialog} />}</Suspense>
      </WorkspaceContext>
      <Suspense>
        {workspaceId && (sound || desktopNotices) && <NewsWatch key={workspaceId} workspaceId={workspaceId} />}
      </Suspense>
    </div>
  );
};

/** Without the chunk, pages poll. */
const useHints = (userId: string, workspaceId: string | undefined) =>
  useEffect(() => {
    const load = importRepeatedly(() => import('../../api/live/start.ts'));
    const started = load.then(
      ({ startLive }) => startLive(userId, workspaceId),
      () => undefined,
    );
    return () => void started.then((stop) => stop?.());
  }, [userId, workspaceId]);

/** The keyboard of a phone covers the page instead of shrinking it, and the browser then scrolls the page under it. */
const fitAboveKeyboard = () => {
  const { visualViewport: viewport, document } = window;
  const fit = () => {
    const height = (viewport?.height ?? 0) * (viewport?.scale ?? 1);
    document.documentElement.style.setProperty('--visual-viewport-height', `${height}px`);
    window.scrollTo(0, 0);
  };
  viewport?.addEventListener('resize', fit);
  return () => {
    viewport?.removeEventListener('resize', fit);
    document.documentElement.style.removeProperty('--visual-viewport-height');
  };
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
