import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { defaultPort, defaultSecrets } from '../../simulator/defaults.ts';
import { SimulatorError } from '../../simulator/simulator-error.ts';
import { type Simulator, startSimulator } from '../../simulator/start.ts';
import type { LocalRuntime } from '../host-assembly.ts';
import { assertPortFree } from '../listen.ts';
import { LocalError } from '../local-error.ts';

export const startSimulatedChannels = async (port: number | undefined): Promise<Simulator> => {
  if (port !== undefined) await assertPortFree(port, 'SIMULATOR_PORT');
  try {
    return await startSimulator({ port: port ?? defaultPort });
  } catch (error) {
    if (!(error instanceof SimulatorError) || port !== undefined) throw error;
    return startSimulator({ port: 0 });
  }
};

const secretSchema = z.object({ app_secrets: z.array(z.string()), verify_token: z.string() });

type Runtime = Pick<LocalRuntime, 'baseUrl' | 'readEnvironment' | 'secrets'>;

export const subscribeChannels = async (
  simulator: Pick<Simulator, 'subscribe'>,
  runtime: Runtime,
  handshake: { timeoutMs: number; pauseMs: number } = { timeoutMs: 30_000, pauseMs: 200 },
): Promise<void> => {
  const toUrl = (channel: string): string => `${runtime.baseUrl}/channels/${channel}`;
  const hubs = (['msgapp', 'social'] as const).map((channel) => {
    const webhook = { url: toUrl(channel), ...ensureSharedSecret(runtime, channel) };
    return repeatHandshake(() => simulator.subscribe(channel, webhook), handshake);
  });
  await Promise.all([...hubs, simulator.subscribe('web', { url: toUrl('web') })]);
};

/** On a busy machine the first call of a function may take longer than the channel waits. */
const repeatHandshake = async (
  attempt: () => Promise<void>,
  { timeoutMs, pauseMs }: { timeoutMs: number; pauseMs: number },
): Promise<void> => {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof SimulatorError)) throw error;
      if (performance.now() < deadlineMs) await delay(pauseMs);
      else throw new LocalError(`${error.message} It was tried for ${timeoutMs / 1000} seconds.`, { cause: error });
    }
  }
};

/** Secrets start empty until an operator fills them in; here they get the simulator's defaults. */
const ensureSharedSecret = ({ readEnvironment, secrets }: Runtime, channel: 'msgapp' | 'social') => {
  const name = `${channel.charAt(0).toUpperCase()}${channel.slice(1)}`;
  const arn = readEnvironment(`receive${name}`)[`${channel.toUpperCase()}_SECRET_ID`] ?? '';
  const { app_secrets, verify_token } = secretSchema.parse(JSON.parse(secrets.find(arn) ?? '{}'));
  const [appSecret] = app_secrets;
  if (appSecret !== undefined) return { appSecret, verifyToken: verify_token };
  const defaults = defaultSecrets[channel];
  secrets.put(arn, JSON.stringify({ app_secrets: [defaults.appSecret], verify_token: defaults.verifyToken }));
  return defaults;
};
