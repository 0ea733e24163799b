import { type QueueName, queueUrlVariable } from '../model/queue.ts';
import { type SecretName, secretIdVariable } from '../model/secret.ts';

/** The only place that reads the environment of a function. A missing variable is a fault of the deployment. */
const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
};

export const env = {
  tableName: () => required('TABLE_NAME'),
  queueUrl: (queue: QueueName | 'discardedChanges') => required(queueUrlVariable(queue)),
  secretId: (secret: SecretName) => required(secretIdVariable(secret)),
  /** Only a service that runs on one machine has this; the stack never sets it. */
  allowsLocalWebhooks: () => process.env['ALLOW_LOCAL_WEBHOOKS'] === '1',
  logLevel: () => process.env['LOG_LEVEL'] ?? 'info',
  /** Under which CloudWatch keeps the metrics; where nobody counts, there is none. */
  metricsNamespace: () => process.env['METRICS_NAMESPACE'],
};
