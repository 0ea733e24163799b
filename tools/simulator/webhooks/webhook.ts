/** Where a channel tells of what happened. */
export interface Webhook {
  url: string;
  /** Signs every webhook. */
  appSecret: string;
  /** What the receiver must find in the handshake. */
  verifyToken: string;
}

/** A webhook's bytes and headers, ready to go. */
export interface SignedBody {
  body: string;
  headers: Record<string, string>;
}
