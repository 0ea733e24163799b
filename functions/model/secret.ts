/**
 * `encryption` encrypts webhook secrets and stored responses, `channelEncryption` the access tokens and secrets of
 * channels, which the function that calls customers' servers must not read. `oidc` signs in to the issuer; the others
 * verify what a channel signed.
 */
export const secretNames = ['msgapp', 'social', 'encryption', 'channelEncryption', 'oidc'] as const;

export type SecretName = (typeof secretNames)[number];

export type EncryptionSecretName = 'encryption' | 'channelEncryption';

export type SigningChannel = Exclude<SecretName, EncryptionSecretName | 'oidc'>;

/** Ciphertext. The type keeps plain text out of fields that must be encrypted. */
export type Encrypted = `encrypted:${string}`;
