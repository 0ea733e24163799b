import * as z from 'zod';
import { defaultPort, defaultSecrets } from '../../simulator/defaults.ts';
import { SimulatorError } from '../../simulator/simulator-error.ts';
import { type Simulator, startSimulator } from '../../simulator/start.ts';
import { LocalError } from '../local-error.ts';
import type { LocalRuntime } from '../start.ts';

export const startSimulatedChannels = async (port: number | undefined): Promise<Simulator> => {
  try {
    return await startSimulator({ port: port ?? defaultPort });
  } catch (error) {
    if (!(error instanceof SimulatorError)) throw error;
    if (port === undefined) return startSimulator({ port: 0 });
    throw new LocalError(`${error.message} Choose another with SIMULATOR_PORT=<number>.`);
  }
};

const secretSchema = z.object({ app_secrets: z.array(z.string()), verify_token: z.string() });

export const subscribeChannels = async (simulator: Simulator, runtime: LocalRuntime): Promise<void> => {
  const hubs = (['msgapp', 'social'] as const).map((channel) =>
    simulator.subscribe(channel, {
      url: `${runtime.baseUrl}/channels/${channel}`,
      ...ensureSharedSecret(runtime, channel),
    }),
  );
  const web = simulator.subscribe('web', { url: `${runtime.baseUrl}/channels/web` });
  await Promise.all([...hubs, web]);
};

/** Secrets start empty until an operator fills them in; here they get the simulator's defaults. */
const ensureSharedSecret = ({ readEnvironment, secrets }: LocalRuntime, channel: 'msgapp' | 'social') => {
  const name = `${channel.charAt(0).toUpperCase()}${channel.slice(1)}`;
  const arn = readEnvironment(`receive${name}`)[`${channel.toUpperCase()}_SECRET_ID`] ?? '';
  const { app_secrets, verify_token } = secretSchema.parse(JSON.parse(secrets.find(arn) ?? '{}'));
  const [appSecret] = app_secrets;
  if (appSecret !== undefined) return { appSecret, verifyToken: verify_token };
  const defaults = defaultSecrets[channel];
  secrets.put(arn, JSON.stringify({ app_secrets: [defaults.appSecret], verify_token: defaults.verifyToken }));
  return defaults;
};
