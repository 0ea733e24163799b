/** An endpoint needs one of these or none; segments use the contact scopes. */
export const scopes = [
  'messages:send',
  'messages:read',
  'contacts:read',
  'contacts:write',
  'conversations:read',
  'broadcasts:send',
  'webhooks:manage',
] as const;

export type Scope = (typeof scopes)[number];
