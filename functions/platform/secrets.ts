import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { clock } from './clock.ts';
import { env } from './env.ts';
import { errorFields, log } from './log/log.ts';
import { errorMetricFields } from './log/metrics.ts';

const secretsManager = new SecretsManagerClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
});

/** The delay after which every function sees a changed secret. */
const defaultMaxAgeMs = 300_000;

const cache = new Map<string, { text: Promise<string>; fetchedAtMs: number }>();

export const readSecret = (secret: string, maxAgeMs = defaultMaxAgeMs): Promise<string> => {
  const cached = cache.get(secret);
  if (cached && clock.now() - cached.fetchedAtMs < maxAgeMs) return cached.text;
  const text = fetchSecret(secret).catch((error: unknown) => {
    if (!cached) {
      cache.delete(secret);
      throw error;
    }
    log('error', 'secret', { secret, error: errorFields(error), ...errorMetricFields(error) });
    return cached.text;
  });
  cache.set(secret, { text, fetchedAtMs: clock.now() });
  return text;
};

const fetchSecret = async (secret: string): Promise<string> => {
  const { SecretString: text } = await secretsManager.send(
    new GetSecretValueCommand({ SecretId: env.secretId(secret) }),
  );
  if (text === undefined) throw new Error(`The secret ${secret} has no SecretString.`);
  return text;
};
