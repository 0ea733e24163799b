import { expect, it } from 'vitest';
import { allowErrors, journeys, openBrowser } from '../support/browser/open.ts';
import { makeOwnedWorkspace, settingsPath } from '../support/browser/people.ts';
import { webhooksPath } from '../support/browser/webhooks.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { makeWebhook } from '../support/webhooks.ts';

journeys('the first page', () => {
  it('the first page shows after one document, its files, the session and one read', async () => {
    const { id, owner } = await makeOwnedWorkspace();
    const page = await (await openBrowser({ storageState: owner.storageState })).newPage();
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    const document = await page.goto(settingsPath(id, 'api-keys'));
    await page.getByText('No API keys yet').waitFor();

    const files = paths.filter((path) => path.startsWith('/assets/'));
    expect(paths.filter((path) => !path.startsWith('/assets/'))).toEqual([
      settingsPath(id, 'api-keys'),
      '/api/session',
      `/api/w/${id}/api-keys`,
    ]);
    expect(files).toEqual([...new Set(files)]);
    expect(files.length).toBeLessThanOrEqual(16);
    const html = await document?.text();
    expect(html?.match(/<script type="module"/g)).toHaveLength(1);
    const preloaded = [...(html ?? '').matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(files).toEqual(expect.arrayContaining(preloaded));
  });

  it.each([
    ['channels', 'Not connected', ['channels']],
    ['templates', 'No templates yet', ['templates']],
    ['templates?preview=none.en_US', 'This template is gone', ['templates', 'templates/none/en_US']],
  ])('the page %s shows after the session and its own reads', async (path, shown, reads) => {
    const { id, owner } = await makeOwnedWorkspace();
    const context = await openBrowser({ storageState: owner.storageState });
    allowErrors(context, /status of 404/);
    const page = await context.newPage();
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await page.goto(settingsPath(id, path));
    await page.getByText(shown).first().waitFor();
    const expected = ['/api/session', ...reads.map((read) => `/api/w/${id}/${read}`)];
    expect(paths.filter((one) => one.startsWith('/api/')).sort()).toEqual(expected.sort());
  });

  it('the page of requests reads the requests and the keys, and nothing else', async () => {
    const { id, owner } = await makeOwnedWorkspace();
    const page = await (await openBrowser({ storageState: owner.storageState })).newPage();
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await page.goto(`/w/${id}/requests`);
    await page.getByText('Nothing changed and nothing failed').waitFor();
    const reads = paths.filter((path) => path.startsWith('/api/'));
    expect(reads.sort()).toEqual(['/api/session', `/api/w/${id}/api-keys`, `/api/w/${id}/requests`]);
  });

  it('the pages about webhooks read the list, one health per row in view, and a page of deliveries or events', async () => {
    const { id, owner } = await makeOwnedWorkspace();
    const webhooks = [await makeWebhook(id), await makeWebhook(id)];
    const [webhookId = ''] = webhooks.map((webhook) => webhook.id);
    const eventId = await storeDelivery({ workspaceId: id, id: webhookId });
    const page = await (await openBrowser({ storageState: owner.storageState })).newPage();
    const readsOf = async (path: string, shown: string): Promise<string[]> => {
      const paths: string[] = [];
      const note = (request: { url: () => string }) => paths.push(new URL(request.url()).pathname);
      page.on('request', note);
      await page.goto(path);
      await page.getByText(shown).first().waitFor();
      await page.waitForLoadState('networkidle');
      page.off('request', note);
      return paths
        .filter((read) => read.startsWith(`/api/w/${id}/`))
        .map((read) => read.slice(`/api/w/${id}`.length))
        .sort();
    };
    expect(await readsOf(webhooksPath(id), '1 failed')).toEqual(
      ['/webhooks', ...webhooks.map((webhook) => `/webhooks/${webhook.id}/health`)].sort(),
    );
    const one = `/webhooks/${webhookId}`;
    expect(await readsOf(webhooksPath(id, `/${webhookId}?delivery=${eventId}`), '500 in 12 ms')).toEqual([
      one,
      `${one}/deliveries`,
      `${one}/deliveries/${eventId}`,
      `${one}/health`,
    ]);
    expect(await readsOf(`/w/${id}/events`, 'Failed')).toEqual(['/events', '/webhooks']);
  });
});
