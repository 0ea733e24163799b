/** The workspace comes first, so a policy or a person can tell whose file it is. */
export const toObjectKey = (workspaceId: string, messageId: string): string => `${workspaceId}/${messageId}`;

/** The bucket deletes objects with this prefix after a day. */
export const toUploadKey = (workspaceId: string, uploadId: string): string =>
  `uploads/${toObjectKey(workspaceId, uploadId)}`;
