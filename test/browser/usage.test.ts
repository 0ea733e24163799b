import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { toQuotaDay } from '../../functions/domain/workspaces/message-quota.ts';
import { updateWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { assign } from '../../functions/table/dynamodb/expressions.ts';
import { transact, updateIf } from '../../functions/table/dynamodb/write.ts';
import { keys } from '../../functions/table/keys.ts';
import { consumeQuotaPart, queryUsage } from '../../functions/table/workspaces/message-quota.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { joinAs, makeOwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { saveScreenshot } from '../support/browser/screenshots.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Counts messages as a send does, some days ago. */
const sendDaysAgo = async (workspaceId: string, days: number, messages: number): Promise<void> => {
  await transact([consumeQuotaPart(workspaceId, toQuotaDay(Date.now() - days * dayMs), null, messages)]);
};

const openUsage = async (name: string, prepare: (workspaceId: string) => Promise<unknown>) => {
  const { id, owner } = await makeOwnedWorkspace(name);
  await prepare(id);
  return openAs(owner, settingsPath(id, 'usage'));
};

const saveAll = async (page: Page, name: string): Promise<void> => {
  await saveScreenshot(page, `${name}-light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await saveScreenshot(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 720 });
  await saveScreenshot(page, `${name}-narrow`);
};

journeys('usage and plan', () => {
  it('a busy workspace sees what is used, each day, the last months and where the pace leads', async () => {
    const page = await openUsage('Busy', async (id) => {
      await updateWorkspace(id, { messages_per_month: 1_000_000 });
      for (let days = 0; days < 45; days += 1) await sendDaysAgo(id, days, 200 + ((days * 137) % 400));
      for (let days = 60; days < 330; days += 30) await sendDaysAgo(id, days, 4_000 + days * 11);
    });
    await page.getByText(/^At this pace the month ends at about [\d,]+ messages\.$/).waitFor();
    const days = page.getByRole('table', { name: 'Messages per day' }).getByRole('row');
    expect(await days.count()).toBe(1 + new Date().getUTCDate());
    expect(await page.getByRole('table', { name: 'Messages per month' }).getByRole('row').count()).toBe(13);
    await page.getByText(/^[\d,]+ messages in total$/).waitFor();
    await page.getByText('Subscription active').waitFor();
    await checkAccessibility(page);
    await saveAll(page, 'usage-full');
  });

  it('a plan that does not last names the day, and a used one says when sending works again', async () => {
    const page = await openUsage('Short', async (id) => {
      for (let days = 0; days < 7; days += 1) await sendDaysAgo(id, days, 100);
      const { month } = toQuotaDay(Date.now());
      const [usage] = await queryUsage(id, month, month);
      await updateWorkspace(id, { messages_per_month: (usage?.messagesUsed ?? 0) + 1 });
    });
    // One message is left, and one takes a quarter of an hour at this pace: only at the very end of a month it lasts.
    await page.getByText(/^At this pace the plan is used up on [A-Z][a-z]+ \d+\.$/).waitFor();
    await saveScreenshot(page, 'usage-short');
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    await sendDaysAgo(id, 0, 1);
    await page.reload();
    await page.getByText(/^All [\d,]+ messages of this month are used\. Messages are refused until/).waitFor();
    await checkAccessibility(page);
    await saveScreenshot(page, 'usage-used-up');
    await updateWorkspace(id, { subscription: 'lapsed' });
    await page.reload();
    await page.getByText('The subscription has lapsed').waitFor();
    await page.getByText('Subscription lapsed').waitFor();
  });

  it('a month that was counted before days were says since when days are counted', async () => {
    const { month, day } = toQuotaDay(Date.now());
    const page = await openUsage('Earlier', async (id) => {
      await updateIf({ Key: keys.monthlyUsage(id, month), ...assign({ messages_used: 40 }) });
    });
    await page.getByText('40 messages of this month came before days were counted.').waitFor();
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    await sendDaysAgo(id, 0, 2);
    await page.reload();
    await page.getByText(new RegExp(`Days are counted since [A-Z][a-z]+ ${Number(day)}\\.`)).waitFor();
    await page.getByText('40 messages of this month came before and have no day.').waitFor();
    expect(await page.getByRole('table', { name: 'Messages per day' }).getByRole('row').count()).toBe(2);
  });

  it('an empty month says so, also to an Agent', async () => {
    const { id } = await makeOwnedWorkspace('Quiet');
    const page = await openAs(await joinAs(id, 'agent', 'Agnes Agent'), settingsPath(id, 'usage'));
    await page.getByText('No messages this month yet.').waitFor();
    await page.getByText('No messages in the last 12 months.').waitFor();
    await checkAccessibility(page);
    await saveAll(page, 'usage-empty');
  });

  it('a failed read says so and can be tried again', async () => {
    const { id, owner } = await makeOwnedWorkspace('Unlucky');
    const page = await openAs(owner, settingsPath(id, 'workspace'));
    allowErrors(page.context(), /status of 500/);
    await page.route('**/usage', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    );
    await page.getByRole('link', { name: 'Usage and plan' }).click();
    await page.getByText('The usage could not be loaded.').waitFor({ timeout: 20_000 });
    await checkAccessibility(page);
    await saveScreenshot(page, 'usage-failing');
    await page.unroute('**/usage');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No messages this month yet.').waitFor();
  }, 60_000);
});
