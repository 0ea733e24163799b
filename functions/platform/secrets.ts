import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { clock } from './clock.ts';
import { env } from './env.ts';
import { errorFields, log } from './log.ts';
import { errorMetricFields } from './metrics.ts';

/** The same limits as those of the table's client. */
const secretsManager = new SecretsManagerClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
});

/** After a change of a secret, every function knows it within this time, unless it says that it can wait. */
const defaultMaxAgeMs = 60_000;

const cache = new Map<string, { text: Promise<string>; fetchedAtMs: number }>();

/** The text of a secret as it was that long ago at most. While it cannot be read anew, what was read before stands. */
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
  if (text === undefined) throw new Error(`The secret ${secret} holds no text.`);
  return text;
};
