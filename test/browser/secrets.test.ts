import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { journeys } from '../support/browser/open.ts';
import { makeOwnedWorkspace, type OwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
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

journeys('secrets', () => {
  let acme: OwnedWorkspace;

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
  });

  it('a new API key is nowhere in the browser once its dialog is closed', async () => {
    const page = await openAs(acme.owner, `${settingsPath(acme.id, 'api-keys')}?dialog=create`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Forgotten');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByRole('textbox', { name: 'API key', exact: true }).inputValue();
    expect(await readHeap(page)).toContain(key);
    await page.getByText('I have saved it').click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectGone(page, key);
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByText(acme.owner.email).waitFor();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('row').filter({ hasText: 'Forgotten' }).waitFor();
    expect((await readHeap(page)).split(key).length - 1, 'copies of the key in the heap').toBe(0);
  });

  it('a new signing secret is nowhere in the browser once its dialog is closed', async () => {
    const page = await openAs(acme.owner, settingsPath(acme.id, 'integrations'));
    const card = page.getByRole('region', { name: 'Tool A' });
    await card.getByRole('textbox').fill('https://93.184.216.34/hook');
    await card.getByRole('button', { name: 'Connect' }).click();
    const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
    await page.getByText('I have saved it').click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectGone(page, secret);
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByText(acme.owner.email).waitFor();
    expect((await readHeap(page)).split(secret).length - 1, 'copies of the secret in the heap').toBe(0);
  });

  it('the secrets of a new webhook and of its rotation are nowhere in the browser once their dialogs are closed', async () => {
    const page = await openAs(acme.owner, webhooksPath(acme.id, '?dialog=create'));
    const field = page.getByRole('textbox', { name: 'Signing secret' });
    const save = async (button: string): Promise<string> => {
      const secret = await field.inputValue();
      await page.getByText('I have saved it').click();
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expectGone(page, secret);
      return secret;
    };
    await page.getByRole('textbox', { name: 'Address' }).fill('https://93.184.216.34/forgotten');
    await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click();
    const created = await save('Open webhook');
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    const rotated = await save('Done');
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByText(acme.owner.email).waitFor();
    const heap = await readHeap(page);
    expect([created, rotated].map((secret) => heap.split(secret).length - 1)).toEqual([0, 0]);
  });
});
