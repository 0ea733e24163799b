import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { connectIntegration } from '../../functions/domain/webhooks/integrations.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { pressOn, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, makeOwnedWorkspace, type OwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { showsSoon } from '../support/browser/read-again.ts';
import { signaturesOf, webhooksPath } from '../support/browser/webhooks.ts';
import { makeKey } from '../support/client.ts';
import { makeContact } from '../support/contacts.ts';
import { startReceiver } from '../support/network/receiver.ts';
import { getWebhook, listWebhooks, makeWebhook, publicUrl } from '../support/webhooks.ts';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

journeys('webhooks', () => {
  let acme: OwnedWorkspace;
  let key: string;

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
    key = await makeKey(acme.id);
  });

  it('a webhook is created with the keyboard alone, gets a signed event, and its log shows the response', async () => {
    const receiver = await startReceiver((response) => response.writeHead(200).end('thank you'));
    const page = await openAs(acme.owner, `/w/${acme.id}/events`);
    await page.getByText('No events yet').waitFor();
    await follow(page, webhooksPath(acme.id));
    await page.getByText('No webhooks yet').waitFor();
    await pressOn(page, page.getByRole('button', { name: 'Create webhook' }).first());
    await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }));
    await page.getByText('Enter the address that will receive the events.').waitFor();
    await typeInto(page, page.getByRole('textbox', { name: 'Address' }), receiver.url);
    await pressOn(page, page.getByRole('checkbox', { name: /contact\.created/ }), 'Space');
    await checkAccessibility(page);
    await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }));

    const field = page.getByRole('textbox', { name: 'Signing secret' });
    await tabTo(page, field);
    const secret = await field.inputValue();
    expect(secret).toMatch(/^whsec_/);
    await checkAccessibility(page);
    await pressOn(page, page.getByRole('checkbox', { name: 'I have saved it' }), 'Space');
    await pressOn(page, page.getByRole('button', { name: 'Open webhook' }));

    await page.getByRole('heading', { level: 1, name: receiver.url }).waitFor();
    await page.getByText('No deliveries yet').waitFor();
    await makeContact(key, { name: 'Ana' });
    const row = rowOf(page, 'contact.created');
    await showsSoon(row.getByText('Delivered'));
    await row.getByText(/^200 in \d+ ms$/).waitFor();
    await pressOn(page, row.getByRole('link'));
    const panel = page.getByRole('region', { name: 'contact.created' });
    await panel.getByText('The webhook accepted the event.').waitFor();
    await panel.getByText('thank you').waitFor();
    await panel.getByText('"name"').waitFor();
    expect(receiver.received.map((request) => signaturesOf(request, secret))).toEqual([1]);
    await pressOn(page, panel.getByRole('button', { name: 'Close delivery' }));
    await row.getByRole('link').and(page.locator(':focus')).waitFor();
  });

  it('a webhook is edited, turned off and on and deleted, a refused address says why, and pages lead to each other', async () => {
    const { id, url: edited } = await makeWebhook(acme.id, `${publicUrl}/edited`);
    const page = await openAs(acme.owner, webhooksPath(acme.id));
    const row = rowOf(page, edited);
    const choose = async (action: string) => {
      await row.getByRole('button', { name: 'Actions for 93.184.216.34/hook/edited' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('Edit');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${publicUrl}/changed`);
    await dialog.getByText('message.received').click();
    await checkAccessibility(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const changed = rowOf(page, `${publicUrl}/changed`);
    await changed.getByText('message.received').waitFor();
    expect((await getWebhook(key, id)).events).toEqual(['message.received', 'contact.created']);

    await changed.getByRole('button', { name: 'Actions for' }).click();
    await page.getByRole('menuitem', { name: 'Turn off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await changed.getByText('Turned off by hand').waitFor();
    expect((await getWebhook(key, id)).is_active).toBe(false);
    await changed.getByRole('button', { name: 'Actions for' }).click();
    await page.getByRole('menuitem', { name: 'Turn on' }).click();
    await changed.getByText('On', { exact: true }).waitFor();

    await changed.getByRole('link', { name: edited.replace('edited', 'changed') }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    const remove = page.getByRole('button', { name: 'Delete webhook' });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'to confirm' }).fill('changed');
    await page.getByRole('alertdialog').getByText(`${publicUrl}/changed`, { exact: true }).waitFor();
    await checkAccessibility(page);
    // A read of this page may still be under way.
    allowErrors(page.context(), /status of 40[04]/);
    await remove.click();
    await page.getByText('The webhook at 93.184.216.34/hook/changed is deleted').waitFor();
    await page.waitForURL(`**${webhooksPath(acme.id)}`);
    await changed.waitFor({ state: 'detached' });
    expect((await listWebhooks(key)).map((webhook) => webhook.id)).not.toContain(id);

    // An address that the service does not send to.
    await follow(page, webhooksPath(acme.id, '?dialog=create'));
    await dialog.getByRole('textbox', { name: 'Address' }).fill('ftp://crm.example/hook');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByText('Enter a full address that starts with https://.').waitFor();
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://user:password@93.184.216.34/hook');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByText('Must not contain a user name or password; verify the signature').waitFor();
    const faulty = dialog.locator('input:focus[aria-invalid="true"]');
    await expect.poll(() => faulty.inputValue()).toContain('user:password');
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });

    // The pages of a webhook and of its tool lead to each other, and that of a deleted one leads to the list.
    const input = { url: `${publicUrl}/tool`, events: ['contact.created' as const] };
    const { url } = await connectIntegration(acme.id, newId(), 'tool_b', input, 'Olivia Owner');
    await follow(page, webhooksPath(acme.id));
    await showsSoon(rowOf(page, url).getByRole('link', { name: 'Tool B connection' }));
    await rowOf(page, url).getByRole('link', { name: url }).click();
    await page.getByRole('heading', { level: 1, name: url }).waitFor();
    await page.getByRole('button', { name: 'Rotate secret' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Tool B connection' }).click();
    await page.waitForURL(`**${settingsPath(acme.id, 'integrations')}`);
    await page.getByRole('link', { name: `Delivery log of ${url}` }).click();
    await page.getByRole('heading', { level: 1, name: url }).waitFor();
    for (const gone of [newId(), 'nonsense']) {
      await follow(page, webhooksPath(acme.id, `/${gone}`));
      await page.getByText('This webhook does not exist').waitFor();
      await page.getByRole('link', { name: 'All webhooks' }).click();
      await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    }
  });
});
