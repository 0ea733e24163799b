/** Every secret of the service: those of the channels that sign with one, and the one that seals what the table keeps. */
export const secretNames = ['msgapp', 'social', 'encryption'] as const;

export type SecretName = (typeof secretNames)[number];

/** A channel whose app signs what it sends, and whose secret the operator fills in. */
export type SigningChannel = Exclude<SecretName, 'encryption'>;

/** Ciphertext. The type keeps plain text out of fields that must be encrypted. */
export type Encrypted = `encrypted:${string}`;
