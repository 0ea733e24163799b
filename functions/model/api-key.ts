/** As its workspace sees it. The key itself is shown once, when it is created. */
export interface ApiKey {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  state: 'active' | 'revoked' | 'expired';
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
}

export interface Caller {
  workspaceId: string;
  keyId: string;
  scopes: readonly string[];
  cursorSecret: string;
}

export interface RateWindow {
  limit: number;
  remaining: number;
  resetsAtMs: number;
}

/** A window starts with the first request after the previous one ended. */
export const rateLimit = { requestsMax: 120, windowMs: 60_000 } as const;
