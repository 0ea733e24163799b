/** Every secret of the service: those of the channels that sign with one, and the one that seals what the table keeps. */
export const secretNames = ['msgapp', 'social', 'encryption'] as const;

export type SecretName = (typeof secretNames)[number];

/** A channel whose app signs what it sends, and whose secret the operator fills in. */
export type SigningChannel = Exclude<SecretName, 'encryption'>;

/** The environment variable in which a function finds where a secret lies that it may read, never what it is. */
export const secretIdVariable = (secret: SecretName): string => `${secret.toUpperCase()}_SECRET_ID`;

/** A text that nobody can read who has no right to the encryption secret. The type keeps a bare text out of its place. */
export type Encrypted = `encrypted:${string}`;
