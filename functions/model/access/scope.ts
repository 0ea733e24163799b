/** An endpoint needs one of these or none; segments use the contact scopes. A key keeps those it was created with. */
export const scopes = [
  'messages:send',
  'messages:read',
  'contacts:read',
  'contacts:write',
  'conversations:read',
  'conversations:write',
  'broadcasts:send',
  'webhooks:manage',
] as const;

export type Scope = (typeof scopes)[number];
