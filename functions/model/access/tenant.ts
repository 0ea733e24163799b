/** The workspace that a request acts in. An API key and a member each add who acts. */
export interface Tenant {
  workspaceId: string;
  cursorSecret: string;
  /** Nothing that the caller has changed could be missing from an eventually consistent read. */
  mayLag?: boolean;
}
