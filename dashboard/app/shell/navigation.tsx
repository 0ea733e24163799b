import CodeXml from 'lucide-react/icons/code-xml';
import Settings from 'lucide-react/icons/settings';
import { useId, useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { hasRole } from '../../../functions/model/members/member.ts';
import { MenuButton } from '../../components/overlays/menu-button.tsx';
import { useExists } from '../../context/session.ts';
import { useShellWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { type WorkspacePageEntry, workspacePages } from '../pages.ts';
import styles from './shell.module.css';

const groups = ['work', 'developers', 'settings'] as const;

export const Navigation = ({ isRail }: { isRail: boolean }) => {
  const workspace = useShellWorkspace();
  const pages = workspacePages.filter(useExists());
  const [location] = useLocation();
  const links = useRef<HTMLDivElement>(null);
  const current = pages.find(({ path }) => location.startsWith(`/w/${workspace?.id}/${path}`))?.path;
  useLayoutEffect(() => {
    links.current?.querySelector(`a[href$="/${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div ref={links} className={styles.navigation}>
      {workspace &&
        groups.map((group) => {
          const shown = pages.filter((page) => page.group === group && hasRole(workspace.role, page.role));
          return isRail && group !== 'work' ? (
            <RailMenu key={group} group={group} workspaceId={workspace.id} pages={shown} />
          ) : (
            <NavigationGroup key={group} title={en.shell[group]} workspaceId={workspace.id} pages={shown} />
          );
        })}
    </div>
  );
};

interface PagesProps {
  workspaceId: string;
  pages: readonly WorkspacePageEntry[];
}

const NavigationGroup = ({ title, workspaceId, pages }: PagesProps & { title: string }) => {
  const [location] = useLocation();
  const titleId = useId();
  if (pages.length === 0) return null;
  return (
    <div>
      <p id={titleId} className={styles.title}>
        {title}
      </p>
      <ul aria-labelledby={titleId} className={styles.links}>
        {pages.map(({ path, label, icon: Icon, preload, Badge }) => {
          const href = `/w/${workspaceId}/${path}`;
          return (
            <li key={path}>
              <Link
                href={href}
                className={styles.link}
                aria-current={location.startsWith(href) ? 'page' : undefined}
                onPointerEnter={preload}
                onFocus={preload}
              >
                <Icon aria-hidden="true" />
                <span className={styles.label}>{label}</span>
                {Badge && (
                  <span className={styles.badge}>
                    <Badge />
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
};

const railIcons = { developers: CodeXml, settings: Settings };

/** The rail has room for the pages of the daily work only. */
const RailMenu = ({ group, workspaceId, pages }: PagesProps & { group: keyof typeof railIcons }) => {
  const [, navigate] = useLocation();
  const GroupIcon = railIcons[group];
  return (
    <MenuButton
      className={styles.link}
      label={en.shell[group]}
      placement="right top"
      sections={[
        {
          id: group,
          title: en.shell[group],
          entries: pages.map(({ path, label, icon: Icon }) => ({
            id: path,
            label,
            icon: <Icon aria-hidden="true" />,
            onAction: () => navigate(`/w/${workspaceId}/${path}`),
          })),
        },
      ]}
    >
      <GroupIcon aria-hidden="true" />
      <span className={styles.label} aria-hidden="true">
        {en.shell[group]}
      </span>
    </MenuButton>
  );
};
