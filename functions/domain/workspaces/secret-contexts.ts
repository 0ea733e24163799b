import type { EncryptionSecretName, SigningChannel } from '../../model/secret.ts';

export interface SecretContext {
  secret: EncryptionSecretName;
  text: string;
}

const ofChannel = (text: string): SecretContext => ({ secret: 'channelEncryption', text });

/**
 * The encryption context of each secret. A ciphertext decrypts only in its own context, so write access to the table is
 * not enough to give one workspace the secret of another.
 */
export const secretContexts = {
  /** Includes the base URL, so a changed URL in the table cannot receive the token. */
  accessToken: (workspaceId: string, channel: SigningChannel, baseUrl: string): SecretContext =>
    ofChannel(`workspace ${workspaceId}: access token of ${channel} for ${baseUrl}`),
  webSecret: (workspaceId: string, accountId: string): SecretContext =>
    ofChannel(`workspace ${workspaceId}: secret of web chat ${accountId}`),
  /** Not with the tokens of channels: the function that visitors call decrypts it. */
  chatSecret: (workspaceId: string): SecretContext => ({
    secret: 'encryption',
    text: `workspace ${workspaceId}: secret for signed-in customers of the web chat`,
  }),
  webhookSecret: (workspaceId: string, webhookId: string): SecretContext => ({
    secret: 'encryption',
    text: `workspace ${workspaceId}: secret of webhook ${webhookId}`,
  }),
  answer: (workspaceId: string, sha256: string, secret: EncryptionSecretName = 'encryption'): SecretContext => ({
    secret,
    text: `workspace ${workspaceId}: answer ${sha256}`,
  }),
};
