import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { journeys } from '../support/browser/open.ts';
import { follow, makeOwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { webhooksPath } from '../support/browser/webhooks.ts';

/** Everything that the page's JavaScript still holds, after a garbage collection. */
const readHeap = async (page: Page): Promise<string> => {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot');
  await session.detach();
  return chunks.join('');
};

const expectGone = async (page: Page, secret: string): Promise<void> => {
  expect(await page.content()).not.toContain(secret);
  expect(page.url()).not.toContain(secret);
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie])';
  expect(await page.evaluate<string>(stored)).not.toContain(secret);
};

/** Closes the dialog that shows a secret, and returns the secret. */
const save = async (page: Page, label: string, button: string): Promise<string> => {
  const secret = await page.getByRole('textbox', { name: label, exact: true }).inputValue();
  expect(secret).not.toBe('');
  await page.getByText('I have saved it').click();
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectGone(page, secret);
  return secret;
};

journeys('secrets', () => {
  it('new API keys and signing secrets are nowhere in the browser once their dialogs are closed', async () => {
    const acme = await makeOwnedWorkspace();
    const page = await openAs(acme.owner, `${settingsPath(acme.id, 'api-keys')}?dialog=create`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Forgotten');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const key = await save(page, 'API key', 'Done');

    await follow(page, settingsPath(acme.id, 'integrations'));
    const card = page.getByRole('region', { name: 'Tool A' });
    await card.getByRole('textbox').fill('https://93.184.216.34/hook');
    await card.getByRole('button', { name: 'Connect' }).click();
    const connected = await save(page, 'Signing secret', 'Done');

    await follow(page, webhooksPath(acme.id, '?dialog=create'));
    await page.getByRole('textbox', { name: 'Address' }).fill('https://93.184.216.34/forgotten');
    await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click();
    const created = await save(page, 'Signing secret', 'Open webhook');
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    const rotated = await save(page, 'Signing secret', 'Done');

    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByText(acme.owner.email).waitFor();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('row').filter({ hasText: 'Forgotten' }).waitFor();
    const heap = await readHeap(page);
    // A text that came with a response, too, and is still in use.
    expect(heap).toContain(acme.owner.email);
    expect([key, connected, created, rotated].map((secret) => heap.split(secret).length - 1)).toEqual([0, 0, 0, 0]);
  });
});
