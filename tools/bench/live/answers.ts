import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Frame, type Page } from 'playwright-core';
import type { MemberReply } from '../../../functions/model/conversations/answering.ts';
import type { LocalRuntime } from '../../local/host-assembly.ts';
import { logProgress } from '../service.ts';
import { median, percentile } from '../statistics.ts';

const answerCount = 60;
const pauseMs = 700;

export interface AnswerFindings {
  answers: number;
  /** From the request of the agent until the visitor's panel has painted it. */
  screenMsMedian: number;
  screenMsP99: number;
}

/** Undefined without a browser. */
export const measureAnswers = async (local: LocalRuntime): Promise<AnswerFindings | undefined> => {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    logProgress('No Chromium: set CHROMIUM to measure the web chat.');
    return undefined;
  }
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
  const shop = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Shop</title><body>${tag}</body>`);
  });
  let tag = '';
  await once(shop.listen(0, 'localhost'), 'listening');
  const host = `localhost:${(shop.address() as AddressInfo).port}`;
  try {
    const { workspaceId, siteId } = await makeSite(host);
    tag = `<script async src="${local.chatUrl}/chat.js" data-site="${siteId}"></script>`;
    const page = await browser.newPage();
    await page.goto(`http://${host}`);
    return await watchAnswers(workspaceId, page);
  } finally {
    await browser.close();
    shop.close();
  }
};

const findChromium = (): string | undefined =>
  [
    process.env['CHROMIUM'] ?? '',
    ...(process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'chromium-headless-shell')),
    ...(process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'chromium')),
  ].find((path) => path !== '' && existsSync(path));

const makeSite = async (host: string): Promise<{ workspaceId: string; siteId: string }> => {
  const { createWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
  const { updateWebChat } = await import('../../../functions/domain/web-chat/settings.ts');
  const { id } = await createWorkspace('Bench', 'DE');
  const { site_id } = await updateWebChat(id, { is_active: true, allowed_sites: [host] });
  return { workspaceId: id, siteId: site_id ?? '' };
};

/** The clock of the page is that of this machine. */
const watchPaints = `window.painted = {};
  new MutationObserver(() => requestAnimationFrame(() => {
    const atMs = Date.now();
    for (const { textContent } of document.querySelectorAll('.bubble .words')) painted[textContent] ??= atMs;
  })).observe(document.body, { childList: true, subtree: true, characterData: true });`;

const watchAnswers = async (workspaceId: string, page: Page): Promise<AnswerFindings> => {
  const { replyAs } = await import('../../../functions/domain/inbox/reply.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  await page.locator('switchboard-chat .launcher').click();
  const field = page.frameLocator('iframe').locator('textarea');
  await field.fill('Are you there?');
  await field.press('Enter');
  const conversationId = await waitForConversation(workspaceId);
  const frame = page.frames().find((one) => one.url().includes('/frame/')) ?? page.mainFrame();
  await frame.evaluate(watchPaints);
  // Publishers forget within five seconds that nobody watched.
  await wait(8_000);
  logProgress(`${answerCount} answers to a visitor whose panel is open…`);
  const agent = { role: 'agent', name: 'Ana', email: '', sessionId: '', cursorSecret: '' } as const;
  const screenMs: number[] = [];
  for (let n = 1; n <= answerCount; n += 1) {
    const startedMs = Date.now();
    const text = `Answer ${n}`;
    await replyAs({ ...agent, workspaceId, userId: newId() }, conversationId, newId(), { text } as MemberReply);
    screenMs.push((await waitForPaint(frame, text)) - startedMs);
    await wait(pauseMs);
  }
  return {
    answers: screenMs.length,
    screenMsMedian: Math.round(median(screenMs)),
    screenMsP99: Math.round(percentile(screenMs, 0.99)),
  };
};

const waitForPaint = async (frame: Frame, text: string): Promise<number> => {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const atMs = await frame.evaluate<number | undefined>(`painted[${JSON.stringify(text)}]`);
    if (atMs !== undefined) return atMs;
    await wait(50);
  }
  throw new Error(`The visitor does not see "${text}".`);
};

const waitForConversation = async (workspaceId: string): Promise<string> => {
  const { listConversations } = await import('../../../functions/domain/conversations/conversations.ts');
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { items } = await listConversations(workspaceId, {}, { limit: 1, after: undefined });
    if (items[0]) return items[0].id;
    await wait(200);
  }
  throw new Error('The message of the visitor did not arrive.');
};
