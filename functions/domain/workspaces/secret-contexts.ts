import type { SigningChannel } from '../../model/secret.ts';

/**
 * Where each sealed value lies. It opens there alone, so that nobody who can write to the table can give one workspace
 * the secret of another.
 */
export const secretContexts = {
  /** The address is part of it: whoever changes that in the table does not have the token sent there. */
  accessToken: (workspaceId: string, channel: SigningChannel, baseUrl: string): string =>
    `workspace ${workspaceId}: access token of ${channel} for ${baseUrl}`,
  webSecret: (workspaceId: string, accountId: string): string =>
    `workspace ${workspaceId}: secret of web chat ${accountId}`,
  webhookSecret: (workspaceId: string, webhookId: string): string =>
    `workspace ${workspaceId}: secret of webhook ${webhookId}`,
  answer: (workspaceId: string, sha256: string): string => `workspace ${workspaceId}: answer ${sha256}`,
};
