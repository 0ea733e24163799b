import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { createFeed, listFeeds, prolongFeed } from '../../functions/domain/feeds/feeds.ts';
import { consecutiveFailuresMax } from '../../functions/model/deliveries/delivery.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import {
  card,
  dialog,
  gone,
  hasFocus,
  press,
  question,
  row,
  saveSecret,
  shows,
  showsExactly,
} from '../support/browser/controls.ts';
import { pressOn, tabTo } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, makeOwnedWorkspace, type OwnedWorkspace, openAs } from '../support/browser/people.ts';
import { showsSoon } from '../support/browser/read-again.ts';
import { saveLooks } from '../support/browser/screenshots.ts';
import { signaturesOf, webhooksPath } from '../support/browser/webhooks.ts';
import { makeKey } from '../support/client.ts';
import { makeContact } from '../support/contacts.ts';
import { readLog, storeDelivery } from '../support/deliveries.ts';
import { startReceiver } from '../support/network/receiver.ts';
import { makeWebhook, publicUrl, updateStoredWebhook } from '../support/webhooks.ts';

const hourMs = 60 * 60_000;

const dayHeading = /^(Today|Yesterday|[A-Z][a-z]+day, .+)$/;

journeys('the delivery log', () => {
  let acme: OwnedWorkspace;
  let id: string;
  let failedId: string;

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
    ({ id } = await makeWebhook(acme.id, publicUrl, ['contact.created', 'message.received']));
    const webhook = { workspaceId: acme.id, id };
    const now = Date.now();
    failedId = await storeDelivery(webhook, {
      status: 'failed',
      atMs: now - 1_000,
      attempts: [{}, {}, { code: 'timeout' }],
    });
    await storeDelivery(webhook, { status: 'delivered', atMs: now - 2_000, attempts: [{ code: 204, answer: '' }] });
    await storeDelivery(webhook, { status: 'failed', atMs: now - 2_000, event: { name: 'message.received' } });
    await storeDelivery(webhook, { status: 'skipped', atMs: now - 3 * hourMs, attempts: [] });
    await storeDelivery(webhook, { status: 'failed', atMs: now - 40 * hourMs });
  });

  const openLog = async (query = '') => {
    const page = await openAs(acme.owner, webhooksPath(acme.id, `/${id}${query}`));
    const rows = page.getByRole('table').getByRole('row').filter({ hasNotText: dayHeading });
    return { page, rows, hasRows: (count: number) => expect.poll(() => rows.count()).toBe(count) };
  };

  it('filters and the open delivery survive a reload, Back and a narrow window', async () => {
    const { page, rows, hasRows } = await openLog();
    await hasRows(6);
    await page.getByLabel('Status').selectOption('Failed');
    await hasRows(4);
    await page.getByLabel('Time').selectOption('Last 24 hours');
    await hasRows(3);
    await page.getByLabel('Event', { exact: true }).selectOption('contact.created');
    await hasRows(2);
    await rows.getByRole('link').click();
    const panel = page.getByRole('region', { name: 'contact.created' });
    await shows(panel, 'No answer within 5 seconds');
    expect(new URL(page.url()).search).toBe(`?status=failed&event=contact.created&since=24h&delivery=${failedId}`);

    await page.reload();
    await shows(panel, 'No answer within 5 seconds');
    expect(await page.getByLabel('Status').inputValue()).toBe('failed');
    expect(await page.getByLabel('Time').inputValue()).toBe('24h');

    await page.goBack();
    await gone(panel);
    for (const count of [2, 3, 4]) {
      await hasRows(count);
      if (count < 4) await page.goBack();
    }
    await press(page, 'Clear filters');
    await hasRows(6);
    await page.setViewportSize({ width: 390, height: 720 });
    const link = rows.getByRole('link').first();
    await link.click();
    const newest = page.getByRole('region', { name: /contact\.created|message\.received/ });
    await newest.getByText('Payload').first().waitFor();
    expect(await page.getByRole('table').isVisible()).toBe(false);
    await press(newest, 'Close delivery');
    await hasFocus(link);
    await link.press('Enter');
    await newest.getByText('Payload').first().waitFor();
    await page.keyboard.press('Escape');
    await hasFocus(link);
    allowErrors(page.context(), /status of 404/);
    await follow(page, webhooksPath(acme.id, `/${id}?delivery=${newId()}`));
    await shows(page, 'This delivery is no longer in the log.');
  });

  it('an event opens to its webhooks and their deliveries', async () => {
    const second = await makeWebhook(acme.id, 'https://93.184.216.35/other', ['contact.created']);
    const eventId = await storeDelivery(
      { workspaceId: acme.id, id: second.id },
      { status: 'retrying', nextAttemptAt: new Date(Date.now() + hourMs).toISOString(), event: { id: failedId } },
    );
    expect(eventId).toBe(failedId);
    const { page, rows, hasRows } = await openLog();
    await follow(page, `/w/${acme.id}/events`);
    await page.getByLabel('Webhook', { exact: true }).selectOption('93.184.216.35/other');
    await hasRows(2);
    await rows.getByText('Retrying').first().waitFor();
    await page.goBack();
    await page.getByLabel('Status', { exact: true }).selectOption('Retrying');
    const event = rows.filter({ hasText: '1 retrying, 1 failed' });
    await shows(event, 'Ana');
    await pressOn(page, event.getByRole('button', { name: /^Deliveries of contact\.created/ }));
    const deliveries = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
    await shows(deliveries.filter({ hasText: '93.184.216.35/other' }), 'Retrying');
    await checkAccessibility(page);
    await pressOn(page, deliveries.filter({ hasText: 'Failed' }).getByRole('link'));
    await page.waitForURL(`**${webhooksPath(acme.id, `/${id}?delivery=${failedId}`)}`);
    await shows(page.getByRole('region', { name: 'contact.created' }), 'No answer within 5 seconds');
  });

  it('an Admin creates a feed, sees when each was last read, and deletes one', async () => {
    const page = await openAs(acme.owner, `/w/${acme.id}/events`);
    const feeds = card(page, 'Feeds');
    await shows(feeds, /^No feeds\. A feed is a list of events/);
    await pressOn(page, feeds.getByRole('button', { name: 'Create feed' }));
    await dialog(page).getByLabel('Name (optional)').fill('CRM mirror');
    await dialog(page).getByText('contact.created').click();
    await dialog(page).getByText('message.received').click();
    await saveLooks(page, 'create-feed');
    await press(dialog(page), 'Create feed');
    await shows(dialog(page), 'How to read the feed');
    const [unread] = (await listFeeds(acme.id)).items;
    if (!unread) throw new Error('The feed is missing.');
    expect(unread.events).toEqual(['contact.created']);
    await shows(dialog(page), `/feeds/${unread.id}/events?wait=20`);
    await checkAccessibility(page);
    await press(dialog(page), 'Done');
    const followed = await createFeed(acme.id, newId(), { events: ['message.received', 'message.sent'] });
    await prolongFeed(acme.id, followed);
    await page.reload();
    await shows(row(feeds, unread.id), 'CRM mirror', /^Created /, 'contact.created', 'Never');
    await shows(row(feeds, followed.id), 'message.received', 'message.sent', 'In the last hour');
    await press(row(feeds, followed.id), /^How to read the feed created/);
    await shows(dialog(page), `/feeds/${followed.id}/events?wait=20`);
    await press(dialog(page), 'Done');
    await feeds.getByRole('link', { name: 'About feeds' }).waitFor();
    await checkAccessibility(page);
    await saveLooks(page, 'events-feeds');
    await pressOn(
      page,
      feeds.getByRole('button', { name: /^Delete the feed “CRM mirror” of contact\.created, created/ }),
    );
    await shows(question(page), /^The feed “CRM mirror” .* A program that reads it gets a 404/);
    await press(question(page), 'Delete');
    await gone(row(feeds, unread.id));
    await shows(row(feeds, followed.id), 'message.sent');
  });

  it('the code that verifies a signature is the tested file in each language', async () => {
    const { page } = await openLog();
    await page.getByRole('tab', { name: 'Verify signatures' }).click();
    await tabTo(page, page.getByRole('tab', { name: 'Node' }));
    for (const extension of ['mjs', 'py', 'php', 'go', 'rb']) {
      const block = page.getByRole('figure', { name: `verify.${extension}` });
      await block.waitFor();
      const source = readFileSync(`examples/verify-signature/verify.${extension}`, 'utf8');
      expect((await block.locator('code').textContent()) ?? '').toBe(source);
      await page.keyboard.press('ArrowRight');
    }
    await page.getByRole('tab', { name: 'Node', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.waitForURL(/[?&]language=python/);
  });
});

