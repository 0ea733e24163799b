import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Page,
} from 'playwright-core';
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
  /** The page that the last test left. Its process has the dashboard compiled, so it shows another page in a third of the time. */
  kept: Page | undefined;
  faults: string[];
  allowed: RegExp[];
  /** Whether the browser is like every other, so the next test may have it. */
  isPlain: boolean;
  isLeaving: boolean;
}

type Cookies = Parameters<BrowserContext['addCookies']>[0];

const opened: OpenBrowser[] = [];
/** These have no cookies, but the files of the dashboard in their cache. */
const idle: OpenBrowser[] = [];
const usualSize = { width: 1280, height: 720 };
let connection: Promise<Browser> | undefined;

export const connect = (): Promise<Browser> => {
  connection ??= chromium.connect(endpoint);
  return connection;
};

/** A new browser, which is watched for errors until the test ends. */
export const openBrowser = async (options: BrowserContextOptions): Promise<BrowserContext> => {
  const one = await startBrowser(options);
  one.allowed = options.storageState ? [] : [signedOut];
  opened.push(one);
  return one.context;
};

/** A page in a browser with these cookies alone, which is watched for errors until the test ends. */
export const openPage = async (cookies: Cookies = []): Promise<Page> => {
  const one = idle.pop() ?? (await startBrowser());
  one.allowed = cookies.length > 0 ? [] : [signedOut];
  opened.push(one);
  await one.context.addCookies(cookies);
  return one.kept ?? one.context.newPage();
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
  const one: OpenBrowser = {
    context,
    kept: undefined,
    faults,
    allowed: [],
    isPlain: options === undefined,
    isLeaving: false,
  };
  await context.addInitScript(reportViolations);
  const change = (): void => {
    one.isPlain = false;
  };
  onCall(context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'routeWebSocket'], change);
  onCall(context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'], change);
  context.on('page', (page) => {
    onCall(page, ['addInitScript', 'exposeBinding', 'exposeFunction', 'routeWebSocket'], change);
  });
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => faults.push(`page: ${error.error().stack}`));
  context.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') faults.push(`dialog: ${dialog.message()}`);
    void (one.isLeaving ? dialog.accept() : dialog.dismiss());
  });
  return one;
};

/** What these do stays with the browser for good: `park` cannot take it back. */
const onCall = <T extends object>(target: T, methods: (keyof T)[], run: () => void): void => {
  for (const name of methods) {
    const method = target[name] as (...args: unknown[]) => unknown;
    const andRun = (...args: unknown[]): unknown => {
      run();
      return method.apply(target, args);
    };
    Object.assign(target, { [name]: andRun });
  }
};

/** Chromium reports the response, by which the page learns that nobody is signed in. */
const signedOut = /status of 401 .*\/api\/session$/;

const reportViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('Content security policy:', event.violatedDirective, event.blockedURI, event.sample));`;

/** Errors that a journey causes on purpose, such as the 401 of a session that ended. */
export const allowErrors = (context: BrowserContext, ...patterns: RegExp[]): void => {
  opened.find((one) => one.context === context)?.allowed.push(...patterns);
};

/** From now on time passes on this page as the test says. */
export const holdClock = (page: Page): Promise<void> => page.clock.install();

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
    for (const frame of context.pages().flatMap((page) => page.frames()))
      if (await isShown(frame)) await checkAccessibility(frame);
    expect(
      faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault))),
      'errors in the browser',
    ).toEqual([]);
  }
};

/** A hidden frame paints nothing. */
const isShown = async (frame: Frame): Promise<boolean> =>
  frame.parentFrame() === null || (await frame.frameElement()).isVisible();

/** Takes away what a person leaves behind. */
const park = async (one: OpenBrowser): Promise<void> => {
  const pages = one.context.pages();
  one.kept = pages.find((page) => page.url().startsWith(inject('service').dashboardUrl));
  await Promise.all(pages.map((page) => (page === one.kept ? leave(one, page) : page.close())));
  await one.context.clearCookies();
  one.faults.splice(0);
  idle.push(one);
};

/** The icon is of the same site, so the page keeps its process. */
const leave = async (one: OpenBrowser, page: Page): Promise<void> => {
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  one.isLeaving = true;
  await page.goto(await findIcon());
  one.isLeaving = false;
  await page.evaluate("localStorage.clear(), sessionStorage.clear(), indexedDB.deleteDatabase('switchboard.import')");
  await page.setViewportSize(usualSize);
};

let icon: Promise<string> | undefined;

const findIcon = (): Promise<string> => {
  icon ??= fetch(inject('service').dashboardUrl)
    .then((response) => response.text())
    .then((page) => /\/assets\/icon-[^"]+/.exec(page)?.[0] ?? '');
  return icon;
};
