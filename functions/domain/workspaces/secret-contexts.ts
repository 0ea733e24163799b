import type { SigningChannel } from '../../model/secret.ts';

/**
 * The encryption context of each secret. A ciphertext decrypts only in its own context, so write access to the table is
 * not enough to give one workspace the secret of another.
 */
export const secretContexts = {
  /** Includes the base URL, so a changed URL in the table cannot receive the token. */
  accessToken: (workspaceId: string, channel: SigningChannel, baseUrl: string): string =>
    `workspace ${workspaceId}: access token of ${channel} for ${baseUrl}`,
  webSecret: (workspaceId: string, accountId: string): string =>
    `workspace ${workspaceId}: secret of web chat ${accountId}`,
  webhookSecret: (workspaceId: string, webhookId: string): string =>
    `workspace ${workspaceId}: secret of webhook ${webhookId}`,
  answer: (workspaceId: string, sha256: string): string => `workspace ${workspaceId}: answer ${sha256}`,
};
