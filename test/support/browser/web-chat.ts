import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { listConversations } from '../../../functions/domain/conversations/conversations.ts';
import type { WebChatChanges } from '../../../functions/model/web-chat/settings.ts';
import { queryMessages } from '../../../functions/table/messages/messages.ts';
import { callDashboard } from '../dashboard/dashboard.ts';
import { type Chat, makeChat } from '../web-chat.ts';
import { openBrowser } from './open.ts';

interface ShopPage {
  /** Attributes of the script tag. */
  attributes?: string;
  /** In the page, before the script. */
  content?: string;
  direction?: 'ltr' | 'rtl';
  /** A second tag. */
  isTwice?: boolean;
  /** A program of the page, which adds the chat itself. */
  program?: (siteId: string) => Promise<string>;
}

/** On another site than the chat, which is on 127.0.0.1, with pages that allow nothing but the chat. */
const openShops = async (): Promise<string> => {
  const server = createServer(async (request, response) => {
    const [, siteId = '', path] = new URL(request.url ?? '/', 'http://shop').pathname.split('/');
    const page = pages.get(siteId) ?? {};
    const isProgram = path === 'program.js';
    response.setHeader('Content-Type', isProgram ? 'text/javascript' : 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', toPolicy(page));
    response.end(isProgram ? await page.program?.(siteId) : toHtml(siteId, page));
  });
  await once(server.listen(0, 'localhost'), 'listening');
  server.unref();
  return `localhost:${(server.address() as AddressInfo).port}`;
};

let shops: Promise<string> | undefined;
const pages = new Map<string, ShopPage>();

const toPolicy = ({ program }: ShopPage): string => {
  const { chatUrl } = inject('service');
  const scripts = program ? `'self' ${chatUrl}` : `${chatUrl}; require-trusted-types-for 'script'`;
  return `default-src 'none'; frame-src ${chatUrl}; script-src ${scripts}`;
};

const toHtml = (siteId: string, page: ShopPage): string => {
  const { attributes = '', content = '', direction = 'ltr', isTwice, program } = page;
  const source = program ? 'program.js' : `${inject('service').chatUrl}/chat.js`;
  const tag = `<script async src="${source}" ${program ? '' : `data-site="${siteId}"`} ${attributes}></script>`;
  return `<!doctype html><html lang="en" dir="${direction}"><head><meta charset="utf-8"><title>Acme Shoes</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
</head><body><main><h1>Shoes</h1>${content}</main>${tag}${isTwice ? tag : ''}</body></html>`;
};

export interface Shop extends Chat {
  host: string;
  url: (path?: string) => string;
}

/** A workspace whose chat is on the pages of a shop. */
export const makeShop = async (changes: WebChatChanges = {}, page: ShopPage = {}): Promise<Shop> => {
  shops ??= openShops();
  const host = await shops;
  const chat = await makeChat({ name: 'Acme Shoes', color: '#0f766e', allowed_sites: [host], ...changes });
  pages.set(chat.siteId, page);
  return { ...chat, host, url: (path = '') => `http://${host}/${chat.siteId}/${path}` };
};

/** A browser of its own for each visitor. */
export const visit = async (shop: Shop, options: BrowserContextOptions = {}): Promise<Visit> =>
  visitIn(await openBrowser(options), shop);

export const visitIn = async (context: BrowserContext, shop: Shop, path = ''): Promise<Visit> => {
  const page = await context.newPage();
  await page.goto(shop.url(path));
  return chatOn(page);
};

export type Visit = ReturnType<typeof chatOn>;

/** The chat as its visitor uses it. The words are those of English. */
export const chatOn = (page: Page) => {
  const frame = page.frameLocator('iframe');
  const launcher = page.locator('switchboard-chat .launcher');
  const field = frame.locator('textarea');
  const log = frame.getByRole('log');
  return {
    page,
    frame,
    launcher,
    preview: page.locator('switchboard-chat .preview'),
    field,
    log,
    /** Runs inside of the frame. */
    inside: async <Result>(script: string): Promise<Result> => {
      const inner = page.frames().find((one) => one.url().includes('/frame/'));
      if (!inner) throw new Error('The frame has not loaded.');
      return inner.evaluate<Result>(script);
    },
    hasFocus: (part: Locator): Promise<void> => part.and(frame.locator(':focus')).waitFor(),
    open: async (): Promise<void> => {
      await launcher.click();
      await field.waitFor();
    },
    write: async (...texts: string[]): Promise<void> => {
      for (const text of texts) {
        await field.fill(text);
        await field.press('Enter');
      }
    },
    attach: (...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> =>
      frame.locator('input[type=file]').setInputFiles(files),
    reply: async (words: string): Promise<void> => {
      const line = log.locator('.line').filter({ hasText: words });
      await line.hover();
      await line.getByRole('button', { name: 'Reply' }).click();
    },
    shows: async (...words: (string | RegExp)[]): Promise<void> => {
      for (const one of words) await log.getByText(one).last().waitFor();
    },
    tell: (...args: unknown[]): Promise<unknown> =>
      page.evaluate(`window.Switchboard(...${JSON.stringify(args)}) && undefined`),
  };
};

/** The conversation of the only visitor. */
export const findConversation = async ({ workspaceId }: Chat): Promise<string> => {
  const list = async () => (await listConversations(workspaceId, {}, { limit: 5, after: undefined })).items;
  await expect.poll(list).toHaveLength(1);
  return (await list())[0]?.id ?? '';
};

const act = async (chat: Chat, method: string, path: string, body: object): Promise<void> => {
  const whole = `/api/w/${chat.workspaceId}/conversations/${await findConversation(chat)}${path}`;
  const { status, text } = await callDashboard(method, whole, { session: chat.agnes.session, body });
  expect(status, text).toBeLessThan(300);
};

/** Agnes answers. */
export const answer = (chat: Chat, text: string): Promise<void> => act(chat, 'POST', '/messages', { text });

export const close = (chat: Chat): Promise<void> => act(chat, 'PATCH', '', { status: 'closed' });

/** What the inbox has, the oldest first. */
export const readTexts = async (chat: Chat): Promise<(string | null)[]> => {
  const { items } = await queryMessages(await findConversation(chat), { limit: 1_000, after: undefined });
  return items.toReversed().map(({ content_text }) => content_text);
};

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
