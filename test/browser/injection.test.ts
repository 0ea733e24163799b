import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../functions/domain/access/api-keys.ts';
import { recordRefusal, recordRequest } from '../../functions/domain/access/record-request.ts';
import { connectMsgapp } from '../../functions/domain/channels/connect.ts';
import { trackHealth } from '../../functions/domain/channels/health.ts';
import { acceptInvitation } from '../../functions/domain/members/received-invitations.ts';
import { connectIntegration, testConnection } from '../../functions/domain/webhooks/integrations.ts';
import { createWorkspace, getStoredWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../functions/platform/ids.ts';
import { transact } from '../../functions/table/dynamodb/write.ts';
import { putTemplate } from '../../functions/table/templates/templates.ts';
import { newQuietBroadcast, quietBroadcastPart } from '../support/broadcasts/quiet-broadcasts.ts';
import { journeys, openBrowser } from '../support/browser/open.ts';
import { payloads } from '../support/browser/payloads.ts';
import {
  follow,
  joinAs,
  makeOwnedWorkspace,
  type OwnedWorkspace,
  openAs,
  overviewPath,
  pageLoaded,
  settingsPath,
  signIn,
} from '../support/browser/people.ts';
import { webhooksPath } from '../support/browser/webhooks.ts';
import { inviteTo } from '../support/dashboard/dashboard.ts';
import { makeUser, newAddress } from '../support/dashboard/members.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { toStoredRow } from '../support/messages/template-rows.ts';
import { startReceiver } from '../support/network/receiver.ts';
import { makeWebhook, updateStoredWebhook } from '../support/webhooks.ts';

const foreign =
  'img[src="x"], iframe, object, embed, base, marquee, math, video, audio, body script, main form[action], main style, ' +
  'main svg[onload], [onerror], [onload], [onfocus], [ontoggle], [href^="javascript:"], [formaction]';

/** Each payload stands on the page as text, and none became an element. */
const expectText = async (page: Page, texts: readonly string[]): Promise<void> => {
  const missing = async () => {
    const body = flatten(await page.locator('body').innerText());
    return texts.filter((text) => !body.includes(flatten(text)));
  };
  await expect.poll(missing, { interval: 200 }).toEqual([]);
  const found = `[...document.querySelectorAll(${JSON.stringify(foreign)})].map((element) => element.outerHTML)`;
  expect(await page.evaluate<string[]>(found)).toEqual([]);
};

const flatten = (text: string): string => text.replaceAll(/\s+/g, ' ');

journeys('hostile texts', () => {
  let acme: OwnedWorkspace;

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
  });

  it('names of API keys are shown as text in the list, the dialog, the toast and the audit log', async () => {
    await Promise.all(payloads.map((name) => createApiKey(acme.id, { name, scopes: [], createdBy: name })));
    const page = await openAs(acme.owner, settingsPath(acme.id, 'api-keys'));
    await expectText(page, payloads);
    const [, name = ''] = payloads;
    await page.getByRole('button', { name: `Revoke ${name}`, exact: true }).click();
    await page.getByRole('textbox', { name: 'to confirm' }).fill(name);
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText(`${name} is revoked`).waitFor();
    await follow(page, settingsPath(acme.id, 'audit-log'));
    await page.getByRole('row').filter({ hasText: 'Revoke API key' }).waitFor();
    await expectText(page, [name]);
  });

  it('names of API keys are shown as text in the requests and in the warning about a refused key', async () => {
    const { id } = await createWorkspace('Requests', 'DE');
    const call = {
      method: 'GET',
      path: '/me',
      status: 401,
      code: 'unauthorized',
      duration_ms: 1,
      address: '203.0.113.7',
    };
    const record = async (name: string) => {
      const key = await createApiKey(id, { name, scopes: [] });
      await revokeApiKey(id, key.id);
      await recordRefusal(key.id, { ...call, code: name.slice(0, 60), request_id: name });
      await recordRequest(key.id, newId(), { ...call, code: name, request_id: name, address: name });
    };
    await Promise.all(payloads.map(record));
    const page = await openAs(await joinAs(id, 'owner', 'Olivia Owner'), `/w/${id}/requests`);
    await page.getByRole('row').nth(payloads.length).waitFor();
    await expectText(page, payloads);
    await page.getByRole('button', { name: 'Details of GET /me' }).first().click();
    await page.getByText('Request ID').waitFor();
    await expectText(page, payloads);
  });

  it('names of members are shown as text, also the own name that the issuer sent', async () => {
    const { id } = await createWorkspace('Names', 'DE');
    for (const name of payloads) {
      const user = await makeUser(newAddress(), name);
      await inviteTo(id, user.email, 'agent');
      await acceptInvitation(user, id);
    }
    const [, own = ''] = payloads;
    const page = await openAs(await joinAs(id, 'owner', own), settingsPath(id, 'members'));
    await page.getByRole('row').nth(payloads.length).waitFor();
    await expectText(page, payloads);
    await page.getByRole('button', { name: /your account$/ }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await follow(page, settingsPath(id, 'audit-log'));
    await page.getByRole('row').filter({ hasText: 'Sign in' }).first().waitFor();
    await expectText(page, [own]);
  });

  it('names of workspaces are shown as text in invitations, the chooser, the shell and the title', async () => {
    const email = newAddress();
    const ids: string[] = [];
    for (const name of payloads) {
      const { id } = await createWorkspace(name, 'DE');
      await inviteTo(id, email, 'admin');
      ids.push(id);
    }
    const page = await (await openBrowser()).newPage();
    await signIn(page, { email, name: 'Wanda Workspaces' });
    await page
      .getByRole('button', { name: /^Join / })
      .nth(payloads.length - 1)
      .waitFor();
    await expectText(page, payloads);
    const [, second = ''] = payloads;
    await page.getByRole('button', { name: `Join ${second}`, exact: true }).click();
    await page.waitForURL(`**${overviewPath(ids[1] ?? '')}`);
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    await expect.poll(() => page.title()).toContain(second);
    await expectText(page, [second]);
  });

  it('addresses of webhooks, answers of receivers and invited addresses are shown as text', async () => {
    const { id, owner } = await makeOwnedWorkspace('Webhooks');
    const answers = chunk(payloads, 100);
    const receiver = await startReceiver((response, count) => response.writeHead(200).end(answers[count - 1] ?? ''));
    const url = `${receiver.url}&x=${payloads.slice(0, 8).join('&')}`;
    const connection = await connectIntegration(id, newId(), 'tool_a', { url, events: ['contact.created'] });
    const page = await openAs(owner, settingsPath(id, 'integrations'));
    await expectText(page, [connection.url]);
    const tests = await Promise.all(answers.map(() => testConnection(id, 'tool_a', connection.id)));
    const shown: string[] = [];
    for (const { event_id } of tests) {
      const path = `${settingsPath(id, 'integrations')}?test=${connection.id}.${event_id}`;
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
      const attempt = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
      await expect.poll(async () => shown.includes(await attempt.innerText())).toBe(false);
      shown.push(await attempt.innerText());
      await expectText(page, []);
    }
    const all = flatten(shown.join(' '));
    expect(answers.filter((answer) => !all.includes(flatten(answer)))).toEqual([]);
    const email = `'+alert+'@${newId()}.example`;
    await inviteTo(id, email, 'agent');
    await follow(page, settingsPath(id, 'members'));
    await expectText(page, [email]);
  });

  it("the channel's words and every part of a template are shown as text", async () => {
    const { id, owner } = await makeOwnedWorkspace('Channels');
    const all = payloads.join(' | ');
    const place = { base_url: 'https://channel.example', api_version: 'v25.0', access_token: 'token' };
    await connectMsgapp(id, { phone_number_id: newId(), waba_id: newId(), ...place });
    const { msgapp_account } = await getStoredWorkspace(id);
    const refusal = { outcome: 'refused', code: 190, message: all, details: null } as const;
    if (msgapp_account) await trackHealth(id, 'msgapp', msgapp_account)(refusal);
    const page = await openAs(owner, settingsPath(id, 'channels'));
    await expectText(page, payloads);
    const components = [
      { type: 'HEADER', format: 'TEXT', text: all },
      { type: 'BODY', text: all },
      { type: 'FOOTER', text: all },
      { type: 'BUTTONS', buttons: payloads.map((text) => ({ type: 'URL', text, url: text })) },
    ];
    const row = { name: 'hostile', language: 'en_US', status: all, category: all, components };
    await putTemplate(id, toStoredRow(row));
    await follow(page, `${settingsPath(id, 'templates')}?preview=hostile.en_US`);
    await page.getByRole('region', { name: 'Message as your customer sees it' }).waitFor();
    await expectText(page, payloads);
    expect(await page.getByRole('main').locator('a:not([href^="/"])').count()).toBe(0);
  });

  it('names of broadcasts, of the workspace and paths of webhooks are shown as text on the overview, their list and the settings', async () => {
    const [, name = ''] = payloads;
    const { id, owner } = await makeOwnedWorkspace(name);
    await Promise.all(
      payloads
        .slice(0, 20)
        .map((text) =>
          transact([quietBroadcastPart({ ...newQuietBroadcast(id, { accepted: 1, lanes: 1 }), name: text })]),
        ),
    );
    const url = `https://93.184.216.34/${payloads.slice(0, 8).map(encodeURIComponent).join('/')}`;
    const webhook = await makeWebhook(id, url);
    await updateStoredWebhook(id, webhook.id, { failure_count: 2 });
    const page = await openAs(owner, overviewPath(id));
    await expectText(page, [...payloads.slice(0, 20), name]);
    await follow(page, `/w/${id}/broadcasts`);
    await expectText(page, payloads.slice(0, 20));
    await follow(page, `${settingsPath(id, 'workspace')}?dialog=edit`);
    await page.getByRole('textbox', { name: 'Name' }).fill(payloads[4] ?? '');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The workspace is saved').waitFor();
    await expectText(page, [payloads[4] ?? '']);
    await follow(page, settingsPath(id, 'audit-log'));
    await page.getByRole('row').filter({ hasText: 'Change workspace' }).waitFor();
    await expectText(page, [`Name changed from ${name} to ${payloads[4]}`]);
  });

  it('addresses, responses and payloads are shown as text on the pages about webhooks and events', async () => {
    const { id, owner } = await makeOwnedWorkspace('Deliveries');
    const webhook = await makeWebhook(id);
    const [, hostile = ''] = payloads;
    const url = `https://crm.acme.example/?x=${payloads.slice(0, 8).join('&')}`;
    await updateStoredWebhook(id, webhook.id, { url, is_active: false, failure_count: 15, created_by: hostile });
    const atMs = Date.now();
    const name = payloads.join(' ');
    const eventId = await storeDelivery(
      { workspaceId: id, id: webhook.id },
      {
        atMs,
        attempts: payloads.map((answer, index) => ({ at: new Date(atMs + index).toISOString(), answer })),
        event: { data: { contact_id: newId(), name } },
      },
    );
    const page = await openAs(owner, webhooksPath(id));
    await expectText(page, [url]);
    await follow(page, webhooksPath(id, `/${webhook.id}?delivery=${eventId}`));
    await expectText(page, [url, ...payloads, JSON.stringify(name), `by ${hostile}`, `500 “${payloads.at(-1)}”`]);
    await follow(page, `/w/${id}/events`);
    await expectText(page, ['crm.acme.example']);
    await follow(page, webhooksPath(id, `/${webhook.id}?dialog=delete`));
    await page.getByRole('alertdialog').waitFor();
    for (const payload of payloads.slice(0, 4)) {
      const query = new URLSearchParams({
        status: payload,
        event: payload,
        since: payload,
        from: payload,
        language: payload,
      });
      await follow(page, webhooksPath(id, `/${webhook.id}?${query}`));
      await expectText(page, [url]);
    }
  });

  it('texts in the address of a page are never run', async () => {
    const pathWith = (payload: string) => {
      const query = new URLSearchParams({ action: payload, actor: payload, dialog: payload, revoke: payload });
      return `${settingsPath(acme.id, 'audit-log')}?${query}#${payload}`;
    };
    const [first = '', ...others] = payloads.slice(0, 4).map(pathWith);
    const page = await openAs(acme.owner, first);
    await page.getByText('No matching entries').waitFor();
    await expectText(page, []);
    for (const path of others) {
      await follow(page, path);
      await page.getByText('No matching entries').waitFor();
      await expectText(page, []);
    }
    const link = page.getByRole('link', { name: 'Sign in' });
    for (const target of ['javascript:alert(1)', 'https://evil.example', '//evil.example']) {
      await follow(page, `/sign-in?${new URLSearchParams({ return_to: target, error: target })}`);
      expect(await link.getAttribute('href')).toMatch(/^\/auth\/sign-in(\?|$)/);
    }
    await link.click();
    await page.waitForURL(`**${overviewPath(acme.id)}`);
    await pageLoaded(page);
  });
});

/** As few texts of at most this length as the parts need. */
const chunk = (parts: readonly string[], charactersMax: number): string[] => {
  const chunks: string[] = [];
  for (const part of parts) {
    const joined = `${chunks.at(-1)} ${part}`;
    if (chunks.length > 0 && joined.length <= charactersMax) chunks[chunks.length - 1] = joined;
    else chunks.push(part);
  }
  return chunks;
};
