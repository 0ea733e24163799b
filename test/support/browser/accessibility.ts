import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Chromium applies the colors with the next frame. */
const nextFrame = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Runs axe on the page as it is, in light and in dark. */
export const checkAccessibility = async (page: Page): Promise<void> => {
  if (!page.url().startsWith('http')) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(nextFrame);
    await page.evaluate(`window.axe === undefined && (() => { ${axe.source} })()`);
    const violations = await page.evaluate<Violation[]>('axe.run().then(({ violations }) => violations)');
    expect(violations.map(describeViolation), `axe, ${colorScheme}, ${page.url()}`).toEqual([]);
  }
};

const describeViolation = ({ id, help, nodes }: Violation): string =>
  `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`;
