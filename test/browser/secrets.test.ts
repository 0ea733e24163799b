import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { journeys } from '../support/browser/open.ts';
import { makeOwnedWorkspace, type OwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';

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
});
