/** `encryption` encrypts secrets in the table; the others verify what a channel signed. */
export const secretNames = ['msgapp', 'social', 'encryption'] as const;

export type SecretName = (typeof secretNames)[number];

export type SigningChannel = Exclude<SecretName, 'encryption'>;

/** Ciphertext. The type keeps plain text out of fields that must be encrypted. */
export type Encrypted = `encrypted:${string}`;
