import { beforeAll, expect, it } from 'vitest';
import { connectIntegration } from '../../functions/domain/webhooks/integrations.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import {
  chooseFrom,
  dialog,
  fill,
  gone,
  hasFocus,
  press,
  question,
  row,
  shows,
  showsExactly,
  textbox,
} from '../support/browser/controls.ts';
import { pressOn, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, makeOwnedWorkspace, type OwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { showsSoon } from '../support/browser/read-again.ts';
import { signaturesOf, webhooksPath } from '../support/browser/webhooks.ts';
import { makeKey } from '../support/client.ts';
import { makeContact } from '../support/contacts.ts';
import { startReceiver } from '../support/network/receiver.ts';
import { getWebhook, listWebhooks, makeWebhook, publicUrl } from '../support/webhooks.ts';

/** All of a row opens it, where nothing is written, too. */
const edge = { x: 4, y: 4 };

journeys('webhooks', () => {
  let acme: OwnedWorkspace;
  let key: string;

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
    key = await makeKey(acme.id);
  });

  it('a webhook that was created with the keyboard alone gets a signed event', async () => {
    const receiver = await startReceiver((response) => response.writeHead(200).end('thank you'));
    const { id, owner } = await makeOwnedWorkspace();
    const page = await openAs(owner, `/w/${id}/events`);
    await shows(page, 'No events yet');
    await follow(page, webhooksPath(id));
    await shows(page, 'No webhooks yet');
    await pressOn(page, page.getByRole('button', { name: 'Create webhook' }).first());
    await pressOn(page, dialog(page).getByRole('button', { name: 'Create webhook' }));
    await shows(page, 'Enter the address that will receive the events.');
    await typeInto(page, textbox(page, 'Address'), receiver.url);
    await pressOn(page, page.getByRole('checkbox', { name: /contact\.created/ }), 'Space');
    await checkAccessibility(page);
    await pressOn(page, dialog(page).getByRole('button', { name: 'Create webhook' }));

    const field = textbox(page, 'Signing secret');
    await tabTo(page, field);
    const secret = await field.inputValue();
    expect(secret).toMatch(/^whsec_/);
    await checkAccessibility(page);
    await pressOn(page, page.getByRole('checkbox', { name: 'I have saved it' }), 'Space');
    await pressOn(page, page.getByRole('button', { name: 'Open webhook' }));

    await page.getByRole('heading', { level: 1, name: receiver.url }).waitFor();
    await shows(page, 'No deliveries yet');
    await makeContact(await makeKey(id), { name: 'Ana' });
    const delivery = row(page, 'contact.created');
    await showsSoon(delivery.getByText('Delivered'));
    await shows(delivery, /^200 in \d+ ms$/);
    await pressOn(page, delivery.getByRole('link'));
    const panel = page.getByRole('region', { name: 'contact.created' });
    await shows(panel, 'The webhook accepted the event.', 'thank you', '"name"');
    expect(receiver.received.map((request) => signaturesOf(request, secret))).toEqual([1]);
    await pressOn(page, panel.getByRole('button', { name: 'Close delivery' }));
    await hasFocus(delivery.getByRole('link'));
  });

  it('a webhook is edited, turned off and on and deleted', async () => {
    const { id } = await makeWebhook(acme.id, `${publicUrl}/edited`);
    const page = await openAs(acme.owner, webhooksPath(acme.id));
    await chooseFrom(page, 'Actions for 93.184.216.34/hook/edited', 'Edit');
    await fill(dialog(page), 'Address', `${publicUrl}/changed`);
    await dialog(page).getByText('message.received').click();
    await checkAccessibility(page);
    await press(dialog(page), 'Save');
    const changed = row(page, `${publicUrl}/changed`);
    await shows(changed, 'message.received');
    expect((await getWebhook(key, id)).events).toEqual(['message.received', 'contact.created']);

    await chooseFrom(page, 'Actions for 93.184.216.34/hook/changed', 'Turn off');
    await press(question(page), 'Turn off');
    await shows(changed, 'Turned off by hand');
    expect((await getWebhook(key, id)).is_active).toBe(false);
    await chooseFrom(page, 'Actions for 93.184.216.34/hook/changed', 'Turn on');
    await showsExactly(changed, 'On');
    await changed.click({ position: edge });
    await page.getByRole('heading', { level: 1, name: `${publicUrl}/changed` }).waitFor();

    await press(page, 'Delete');
    const remove = page.getByRole('button', { name: 'Delete webhook' });
    expect(await remove.isDisabled()).toBe(true);
    await fill(page, 'to confirm', 'changed');
    await showsExactly(question(page), `${publicUrl}/changed`);
    await checkAccessibility(page);
    // A read of this page may still be under way.
    allowErrors(page.context(), /status of 40[04]/);
    await remove.click();
    await shows(page, 'The webhook at 93.184.216.34/hook/changed is deleted');
    await page.waitForURL(`**${webhooksPath(acme.id)}`);
    await gone(changed);
    expect((await listWebhooks(key)).map((webhook) => webhook.id)).not.toContain(id);
  });

  it('an address that the service does not send to is refused with the reason', async () => {
    const page = await openAs(acme.owner, webhooksPath(acme.id, '?dialog=create'));
    allowErrors(page.context(), /status of 400/);
    await fill(dialog(page), 'Address', 'ftp://crm.example/hook');
    await press(dialog(page), 'Create webhook');
    await shows(dialog(page), 'Enter a full address that starts with https://.');
    await fill(dialog(page), 'Address', 'https://user:password@93.184.216.34/hook');
    await press(dialog(page), 'Create webhook');
    await shows(dialog(page), 'Must not contain a user name or password; verify the signature');
    const faulty = dialog(page).locator('input:focus[aria-invalid="true"]');
    await expect.poll(() => faulty.inputValue()).toContain('user:password');
    expect(await dialog(page).getByRole('alert').count()).toBe(0);
    await press(dialog(page), 'Cancel');
    await gone(dialog(page));
  });

  it('the pages of a webhook and of its tool lead to each other', async () => {
    const input = { url: `${publicUrl}/tool`, events: ['contact.created' as const] };
    const { url } = await connectIntegration(acme.id, newId(), 'tool_b', input, 'Olivia Owner');
    const page = await openAs(acme.owner, webhooksPath(acme.id));
    await row(page, url).getByRole('link', { name: 'Tool B connection' }).waitFor();
    await row(page, url).getByRole('link', { name: url }).click();
    await page.getByRole('heading', { level: 1, name: url }).waitFor();
    await page.getByRole('button', { name: 'Rotate secret' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Tool B connection' }).click();
    await page.waitForURL(`**${settingsPath(acme.id, 'integrations')}`);
    await page.getByRole('link', { name: `Delivery log of ${url}` }).click();
    await page.getByRole('heading', { level: 1, name: url }).waitFor();
    allowErrors(page.context(), /status of 40[04]/);
    for (const missing of [newId(), 'nonsense']) {
      await follow(page, webhooksPath(acme.id, `/${missing}`));
      await shows(page, 'This webhook does not exist');
      await page.getByRole('link', { name: 'All webhooks' }).click();
      await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    }
  });
});
