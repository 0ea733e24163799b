/** The workspace comes first, so a policy or a person can tell whose file it is. */
export const toObjectKey = (workspaceId: string, messageId: string): string => `${workspaceId}/${messageId}`;
