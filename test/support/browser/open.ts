import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterEach, describe, expect, inject } from 'vitest';
import { checkAccessibility } from './accessibility.ts';
import { saveFailure } from './screenshots.ts';

const { endpoint } = inject('chromium');

/** A suite in Chromium. Each test ends with axe and without an error in any browser that it opened. */
export const journeys = (name: string, define: () => void): void => {
  describe.skipIf(endpoint === '')(name, () => {
    afterEach(({ task }) => finish(task.name, task.result?.state === 'fail'));
    define();
  });
};

interface OpenBrowser {
  context: BrowserContext;
  faults: string[];
  allowed: RegExp[];
  /** As every other and with the time of day, so the next test may have it. */
  isPlain: boolean;
}

type Cookies = Parameters<BrowserContext['addCookies']>[0];

const opened: OpenBrowser[] = [];
/** Without cookies and pages, but with the files of the dashboard in its cache: a page opens in half the time. */
const idle: OpenBrowser[] = [];
let connection: Promise<Browser> | undefined;

export const connect = (): Promise<Browser> => {
  connection ??= chromium.connect(endpoint);
  return connection;
};

/** A browser with its own cookies, which is watched for errors until the test ends. With options, it is a new one. */
export const openBrowser = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
  const one = options ? await startBrowser(options) : (idle.pop() ?? (await startBrowser()));
  one.allowed = options?.storageState ? [] : [signedOut];
  opened.push(one);
  return one.context;
};

export const openBrowserWith = async (cookies: Cookies): Promise<BrowserContext> => {
  const context = await openBrowser();
  await context.addCookies(cookies);
  opened.at(-1)?.allowed.splice(0);
  return context;
};

const startBrowser = async (options?: BrowserContextOptions): Promise<OpenBrowser> => {
  const context = await (await connect()).newContext({
    baseURL: inject('service').dashboardUrl,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(60_000);
  const faults: string[] = [];
  await context.addInitScript(reportViolations);
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => faults.push(`page: ${error.error().stack}`));
  context.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { context, faults, allowed: [], isPlain: options === undefined };
};

/** Chromium reports the response, by which the page learns that nobody is signed in. */
const signedOut = /status of 401 .*\/api\/session$/;

const reportViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('Content security policy:', event.violatedDirective, event.blockedURI, event.sample));`;

/** Errors that a journey causes on purpose, such as the 401 of a session that ended. */
export const allowErrors = (context: BrowserContext, ...patterns: RegExp[]): void => {
  opened.find((one) => one.context === context)?.allowed.push(...patterns);
};

/** From now on time passes on this page as the test says. The clock stays with the browser, which no other test gets. */
export const holdClock = async (page: Page): Promise<void> => {
  const one = opened.find(({ context }) => context === page.context());
  if (one) one.isPlain = false;
  await page.clock.install();
};

const finish = async (title: string, hasFailed: boolean): Promise<void> => {
  const browsers = opened.splice(0);
  const pages = browsers.flatMap(({ context }) => context.pages());
  let isInOrder = false;
  try {
    if (hasFailed) await Promise.all(pages.map((page, index) => saveFailure(page, `${title} ${index + 1}`)));
    else await checkAll(browsers);
    isInOrder = !hasFailed;
  } finally {
    await Promise.all(browsers.map((one) => (isInOrder && one.isPlain ? park(one) : one.context.close())));
  }
};

const checkAll = async (browsers: OpenBrowser[]): Promise<void> => {
  for (const { context, faults, allowed } of browsers) {
    for (const page of context.pages()) await checkAccessibility(page);
    expect(
      faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault))),
      'errors in the browser',
    ).toEqual([]);
  }
};

/** Takes away what a person leaves behind. */
const park = async (one: OpenBrowser): Promise<void> => {
  await Promise.all(one.context.pages().map(closePage));
  await one.context.clearCookies();
  one.faults.splice(0);
  idle.push(one);
};

const closePage = async (page: Page): Promise<void> => {
  if (page.url().startsWith(inject('service').dashboardUrl)) await page.evaluate('localStorage.clear()');
  await page.close();
};
