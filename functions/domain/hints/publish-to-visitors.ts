import { toVisitorChannel, type VisitorHint } from '../../model/hints/hint.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { publishEvent } from '../../platform/event-api.ts';
import { remember } from '../../platform/remember.ts';
import { listUserIds } from '../../table/channels/users.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import { type Change, readWorkspaceId } from '../../table/dynamodb/changes.ts';
import { findAnyVisitorWatch, findListeningDevices } from '../../table/hints/visitor-watches.ts';
import { publish } from './publish.ts';

export interface ContactHint {
  workspaceId: string;
  contactId: string;
  hint: VisitorHint;
}

/** What a visitor's page should read again: an answer, a message that is stored or seen, or a conversation that closed. */
export const toVisitorHints = ({ before, after }: Change): ContactHint[] => {
  const item = after ?? before ?? {};
  const isShown = item['entity'] === 'conversation' || item['entity'] === 'message';
  if (!isShown || item['channel'] !== 'web') return [];
  const workspaceId = String(item['workspace_id'] ?? readWorkspaceId(item));
  return [{ workspaceId, contactId: String(item['contact_id']), hint: { kind: 'conversation' } }];
};

/** Where no visitor has a panel open, a workspace costs half a read unit every few seconds. */
const findWatched = remember(findAnyVisitorWatch, { keptMs: 5_000, valuesMax: 1_000 });

/** Tells the devices of the contact. It never throws, because pages poll besides. */
export const publishToVisitors = async (hints: readonly ContactHint[]): Promise<void> => {
  if (hints.length === 0) return;
  await publish(async () => {
    const distinct = new Map(hints.map((each) => [JSON.stringify(each), each]));
    const sent = await Promise.all([...distinct.values()].map(publishOne));
    return sent.flat();
  });
};

const publishOne = async ({ workspaceId, contactId, hint }: ContactHint): Promise<Promise<boolean>[]> => {
  const now = nowSeconds();
  if ((await findWatched(workspaceId)) <= now) return [];
  const contact = await findContact(workspaceId, contactId);
  const visitorIds = contact ? listUserIds(contact, 'web') : [];
  const devices = await findListeningDevices(workspaceId, visitorIds, now);
  return devices.map((device) => publishEvent(toVisitorChannel(workspaceId, device), JSON.stringify([hint])));
};
