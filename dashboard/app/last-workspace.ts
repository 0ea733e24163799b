const storageKey = 'switchboard.workspace';

export const lastWorkspaceId = (): string | null => localStorage.getItem(storageKey);

export const rememberWorkspace = (id: string): void => localStorage.setItem(storageKey, id);
