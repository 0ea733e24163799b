import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { LocalRuntime } from '../../../tools/local/host-assembly.ts';
import { defaultSecrets } from '../../../tools/simulator/defaults.ts';
import type { Simulator } from '../../../tools/simulator/start.ts';

/** Valid next to the simulator's own secret, as during a rotation. */
const previousAppSecret = 'older-app-secret';

/** The operator's part: stores the apps' secrets in Secrets Manager and registers our URLs with the channels. */
export const subscribeChannels = async (local: LocalRuntime, simulator: Simulator): Promise<void> => {
  const { secretsManagerEndpoint: endpoint, region, accessKeyId } = local;
  const credentials = { accessKeyId, secretAccessKey: 'local' };
  const client = new SecretsManagerClient({ endpoint, region, credentials });
  for (const channel of ['msgapp', 'social'] as const) {
    const { appSecret, verifyToken } = defaultSecrets[channel];
    const name = `${channel.charAt(0).toUpperCase()}${channel.slice(1)}`;
    const SecretId = local.readEnvironment(`receive${name}`)[`${channel.toUpperCase()}_SECRET_ID`];
    const value = { app_secrets: [appSecret, previousAppSecret], verify_token: verifyToken };
    await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(value) }));
    await simulator.subscribe(channel, { url: `${local.baseUrl}/channels/${channel}` });
  }
  await simulator.subscribe('web', { url: `${local.baseUrl}/channels/web` });
  client.destroy();
};
