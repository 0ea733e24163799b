import { setTimeout as wait } from 'node:timers/promises';

export interface BenchWebhook {
  workspaceId: string;
  id: string;
  path: string;
  isHealthy: boolean;
}

/** Port 9 refuses connections. */
const refusingUrl = 'http://127.0.0.1:9/';

/** One webhook for each path; `refuse` is one whose port is closed. */
export const makeBenchWebhooks = async (receiverUrl: string, paths: readonly string[]): Promise<BenchWebhook[]> => {
  const { createWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
  const { createWebhook } = await import('../../../functions/domain/webhooks/webhooks.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const { id: workspaceId } = await createWorkspace('Bench', 'DE');
  const webhooks: BenchWebhook[] = [];
  for (const path of paths) {
    const url = path === 'refuse' ? refusingUrl : `${receiverUrl}${path}`;
    const { id } = await createWebhook(workspaceId, newId(), { url, events: ['contact.created'] });
    webhooks.push({ workspaceId, id, path, isHealthy: path.startsWith('/good/') });
  }
  return webhooks;
};

export const toHealthyPaths = (workspace: number, count: number): string[] =>
  Array.from({ length: count }, (_, webhook) => `/good/${workspace}/${webhook}`);

export const workspaceCount = 10;
export const webhooksPerWorkspace = 10;

/** The first webhook of each of the first workspaces is hostile; all others are healthy. */
export const makeWebhooks = async (receiverUrl: string, hostilePaths: readonly string[]): Promise<BenchWebhook[]> => {
  const webhooks: BenchWebhook[] = [];
  for (let workspace = 0; workspace < workspaceCount; workspace += 1) {
    const [first = '', ...others] = toHealthyPaths(workspace, webhooksPerWorkspace);
    webhooks.push(...(await makeBenchWebhooks(receiverUrl, [hostilePaths[workspace] ?? first, ...others])));
  }
  return webhooks;
};

/** Each contact causes one event. The workspaces take turns. */
export const createContacts = async (
  workspaceIds: readonly string[],
  events: number,
  eventsPerSecond: number,
): Promise<void> => {
  const { createContact } = await import('../../../functions/domain/contacts/contacts.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const startedMs = performance.now();
  const writes: Promise<unknown>[] = [];
  for (let n = 0; n < events; n += 1) {
    const waitMs = startedMs + (n / eventsPerSecond) * 1000 - performance.now();
    if (waitMs > 0) await wait(waitMs);
    const contact = { name: `Person ${n}`, phone: `+49151${String(10_000_000 + n)}` };
    writes.push(createContact(workspaceIds[n % workspaceIds.length] ?? '', newId(), contact));
    if (writes.length % 20 === 0) await Promise.all(writes.splice(0));
  }
  await Promise.all(writes);
};
