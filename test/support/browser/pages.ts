import type { Page } from 'playwright-core';
import { inject, vi } from 'vitest';
import { createApiKey, importApiKey } from '../../../functions/domain/access/api-keys.ts';
import { recordRequest } from '../../../functions/domain/access/record-request.ts';
import { connectMsgapp, connectSocial } from '../../../functions/domain/channels/connect.ts';
import { trackHealth } from '../../../functions/domain/channels/health.ts';
import { listConversations } from '../../../functions/domain/conversations/conversations.ts';
import { listMembers } from '../../../functions/domain/members/members.ts';
import { newOutboundMessage } from '../../../functions/domain/messages/outbound-message.ts';
import { updateRouting } from '../../../functions/domain/routing/routing.ts';
import { createSegment } from '../../../functions/domain/segments/segments.ts';
import { createTeam } from '../../../functions/domain/teams/teams.ts';
import { updateWebChat } from '../../../functions/domain/web-chat/settings.ts';
import { connectIntegration } from '../../../functions/domain/webhooks/integrations.ts';
import { deleteWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import { quotaDayAt } from '../../../functions/domain/workspaces/message-quota.ts';
import { getStoredWorkspace, updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { scopes } from '../../../functions/model/access/scope.ts';
import { eventNames } from '../../../functions/model/webhooks/webhook.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { audiencePart, chunkPart } from '../../../functions/table/broadcasts/audience.ts';
import { putFailures } from '../../../functions/table/broadcasts/recipients.ts';
import { putAccountNotice } from '../../../functions/table/channels/accounts.ts';
import { findConversation } from '../../../functions/table/conversations/conversations.ts';
import { incrementCountersPart } from '../../../functions/table/counters.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { updateFailedMessage } from '../../../functions/table/messages/message-status.ts';
import { newMessagePart } from '../../../functions/table/messages/messages.ts';
import { putTemplate } from '../../../functions/table/templates/templates.ts';
import { consumeQuotaPart } from '../../../functions/table/workspaces/message-quota.ts';
import { newQuietBroadcast, quietBroadcastPart } from '../broadcasts/quiet-broadcasts.ts';
import { callSimulator, connectNumber, sendFrom } from '../channels/simulator.ts';
import { inviteTo } from '../dashboard/dashboard.ts';
import { makeConversation } from '../messages/conversations.ts';
import { templateRows, toStoredRow } from '../messages/template-rows.ts';
import { startReceiver } from '../network/receiver.ts';
import { makeWebhook, updateStoredWebhook } from '../webhooks.ts';
import { joinBySignIn, makeOwnedWorkspace, type OwnedWorkspace, overviewPath, settingsPath } from './people.ts';
import { webChatPath } from './web-chat-settings.ts';
import { furnishWebhooks, webhooksPath } from './webhooks.ts';

interface FurnishedWorkspace extends OwnedWorkspace {
  webhookId: string;
  /** Turned off by failures. */
  failingId: string;
  /** The event of a delivery to that webhook. */
  eventId: string;
  /** A contact with tags, an attribute and a choice about broadcasts. */
  contactId: string;
  /** A filter that finds this contact. */
  segmentId: string;
  /** Half sent. */
  broadcastId: string;
}

/** A workspace in which every page has something to show. */
export const makeFurnishedWorkspace = async (): Promise<FurnishedWorkspace> => {
  const workspace = await makeOwnedWorkspace('Acme Outfitters', joinBySignIn);
  const { id } = workspace;
  await connectShop(id);
  const [owner] = await listMembers(id);
  await createTeam(id, newId(), { name: 'Billing', member_ids: owner ? [owner.user_id] : [] });
  await createTeam(id, newId(), { name: 'Wholesale' });
  const contactId = await furnishPlayground(id);
  const legacy = { name: 'Old server', scopes: ['messages:send' as const] };
  await importApiKey(id, legacy, `legacy_live_${newId().replaceAll('-', '')}`);
  const server = { name: 'Checkout server', scopes: ['messages:send', 'contacts:read', 'contacts:write'] as const };
  await recordRequests((await createApiKey(id, { ...server, scopes: [...server.scopes] })).id);
  await createApiKey(id, { name: 'Everything', scopes: [...scopes] });
  const networks = ['203.0.113.0/24', '198.51.100.7/32', '2001:db8::/32'];
  await createApiKey(id, { name: 'Status page', scopes: [], networks });
  const input = {
    url: 'https://93.184.216.34/hooks/catch/1029384/long-enough-to-wrap',
    events: ['message.received' as const],
  };
  await connectIntegration(id, newId(), 'tool_a', input, 'Olivia Owner');
  await addUsage(id);
  const broadcastId = await addBroadcast(id);
  const webhook = await makeWebhook(id, 'https://93.184.216.34/crm/hooks');
  await updateStoredWebhook(id, webhook.id, {
    is_active: false,
    failure_count: 15,
    failing_since: '2026-11-01T09:12:00.000Z',
  });
  await inviteTo(id, 'zoe.with-a-rather-long-address@customer-care.example', 'agent');
  await updateRouting(id, { office_hours: alwaysOpen });
  await updateWebChat(id, webChat);
  const rules = [{ field: 'phone' as const, op: 'starts_with' as const, value: '+1' }];
  const regulars = { name: 'Regulars', kind: 'dynamic' as const, filter: { match: 'all' as const, rules } };
  const { id: segmentId } = await createSegment(id, newId(), regulars);
  return { ...workspace, contactId, segmentId, broadcastId, ...(await furnishWebhooks(id)) };
};

/** The same at any time. Monday has as many spans as a day can have. */
const allDay = [{ from: '00:00', to: '24:00' }];
const alwaysOpen = {
  time_zone: 'Europe/Lisbon',
  week: {
    monday: ['00:00', '09:00', '17:00'].map((from, index) => ({ from, to: ['09:00', '17:00', '24:00'][index] ?? '' })),
    ...{ tuesday: allDay, wednesday: allDay, thursday: allDay, friday: allDay, saturday: allDay, sunday: allDay },
  },
  holidays: [{ date: '2036-12-24', name: 'Christmas Eve', spans: allDay }],
};

/** Its site is there, and the channel is not connected. */
const webChat = {
  color: '#f2c230',
  introduction: 'Ask about sizes, orders and returns.',
  questions: ['Where is my order?', 'Which size fits me?'],
  allowed_sites: ['shop.example', '*.a-rather-long-name-of-a-shop.example'],
};

/** All three channels, the social one with an expired token, and a few templates. */
const connectShop = async (workspaceId: string): Promise<void> => {
  const base_url = inject('simulator').url;
  const digits = String(Number.parseInt(newId().slice(-8), 16))
    .padStart(11, '0')
    .slice(-11);
  const waba_id = `1022${digits}`;
  const access_token = 'local-token';
  const number = { phone_number_id: `1065${digits}`, waba_id };
  await connectMsgapp(workspaceId, { ...number, access_token, base_url, api_version: 'v25.0' });
  const social = { account_id: `178414${digits}`, access_token, base_url, api_version: 'v25.0' };
  await connectSocial(workspaceId, social);
  const { social_account } = await getStoredWorkspace(workspaceId);
  if (social_account) await trackHealth(workspaceId, 'social', social_account)(expiredToken);
  for (const row of templateRows) await putTemplate(workspaceId, toStoredRow(row));
};

const expiredToken = {
  outcome: 'refused',
  code: 190,
  message: 'Error validating access token: Session has expired',
  details: null,
} as const;

/** Returns the contact of the failed message. Waits for the events, which webhooks that are created later would get, too. */
const furnishPlayground = async (workspaceId: string): Promise<string> => {
  const number = await connectNumber(workspaceId);
  const { url, received, stop } = await startReceiver(undefined, () => undefined);
  const webhook = await makeWebhook(workspaceId, url, [...eventNames]);
  // Lists are in the order of creation, and a customer is added in the background.
  const contactId = await addFailedMessage(workspaceId);
  const customer = { channel: 'msgapp', account_id: number.id, from: '+14155550123', name: 'Ana Silva' };
  await callSimulator('POST', '/inbound', { ...customer, text: 'Hi! Is my order on its way?' });
  // Two messages at once may be stored in any order.
  const isStored = async () =>
    (await listConversations(workspaceId, {}, { limit: 10, after: undefined })).items.some(
      (conversation) => conversation.last_message_text === 'Hi! Is my order on its way?',
    );
  await vi.waitUntil(isStored, { timeout: 60_000 });
  await callSimulator('POST', '/inbound', { ...customer, type: 'image', text: 'This is the one' });
  await sendFrom(number);
  await vi.waitUntil(() => received.length === 6, { timeout: 60_000 });
  await deleteWebhook(workspaceId, webhook.id);
  stop();
  const at = new Date().toISOString();
  await putAccountNotice(number.id, 'quality', { event: 'FLAGGED', limit: 'TIER_10K', at });
  return contactId;
};

/** Counts on today alone, so the numbers are the same on every day of a month. */
const addUsage = async (workspaceId: string): Promise<void> => {
  const { month, day } = quotaDayAt(Date.now());
  await updateWorkspace(workspaceId, { messages_per_month: 50 });
  await transact([consumeQuotaPart(workspaceId, { month, day }, null, 42)]);
};

const addBroadcast = async (workspaceId: string): Promise<string> => {
  const { name: template_name } = template;
  const broadcast = {
    ...newQuietBroadcast(workspaceId, { accepted: 1_187, lanes: 1 }),
    name: 'Autumn sale',
    template_name,
  };
  await transact([
    quietBroadcastPart({ ...broadcast, status: 'sending' }),
    audiencePart(broadcast.id, { template, before: broadcast.id, chunks: 1, is_finished: true, lanes_left: 1 }),
    chunkPart(broadcast.id, { index: 0, entries: [{ phone: '+14155550177' }, { phone: '+14155550178' }] }),
    incrementCountersPart(
      broadcast.workspace_id,
      { broadcast_id: broadcast.id, shard: 0 },
      { sent_count: 829, failed_count: 16 },
    ),
  ]);
  const reason = { code: '131026', message: '(#131026) Message undeliverable' };
  await putFailures(broadcast, 0, [{ phone: '+14155550177', reason }]);
  return broadcast.id;
};

const template = { name: 'order_update', language: 'en_US', params: { body: ['you', 'A-17'] } };

const addFailedMessage = async (workspaceId: string): Promise<string> => {
  const at = '2026-11-03T09:12:00.000Z';
  const contact = {
    ...{ name: 'Bo Chen', phone: '+14155550101', company: 'Chen Trading', attributes: { plan: 'gold' } },
    tags: ['vip', 'wholesale', 'newsletter'].map((name) => ({ id: newId(), name, color: '#ef4444' })),
    opted_out_at: at,
    consent_log: [{ at, opted_out: true, by: { kind: 'member' as const, name: 'Olivia Owner' } }],
  };
  const conversation = await findConversation(workspaceId, await makeConversation(workspaceId, { contact }));
  if (!conversation) throw new Error('The conversation is missing.');
  const content = { content_text: 'Your order is on its way.', media_url: null, template_name: null };
  const message = newOutboundMessage(
    { workspaceId, id: newId(), senderType: 'agent' },
    { kind: 'existing_conversation', conversation },
    { content_type: 'text', ...content },
  );
  await transact([newMessagePart(message)]);
  await updateFailedMessage(message, { code: 131026, message: '(#131026) Message undeliverable', details: null });
  return conversation.contact_id;
};

const recordRequests = async (keyId: string): Promise<void> => {
  const call = { method: 'POST', path: '/messages', status: 201, code: null, duration_ms: 412, address: '203.0.113.7' };
  await recordRequest(keyId, newId(), { ...call, request_id: newId() });
  const reason = "The plan's 500 messages for this month (UTC) are used up. Upgrade the plan.";
  const failure = { ...call, status: 402, code: 'plan_limit_reached', reason, duration_ms: 38 };
  await recordRequest(keyId, newId(), { ...failure, request_id: newId() });
};

export interface PageOfDashboard {
  name: string;
  /** The one of its kind of layout whose structure is compared, too. */
  isModel?: true;
  path: (
    workspaceId: string,
    of: Pick<FurnishedWorkspace, 'webhookId' | 'failingId' | 'eventId' | 'contactId' | 'segmentId' | 'broadcastId'>,
  ) => string;
  /** Waits until the data shows. */
  shown: (page: Page) => Promise<void>;
}

const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();

const row = (words: string) => (page: Page) => page.getByRole('row').filter({ hasText: words }).first().waitFor();

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true }).waitFor();

