/** An API key as its workspace may see it. The key itself is shown once, when it is made. */
export interface ApiKey {
  id: string;
  name: string;
  /** The first characters of the key, enough to tell keys apart. */
  prefix: string;
  scopes: string[];
  state: 'active' | 'revoked' | 'expired';
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
}

/** Who calls: what authentication finds out, and all that later steps may know of the key. */
export interface Caller {
  workspaceId: string;
  keyId: string;
  scopes: readonly string[];
  /** Seals this workspace's cursors. */
  cursorSecret: string;
}

/** The rate window of a key at this request. */
export interface RateWindow {
  limit: number;
  remaining: number;
  resetsAtMs: number;
}

/** A key may make this many requests in a window that starts with its first request. */
export const rateLimit = { requestsMax: 120, windowMs: 60_000 } as const;
