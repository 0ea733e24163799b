/** How a workspace reaches its number on msgapp, and is reached there. */
export interface MsgappConnection {
  phone_number_id: string;
  /** The business account, which owns the templates. */
  waba_id: string;
  access_token: string;
  base_url: string;
  api_version: string;
}

/** The workspace's social account; the token is for asking who wrote. */
export interface SocialConnection {
  account_id: string;
  access_token: string;
  base_url: string;
  api_version: string;
}

/** The workspace's web chat: its site signs what visitors write with the secret. */
export interface WebConnection {
  account_id: string;
  secret: string;
}

/** The accounts that a workspace has connected, at most one on each channel. */
export interface ChannelConnections {
  msgapp_account?: MsgappConnection;
  social_account?: SocialConnection;
  web_account?: WebConnection;
}
