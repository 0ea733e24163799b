/** The chooser, with the invitations. */
export const workspacesPath = '/workspaces';

/** Where a workspace opens. */
export const workspacePath = (workspaceId: string): string => `/w/${workspaceId}/overview`;
