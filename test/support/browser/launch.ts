import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserServer, chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the one browser, empty without Chromium, and the file of what axe has found in order. */
    chromium: { endpoint: string; checkedPath: string };
  }
}

const remedy = 'apt-get install chromium, or set CHROMIUM';

/** Starts Chromium for all browser tests. Without one they are skipped, unless REQUIRE_BROWSER is 1. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    if (process.env['REQUIRE_BROWSER'] === '1') throw new Error(`The browser tests need Chromium: ${remedy}.`);
    project.provide('chromium', { endpoint: '', checkedPath: '' });
    return async () => reportSkipped(project);
  }
  const server = await launch(executablePath);
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-browser-'));
  project.provide('chromium', { endpoint: server.wsEndpoint(), checkedPath: join(folder, 'checked') });
  return async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  };
};

/** The shell is the same engine without windows, so a page opens in half the processor time. */
const findChromium = (): string | undefined => {
  const chosen = process.env['CHROMIUM'];
  if (chosen !== undefined && chosen !== '') {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM names ${chosen}, which does not exist. Correct or unset it.`);
    return chosen;
  }
  return ['chromium-headless-shell', 'chromium', 'google-chrome'].flatMap(findOnPath)[0];
};

const findOnPath = (name: string): string[] => {
  try {
    return [execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()];
  } catch {
    return [];
  }
};

/** A browser of its own channel always uses the new headless mode. Root in a container has no sandbox. */
const launch = async (executablePath: string): Promise<BrowserServer> => {
  const server = await launchServer(executablePath);
  const [theirs = '', ours = ''] = server.process().spawnargs.filter((arg) => arg.startsWith(disableFeatures));
  const features = (arg: string) => arg.slice(disableFeatures.length).split(',');
  const missing = features(theirs).filter((feature) => !features(ours).includes(feature));
  if (missing.length === 0) return server;
  await server.close();
  throw new Error(`Playwright turns off ${missing.join(', ')}. Add that to featuresOfPlaywright.`);
};

const launchServer = async (executablePath: string): Promise<BrowserServer> => {
  const args = [disableFeatures + [...featuresOfPlaywright, ...featuresOfWindows].join(',')];
  try {
    return await chromium.launchServer({ executablePath, chromiumSandbox: false, args });
  } catch (cause) {
    throw new Error(`${executablePath} does not start. Install another Chromium: ${remedy}.`, { cause });
  }
};

const disableFeatures = '--disable-features=';

/** Each window would start a process for the list below its address bar, which no page can see. */
const featuresOfWindows = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Chromium heeds the last list only, so ours repeats the one of Playwright. */
const featuresOfPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Vitest has printed its summary by now. */
const reportSkipped = (project: TestProject): void => {
  const modules = project.vitest.state.getTestModules().filter((module) => module.project.name === project.name);
  const count = modules.flatMap((module) => [...module.children.allTests('skipped')]).length;
  process.stdout.write(`${count} browser tests skipped: no Chromium; ${remedy}\n`);
};
