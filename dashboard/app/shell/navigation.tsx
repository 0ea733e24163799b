import ChevronRight from 'lucide-react/icons/chevron-right';
import CodeXml from 'lucide-react/icons/code-xml';
import Settings from 'lucide-react/icons/settings';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { MenuButton } from '../../components/overlays/menu-button.tsx';
import { setPreferences, usePreferences } from '../../context/preferences.ts';
import { useExists } from '../../context/session.ts';
import { useShellWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { linkedPages, type WorkspacePageEntry } from '../pages.ts';
import styles from './shell.module.css';

const groups = ['work', 'developers', 'settings'] as const;

export const Navigation = ({ isRail }: { isRail: boolean }) => {
  const workspace = useShellWorkspace();
  const exists = useExists();
  const pages = workspace ? linkedPages(workspace.role, exists) : [];
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
          const shown = { workspaceId: workspace.id, pages: pages.filter((page) => page.group === group) };
          if (shown.pages.length === 0) return null;
          if (group === 'work') return <WorkGroup key={group} {...shown} />;
          return isRail ? (
            <RailMenu key={group} group={group} {...shown} />
          ) : (
            <FoldedGroup key={group} group={group} {...shown} />
          );
        })}
    </div>
  );
};

interface PagesProps {
  workspaceId: string;
  pages: readonly WorkspacePageEntry[];
}

const WorkGroup = (props: PagesProps) => {
  const titleId = useId();
  return (
    <div>
      <p id={titleId} className={styles.title}>
        {en.shell.work}
      </p>
      <PageLinks titleId={titleId} {...props} />
    </div>
  );
};

/** Open where one of its pages is shown, or where the person has left it open. */
const FoldedGroup = ({ group, ...props }: PagesProps & { group: keyof typeof railIcons }) => {
  const [location] = useLocation();
  const { openGroups } = usePreferences();
  const [toggled, setToggled] = useState<{ at: string; isOpen: boolean }>();
  const [titleId, linksId] = [useId(), useId()];
  const hasCurrent = props.pages.some(({ path }) => location.startsWith(`/w/${props.workspaceId}/${path}`));
  const isOpen = toggled?.at === location ? toggled.isOpen : hasCurrent || openGroups.includes(group);
  const toggle = () => {
    setToggled({ at: location, isOpen: !isOpen });
    const others = openGroups.filter((one) => one !== group);
    setPreferences({ openGroups: isOpen ? others : [...others, group] });
  };
  return (
    <div>
      <button
        type="button"
        id={titleId}
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls={isOpen ? linksId : undefined}
        onClick={toggle}
      >
        {en.shell[group]}
        <ChevronRight aria-hidden="true" />
        {!isOpen && <Badges pages={props.pages} />}
      </button>
      {isOpen && <PageLinks id={linksId} titleId={titleId} {...props} />}
    </div>
  );
};

const Badges = ({ pages }: Pick<PagesProps, 'pages'>) => (
  <span className={styles.badges}>{pages.map(({ path, Badge }) => Badge && <Badge key={path} />)}</span>
);

const PageLinks = ({ id, titleId, workspaceId, pages }: PagesProps & { id?: string; titleId: string }) => {
  const [location] = useLocation();
  return (
    <ul id={id} aria-labelledby={titleId} className={styles.links}>
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
