import { removeItems } from '../dynamodb/batch-write.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItems } from '../dynamodb/read.ts';
import { keys } from '../keys.ts';

/** What the web chat knows about the visitors that lead to the contact. */
export const findVisitItems = (workspaceId: string, visitorIds: readonly string[]): Promise<Item[]> =>
  findItems(visitorIds.map((id) => keys.webVisit(workspaceId, id)));

/** The tokens go first: their pages then open nothing, and the visit leads to them until they are gone. */
export const removeVisitItems = async (workspaceId: string, visitorIds: readonly string[]): Promise<number> => {
  const visits = await findVisitItems(workspaceId, visitorIds);
  const tokens = visits.flatMap(({ tokens = new Set() }) => [...(tokens as Set<string>)]);
  await removeItems(
    tokens.map((token) => {
      const [siteId = '', sha256 = ''] = token.split('#');
      return keys.visitor(siteId, sha256);
    }),
  );
  await removeItems(
    visits.flatMap(({ pk }) => {
      const visitorId = String(pk).split('#').at(-1) ?? '';
      return [keys.webVisit(workspaceId, visitorId), keys.visitorWatch(workspaceId, visitorId)];
    }),
  );
  return visits.length;
};
