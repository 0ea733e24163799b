import { ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { handler } from '../../../functions/consumers/deliver-webhook.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { getStoredWebhook, makeWorkspaceWithWebhook, newDeliveryJob, toBatch } from '../../support/deliveries.ts';
import { heldQueue, holdQueues } from '../../support/messages/held-messages.ts';
import { continueLine, readBytesMax, startFlood } from '../../support/network/floods.ts';
import { startReceiver } from '../../support/network/receiver.ts';

/** How many bytes each connection to the port has delivered to us. */
const countReadBytes = (port: string): (() => number) => {
  const sockets = new Set<Socket>();
  const { emit } = Socket.prototype;
  vi.spyOn(Socket.prototype, 'emit').mockImplementation(function (this: Socket, ...args) {
    if (String(this.remotePort) === port) sockets.add(this);
    return emit.apply(this, args);
  });
  return () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
};

const hugeHead = 'HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n';

it.each([
  ['informational responses', continueLine, '', 'TOO_MANY_INFORMATIONAL_RESPONSES', 'retrying'],
  ['bytes instead of a response', '\r\n', '', 'RESPONSE_HEAD_TOO_LARGE', 'retrying'],
  ['bytes of a body', 'x', hugeHead, 200, 'delivered'],
] as const)(
  'a receiver that floods its batch with %s delays none of its nine neighbors',
  async (_, text, head, code, status) => {
    holdQueues();
    const flood = await startFlood(text, head);
    const flooding = await makeWorkspaceWithWebhook(flood.href);
    const { url, received } = await startReceiver();
    const neighbors = await Promise.all(Array.from({ length: 9 }, () => makeWorkspaceWithWebhook(url)));
    const jobs = [flooding, ...neighbors].map((webhook) => newDeliveryJob(webhook));
    const parsed = vi.spyOn(ClientRequest.prototype, 'emit');
    const readBytes = countReadBytes(flood.port);
    expect(await handler(toBatch(jobs, 1))).toEqual({ batchItemFailures: [] });
    expect(received).toHaveLength(9);
    const deliveries = await Promise.all(jobs.map(({ webhookId, event }) => findDelivery(webhookId, event.id)));
    expect(deliveries[0]).toMatchObject({ status, attempts: [{ code }] });
    for (const delivery of deliveries.slice(1))
      expect(delivery).toMatchObject({ status: 'delivered', attempt_number: 1 });
    expect(heldQueue.messages).toHaveLength(status === 'retrying' ? 1 : 0);
    expect(await getStoredWebhook(flooding)).toMatchObject({ failure_count: 0, is_active: true });
    expect(readBytes()).toBeGreaterThan(0);
    expect(readBytes()).toBeLessThanOrEqual(4 * readBytesMax);
    const informational = parsed.mock.calls.filter(([event]) => event === 'information').length;
    expect(informational).toBeLessThanOrEqual(readBytesMax / continueLine.length);
  },
);
