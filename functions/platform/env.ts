export const queueUrlVariable = (queue: string): string =>
  `${queue.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_QUEUE_URL`;

export const secretIdVariable = (secret: string): string => `${secret.toUpperCase()}_SECRET_ID`;

/** The only place that reads a function's environment. */
const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
};

export const env = {
  tableName: () => required('TABLE_NAME'),
  queueUrl: (queue: string) => required(queueUrlVariable(queue)),
  secretId: (secret: string) => required(secretIdVariable(secret)),
  /** Set by the local runtime only, never by the stack. */
  allowsLocalWebhooks: () => process.env['ALLOW_LOCAL_WEBHOOKS'] === '1',
  logLevel: () => process.env['LOG_LEVEL'] ?? 'info',
  metricsNamespace: () => process.env['METRICS_NAMESPACE'],
};
