import { synthesize } from '../../lib/synthesize.ts';
import { startLocal } from '../local/start.ts';
import { type Client, openClient } from './client.ts';
import type { LogLine } from './endpoints.ts';

/** A running service, what its functions log, and workspaces to call it with. */
export interface Stage {
  /** By request id. */
  lines: ReadonlyMap<string, LogLine>;
  makeWorkspace: () => Promise<{ id: string; client: Client }>;
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
  Object.assign(process.env, local.environmentOf('getMe'));
  const { createWorkspace } = await import('../../functions/domain/workspaces.ts');
  const { createKey } = await import('../../functions/domain/keys.ts');
  const { scopes } = await import('../../functions/model/scope.ts');
  return {
    lines,
    makeWorkspace: async () => {
      const { id } = await createWorkspace('Bench', 'DE');
      const makeKey = async () => (await createKey(id, { name: 'Bench', scopes: [...scopes] })).key;
      return { id, client: openClient(local.baseUrl, makeKey) };
    },
    close: () => local.stop(),
  };
};
