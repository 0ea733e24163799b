import * as z from 'zod';
import { defaultAccounts } from '../../simulator/defaults.ts';
import type { Simulator } from '../../simulator/start.ts';
import type { DemoFile } from './demo.ts';
import { runAdmin } from './run-admin.ts';

interface DemoContext {
  simulator: Simulator;
  localDir: string;
}

const [msgapp, social, web] = defaultAccounts;

/** Account ids are fixed, so only a simulator on another port needs a new connection. */
export const connectDemoChannels = async (file: DemoFile, { simulator, localDir }: DemoContext): Promise<void> => {
  const { workspace_id, simulator_url } = file.demo;
  const connect = (channel: string, ...options: string[]) =>
    runAdmin(localDir, ['channel', 'connect', channel, '--workspace', workspace_id, ...options], connectedSchema);
  if (simulator_url !== simulator.url) {
    const connectionOptions = ['--base-url', simulator.url, '--access-token'];
    const [, , { secret }] = await Promise.all([
      connect(
        'msgapp',
        '--phone-number-id',
        msgapp.id,
        '--waba-id',
        msgapp.wabaId,
        ...connectionOptions,
        msgapp.accessToken,
      ),
      connect('social', '--account-id', social.id, ...connectionOptions, social.accessToken),
      connect('web', '--account-id', web.id),
    ]);
    await runAdmin(localDir, ['template', 'sync', '--workspace', workspace_id], z.unknown());
    file.update({ simulator_url: simulator.url, web_secret: secret });
  }
  await postToSimulator(simulator, '/accounts', { channel: 'web', id: web.id, secret: file.demo.web_secret });
};

const connectedSchema = z.object({ secret: z.string().optional() });

/** The conversation appears a moment later: what a channel reports is queued. */
export const createFirstConversation = async (file: DemoFile, { simulator }: DemoContext): Promise<void> => {
  if (file.demo.has_first_conversation) return;
  const customer = { from: '+15550142424', name: 'Ada Demo' };
  await postToSimulator(simulator, '/inbound', { channel: 'msgapp', ...customer, text: 'Hello' });
  file.update({ has_first_conversation: true });
};

const postToSimulator = async ({ url }: Simulator, path: string, body: object): Promise<void> => {
  const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The simulator rejected POST ${path}: ${await response.text()}`);
};
