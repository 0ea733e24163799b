import { synthesize } from '../../lib/synthesize.ts';
import { subscribeChannels } from '../local/simulated-channels.ts';
import { startLocal } from '../local/start.ts';
import { startSimulator } from '../simulator/start.ts';
import { type Client, openClient } from './client.ts';
import type { LogLine } from './endpoints.ts';

interface Workspace {
  id: string;
  /** Its number on the simulated channel. */
  numberId: string;
  client: Client;
  /** A further caller, with keys and a connection of its own. */
  openClient: () => Client;
}

/** A running service, what its functions log, and workspaces to call it with. */
export interface Stage {
  /** By request id. */
  lines: ReadonlyMap<string, LogLine>;
  simulatorUrl: string;
  makeWorkspace: () => Promise<Workspace>;
  close: () => Promise<void>;
}

/** Starts the real service in memory and points this process at its table. */
export const openStage = async (assemblyDir: string): Promise<Stage> => {
  const lines = new Map<string, LogLine>();
  const onLog = (_: string, line: string) => {
    const { request_id, ...logged } = JSON.parse(line);
    lines.set(request_id, logged);
  };
  const local = await startLocal({
    assemblyDir: await synthesize('staging', assemblyDir),
    port: 0,
    dataDir: 'memory',
    onLog,
  });
  const simulator = await startSimulator({ port: 0 });
  await subscribeChannels(simulator, local);
  Object.assign(process.env, local.environmentOf('getMe'));
  const { createWorkspace } = await import('../../functions/domain/workspaces.ts');
  const { createKey } = await import('../../functions/domain/keys.ts');
  const { scopes } = await import('../../functions/model/scope.ts');
  return {
    lines,
    simulatorUrl: simulator.url,
    makeWorkspace: async () => {
      const { id } = await createWorkspace('Bench', 'DE');
      const numberId = await connectNumber(id, simulator.url);
      const makeKey = async () => (await createKey(id, { name: 'Bench', scopes: [...scopes] })).key;
      const open = () => openClient(local.baseUrl, makeKey);
      return { id, numberId, client: open(), openClient: open };
    },
    close: async () => {
      await simulator.stop();
      await local.stop();
    },
  };
};

/** Gives a workspace a number on the simulated channel. */
const connectNumber = async (workspaceId: string, url: string): Promise<string> => {
  const { connectMsgapp } = await import('../../functions/domain/channel-connections.ts');
  const answer = await fetch(`${url}/accounts`, { method: 'POST', body: '{"channel":"msgapp"}' });
  const { data } = (await answer.json()) as { data: { id: string; waba_id: string; access_token: string } };
  const { id: phone_number_id, waba_id, access_token } = data;
  await connectMsgapp(workspaceId, { phone_number_id, waba_id, access_token, base_url: url, api_version: 'v25.0' });
  return phone_number_id;
};
