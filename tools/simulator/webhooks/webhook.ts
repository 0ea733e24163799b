export interface Webhook {
  url: string;
  appSecret: string;
  verifyToken: string;
}

export interface SignedBody {
  body: string;
  headers: Record<string, string>;
}
