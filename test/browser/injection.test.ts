import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../functions/domain/access/api-keys.ts';
import { recordRefusal, recordRequest } from '../../functions/domain/access/record-request.ts';
import { connectMsgapp } from '../../functions/domain/channels/connect.ts';
import { trackHealth } from '../../functions/domain/channels/health.ts';
import { createContact } from '../../functions/domain/contacts/contacts.ts';
import { acceptInvitation } from '../../functions/domain/members/received-invitations.ts';
import { createSegment } from '../../functions/domain/segments/segments.ts';
import { connectIntegration, testConnection } from '../../functions/domain/webhooks/integrations.ts';
import { createWorkspace, getStoredWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../functions/platform/ids.ts';
import { transact } from '../../functions/table/dynamodb/write.ts';
import { putTemplate } from '../../functions/table/templates/templates.ts';
import { newQuietBroadcast, quietBroadcastPart } from '../support/broadcasts/quiet-broadcasts.ts';
import { card, fill, press, question, row, shows, showsExactly } from '../support/browser/controls.ts';
import { journeys } from '../support/browser/open.ts';
import { chunk, payloads } from '../support/browser/payloads.ts';
import {
  follow,
  joinBySignIn,
  openAs,
  overviewPath,
  pageLoaded,
  type SignedInPerson,
  settingsPath,
  signInOverHttp,
} from '../support/browser/people.ts';
import { playgroundOn } from '../support/browser/playground.ts';
import { webhooksPath } from '../support/browser/webhooks.ts';
import { callSimulator, connectNumber } from '../support/channels/simulator.ts';
import { inviteTo } from '../support/dashboard/dashboard.ts';
import { makeUser, newAddress } from '../support/dashboard/members.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { toStoredRow } from '../support/messages/template-rows.ts';
import { startReceiver } from '../support/network/receiver.ts';
import { makeWebhook, updateStoredWebhook } from '../support/webhooks.ts';

const foreign =
  'img[src="x"], iframe, object, embed, base, marquee, math, video, audio, body script, main form[action], main style, ' +
  'main svg[onload], [onerror], [onload], [onfocus], [ontoggle], [href^="javascript:"], [formaction]';

/** Each text stands on the page as text, and none became an element. */
const expectText = async (page: Page, texts: readonly string[]): Promise<void> => {
  const missing = async () => {
    const body = flatten(await page.locator('body').innerText());
    return texts.filter((text) => !body.includes(flatten(text)));
  };
  await expect.poll(missing, { interval: 200, message: page.url() }).toEqual([]);
  const found = `[...document.querySelectorAll(${JSON.stringify(foreign)})].map((element) => element.outerHTML)`;
  expect(await page.evaluate<string[]>(found), page.url()).toEqual([]);
};

const flatten = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** All payloads, in names as long as those of keys may be, and in fewer where nothing but a form has a limit. */
const keyNames = chunk(payloads, 80);
const names = chunk(payloads, 300);
const all = payloads.join(' | ');
const [, hostile = '', third = '', fourth = ''] = payloads;

/** A webhook that failed, and one that was turned off after a delivery with these answers. */
const makeHostileWebhook = async (workspaceId: string) => {
  const paths = payloads.slice(0, 8).map(encodeURIComponent).join('/');
  const failing = await makeWebhook(workspaceId, `https://93.184.216.34/${paths}`);
  await updateStoredWebhook(workspaceId, failing.id, { failure_count: 2 });
  const { id } = await makeWebhook(workspaceId);
  const url = `https://crm.acme.example/?x=${payloads.slice(0, 8).join('&')}`;
  await updateStoredWebhook(workspaceId, id, { url, is_active: false, failure_count: 15, created_by: hostile });
  const atMs = Date.now();
  const attempts = payloads.map((answer, index) => ({ at: new Date(atMs + index).toISOString(), answer }));
  const event = { data: { contact_id: newId(), name: all } };
  return { url, webhookId: id, eventId: await storeDelivery({ workspaceId, id }, { atMs, attempts, event }) };
};

journeys('hostile texts', () => {
  let id: string;
  let owner: SignedInPerson;

  beforeAll(async () => {
    id = (await createWorkspace(hostile, 'DE')).id;
    owner = await joinBySignIn(id, 'owner', hostile);
  });

  it('names of members, of keys and of the workspace are shown as text', async () => {
    const call = { method: 'GET', path: '/me', status: 401, duration_ms: 1 };
    await Promise.all(
      keyNames.map(async (name) => {
        const key = await createApiKey(id, { name, scopes: [], createdBy: name });
        if (name !== keyNames[0]) await revokeApiKey(id, key.id);
        await recordRefusal(key.id, { ...call, code: name.slice(0, 60), request_id: name, address: '203.0.113.7' });
        await recordRequest(key.id, newId(), { ...call, code: name, request_id: name, address: name });
      }),
    );
    for (const name of names) {
      const user = await makeUser(newAddress(), name);
      await inviteTo(id, user.email, 'agent');
      await acceptInvitation(user, id);
    }
    const email = `'+alert+'@${newId()}.example`;
    await inviteTo(id, email, 'agent');
    const page = await openAs(owner, settingsPath(id, 'members'));
    await expectText(page, [...names, email]);
    await press(page, /your account$/);
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await follow(page, settingsPath(id, 'api-keys'));
    await expectText(page, keyNames);
    const [name = ''] = keyNames;
    await page.getByRole('button', { name: `Revoke ${name}`, exact: true }).click();
    await fill(page, 'to confirm', name);
    await press(page, 'Revoke key');
    await shows(page, `${name} is revoked`);
    await follow(page, `/w/${id}/requests`);
    await expectText(page, keyNames);
    await page.getByRole('button', { name: 'Details of GET /me' }).first().click();
    await shows(page, 'Request ID');
    await expectText(page, keyNames);
    await follow(page, `${settingsPath(id, 'workspace')}?dialog=edit`);
    await fill(page, 'Name', third);
    await press(page, 'Save');
    await shows(page, 'The workspace is saved');
    await expectText(page, [third]);
    await follow(page, settingsPath(id, 'audit-log'));
    await row(page, 'Revoke API key').waitFor();
    await expectText(page, [name, hostile, `Name changed from ${hostile} to ${third}`]);
  });

  it('names of workspaces are shown as text in invitations, the chooser, the shell and the title', async () => {
    const email = newAddress();
    const ids = await Promise.all(names.map(async (name) => (await createWorkspace(name, 'DE')).id));
    for (const workspaceId of ids) await inviteTo(workspaceId, email, 'admin');
    const page = await openAs(await signInOverHttp({ email, name: 'Wanda Workspaces' }), '/workspaces');
    await expectText(page, names);
    const [first = ''] = names;
    await page.getByRole('button', { name: `Join ${first}`, exact: true }).click();
    await page.waitForURL(`**${overviewPath(ids[0] ?? '')}`);
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    await expect.poll(() => page.title()).toContain(first);
    await expectText(page, [first]);
  });

  it('broadcasts, events and what receivers answer are shown as text', async () => {
    for (const name of names)
      await transact([quietBroadcastPart({ ...newQuietBroadcast(id, { accepted: 1, lanes: 1 }), name })]);
    const { url, webhookId, eventId } = await makeHostileWebhook(id);
    const page = await openAs(owner, overviewPath(id));
    await expectText(page, names);
    await follow(page, `/w/${id}/broadcasts`);
    await expectText(page, names);

    const receiver = await startReceiver((response) => response.writeHead(200).end(hostile));
    const address = `${receiver.url}&x=${payloads.slice(0, 8).join('&')}`;
    const connection = await connectIntegration(id, newId(), 'tool_a', { url: address, events: ['contact.created'] });
    const { event_id } = await testConnection(id, 'tool_a', connection.id);
    await follow(page, `${settingsPath(id, 'integrations')}?test=${connection.id}.${event_id}`);
    await shows(page.getByRole('list', { name: 'Attempts' }), hostile);
    await expectText(page, [connection.url]);

    await follow(page, webhooksPath(id));
    await expectText(page, [url]);
    await follow(page, webhooksPath(id, `/${webhookId}?delivery=${eventId}`));
    await expectText(page, [url, ...payloads, JSON.stringify(all), `by ${hostile}`, `500 “${payloads.at(-1)}”`]);
    await follow(page, `/w/${id}/events`);
    await expectText(page, ['crm.acme.example']);
    await follow(page, webhooksPath(id, `/${webhookId}?dialog=delete`));
    await question(page).waitFor();
    const query = new URLSearchParams({ status: third, event: third, since: third, from: third, language: third });
    await follow(page, webhooksPath(id, `/${webhookId}?${query}`));
    await expectText(page, [url]);
  });

  it('what the channel, its templates and customers say is shown as text', async () => {
    const place = { base_url: 'https://channel.example', api_version: 'v25.0', access_token: 'token' };
    await connectMsgapp(id, { phone_number_id: newId(), waba_id: newId(), ...place });
    const { msgapp_account } = await getStoredWorkspace(id);
    const refusal = { outcome: 'refused', code: 190, message: all, details: null } as const;
    if (msgapp_account) await trackHealth(id, 'msgapp', msgapp_account)(refusal);
    const components = [
      { type: 'HEADER', format: 'TEXT', text: all },
      { type: 'BODY', text: all },
      { type: 'FOOTER', text: all },
      { type: 'BUTTONS', buttons: payloads.map((text) => ({ type: 'URL', text, url: text })) },
    ];
    await putTemplate(id, toStoredRow({ name: 'hostile', language: 'en_US', status: all, category: all, components }));
    const page = await openAs(owner, settingsPath(id, 'channels'));
    await expectText(page, payloads);
    await follow(page, `${settingsPath(id, 'templates')}?preview=hostile.en_US`);
    await card(page, 'Message as your customer sees it').waitFor();
    await expectText(page, payloads);
    expect(await page.getByRole('main').locator('a:not([href^="/"])').count()).toBe(0);

    const number = await connectNumber(id);
    const inbound = { channel: 'msgapp', account_id: number.id, from: '+14155550123' };
    for (const text of chunk(payloads, 2_000))
      await callSimulator('POST', '/inbound', { ...inbound, name: hostile, text });
    await callSimulator('POST', `/receiver/${id}`, { id: newId(), event: third, data: { text: all } });
    await follow(page, `/w/${id}/playground`);
    const { results, result, run } = playgroundOn(page);
    await press(page, 'Create key');
    // The examples move when the key appears above them.
    await shows(page, 'This page made it');
    await run('List conversations');
    await showsExactly(result, '200');
    await expectText(page, payloads);
    await page.getByRole('tab', { name: 'Events' }).click();
    await results.locator('summary').first().click();
    await expectText(page, [third]);
  });

  it('contacts and segments are shown as text that fits a narrow window', async () => {
    const name = payloads.slice(0, 6).join(' ');
    const attributes = { note: fourth, long: 'x'.repeat(255) };
    const person = { phone: '+14155550109', name, company: hostile, tags: [third], attributes };
    const { contact } = await createContact(id, newId(), person);
    await createContact(id, newId(), { phone: '+14155550108', name: '\u202Eevil\u0645\u062D\u0645\u062F' });
    const rules = [...payloads, '\u202Eevil', 'x'.repeat(300)]
      .slice(-20)
      .map((value) => ({ field: 'name' as const, op: 'is' as const, value }));
    const filter = { match: 'any' as const, rules };
    const segment = await createSegment(id, newId(), { name: hostile, description: third, kind: 'dynamic', filter });
    const page = await openAs(owner, `/w/${id}/contacts`);
    const width = () => page.evaluate<number>('document.documentElement.scrollWidth');
    for (const [path, texts] of [
      ['contacts', [name, hostile, third]],
      [`contacts/${contact.id}`, [name, hostile, third, fourth, 'In no segment.']],
      ['segments', [hostile]],
      [`segments/${segment.id}`, [hostile, third, ...payloads.slice(-5), 'Nobody matches the filter right now.']],
    ] as const) {
      await follow(page, `/w/${id}/${path}`);
      await expectText(page, texts);
      await page.setViewportSize({ width: 320, height: 720 });
      await expect.poll(width, { message: path }).toBe(320);
      await page.setViewportSize({ width: 1280, height: 720 });
    }
  });

  it('no address is run, whatever it contains', async () => {
    const page = await openAs(owner, overviewPath(id));
    for (const payload of payloads.slice(0, 4)) {
      const query = new URLSearchParams({ action: payload, actor: payload, dialog: payload, revoke: payload });
      await follow(page, `${settingsPath(id, 'audit-log')}?${query}#${payload}`);
      await shows(page, 'No matching entries');
      await expectText(page, []);
    }
    // A new sign-in ends this session.
    const link = page.getByRole('link', { name: 'Sign in' });
    for (const target of ['javascript:alert(1)', 'https://evil.example', '//evil.example']) {
      await follow(page, `/sign-in?${new URLSearchParams({ return_to: target, error: target })}`);
      expect(await link.getAttribute('href')).toMatch(/^\/auth\/sign-in(\?|$)/);
    }
    await link.click();
    await page.waitForURL(`**${overviewPath(id)}`);
    await pageLoaded(page);
  });
});
