import { type OperationId, operations } from '../../../functions/dashboard/operations.ts';
import { createApiKey } from '../../../functions/domain/access/api-keys.ts';
import { createBroadcast } from '../../../functions/domain/broadcasts/create-broadcast.ts';
import { connectWeb, disconnectChannel } from '../../../functions/domain/channels/connect.ts';
import { createContact } from '../../../functions/domain/contacts/contacts.ts';
import { createFeed } from '../../../functions/domain/feeds/feeds.ts';
import { addNote } from '../../../functions/domain/inbox/notes.ts';
import { createSavedReply } from '../../../functions/domain/inbox/saved-replies.ts';
import { createSegment } from '../../../functions/domain/segments/segments.ts';
import { startTask } from '../../../functions/domain/tasks/tasks.ts';
import { createTeam } from '../../../functions/domain/teams/teams.ts';
import { updateWebChat } from '../../../functions/domain/web-chat/settings.ts';
import { connectIntegration, testConnection } from '../../../functions/domain/webhooks/integrations.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { MemberCaller, Role } from '../../../functions/model/members/member.ts';
import type { MemberOperation } from '../../../functions/operations/operation.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { putInvitationFault } from '../../../functions/table/members/invitations.ts';
import { putTemplate } from '../../../functions/table/templates/templates.ts';
import { apiAreas } from '../../../tools/openapi/areas.ts';
import { storeFailedBroadcast } from '../broadcasts/quiet-broadcasts.ts';
import { callSimulator, connectNumber, type MsgappNumber, sendFrom } from '../channels/simulator.ts';
import { storeDelivery } from '../deliveries.ts';
import { makeConversation } from '../messages/conversations.ts';
import { closedUrl, makeWebhook } from '../webhooks.ts';
import { inviteTo, makeSignedInMember, openSession, type Person } from './dashboard.ts';

export type Params = Record<string, string>;

export interface NamedOperation extends MemberOperation {
  operationId: OperationId;
}

export const allOperations = Object.entries<MemberOperation>(operations).map(
  ([operationId, operation]): NamedOperation => ({ ...operation, operationId: operationId as OperationId }),
);

/** The path of a request, with the values of its parameters. The id of a message on a channel may have a slash. */
export const toTarget = ({ path }: Pick<MemberOperation, 'path'>, params: Params): string =>
  `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`;

const connect = async (workspaceId: string): Promise<Params> => {
  const input = { url: 'https://93.184.216.34/hook', events: ['contact.created' as const] };
  return { tool: 'tool_a', id: (await connectIntegration(workspaceId, newId(), 'tool_a', input)).id };
};

const makeHook = async (workspaceId: string): Promise<Params> => ({
  id: (await makeWebhook(workspaceId, closedUrl)).id,
});

const makeFeed = async (workspaceId: string): Promise<Params> => ({
  id: (await createFeed(workspaceId, newId(), { events: ['contact.created'] })).id,
});

const makeDelivery = async (workspaceId: string): Promise<Params> => {
  const { id } = await makeWebhook(workspaceId, closedUrl);
  return { id, event_id: await storeDelivery({ workspaceId, id }) };
};

const addMember = async (workspaceId: string): Promise<Params> => ({
  user_id: (await makeSignedInMember(workspaceId, 'agent', 'Agnes')).user.id,
});

const connectWebChat = async (workspaceId: string): Promise<Params> => {
  await connectWeb(workspaceId);
  return { channel: 'web' };
};

const addAccount = async (channel: 'msgapp' | 'social'): Promise<MsgappNumber> =>
  (await callSimulator<{ data: MsgappNumber }>('POST', '/accounts', { channel })).data;

/** The account at the simulator that the next body names. */
const accounts: { msgapp?: MsgappNumber; social?: MsgappNumber } = {};

const connectToSimulator = async (workspaceId: string): Promise<Params> => {
  await connectNumber(workspaceId);
  return {};
};

const makeContact = async (workspaceId: string): Promise<Params> => {
  const phone = `+1415555${String(phones++).padStart(4, '0')}`;
  return { id: (await createContact(workspaceId, newId(), { phone, tags: ['vip'] })).contact.id };
};

