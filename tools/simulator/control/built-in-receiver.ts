import { json, type Reply, type Request } from '../http/route.ts';
import type { Simulation } from '../simulation.ts';
import { SimulatorError } from '../simulator-error.ts';

const bodyBytesMax = 256 * 1024;

/** POST /receiver/:id: an address for webhooks that accepts everything. */
export const postReceived = ({ id, headers, body }: Request, { now, receiver }: Simulation): Reply => {
  if (body.length > bodyBytesMax) throw new SimulatorError('bad_request', 'The body must not be larger than 256 KiB.');
  const shown = Object.entries(headers).filter(([name]) => /^(x-service-|webhook-)/.test(name));
  const event = {
    receivedMs: now(),
    headers: Object.fromEntries(shown.map(([name, value]) => [name, String(value)])),
    body: body.toString(),
  };
  receiver.accept(id, event);
  return json({ received: true });
};

/** GET /receiver/:id: newest first. */
export const getReceived = ({ id }: Request, { receiver }: Simulation): Reply =>
  json({
    data: receiver.list(id).map(({ receivedMs, headers, body }) => ({
      received_at: new Date(receivedMs).toISOString(),
      headers,
      body,
    })),
  });
