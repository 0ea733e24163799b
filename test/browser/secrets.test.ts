import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dialog, fill, press, row, saveSecret } from '../support/browser/controls.ts';
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

/** Saves the secret that a dialog shows. */
const save = async (page: Page, label: string, button?: string): Promise<string> => {
  const secret = await saveSecret(page, label, button);
  expect(secret).not.toBe('');
  await expectGone(page, secret);
  return secret;
};

journeys('secrets', () => {
  it('new API keys and signing secrets are nowhere in the browser once their dialogs are closed', async () => {
    const acme = await makeOwnedWorkspace();
    const page = await openAs(acme.owner, `${settingsPath(acme.id, 'api-keys')}?dialog=create`);
    await fill(page, 'Name', 'Forgotten');
    await press(dialog(page), 'Create key');
    const key = await save(page, 'API key');

    await follow(page, settingsPath(acme.id, 'integrations'));
    await press(page, 'Connect Tool A');
    await dialog(page).getByRole('textbox').fill('https://93.184.216.34/hook');
    await press(dialog(page), 'Connect');
    const connected = await save(page, 'Signing secret');

    await follow(page, webhooksPath(acme.id, '?dialog=create'));
    await fill(page, 'Address', 'https://93.184.216.34/forgotten');
    await press(dialog(page), 'Create webhook');
    const created = await save(page, 'Signing secret', 'Open webhook');
    await press(page, 'Rotate secret');
    await press(dialog(page), 'Rotate secret');
    const rotated = await save(page, 'Signing secret');

    await press(page, 'Settings');
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByText(acme.owner.email).waitFor();
    await press(page, 'Developers');
    await page.getByRole('link', { name: 'API keys' }).click();
    await row(page, 'Forgotten').waitFor();
    const heap = await readHeap(page);
    // A text that came with a response, too, and is still in use.
    expect(heap).toContain(acme.owner.email);
    expect([key, connected, created, rotated].map((secret) => heap.split(secret).length - 1)).toEqual([0, 0, 0, 0]);
  });
});
