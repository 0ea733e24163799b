import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useLocation } from 'wouter';
import { toProblem } from '../../api/problem.ts';
import { signOut } from '../../api/sign-in.ts';
import { toast } from '../../components/feedback/toast.ts';
import { appearances, setAppearance, useAppearance } from '../../context/appearance.ts';
import { useSession } from '../../context/session.ts';
import { useCurrentWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { personalPages } from '../pages.ts';
import { Identity } from './identity.tsx';
import { MenuButton } from './menu-button.tsx';

const appearanceIcons = { light: Sun, dark: Moon, system: Monitor };

export const UserMenu = () => {
  const { user } = useSession();
  const workspace = useCurrentWorkspace();
  const appearance = useAppearance();
  const [, navigate] = useLocation();
  const leave = () => void signOut().catch((error: unknown) => toast(toProblem(error).message));
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
  const signOutEntry = {
    id: 'sign-out',
    label: en.shell.signOut,
    icon: <LogOut aria-hidden="true" />,
    onAction: leave,
  };
  return (
    <MenuButton
      label={en.shell.account(user.name, detail)}
      placement="top start"
      sections={[
        ...(pages.length > 0 ? [{ id: 'you', title: user.email, entries: pages }] : []),
        { id: 'appearance', title: en.shell.appearance, selected: appearance, entries: choices },
        { id: 'sign-out', entries: [signOutEntry] },
      ]}
    >
      <Identity name={user.name} detail={detail} kind="person" hasMenu />
    </MenuButton>
  );
};
