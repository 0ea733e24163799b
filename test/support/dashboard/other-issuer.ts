import { onTestFinished, vi } from 'vitest';
import { startSecretsManager } from '../../../tools/local/engines/secrets-manager.ts';
import { callHandlers } from './handlers.ts';
import { createSignIn } from './sign-in.ts';

/** Signs in at an issuer of the test, for which the functions run in this process. */

export const client = { id: 'dashboard', secret: 'the-secret-of-the-client' };

const secretId = 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:oidc';

/** Serves the secret of the client from here on. */
export const serveClientSecret = async (): Promise<() => Promise<void>> => {
  const secrets = new Map([[secretId, JSON.stringify({ client_secret: client.secret })]]);
  const { endpoint, stop } = await startSecretsManager(
    { find: (id) => secrets.get(id), put: (id, value) => void secrets.set(id, value) },
    process.env['AWS_ACCESS_KEY_ID'] ?? '',
  );
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
    OIDC_SECRET_ID: secretId,
    OIDC_CLIENT_ID: client.id,
    ALLOW_INSECURE_ISSUER: '1',
  });
  return stop;
};

export const trustIssuer = (url: string): void => {
  vi.stubEnv('OIDC_ISSUER', url);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
};

export const { startSignIn, completeSignIn } = createSignIn(callHandlers, '__Host-');
