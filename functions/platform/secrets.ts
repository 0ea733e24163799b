import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { SecretName } from '../model/secret.ts';
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
const keptForMs = 60_000;

const kept = new Map<SecretName, { text: Promise<string>; askedAtMs: number }>();

/** The text of a secret as it was that long ago at most. While it cannot be read anew, what was read before stands. */
export const readSecret = (secret: SecretName, maxAgeMs = keptForMs): Promise<string> => {
  const known = kept.get(secret);
  if (known && clock.now() - known.askedAtMs < maxAgeMs) return known.text;
  const text = askFor(secret).catch((error: unknown) => {
    if (!known) {
      kept.delete(secret);
      throw error;
    }
    log('error', 'secret', { secret, error: errorFields(error), ...errorMetricFields(error) });
    return known.text;
  });
  kept.set(secret, { text, askedAtMs: clock.now() });
  return text;
};

const askFor = async (secret: SecretName): Promise<string> => {
  const { SecretString: text } = await secretsManager.send(
    new GetSecretValueCommand({ SecretId: env.secretId(secret) }),
  );
  if (text === undefined) throw new Error(`The secret ${secret} holds no text.`);
  return text;
};
