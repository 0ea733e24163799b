import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Sun from 'lucide-react/icons/sun';
import { useLocation } from 'wouter';
import { toProblem } from '../../api/problem.ts';
import { signOut } from '../../api/sign-in.ts';
import { Avatar } from '../../components/content/avatar.tsx';
import { MenuButton } from '../../components/overlays/menu-button.tsx';
import { appearances, setAppearance, useAppearance } from '../../context/appearance.ts';
import { workspacePath, workspacesPath } from '../../context/paths.ts';
import { useSession } from '../../context/session.ts';
import { toastProblem } from '../../context/toast.ts';
import { useShellWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { personalPages } from '../pages.ts';
import styles from './shell.module.css';
import type { ShellDialog } from './shell-keys.ts';

export const WorkspaceSwitcher = ({ isRail }: { isRail: boolean }) => {
  const { workspaces, invitations } = useSession();
  const current = useShellWorkspace();
  const [, navigate] = useLocation();
  const name = current?.name ?? en.product;
  const detail = current ? en.shell.workspace : en.shell.noWorkspace;
  const hasChoice = workspaces.length > (current ? 1 : 0) || invitations.length > 0;
  const identity = <Identity name={name} detail={detail} kind="workspace" hasMenu={hasChoice} isRail={isRail} />;
  if (!hasChoice) return <div className={styles.only}>{identity}</div>;
  return (
    <MenuButton
      className={styles.trigger}
      label={en.shell.switchWorkspace(name, detail)}
      placement={isRail ? 'right top' : 'bottom start'}
      sections={[
        {
          id: 'workspaces',
          title: en.shell.workspaces,
          ...(current ? { selected: current.id } : {}),
          entries: workspaces.map((workspace) => ({
            id: workspace.id,
            label: workspace.name,
            onAction: () => navigate(workspacePath(workspace)),
          })),
        },
        {
          id: 'all',
          entries: [
            {
              id: 'all-workspaces',
              label: en.shell.allWorkspaces(invitations.length),
              onAction: () => navigate(workspacesPath),
            },
          ],
        },
      ]}
    >
      {identity}
    </MenuButton>
  );
};

const appearanceIcons = { light: Sun, dark: Moon, system: Monitor };

interface UserMenuProps {
  isRail: boolean;
  onOpen: (dialog: ShellDialog) => void;
}

export const UserMenu = ({ isRail, onOpen }: UserMenuProps) => {
  const { user, sends_mail } = useSession();
  const workspace = useShellWorkspace();
  const appearance = useAppearance();
  const [, navigate] = useLocation();
  const leave = () => void signOut().catch((error: unknown) => toastProblem(toProblem(error).message));
  const detail = workspace ? en.roles[workspace.role] : user.email;
  const pages = personalPages.map(({ path, label, icon: Icon }) => ({
    id: path,
    label,
    icon: <Icon aria-hidden="true" />,
    onAction: () => navigate(path),
  }));
  const choices = appearances.map((choice) => {
    const Icon = appearanceIcons[choice];
    return {
      id: choice,
      label: en.shell.appearances[choice],
      icon: <Icon aria-hidden="true" />,
      onAction: () => setAppearance(choice),
    };
  });
  const mail = workspace &&
    sends_mail && {
      id: 'mail',
      label: en.shell.mail,
      icon: <Mail aria-hidden="true" />,
      onAction: () => navigate(`/w/${workspace.id}/settings/members`),
    };
  const settings = [
    ...(mail ? [mail] : []),
    {
      id: 'preferences',
      label: en.shell.preferences,
      icon: <SlidersHorizontal aria-hidden="true" />,
      onAction: () => onOpen('preferences'),
    },
    {
      id: 'keys',
      label: en.keys.title,
      icon: <Keyboard aria-hidden="true" />,
      keys: '?',
      onAction: () => onOpen('keys'),
    },
  ];
  const signOutEntry = {
    id: 'sign-out',
    label: en.shell.signOut,
    icon: <LogOut aria-hidden="true" />,
    onAction: leave,
  };
  return (
    <MenuButton
      className={styles.trigger}
      label={en.shell.account(user.name, detail)}
      placement="top start"
      sections={[
        ...(pages.length > 0 ? [{ id: 'you', title: user.email, entries: pages }] : []),
        { id: 'appearance', title: en.shell.appearance, selected: appearance, entries: choices },
        { id: 'settings', entries: settings },
        { id: 'sign-out', entries: [signOutEntry] },
      ]}
    >
      <Identity name={user.name} id={user.id} detail={detail} kind="person" hasMenu isRail={isRail} />
    </MenuButton>
  );
};

interface IdentityProps {
  name: string;
  detail: string;
  kind: 'person' | 'workspace';
  hasMenu: boolean;
  isRail: boolean;
  id?: string;
}

/** A workspace or a person: avatar, name and a line below it. */
const Identity = ({ detail, hasMenu, isRail, ...avatar }: IdentityProps) => (
  <>
    <Avatar {...avatar} />
    <span className={styles.text}>
      <span className={styles.identityName}>{avatar.name}</span> <span className={styles.detail}>{detail}</span>
    </span>
    {hasMenu && !isRail && <ChevronsUpDown className={styles.chevron} aria-hidden="true" />}
  </>
);