/** Data and dialogs load side by side, so a page is complete only when each part has come. */
const all =
  (...parts: PageOfDashboard['shown'][]) =>
  async (page: Page) => {
    await Promise.all(parts.map((part) => part(page)));
  };

const dialog = (page: Page) => page.getByRole('dialog').waitFor();

const members = all(text('You are the only Owner'), text('customer-care.example'));

/** The rows load their health one by one. */
const healthOfAll = async (page: Page) => {
  await all(text('2 failed, 1 not sent'), text('No response yet'))(page);
  await page.getByText('–', { exact: true }).first().waitFor({ state: 'detached' });
};

/** The choices of the filter come with the members. */
const actors = (page: Page) => page.locator('option', { hasText: 'Olivia Owner' }).waitFor({ state: 'attached' });

const keyChoices = (page: Page) =>
  page.locator('option', { hasText: 'Checkout server' }).waitFor({ state: 'attached' });

const segmentChoices = (page: Page) => page.locator('option', { hasText: 'Regulars' }).waitFor({ state: 'attached' });

/** The pages by area: within one, each page opens from the one before. */
export const dashboardPages: Readonly<Record<string, readonly PageOfDashboard[]>> = {
  contacts: [
    { name: 'contacts', path: (id) => `/w/${id}/contacts`, shown: row('+1 415 555 0101') },
    {
      name: 'add-contact',
      path: (id) => `/w/${id}/contacts?dialog=add`,
      shown: all((page) => page.locator('table', { hasText: 'Ana Silva' }).waitFor(), dialog),
    },
    {
      name: 'contact',
      path: (id, { contactId }) => `/w/${id}/contacts/${contactId}`,
      shown: all(text('No broadcasts yet.'), text('by filter'), text('by Olivia Owner'), text('+1 415 555 0101')),
    },
    {
      name: 'segments',
      path: (id) => `/w/${id}/segments`,
      shown: all(row('Regulars'), (page) => page.getByRole('cell', { name: '2 contacts', exact: true }).waitFor()),
    },
    { name: 'new-segment', path: (id) => `/w/${id}/segments/new`, shown: text('Complete the conditions to count.') },
    {
      name: 'segment',
      path: (id, { segmentId }) => `/w/${id}/segments/${segmentId}`,
      shown: all(row('+1 415 555 0101'), text('No broadcast has been sent to it yet.')),
    },
    { name: 'contact-import', path: (id) => `/w/${id}/contacts/import`, shown: text('Drop a CSV file here') },
  ],
  broadcasts: [
    { name: 'broadcasts', path: (id) => `/w/${id}/broadcasts`, shown: row('Autumn sale') },
    {
      name: 'broadcast',
      path: (id, { broadcastId }) => `/w/${id}/broadcasts/${broadcastId}`,
      shown: all(text('829 sent, 17 failed, 341 to go, of 1,187'), text('check the number'), row('+1 415 555 0178')),
    },
    {
      name: 'new-broadcast',
      path: (id) => `/w/${id}/broadcasts/new`,
      shown: all(text('Choose a template and an audience'), segmentChoices, text('These cannot be sent')),
    },
  ],
  developers: [
    {
      name: 'overview',
      path: overviewPath,
      shown: all(text('42 messages in the last 30 days'), text('Autumn sale'), text('was turned off'), text('84% of')),
    },
    { name: 'api-keys', isModel: true, path: (id) => settingsPath(id, 'api-keys'), shown: text('Checkout server') },
    {
      name: 'create-key',
      path: (id) => `${settingsPath(id, 'api-keys')}?dialog=create`,
      shown: all((page) => page.locator('table', { hasText: 'Checkout server' }).waitFor(), dialog),
    },
    { name: 'messages', path: (id) => `/w/${id}/messages?show=failed`, shown: row('Bo Chen') },
    { name: 'requests', path: (id) => `/w/${id}/requests`, shown: all(row('plan_limit_reached'), keyChoices) },
    {
      name: 'playground',
      path: (id) => `/w/${id}/playground`,
      shown: all(text('Hi! Is my order on its way?'), (page) => page.locator('[data-status="delivered"]').waitFor()),
    },
  ],
  webhooks: [
    { name: 'webhooks', path: (id) => webhooksPath(id), shown: healthOfAll },
    {
      name: 'create-webhook',
      isModel: true,
      path: (id) => webhooksPath(id, '?dialog=create'),
      shown: all(healthOfAll, dialog),
    },
    {
      name: 'webhook',
      path: (id, { webhookId, eventId }) => webhooksPath(id, `/${webhookId}?delivery=${eventId}`),
      shown: all(text('500, 3 attempts'), text('db down'), text('"contact_id"')),
    },
    {
      name: 'webhook-failing',
      path: (id, { failingId }) => webhooksPath(id, `/${failingId}`),
      shown: all(text('2 events can be resent.'), text('500 “db down”'), text('The webhook was off')),
    },
    {
      name: 'recover',
      path: (id, { webhookId }) => webhooksPath(id, `/${webhookId}?dialog=recover&from=2026-01-01T00:00:00Z`),
      shown: all(text('500, 3 attempts'), text('3 events will be sent again.')),
    },
    { name: 'events', path: (id) => `/w/${id}/events`, shown: all(heading('Events'), row('1 delivered, 1 failed')) },
  ],
  channels: [
    { name: 'integrations', path: (id) => settingsPath(id, 'integrations'), shown: text('Nothing delivered yet') },
    { name: 'channels', path: (id) => settingsPath(id, 'channels'), shown: text('Session has expired') },
    { name: 'web-chat', path: webChatPath, shown: all(text('The web chat is off'), text('Tue to Sun')) },
    {
      name: 'connect-msgapp',
      path: (id) => `${settingsPath(id, 'channels')}?connect=msgapp`,
      shown: all(text('Session has expired'), dialog),
    },
    { name: 'templates', path: (id) => settingsPath(id, 'templates'), shown: text('order_update') },
    {
      name: 'template-preview',
      path: (id) => `${settingsPath(id, 'templates')}?preview=order_update.en_US`,
      shown: all(text('Track your order'), text('summer_sale')),
    },
  ],
  workspace: [
    { name: 'teams', path: (id) => `/w/${id}/routing/teams`, shown: row('Olivia Owner') },
    { name: 'routing', path: (id) => `/w/${id}/routing/hours`, shown: text('Open now') },
    { name: 'members', path: (id) => settingsPath(id, 'members'), shown: members },
    { name: 'invite', path: (id) => `${settingsPath(id, 'members')}?dialog=invite`, shown: all(members, dialog) },
    {
      name: 'usage',
      path: (id) => settingsPath(id, 'usage'),
      shown: text('of 50 messages in the plan'),
    },
    { name: 'workspace', path: (id) => settingsPath(id, 'workspace'), shown: text('Germany (DE)') },
    {
      name: 'edit-workspace',
      path: (id) => `${settingsPath(id, 'workspace')}?dialog=edit`,
      shown: all(text('Germany (DE)'), dialog),
    },
    { name: 'audit-log', path: (id) => settingsPath(id, 'audit-log'), shown: all(row('Sign in'), actors) },
  ],
  account: [
    { name: 'sessions', path: () => '/you/sessions', shown: text('This browser') },
    { name: 'workspaces', path: () => '/workspaces', shown: heading('Workspaces') },
    { name: 'not-found', path: (id) => settingsPath(id, 'nothing'), shown: text('Page not found') },
    { name: 'sign-in', path: () => '/sign-in', shown: text('Sign in to Switchboard') },
  ],
};
