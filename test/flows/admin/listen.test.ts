import { expect, it } from 'vitest';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import type { Feed } from '../../../functions/model/feeds/feed.ts';
import { verifyWebhook } from '../../../sdk/src/verify-webhook.ts';
import { makeLocalDir, runAdmin, serviceRuntime } from '../../support/admin.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import { startReceiver } from '../../support/network/receiver.ts';

const startListening = (workspaceId: string, ...options: string[]) => {
  const ending = new AbortController();
  const env = { LOCAL_DIR: makeLocalDir(serviceRuntime()) };
  const argv = ['listen', '--workspace', workspaceId, ...options];
  const ended = runAdmin(argv, { env, signal: ending.signal });
  const end = () => {
    ending.abort();
    return ended;
  };
  return { end, ended };
};

const readFeeds = async (key: string): Promise<Feed[]> =>
  (await call<{ data: Feed[] }>('GET', '/feeds', { key })).json.data;

it('an operator listens with signed deliveries, goes on where it stopped, and leaves an entry in the audit log', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const { url, received } = await startReceiver();
  const first = startListening(workspaceId, '--events', 'contact.created', '--forward-to', url, '--keep');
  await expect.poll(() => readFeeds(key)).toHaveLength(1);
  const { id: contactId } = await makeContact(key);
  await expect.poll(() => received.length).toBe(1);
  const { stdout } = await first.end();
  expect(stdout).toMatch(/contact\.created [0-9a-f-]{36}\n.*\n {2}→ 204 in \d+ ms\n/);
  const [, secret = '', resume = ''] = /secret (whsec_\S+)[\s\S]*To go on: .* (--feed .*)/.exec(stdout) ?? [];
  const [{ body = '', headers = {} } = {}] = received;
  expect(await verifyWebhook(body, headers, secret)).toMatchObject({ data: { contact_id: contactId } });

  const second = startListening(workspaceId, ...resume.split(' '));
  const { id: otherId } = await makeContact(key);
  await expect.poll(() => received.map(({ event }) => event.data['contact_id'])).toEqual([contactId, otherId]);
  const [feed] = await readFeeds(key);
  await call('DELETE', `/feeds/${feed?.id}`, { key });
  expect(await second.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('The feed has ended.') });

  const third = startListening(workspaceId);
  await expect.poll(() => readFeeds(key)).toHaveLength(1);
  expect((await third.end()).stdout).toContain('deleted the feed');
  expect(await readFeeds(key)).toEqual([]);
  const { items } = await listAuditEntries(workspaceId, {}, { limit: 3, after: undefined });
  expect(items.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    'feed.followed done',
    'feed.followed refused',
    'feed.followed done',
  ]);
});
