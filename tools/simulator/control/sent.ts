import { json, type Reply, type Request } from '../http/route.ts';
import type { SentFilter } from '../sent-messages.ts';
import type { Simulation } from '../simulation.ts';

/** GET /sent: the request bodies that were accepted, in their order; `?ids=true` puts the messages' ids beside them. */
export const getSent = (request: Request, { sent }: Simulation): Reply => {
  const messages = sent.list(readFilter(request));
  const ids = request.query.get('ids') === 'true' ? { ids: messages.map(({ id }) => id) } : {};
  return json({ data: messages.map(({ body }) => body), ...ids });
};

/** DELETE /sent: forgets them. Receipts for them can still be reported. */
export const deleteSent = (request: Request, { sent }: Simulation): Reply => {
  sent.clear(readFilter(request));
  return json({ data: [] });
};

const readFilter = ({ query }: Request): SentFilter => ({
  channel: query.get('channel') ?? undefined,
  accountId: query.get('account_id') ?? undefined,
  to: query.get('to') ?? undefined,
});
