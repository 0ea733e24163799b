import { setTimeout as wait } from 'node:timers/promises';
import type { DeliveryService } from './load.ts';
import { createContacts, makeBenchWebhooks } from './workspaces.ts';

const isSlowPath = (path: string): boolean => path === '/slow' || path === '/hang';

/** Fifty webhooks, as many as a workspace may have: some barely succeed, some never respond, some are flooded. */
export const hostilePaths = [...Array(25).fill('/slow'), ...Array(15).fill('/hang'), ...Array(10).fill('/flood')];

/** Fifty deliveries each. The forty to slow webhooks of one second take five seconds. */
const neighborEventsPerSecond = 1;

/** A workspace with a steady flow of events. Its first tells the service which of its webhooks are slow. */
export const startNeighbor = async (
  service: DeliveryService,
  paths: readonly string[],
  seconds: number,
): Promise<{ end: () => Promise<void> }> => {
  const { deleteWebhook } = await import('../../../functions/domain/webhooks/webhooks.ts');
  const webhooks = await makeBenchWebhooks(service.receiverUrl, paths);
  const workspaceId = webhooks[0]?.workspaceId ?? '';
  await createContacts([workspaceId], 1, Number.POSITIVE_INFINITY);
  await waitForMarks(workspaceId, paths.filter(isSlowPath).length);
  const flow = createContacts([workspaceId], seconds * neighborEventsPerSecond, neighborEventsPerSecond);
  return {
    end: async () => {
      await flow;
      await Promise.all(webhooks.map(({ id }) => deleteWebhook(workspaceId, id)));
    },
  };
};

const markTimeoutMs = 30_000;

const waitForMarks = async (workspaceId: string, slowCount: number): Promise<void> => {
  const { queryWebhooks } = await import('../../../functions/table/webhooks/webhooks.ts');
  const deadlineMs = performance.now() + markTimeoutMs;
  const countMarked = async () => (await queryWebhooks(workspaceId)).filter(({ slow_until }) => slow_until).length;
  while ((await countMarked()) < slowCount) {
    if (performance.now() > deadlineMs) throw new Error('The service does not mark the slow webhooks.');
    await wait(200);
  }
};
