export interface Webhook {
  url: string;
  appSecret: string;
  /** Sent in the handshake. */
  verifyToken: string;
}

export interface SignedBody {
  body: string;
  headers: Record<string, string>;
}
