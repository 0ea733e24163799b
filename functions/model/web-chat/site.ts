import type { WebChatSettings } from './settings.ts';

/** A website whose pages show the chat of a workspace. */
export interface Site {
  workspaceId: string;
  siteId: string;
  /** The account of the messages. */
  accountId: string;
  settings: WebChatSettings;
  seen: { origin: string; at: string } | undefined;
}
