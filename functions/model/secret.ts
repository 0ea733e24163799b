/** `encryption` encrypts secrets in the table, `oidc` signs in to the issuer; the others verify what a channel signed. */
export const secretNames = ['msgapp', 'social', 'encryption', 'oidc'] as const;

export type SecretName = (typeof secretNames)[number];

export type SigningChannel = Exclude<SecretName, 'encryption' | 'oidc'>;

/** Ciphertext. The type keeps plain text out of fields that must be encrypted. */
export type Encrypted = `encrypted:${string}`;
