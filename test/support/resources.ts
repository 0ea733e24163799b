import { createContact } from '../../functions/domain/contacts/contacts.ts';
import { createFeed } from '../../functions/domain/feeds/feeds.ts';
import { createSegment } from '../../functions/domain/segments/segments.ts';
import { createTeam } from '../../functions/domain/teams/teams.ts';
import { createWebhook } from '../../functions/domain/webhooks/webhooks.ts';
import { newId } from '../../functions/platform/ids.ts';
import { putTemplate } from '../../functions/table/templates/templates.ts';
import { storeQuietBroadcast } from './broadcasts/quiet-broadcasts.ts';
import { makeThing } from './fixture/things.ts';
import { makeConversation } from './messages/conversations.ts';
import { storeCopiedFile } from './messages/media.ts';
import { templateRows, toStoredRow } from './messages/template-rows.ts';

const makeWebhook = async (workspaceId: string): Promise<string> =>
  (await createWebhook(workspaceId, newId(), { url: 'https://93.184.216.34/hook', events: ['contact.created'] })).id;

const makeTemplate = async (workspaceId: string): Promise<string> => {
  const name = newId().replaceAll('-', '_');
  const [row] = templateRows;
  if (row) await putTemplate(workspaceId, toStoredRow({ ...row, name, language: 'en_US' }));
  return name;
};

/** Creates a resource of each area, for the matrix to request from another workspace. */
export const makeResource: Record<string, (workspaceId: string) => Promise<string>> = {
  things: async (workspaceId) => (await makeThing(workspaceId, newId(), { name: 'Thing' })).id,
  broadcasts: async (workspaceId) => (await storeQuietBroadcast(workspaceId, [])).id,
  contacts: async (workspaceId) => (await createContact(workspaceId, newId(), { phone: '+4915112345678' })).contact.id,
  conversations: (workspaceId) => makeConversation(workspaceId),
  feeds: async (workspaceId) => (await createFeed(workspaceId, newId(), { events: ['contact.created'] })).id,
  media: storeCopiedFile,
  /** A metric is nobody's. */
  reports: async () => 'incoming',
  segments: async (workspaceId) => (await createSegment(workspaceId, newId(), { name: 'Segment', kind: 'static' })).id,
  teams: async (workspaceId) => (await createTeam(workspaceId, newId(), { name: 'Team' })).id,
  templates: makeTemplate,
  webhooks: makeWebhook,
  deliveries: makeWebhook,
};
