import { type ReactNode, use, useEffect } from 'react';
import type { Role } from '../../functions/model/members/member.ts';
import { hasRole } from '../../functions/model/members/member.ts';
import type { WorkspaceMembership } from '../../functions/model/members/user.ts';
import { rememberWorkspace, useHomeWorkspace, useSession, WorkspaceContext } from './session.ts';

interface WorkspaceGateProps {
  id: string;
  children: ReactNode;
  /** Shown to a person who is not a member. */
  fallback: ReactNode;
}

export const WorkspaceGate = ({ id, children, fallback }: WorkspaceGateProps) => {
  const workspace = useSession().workspaces.find((candidate) => candidate.id === id);
  useEffect(() => {
    if (workspace) rememberWorkspace(workspace.id);
  }, [workspace]);
  return workspace ? <WorkspaceContext value={workspace}>{children}</WorkspaceContext> : fallback;
};

/** On pages about the person, the navigation stays that of the last workspace. */
export const useShellWorkspace = (): WorkspaceMembership | undefined => {
  const home = useHomeWorkspace();
  return use(WorkspaceContext) ?? home;
};

export const useWorkspace = (): WorkspaceMembership => {
  const workspace = use(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspace needs a WorkspaceGate above it.');
  return workspace;
};

/** Decides which controls a page shows. The server checks the role again on every request. */
export const useMay = (required: Role): boolean => hasRole(useWorkspace().role, required);
