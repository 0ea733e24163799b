import type { WebVisit } from '../../model/web-chat/visit.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItems } from '../dynamodb/read.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** Visits that were never written or have ended are missing from the result. Newest first. */
export const findVisits = async (workspaceId: string, visitorIds: readonly string[]): Promise<WebVisit[]> => {
  const items = await findItems(visitorIds.map((id) => keys.webVisit(workspaceId, id)));
  return items.map(toVisit).toSorted((left, right) => (left.seen_at < right.seen_at ? 1 : -1));
};

/**
 * Sets what is given and keeps the rest. DynamoDB removes the item after `expires`, in seconds. It leads to the tokens of
 * the visitor, so that an erasure finds them.
 */
export const putVisit = async (
  workspaceId: string,
  visitorId: string,
  changes: Partial<WebVisit> & Pick<WebVisit, 'seen_at'> & { email_hash?: string },
  expires: number,
  token?: string,
): Promise<void> => {
  const assigned = assign({ ...changes, expires }, token === undefined ? {} : { ':tokens': new Set([token]) });
  await updateIf({
    Key: keys.webVisit(workspaceId, visitorId),
    ...assigned,
    UpdateExpression: `${assigned.UpdateExpression}${token === undefined ? '' : ' ADD tokens :tokens'}`,
  });
};

const toVisit = ({ page, fields, email, is_verified, state, seen_at, language, rating }: Item): WebVisit =>
  ({
    page: page ?? null,
    fields: fields ?? {},
    email: email ?? null,
    is_verified: is_verified === true,
    state: state ?? 'left',
    seen_at,
    language: language ?? null,
    rating: rating ?? null,
  }) as WebVisit;

export interface StoredVisit extends WebVisit {
  visitor_id: string;
  /** The keyed hash by which mails to the address are counted. */
  email_hash: string | undefined;
}

/** That of the device with which the visitor was last there. */
export const findNewestVisit = async (
  workspaceId: string,
  visitorIds: readonly string[],
): Promise<StoredVisit | undefined> => {
  const items = await findItems(visitorIds.map((id) => keys.webVisit(workspaceId, id)));
  const visits = items.map((item) => ({
    ...toVisit(item),
    visitor_id: toVisitorId(item),
    email_hash: item['email_hash'] as string | undefined,
  }));
  return visits.toSorted((left, right) => (left.seen_at < right.seen_at ? 1 : -1))[0];
};

const toVisitorId = ({ pk }: Item): string => String(pk).split('#').at(-1) ?? '';
