import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { defaultAccounts } from '../../simulator/defaults.ts';
import type { Simulator } from '../../simulator/start.ts';
import { LocalError } from '../local-error.ts';
import type { DemoFile } from './demo.ts';
import { runAdmin } from './run-admin.ts';

interface DemoContext {
  simulator: Simulator;
  baseUrl: string;
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

export const createFirstConversation = async (
  file: DemoFile,
  { simulator, baseUrl, localDir }: DemoContext,
): Promise<void> => {
  if (file.demo.has_first_conversation) return;
  await postToSimulator(simulator, '/inbound', {
    channel: 'msgapp',
    from: '+15550142424',
    name: 'Ada Demo',
    text: 'Hello',
  });
  // A temporary key, so the demo key keeps its full rate limit.
  const workspaceOption = ['--workspace', file.demo.workspace_id];
  const createKeyArguments = [
    'key',
    'create',
    ...workspaceOption,
    '--name',
    'First start',
    '--scopes',
    'conversations:read',
  ];
  const { id, key } = await runAdmin(localDir, createKeyArguments, z.object({ id: z.string(), key: z.string() }));
  const deadline = Date.now() + firstConversationMsMax;
  while (!(await hasConversation(baseUrl, key))) {
    if (Date.now() > deadline)
      throw new LocalError('The first demo message did not arrive in time. See functions.log.');
    await delay(500);
  }
  await runAdmin(localDir, ['key', 'revoke', id, ...workspaceOption], z.unknown());
  file.update({ has_first_conversation: true });
};

const firstConversationMsMax = 20_000;

const hasConversation = async (baseUrl: string, apiKey: string): Promise<boolean> => {
  const response = await fetch(`${baseUrl}/conversations`, { headers: { Authorization: `Bearer ${apiKey}` } });
  return z.object({ data: z.array(z.unknown()).min(1) }).safeParse(await response.json()).success;
};

const postToSimulator = async ({ url }: Simulator, path: string, body: object): Promise<void> => {
  const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The simulator rejected POST ${path}: ${await response.text()}`);
};