let phones = 1000;
const makeWebConversation = async (workspaceId: string): Promise<Params> => {
  await connectWeb(workspaceId);
  const waiting_since = '2026-01-01T00:00:00.000Z';
  return { id: await makeConversation(workspaceId, { channel: 'web', fields: { waiting_since } }) };
};

export const toCaller = (workspaceId: string, { user }: Pick<Person, 'user'>, role: Role = 'owner'): MemberCaller => ({
  ...{ workspaceId, userId: user.id, name: user.name, email: user.email, role },
  ...{ cursorSecret: '', sessionId: '' },
});

const makeSavedReply = async (workspaceId: string, person: Person): Promise<Params> => {
  const fields = { name: 'Hours', text: 'We are open from 9 to 5.', is_shared: true };
  return { id: (await createSavedReply(toCaller(workspaceId, person), newId(), fields)).id };
};

const makeSegment = async (workspaceId: string): Promise<Params> => ({
  id: (await createSegment(workspaceId, newId(), { name: `Friends ${newId()}`, kind: 'static' })).id,
});

const makeTeam = async (workspaceId: string): Promise<Params> => ({
  id: (await createTeam(workspaceId, newId(), { name: `Team ${newId()}` })).id,
});
const taskSubject: { id?: string | undefined } = {};

const subjectOf =
  (make: MakeParams): MakeParams =>
  async (workspaceId, person) => {
    taskSubject.id = (await make(workspaceId, person))['id'];
    return {};
  };

const makeTask: MakeParams = async (workspaceId, person) => {
  const work = { kind: 'tag' as const, change: 'add' as const, tag: 'vip' };
  return { id: (await startTask(toCaller(workspaceId, person), newId(), work, { ids: [newId()] })).id };
};

const onlyVip = { match: 'all', rules: [{ field: 'tag', op: 'has', value: 'vip' }] };

const makeQuietBroadcast = async (workspaceId: string): Promise<Params> => ({
  id: await storeFailedBroadcast(workspaceId, [{ phone: '+14155550123', code: '131000' }]),
});

