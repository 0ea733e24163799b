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

/** They take longer than all others, and judge an element by itself and those around it. */
const colorsOnly = JSON.stringify({ runOnly: ['color-contrast', 'link-in-text-block'] });
const withoutColors = { rules: { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } } };

/** Behind a dialog, the page with its heading is hidden. */
const behindDialog = {
  rules: {
    ...withoutColors.rules,
    'landmark-one-main': { enabled: false },
    'page-has-heading-one': { enabled: false },
  },
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
  const parts = new Map();
  const walk = (element, path) => {
    if (/^(SCRIPT|STYLE)$/.test(element.tagName)) return;
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    const states = ['disabled', 'checked', 'invalid'].filter((state) => element.matches(':' + state));
    const part = [path, element.tagName, ...[...element.attributes].map(describe).sort(), hasText, ...states].join(' ');
    const id = hash(part);
    parts.set(id, [...(parts.get(id) ?? []), element]);
    for (const child of element.children) walk(child, id);
  };
  const hash = (text) => {
    let sum = 5381;
    for (let index = 0; index < text.length; index += 1) sum = (sum * 33) ^ text.charCodeAt(index);
    return sum >>> 0;
  };
  walk(document.documentElement, innerWidth < 800 ? 'narrow' : 'wide');
  const outline = 'h1, h2, h3, h4, h5, h6, main, nav, header, footer, aside, [role=dialog], [role=alertdialog]';
  const order = [...document.querySelectorAll(outline)].map(({ tagName }) => tagName).join(' ');
  parts.set(hash(order.replaceAll(/\\b(\\w+)( \\1\\b)+/g, '$1')), []);
  window.partsOfPage = parts;
  return [...parts.keys()];
})()`;

/** What this worker has found in order, in both schemes. */
const checked = new Set<number>();

/**
 * Runs axe on the page as it is, unless each of its parts was checked before. The schemes differ in nothing but colors, so
 * the rules that look at no color run once.
 */
export const checkAccessibility = async (page: Page): Promise<void> => {
  if (!page.url().startsWith('http')) return;
  const parts = (await page.evaluate<number[]>(describeParts)).filter((part) => !checked.has(part));
  if (parts.length === 0) return;
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const newElements = `${JSON.stringify(parts)}.flatMap((part) => partsOfPage.get(part))`;
    await expectNone(page, colorScheme, `${nextFrame}.then(() => check(${newElements}, ${colorsOnly}))`);
  }
  const hasDialog = await page.evaluate<boolean>("document.querySelector('[role$=dialog]') !== null");
  await expectNone(page, 'light', `check([document], ${JSON.stringify(hasDialog ? behindDialog : withoutColors)})`);
  for (const part of parts) checked.add(part);
};

/** Elements that left the page meanwhile have no colors. */
const check = `const check = async (elements, options) => {
  const include = elements.filter(({ isConnected }) => isConnected);
  const preload = { assets: ['media'] };
  return include.length > 0 ? (await axe.run({ include }, { ...options, preload, resultTypes: ['violations'] })).violations : [];
};`;

const expectNone = async (page: Page, scheme: string, run: string): Promise<void> => {
  const violations = await page.evaluate<Violation[]>(`(() => { ${check} return ${run}; })()`);
  expect(violations.map(describeViolation), `axe, ${scheme}, ${page.url()}`).toEqual([]);
};

const describeViolation = ({ id, help, nodes }: Violation): string =>
  `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`;
