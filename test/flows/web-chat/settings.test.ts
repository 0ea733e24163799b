import { beforeEach, expect, it, vi } from 'vitest';
import { connectWeb, disconnectChannel } from '../../../functions/domain/channels/connect.ts';
import { createChatSecret, readChatSecrets } from '../../../functions/domain/web-chat/secrets.ts';
import { findSite, getWebChat, noteSeen, updateWebChat } from '../../../functions/domain/web-chat/settings.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { webChatChanges } from '../../../functions/model/web-chat/settings.ts';
import type { Site } from '../../../functions/model/web-chat/site.ts';
import { clock, hourMs } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findWorkspaceIdByAccount } from '../../../functions/table/channels/accounts.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';

let workspaceId: string;

beforeEach(async () => {
  vi.stubEnv('CHAT_URL', 'https://chat.example');
  ({ id: workspaceId } = await createWorkspace('Acme Shoes', 'DE'));
});

const switchOn = async (): Promise<Site> => {
  const { site_id } = await updateWebChat(workspaceId, { is_active: true, allowed_sites: ['shop.example'] });
  const site = await findSite(site_id ?? '');
  if (!site) throw new Error('A site was expected.');
  return site;
};

it('a workspace starts with a web chat that is off, bears its name and has no site', async () => {
  expect(await getWebChat(workspaceId)).toMatchObject({
    is_active: false,
    name: 'Acme Shoes',
    site_id: null,
    chat_url: 'https://chat.example',
    has_secret: false,
  });
});

it('switching it on creates one site and connects the channel, although two do it at once', async () => {
  const [one, other] = await Promise.all([switchOn(), switchOn()]);
  expect(one).toEqual(other);
  expect(one).toMatchObject({ workspaceId, settings: { is_active: true, greeting: 'Hello. How can we help?' } });
  expect(await findWorkspaceIdByAccount('web', one.accountId)).toBe(workspaceId);
});

it('a crash at any call leaves a web chat that a repeat switches on', async () => {
  await crashAtEveryCall({
    prepare: async () => (await createWorkspace('Acme', 'DE')).id,
    run: (id) => updateWebChat(id, { is_active: true }),
    verify: async (id) => {
      const { is_active, site_id } = await getWebChat(id);
      expect(is_active).toBe(true);
      expect(await findSite(site_id ?? '')).toMatchObject({ workspaceId: id });
    },
  });
});

it('a site is unknown while the chat is off or its channel is disconnected, and keeps its id and settings', async () => {
  const site = await switchOn();
  await updateWebChat(workspaceId, { is_active: false, greeting: 'Ahoy' });
  expect(await findSite(site.siteId)).toBeUndefined();
  await updateWebChat(workspaceId, { is_active: true });
  await disconnectChannel(workspaceId, 'web');
  expect(await findSite(site.siteId)).toBeUndefined();
  expect(await getWebChat(workspaceId)).toMatchObject({ is_active: false, site_id: site.siteId });
  const { account_id } = await connectWeb(workspaceId);
  expect(await findSite(site.siteId)).toMatchObject({ accountId: account_id, settings: { greeting: 'Ahoy' } });
});

it('what is switched on keeps the secret with which the server of the website signs', async () => {
  const { account_id } = await connectWeb(workspaceId);
  expect((await switchOn()).accountId).toBe(account_id);
});

it('only allowed websites are remembered as seen, at most once in five minutes', async () => {
  const site = await switchOn();
  const now = vi.spyOn(clock, 'now');
  const start = Date.now();
  const seeAt = async (ms: number, origin: string) => {
    now.mockReturnValue(start + ms);
    await noteSeen((await findSite(site.siteId)) ?? site, origin);
    return (await getWebChat(workspaceId)).seen?.origin ?? null;
  };
  expect(await seeAt(0, 'https://evil.example')).toBeNull();
  expect(await seeAt(0, 'https://shop.example')).toBe('https://shop.example');
  await updateWebChat(workspaceId, { allowed_sites: ['other.example'] });
  expect(await seeAt(299_000, 'https://other.example')).toBe('https://shop.example');
  expect(await seeAt(301_000, 'https://other.example')).toBe('https://other.example');
});

it('a replaced secret is accepted beside the new one for a day, and a repeat of the call returns the same', async () => {
  await switchOn();
  expect(await readChatSecrets(workspaceId)).toEqual([]);
  const [first, id] = [await createChatSecret(workspaceId, newId()), newId()];
  expect(first).toEqual({ secret: expect.stringMatching(/^chatsec_[\w-]{43}$/), previous_secret_expires_at: null });
  const second = await createChatSecret(workspaceId, id);
  expect(await createChatSecret(workspaceId, id)).toEqual(second);
  expect(await readChatSecrets(workspaceId)).toEqual([second.secret, first.secret]);
  expect(await getWebChat(workspaceId)).toMatchObject({ has_secret: true });
  vi.spyOn(clock, 'now').mockReturnValue(Date.now() + 24 * hourMs + 1);
  expect(await readChatSecrets(workspaceId)).toEqual([second.secret]);
});

it('a secret that leaked ends at once', async () => {
  await switchOn();
  await createChatSecret(workspaceId, newId());
  const { secret } = await createChatSecret(workspaceId, newId(), { overlap_hours: 0 });
  expect(await readChatSecrets(workspaceId)).toEqual([secret]);
});

it('without a site there is no secret, and without an address of the chat it cannot be switched on', async () => {
  await expect(createChatSecret(workspaceId, newId())).rejects.toMatchObject({ code: 'conflict' });
  vi.stubEnv('CHAT_URL', '');
  await expect(updateWebChat(workspaceId, { is_active: true })).rejects.toMatchObject({ code: 'conflict' });
});

it.each([
  ['an unknown id', 'site_00000000000000000000'],
  ['the key of another item', 'site_#'],
])('%s is no site', async (_, siteId) => expect(await findSite(siteId)).toBeUndefined());

it.each([
  [{ questions: Array(6).fill('Where is my order?') }],
  [{ questions: ['Why?', ' Why? '] }],
  [{ name: ' ' }],
  [{ greeting: 'x'.repeat(201) }],
  [{ color: 'teal' }],
  [{ allowed_sites: ['https://shop.example'] }],
  [{ allowed_sites: ['*.com'] }],
  [{ allowed_sites: ["shop.example; script-src 'unsafe-inline'"] }],
  [{}],
])('%j is refused', (changes) => expect(webChatChanges.safeParse(changes).success).toBe(false));
