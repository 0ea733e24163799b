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

/** Behind a dialog, the page with its heading is hidden. */
const behindDialog = {
  rules: { 'landmark-one-main': { enabled: false }, 'page-has-heading-one': { enabled: false } },
};

/** The schemes differ in nothing but colors, so the rules that look at no color run in one of them. */
const rulesOf = {
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
  light: {},
};

/**
 * Each element by its place, classes, attributes and states, then the headings and landmarks in their order: all that axe
 * judges but the words. Ids and addresses differ from run to run.
 */
const describeParts = `(() => {
  const named = /^(id|for|href|src|value|style|title|alt|placeholder|name|key|d|points|x\\d?|y\\d?|aria-(label|valuetext|valuenow|valuemax|description))$/;
  const reference = /^aria-(labelledby|describedby|controls|owns|activedescendant|details|errormessage)$/;
  const describe = ({ name, value }) => {
    if (reference.test(name)) return name + value.split(' ').every((id) => document.getElementById(id));
    return named.test(name) ? name + (value === '') : name + value.replaceAll(/[«:_]r\\w+[»:_]|\\d+/g, '');
  };
  const parts = new Set();
  const walk = (element, path) => {
    if (/^(SCRIPT|STYLE)$/.test(element.tagName)) return;
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    const states = ['disabled', 'checked', 'invalid'].filter((state) => element.matches(':' + state));
    const part = [path, element.tagName, ...[...element.attributes].map(describe).sort(), hasText, ...states].join(' ');
    parts.add(part);
    for (const child of element.children) walk(child, hash(part));
  };
  const hash = (text) => {
    let sum = 5381;
    for (let index = 0; index < text.length; index += 1) sum = (sum * 33) ^ text.charCodeAt(index);
    return sum >>> 0;
  };
  walk(document.documentElement, innerWidth < 800 ? 'narrow' : 'wide');
  const outline = 'h1, h2, h3, h4, h5, h6, main, nav, header, footer, aside, [role=dialog], [role=alertdialog]';
  const order = [...document.querySelectorAll(outline)].map(({ tagName }) => tagName).join(' ');
  parts.add(order.replaceAll(/\\b(\\w+)( \\1\\b)+/g, '$1'));
  return [...parts].map(hash);
})()`;

/** What this worker has found in order, in both schemes. */
const checked = new Set<number>();

/** Runs axe on the page as it is, in light and in dark, unless each of its parts was checked before. */
export const checkAccessibility = async (page: Page): Promise<void> => {
  if (!page.url().startsWith('http')) return;
  const parts = await page.evaluate<number[]>(describeParts);
  if (parts.every((part) => checked.has(part))) return;
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const hasDialog = await page.evaluate<boolean>("document.querySelector('[role$=dialog]') !== null");
    const rules = { ...rulesOf[colorScheme], ...(hasDialog && colorScheme === 'light' && behindDialog) };
    const options = JSON.stringify({ ...rules, resultTypes: ['violations'] });
    const run = `${nextFrame}.then(() => axe.run(${options})).then(({ violations }) => violations)`;
    const violations = await page.evaluate<Violation[]>(run);
    expect(violations.map(describeViolation), `axe, ${colorScheme}, ${page.url()}`).toEqual([]);
  }
  for (const part of parts) checked.add(part);
};

const describeViolation = ({ id, help, nodes }: Violation): string =>
  `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`;
