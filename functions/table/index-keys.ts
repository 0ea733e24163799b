/** The partition of the status index that lists a workspace's failed messages. */
export const toFailedKey = (workspaceId: string): string => `WS#${workspaceId}#FAILED_MESSAGE`;

/** The partition of the status index that lists what a workspace sent one by one, as long as it did not fail. */
export const toSentKey = (workspaceId: string): string => `WS#${workspaceId}#SENT`;

/** The partition of the status index that lists a workspace's broadcasts under way. Only those have the attribute. */
export const toRunningKey = (workspaceId: string): string => `WS#${workspaceId}#RUNNING_BROADCAST`;

/** The partition of the inbox index. Snoozed conversations are in that of the open ones. Conversations that nobody has worked on have no such attribute. */
export const toInboxKey = (workspaceId: string, status: string): string => `WS#${workspaceId}#INBOX#${status}`;

/** The partition of the status index that leads from a contact to its deliveries whose ids are not known otherwise. */
export const toContactEventsKey = (workspaceId: string, contactId: string, webhookId: string): string =>
  `WS#${workspaceId}#CONTACT_EVENT#${contactId}#${webhookId}`;
