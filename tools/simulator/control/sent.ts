import { json, type Reply, type Request } from '../http/route.ts';
import type { SentFilter } from '../sent-messages.ts';
import type { Simulation } from '../simulation.ts';

/** GET /sent: the accepted request bodies in order; `?ids=true` adds the message ids. */
export const getSent = (request: Request, { sent }: Simulation): Reply => {
  const messages = sent.list(readFilter(request));
  const ids = request.query.get('ids') === 'true' ? { ids: messages.map(({ id }) => id) } : {};
  return json({ data: messages.map(({ body }) => body), ...ids });
};

/** DELETE /sent: receipts for the cleared messages can still be reported. */
export const deleteSent = (request: Request, { sent }: Simulation): Reply => {
  sent.clear(readFilter(request));
  return json({ data: [] });
};

const readFilter = ({ query }: Request): SentFilter => ({
  channel: query.get('channel') ?? undefined,
  accountId: query.get('account_id') ?? undefined,
  to: query.get('to') ?? undefined,
});
