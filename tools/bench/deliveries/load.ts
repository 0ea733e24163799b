import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BenchService, shortVisibilitySeconds, startService } from '../service.ts';
import type { ReceivedDelivery } from './receiver.ts';

export interface DeliveryService extends BenchService {
  receiverUrl: string;
  drainArrivals: () => Promise<ReceivedDelivery[]>;
  killWorkers: () => Promise<void>;
}

export const startDeliveryService = async (assemblyDir: string): Promise<DeliveryService> => {
  const service = await startService(assemblyDir, { visibilitySecondsMax: shortVisibilitySeconds });
  // This process creates webhooks, whose secrets it encrypts.
  Object.assign(process.env, service.local.readEnvironment('createWebhook'));
  const receiver = fork(join(import.meta.dirname, 'receiver.ts'));
  const [port] = await once(receiver, 'message');
  return {
    ...service,
    receiverUrl: `http://127.0.0.1:${port}`,
    drainArrivals: () => requestArrivals(receiver),
    killWorkers: () => service.local.kill('deliverWebhook'),
    close: async () => {
      receiver.disconnect();
      await service.close();
    },
  };
};

const requestArrivals = async (receiver: ChildProcess): Promise<ReceivedDelivery[]> => {
  const reply = once(receiver, 'message');
  receiver.send('arrivals');
  const [arrivals] = await reply;
  return arrivals;
};

export interface BenchWebhook {
  workspaceId: string;
  id: string;
  isHealthy: boolean;
}

/** Port 9 refuses connections. */
const refusingUrl = 'http://127.0.0.1:9/';

export const workspaceCount = 10;
export const webhooksPerWorkspace = 10;

/** The first webhook of each of the first workspaces is hostile; all others are healthy. `refuse` has a closed port. */
export const makeWebhooks = async (receiverUrl: string, hostilePaths: readonly string[]): Promise<BenchWebhook[]> => {
  const { createWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
  const { createWebhook } = await import('../../../functions/domain/webhooks/webhooks.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const webhooks: BenchWebhook[] = [];
  for (let workspace = 0; workspace < workspaceCount; workspace += 1) {
    const { id: workspaceId } = await createWorkspace('Bench', 'DE');
    for (let n = 0; n < webhooksPerWorkspace; n += 1) {
      const path = (n === 0 && hostilePaths[workspace]) || `/good/${workspace}/${n}`;
      const url = path === 'refuse' ? refusingUrl : `${receiverUrl}${path}`;
      const { id } = await createWebhook(workspaceId, newId(), { url, events: ['contact.created'] });
      webhooks.push({ workspaceId, id, isHealthy: path.startsWith('/good/') });
    }
  }
  return webhooks;
};

/** Each contact causes one event. The workspaces take turns. */
export const createContacts = async (workspaceIds: readonly string[], events: number): Promise<void> => {
  const { createContact } = await import('../../../functions/domain/contacts/contacts.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const writes: Promise<unknown>[] = [];
  for (let n = 0; n < events; n += 1) {
    const contact = { name: `Person ${n}`, phone: `+49151${String(10_000_000 + n)}` };
    writes.push(createContact(workspaceIds[n % workspaceIds.length] ?? '', newId(), contact));
    if (writes.length % 20 === 0) await Promise.all(writes.splice(0));
  }
  await Promise.all(writes);
};