const makeScheduledBroadcast = async (workspaceId: string): Promise<Params> => {
  await connectNumber(workspaceId);
  const id = newId();
  const numbers = [{ to: '+4915550001' }];
  const template = { name: 'hello_world', language: 'en_US' };
  await createBroadcast(workspaceId, id, {
    name: 'News',
    template,
    audience: { kind: 'numbers', numbers },
    scheduledAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
  return { id };
};

type MakeParams = (workspaceId: string, person: Person) => Promise<Params>;

/** Creates the resource whose id follows the noun in a path. */
const makeNamed: Record<string, MakeParams> = {
  broadcasts: makeQuietBroadcast,
  contacts: makeContact,
  feeds: makeFeed,
  conversations: makeWebConversation,
  members: addMember,
  reports: async () => ({ metric: 'incoming' }),
  'saved-replies': makeSavedReply,
  segments: makeSegment,
  teams: makeTeam,
  tasks: makeTask,
  webhooks: makeHook,
};

/** Prepares what an operation's path names, in the workspace or, without one, for the person. */
export const prepareParams = async (
  { operationId, path }: NamedOperation,
  workspaceId: string,
  person: Person,
): Promise<Params> => {
  const [, noun = ''] = /^\/w\/\{workspace_id\}\/([\w-]+)\/\{/.exec(path) ?? [];
  return { workspace_id: workspaceId, ...(await (makeOwn[operationId] ?? makeNamed[noun])?.(workspaceId, person)) };
};

/** What operations need that is more, or other, than the resource of their path. */
const makeOwn: Partial<Record<OperationId, MakeParams>> = {
  revokeApiKey: async (workspaceId) => ({ id: (await createApiKey(workspaceId, { name: 'Old', scopes: [] })).id }),
  connectIntegration: async () => ({ tool: 'tool_a' }),
  updateIntegration: connect,
  disconnectIntegration: connect,
  testIntegration: connect,
  getIntegrationTest: async (workspaceId) => {
    const params = await connect(workspaceId);
    const { event_id } = await testConnection(workspaceId, 'tool_a', params['id'] ?? '');
    return { ...params, event_id };
  },
  connectMsgapp: async () => {
    accounts.msgapp = await addAccount('msgapp');
    return {};
  },
  connectSocial: async () => {
    accounts.social = await addAccount('social');
    return {};
  },
  connectWeb: async (workspaceId) => {
    await disconnectChannel(workspaceId, 'web').catch(() => undefined);
    return {};
  },
  createWebSecret: connectWebChat,
  disconnectChannel: connectWebChat,
  getTemplate: async (workspaceId) => {
    const key = { name: `welcome_${newId().slice(-12)}`, language: 'en_US' };
    const row = JSON.stringify({ ...key, components: [{ type: 'BODY', text: 'Hi {{1}}' }] });
    const stored = { ...key, status: 'APPROVED', category: 'UTILITY', quality: null, row, is_stale: false };
    await putTemplate(workspaceId, { ...stored, synced_at: '2026-01-01T00:00:00.000Z' });
    return key;
  },
  syncTemplates: async (workspaceId) => {
    await connectNumber(workspaceId);
    return {};
  },
  getInbox: makeWebConversation,
  countInbox: makeWebConversation,
  getVisit: makeWebConversation,
  createChatSecret: async (workspaceId) => {
    await updateWebChat(workspaceId, { greeting: 'Hello' });
    return {};
  },
  messageContact: async (workspaceId) => {
    await connectNumber(workspaceId);
    return makeContact(workspaceId);
  },
  deleteNote: async (workspaceId, person) => {
    const { id = '' } = await makeWebConversation(workspaceId);
    const note = await addNote(toCaller(workspaceId, person), id, newId(), { text: 'Call her' });
    return { id, note_id: note.id };
  },
  createBroadcast: connectToSimulator,
  previewBroadcast: connectToSimulator,
  testBroadcast: connectToSimulator,
  cancelBroadcast: makeScheduledBroadcast,
  sendBroadcastNow: makeScheduledBroadcast,
  resendBroadcast: async (workspaceId) => {
    await connectNumber(workspaceId);
    return makeQuietBroadcast(workspaceId);
  },
  startRecovery: subjectOf(makeHook),
  startAddToSegment: subjectOf(makeSegment),
  getDelivery: makeDelivery,
  redeliverEvent: makeDelivery,
  leaveWorkspace: async (workspaceId) => {
    await makeSignedInMember(workspaceId, 'owner', 'Oscar');
    return {};
  },
  cancelInvitation: async (workspaceId) => ({
    id: (await inviteTo(workspaceId, `${newId()}@example.com`, 'agent')).id,
  }),
  resumeMail: async (workspaceId) => {
    const { id } = await inviteTo(workspaceId, `${newId()}@example.com`, 'agent');
    await putInvitationFault(workspaceId, id, { kind: 'bounce', at: '2026-11-15T12:00:00.000Z' });
    return { id };
  },
  writeAsCustomer: connectToSimulator,
  setPlaygroundWindow: connectToSimulator,
  setPlaygroundSwitches: connectToSimulator,
  reportReceipt: async (workspaceId) => ({ message_id: await sendFrom(await connectNumber(workspaceId)) }),
  runExample: async () => ({ example: 'getMe' }),
  endSession: async (_, person) => ({ session_id: (await openSession(person)).sessionId }),
  acceptInvitation: async (_, { user }) => makeInvitation(user.email),
  declineInvitation: async (_, { user }) => makeInvitation(user.email),
};

const makeInvitation = async (email: string): Promise<Params> => {
  const { id } = await createWorkspace('Acme', 'DE');
  await inviteTo(id, email, 'agent');
  return { workspace_id: id };
};

const newBroadcast = () => ({
  name: 'News',
  template: { name: 'hello_world', language: 'en_US' },
  recipients: [{ to: '+14155550123' }],
});

/** A body that the operation accepts: its own, or the example of its texts. */
export const makeBody = (id: OperationId): object | undefined => {
  const [example] = Object.values(
    Object.values(apiAreas).find(({ operations }) => id in operations)?.operations[id]?.request?.examples ?? {},
  );
  return bodies[id]?.() ?? example?.value;
};

const bodies: Partial<Record<OperationId, () => object>> = {
  createApiKey: () => ({ name: 'Shop', scopes: ['contacts:read'] }),
  connectIntegration: () => ({ url: 'https://93.184.216.34/hook', events: ['contact.created'] }),
  updateIntegration: () => ({ is_active: false }),
  connectMsgapp: () => {
    const { id = 'none', waba_id = 'none', access_token = 'none' } = accounts.msgapp ?? {};
    return { phone_number_id: id, waba_id, access_token };
  },
  connectSocial: () => {
    const { id = 'none', access_token = 'none' } = accounts.social ?? {};
    return { account_id: id, access_token };
  },
  createContact: () => ({ phone: `+1415555${String(phones++).padStart(4, '0')}` }),
  importContacts: () => ({ contacts: [{ phone: '+14155550123' }] }),
  removeContactTags: () => ({ tags: ['vip'] }),
  setConsent: () => ({ opted_out: true }),
  exportContact: () => ({}),
  createSegment: () => ({ name: `Friends ${newId()}`, kind: 'dynamic', filter: onlyVip }),
  previewSegment: () => ({ filter: onlyVip }),
  listMatches: () => ({ filter: onlyVip }),
  listNames: () => ({ contact_ids: [newId()] }),
  updateSegment: () => ({ description: 'Those who buy' }),
  addSegmentContacts: () => ({ phones: ['+14155550123'] }),
  removeSegmentContacts: () => ({ contact_ids: [newId()] }),
  updateConversations: () => ({ ids: [newId()], changes: { status: 'closed' } }),
  messageContact: () => ({ template: { name: 'hello_world', language: 'en_US' } }),
  updateConversation: () => ({ status: 'closed' }),
  markConversation: () => ({ is_opened: true }),
  showPresence: () => ({ state: 'looking' }),
  addNote: () => ({ text: 'She is waiting for a refund' }),
  createBroadcastFile: () => ({ size_bytes: 1_000 }),
  createUpload: () => ({ filename: 'invoice.pdf', content_type: 'application/pdf', size_bytes: 1_000 }),
  createSavedReply: () => ({ name: 'Hours', text: 'We are open from 9 to 5.', is_shared: true }),
  createTeam: () => ({ name: `Team ${newId()}` }),
  updateTeam: () => ({ name: `Team ${newId()}` }),
  updateSavedReply: () => ({ name: 'Opening hours' }),
  createBroadcast: newBroadcast,
  previewBroadcast: newBroadcast,
  testBroadcast: () => ({ to: '+14155550123', template: { name: 'hello_world', language: 'en_US' } }),
  resendBroadcast: () => ({ name: 'News again' }),
  createWebhook: () => ({ url: 'https://93.184.216.34/hook', events: ['contact.created'] }),
  testWebhook: () => ({}),
  updateWebhook: () => ({ is_active: false }),
  startRecovery: () => ({ webhook_id: taskSubject.id ?? newId(), since: '2026-11-15T00:00:00Z' }),
  startTagging: () => ({ contacts: { filter: { tag: 'vip' } }, change: 'add', tag: 'summer' }),
  startAddToSegment: () => ({ contacts: { ids: [newId()] }, segment_id: taskSubject.id ?? newId() }),
  startConversationChanges: () => ({ ids: [newId()], changes: { status: 'closed' } }),
  recoverEvents: () => ({ since: '2026-11-15T00:00:00Z' }),
  updateMember: () => ({ role: 'admin' }),
  updateAway: () => ({ is_away: true }),
  updateWebChat: () => ({ greeting: 'Hello' }),
  updateMailSettings: () => ({ off: ['plan_used'] }),
  setMemberRows: () => ({ hides_member_rows: true }),
  setMoreEvents: () => ({ more_events: true }),
  updateWorkspace: () => ({ name: 'Acme Outfitters' }),
  writeAsCustomer: () => ({ channel: 'msgapp', from: '+14155550123', text: 'Hello' }),
  reportReceipt: () => ({ status: 'read' }),
  setPlaygroundWindow: () => ({ channel: 'msgapp', customer: '+14155550123', is_open: false }),
  setPlaygroundSwitches: () => ({ is_slow: false }),
  runExample: () => ({ api_key: 'svc_live_nobody' }),
  createInvitation: () => ({ email: `${newId()}@example.com`, role: 'agent' }),
};

/** Ids that nobody has. */
export const unknownParams = (): Params => ({
  id: newId(),
  user_id: newId(),
  event_id: newId(),
  session_id: 'f'.repeat(64),
  workspace_id: newId(),
  tool: 'tool_a',
  channel: 'web',
  name: 'unknown_template',
  language: 'en_US',
  message_id: 'wamid.nobody',
  example: 'getMe',
  note_id: newId(),
});
