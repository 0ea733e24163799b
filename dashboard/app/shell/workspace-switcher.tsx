import { useLocation } from 'wouter';
import { messages } from '../../messages/en.ts';
import { workspacePath, workspacesPath } from '../paths.ts';
import { useSession } from '../session.tsx';
import { useCurrentWorkspace } from '../workspace.tsx';
import { Identity } from './identity.tsx';
import { MenuButton } from './menu-button.tsx';
import styles from './workspace-switcher.module.css';

export const WorkspaceSwitcher = () => {
  const { workspaces, invitations } = useSession();
  const current = useCurrentWorkspace();
  const [, navigate] = useLocation();
  const name = current?.name ?? messages.product;
  const detail = current ? messages.shell.workspace : messages.shell.noWorkspace;
  const hasChoice = workspaces.length > (current ? 1 : 0) || invitations.length > 0;
  const identity = <Identity name={name} detail={detail} kind="workspace" hasMenu={hasChoice} />;
  if (!hasChoice) return <div className={styles.only}>{identity}</div>;
  return (
    <MenuButton
      label={messages.shell.switchWorkspace(name, detail)}
      placement="bottom start"
      sections={[
        {
          id: 'workspaces',
          title: messages.shell.workspaces,
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
              label: messages.shell.allWorkspaces(invitations.length),
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
