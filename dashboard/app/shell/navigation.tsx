import { useId } from 'react';
import { Link, useLocation } from 'wouter';
import { hasRole } from '../../../functions/model/members/member.ts';
import { useExists } from '../../context/session.ts';
import { useShellWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { type WorkspacePage, workspacePages } from '../pages.ts';
import styles from './shell.module.css';

const groups = ['work', 'developers', 'settings'] as const;

export const Navigation = () => {
  const workspace = useShellWorkspace();
  const pages = workspacePages.filter(useExists());
  return (
    <div className={styles.navigation}>
      {workspace &&
        groups.map((group) => (
          <NavigationGroup
            key={group}
            title={en.shell[group]}
            workspaceId={workspace.id}
            pages={pages.filter((page) => page.group === group && hasRole(workspace.role, page.role))}
          />
        ))}
    </div>
  );
};

interface NavigationGroupProps {
  title: string;
  workspaceId: string;
  pages: readonly WorkspacePage[];
}

const NavigationGroup = ({ title, workspaceId, pages }: NavigationGroupProps) => {
  const [location] = useLocation();
  const titleId = useId();
  if (pages.length === 0) return null;
  return (
    <div>
      <p id={titleId} className={styles.title}>
        {title}
      </p>
      <ul aria-labelledby={titleId} className={styles.links}>
        {pages.map(({ path, label, icon: Icon, preload }) => {
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
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
};
