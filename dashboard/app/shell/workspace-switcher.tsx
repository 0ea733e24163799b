import { useLocation } from 'wouter';
import { workspacePath, workspacesPath } from '../../context/paths.ts';
import { useSession } from '../../context/session.ts';
import { useCurrentWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { Identity } from './identity.tsx';
import { MenuButton } from './menu-button.tsx';
import styles from './workspace-switcher.module.css';

export const WorkspaceSwitcher = () => {
  const { workspaces, invitations } = useSession();
  const current = useCurrentWorkspace();
  const [, navigate] = useLocation();
  const name = current?.name ?? en.product;
  const detail = current ? en.shell.workspace : en.shell.noWorkspace;
  const hasChoice = workspaces.length > (current ? 1 : 0) || invitations.length > 0;
  const identity = <Identity name={name} detail={detail} kind="workspace" hasMenu={hasChoice} />;
  if (!hasChoice) return <div className={styles.only}>{identity}</div>;
  return (
    <MenuButton
      label={en.shell.switchWorkspace(name, detail)}
      placement="bottom start"
      sections={[
        {
          id: 'workspaces',
          title: en.shell.workspaces,
          ...(current ? { selected: current.id } : {}),
          entries: workspaces.map((workspace) => ({
            id: workspace.id,
            label: workspace.name,
            onAction: () => navigate(workspacePath(workspace.id)),
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
