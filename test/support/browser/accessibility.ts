import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Chromium applies the colors with the next frame. */
const nextFrame = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The schemes differ in nothing but colors, so the rules that look at no color run in one of them. */
const rulesOf = {
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
  light: {},
};

/** Runs axe on the page as it is, in light and in dark. */
export const checkAccessibility = async (page: Page): Promise<void> => {
  if (!page.url().startsWith('http')) return;
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const options = JSON.stringify({ ...rulesOf[colorScheme], resultTypes: ['violations'] });
    const run = `${nextFrame}.then(() => axe.run(${options})).then(({ violations }) => violations)`;
    const violations = await page.evaluate<Violation[]>(run);
    expect(violations.map(describeViolation), `axe, ${colorScheme}, ${page.url()}`).toEqual([]);
  }
};

const describeViolation = ({ id, help, nodes }: Violation): string =>
  `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`;
