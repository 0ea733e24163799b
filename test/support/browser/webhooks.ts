import { createHmac } from 'node:crypto';
import { storeDelivery } from '../deliveries.ts';
import type { ReceivedRequest } from '../network/receiver.ts';
import { makeWebhook, publicUrl, updateStoredWebhook } from '../webhooks.ts';

export const webhooksPath = (workspaceId: string, rest = ''): string => `/w/${workspaceId}/webhooks${rest}`;

/** The number of signatures in the header that this secret made. */
export const signaturesOf = ({ headers, body }: ReceivedRequest, secret: string): number => {
  const header = String(headers['x-service-signature']);
  const [, time] = /^t=(\d+),/.exec(header) ?? [];
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return header.split(',').filter((part) => part === `v1=${expected}`).length;
};

const minuteMs = 60_000;
const attempts = (...codes: (number | string)[]) =>
  codes.map((code, index) => ({
    at: new Date(Date.now() - 30 * minuteMs + index * 3_000).toISOString(),
    code,
    duration_ms: 31,
    answer: code === 200 ? 'ok' : 'db down',
  }));

/** Webhooks that were turned off by failures and by hand, and one that is on, with a delivery in every state. */
export const furnishWebhooks = async (workspaceId: string) => {
  const events = ['contact.created' as const, 'message.received' as const, 'message.status_updated' as const];
  const { id } = await makeWebhook(workspaceId, publicUrl, events);
  const url = 'https://crm.acme.example/hooks/switchboard';
  await updateStoredWebhook(workspaceId, id, { url, failure_count: 2 });
  const off = await makeWebhook(workspaceId, `${publicUrl}/orders`, ['contact.created']);
  await updateStoredWebhook(workspaceId, off.id, { is_active: false });
  const failing = await makeWebhook(workspaceId, publicUrl, ['conversation.created']);
  const failing_since = new Date(Date.now() - 180 * minuteMs).toISOString();
  await updateStoredWebhook(workspaceId, failing.id, {
    url: 'https://reports.acme.example/incoming/events',
    is_active: false,
    failure_count: 15,
    failing_since,
  });
  const webhook = { workspaceId, id };
  const now = Date.now();
  const at = (minutes: number) => ({ atMs: now - minutes * minuteMs });
  const message = { event: { name: 'message.received' as const } };
  await storeDelivery(webhook, { ...at(40), status: 'delivered', attempts: attempts(200), ...message });
  const eventId = await storeDelivery(webhook, { ...at(30), status: 'failed', attempts: attempts(500, 500, 500) });
  await storeDelivery(webhook, { ...at(20), status: 'failed', attempts: attempts('timeout'), ...message });
  await storeDelivery(webhook, { ...at(12), status: 'skipped', attempts: [] });
  const nextAttemptAt = new Date(now + 60 * minuteMs).toISOString();
  await storeDelivery(webhook, { ...at(4), status: 'retrying', attempts: attempts(429), nextAttemptAt, ...message });
  await storeDelivery(
    { workspaceId, id: off.id },
    { ...at(30), status: 'delivered', attempts: attempts(200), event: { id: eventId } },
  );
  const lost = { workspaceId, id: failing.id };
  const conversation = { event: { name: 'conversation.created' as const } };
  await storeDelivery(lost, { ...at(180), status: 'failed', attempts: attempts(500), ...conversation });
  await storeDelivery(lost, { ...at(170), status: 'skipped', attempts: [], ...conversation });
  return { webhookId: id, failingId: failing.id, eventId };
};
