/** Every secret of the service, named by the channel that signs with it. */
export const secretNames = ['msgapp', 'social'] as const;

export type SecretName = (typeof secretNames)[number];

/** The environment variable in which a function finds where a secret lies that it may read, never what it is. */
export const secretIdVariable = (secret: SecretName): string => `${secret.toUpperCase()}_SECRET_ID`;
