import { describe, expect, it, onTestFinished } from 'vitest';
import { deleteWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { makeWorkspace } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import { makeWorkspaceWithWebhook } from '../../support/deliveries.ts';
import { hang, startReceiver } from '../../support/network/receiver.ts';
import { makeWebhook, updateStoredWebhook } from '../../support/webhooks.ts';

/** Ten webhooks that never respond, as the service knows from earlier attempts. */
const makeHostileWorkspace = async (url: string) => {
  const { id: workspaceId, key } = await makeWorkspace();
  const webhooks = await Promise.all(Array.from({ length: 10 }, () => makeWebhook(workspaceId, url)));
  await Promise.all(
    webhooks.map(({ id }) => updateStoredWebhook(workspaceId, id, { slow_until: isoTime(clock.now() + 600_000) })),
  );
  onTestFinished(async () => {
    await Promise.all(webhooks.map(({ id }) => deleteWebhook(workspaceId, id)));
  });
  return key;
};

describe('a workspace whose webhooks never respond', () => {
  it('a flood to webhooks that never respond takes up at most ten workers, and others get their events meanwhile', async () => {
    const hostile = await startReceiver(hang);
    const hostileKey = await makeHostileWorkspace(hostile.url);
    const { url, received } = await startReceiver();
    const quiet = await makeWorkspaceWithWebhook(url);
    for (let contacts = 0; contacts < 30; contacts += 1) await makeContact(hostileKey);
    await expect.poll(() => hostile.received.length).toBeGreaterThan(0);
    await makeContact(quiet.key);
    await expect.poll(() => received.length).toBe(1);
    // Ten workers with ten attempts each: the event did not wait for any of the 300 to time out and make room.
    expect(hostile.received.length).toBeLessThanOrEqual(100);
  });
});
