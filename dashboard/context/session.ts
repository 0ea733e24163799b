import { createContext, use } from 'react';
import type * as z from 'zod/mini';
import type { Operations } from '../../functions/dashboard/operations.ts';
import type { WorkspaceMembership } from '../../functions/model/members/user.ts';
import { workspacePath, workspacesPath } from './paths.ts';

export type Session = z.output<ReturnType<Operations['getSession']['response']>>['data'];

export const SessionContext = createContext<Session | undefined>(undefined);

/** The workspace that the address names. Undefined on pages about the person. */
export const WorkspaceContext = createContext<WorkspaceMembership | undefined>(undefined);

export const useSession = (): Session => {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionGate above it.');
  return session;
};

/** The playground exists beside the channel simulator only. */
export const useExists = (): ((page: { isLocal?: true }) => boolean) => {
  const { has_playground } = useSession();
  return ({ isLocal }) => !isLocal || has_playground;
};

const lastWorkspaceKey = 'switchboard.workspace';

export const rememberWorkspace = (id: string): void => localStorage.setItem(lastWorkspaceKey, id);

/** The last workspace or the only one. */
export const useHomeWorkspace = (): WorkspaceMembership | undefined => {
  const { workspaces } = useSession();
  const last = workspaces.find(({ id }) => id === localStorage.getItem(lastWorkspaceKey));
  return last ?? (workspaces.length === 1 ? workspaces[0] : undefined);
};

/** Without a last workspace the person chooses. */
export const useHomePath = (): string => {
  const home = useHomeWorkspace();
  return home ? workspacePath(home) : workspacesPath;
};