/** Turned off by failures, with three events that its receiver lacks. */
const makeFailedWebhook = async (workspaceId: string) => {
  const receiver = await startReceiver();
  const { id } = await makeWebhook(workspaceId, receiver.url);
  const webhook = { workspaceId, id };
  const attempts = [{ code: 400, answer: 'db down' }];
  const nextAttemptAt = new Date(Date.now() + hourMs).toISOString();
  await storeDelivery(webhook, { status: 'retrying', atMs: Date.now() - hourMs, attempts, nextAttemptAt });
  const missed = [
    await storeDelivery(webhook, { status: 'failed', attempts }),
    await storeDelivery(webhook, { status: 'failed', attempts }),
    await storeDelivery(webhook, { status: 'skipped', attempts: [] }),
  ];
  const failing_since = new Date(Date.now() - hourMs).toISOString();
  await updateStoredWebhook(workspaceId, id, {
    is_active: false,
    failure_count: consecutiveFailuresMax,
    failing_since,
  });
  return { id, missed: missed.sort(), received: () => receiver.received.map(({ event }) => event.id).sort() };
};

journeys('recovery', () => {
  it('a webhook that failures turned off gets every event that it missed once it is on', async () => {
    const { id: workspaceId, owner } = await makeOwnedWorkspace();
    const { id, missed, received } = await makeFailedWebhook(workspaceId);
    const page = await openAs(owner, webhooksPath(workspaceId, `/${id}`));
    await shows(page, 'Turned off after 15 failed events in a row', /The last response was 400 “db down”/);
    await shows(page, '3 events can be resent. 1 more waits for a retry.');
    await saveLooks(page, 'webhook-off');
    await page.getByRole('link', { name: 'Show failed events' }).click();
    await expect.poll(() => row(page, 'Failed').count()).toBe(2);
    await expect.poll(() => row(page, 'Not sent').count()).toBe(0);

    await press(page, 'Turn on and resend 3 events');
    await shows(dialog(page), '3 events will be sent again.');
    await checkAccessibility(page);
    const since = dialog(page).getByLabel('Since');
    await since.fill('2030-01-01T00:00');
    await shows(dialog(page), 'Enter a time in the past.');
    await since.fill(new Date(Date.now() - 10 * 60_000).toISOString().slice(0, 16));
    await press(dialog(page), 'Resend 3 events');
    await shows(page, '3 events are on their way');
    await showsExactly(page, '3 delivered');
    await expect.poll(received).toEqual(missed);
    const statuses = async () => (await readLog(workspaceId, id, { limit: 50 })).map(({ status }) => status);
    await expect.poll(statuses).toEqual(['delivered', 'delivered', 'delivered', 'retrying']);
    await press(page, 'Clear filters');
    await showsSoon(row(page, 'Delivered').nth(2));
    await press(page, 'Resend missed events');
    await shows(dialog(page), 'No event was missed since then.');
    expect(await dialog(page).getByRole('button', { name: 'Resend' }).isDisabled()).toBe(true);
  });

  it('one event is sent to a webhook again from its panel', async () => {
    const { id: workspaceId, owner } = await makeOwnedWorkspace();
    const { url, received } = await startReceiver((response, count) =>
      count === 1 ? response.writeHead(410).end('gone for now') : response.writeHead(202).end('back again'),
    );
    const { id } = await makeWebhook(workspaceId, url);
    await makeContact(await makeKey(workspaceId));
    const page = await openAs(owner, webhooksPath(workspaceId, `/${id}`));
    const failed = row(page, 'Failed').getByRole('link');
    await showsSoon(failed);
    await failed.click();
    const panel = page.getByRole('region', { name: 'contact.created' });
    await shows(panel, 'gone for now', 'we stopped trying');
    await press(panel, 'Resend contact.created');
    await showsSoon(panel.getByText('back again'));
    await shows(panel, 'The webhook accepted the event.');
    const [first] = received;
    expect(received.map(({ event }) => event.id)).toEqual([first?.event.id, first?.event.id]);
    await showsSoon(row(page, 'Delivered'));
    await shows(panel.getByRole('list', { name: 'Earlier attempts' }), 'gone for now');

    await press(page, 'Send test event');
    await shows(panel, 'Test contact');
    await showsSoon(panel.getByText('back again'));
    expect(received[2]?.event).toMatchObject({ event: 'contact.created', data: { test: true } });
  });

  it('the new and the previous secret verify a delivery during their overlap', async () => {
    const { id: workspaceId, owner } = await makeOwnedWorkspace();
    const key = await makeKey(workspaceId);
    const { url, received } = await startReceiver();
    const { id, secret: previous } = await makeWebhook(workspaceId, url);
    const page = await openAs(owner, webhooksPath(workspaceId, `/${id}`));
    const rotate = async (overlap: string): Promise<string> => {
      await press(page, 'Rotate secret');
      await dialog(page).getByText(overlap, { exact: true }).click();
      await checkAccessibility(page);
      await press(dialog(page), 'Rotate secret');
      return saveSecret(page, 'Signing secret');
    };
    const deliver = async () => {
      const before = received.length;
      await makeContact(key);
      await expect.poll(() => received.length).toBe(before + 1);
      return (secret: string) => received.slice(before).flatMap((request) => signaturesOf(request, secret));
    };
    const secret = await rotate('1 hour');
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(previous);
    await shows(page, /Until .* every delivery is signed with the new and the previous secret/);
    expect([secret, previous].map(await deliver())).toEqual([[1], [1]]);
    const newest = await rotate('Not at all');
    await expect.poll(() => page.getByText(/every delivery is signed with/).count()).toBe(0);
    expect([newest, secret, previous].map(await deliver())).toEqual([[1], [0], [0]]);
  });
});
