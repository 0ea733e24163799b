import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';
import { expect, inject } from 'vitest';

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Resolves once the page shows what it has just rendered. */
const nextFrame = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** They take longer than all others. */
const colorsOnly = { runOnly: ['color-contrast', 'link-in-text-block'] };
const withoutColors = {
  rules: {
    'color-contrast': { enabled: false },
    'link-in-text-block': { enabled: false },
    'target-size': { enabled: true },
  },
};

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
    return String(sum >>> 0);
  };
  walk(document.documentElement, innerWidth < 800 ? 'narrow' : 'wide');
  const landmarks = 'h1, h2, h3, h4, h5, h6, main, nav, header, footer, aside, [role=dialog], [role=alertdialog]';
  const order = [...document.querySelectorAll(landmarks)].map(({ tagName }) => tagName).join(' ');
  const outline = hash(order.replaceAll(/\\b(\\w+)( \\1\\b)+/g, '$1'));
  window.partsOfPage = parts.set(outline, [document]);
  return [...parts.keys()];
})()`;

/**
 * Each visible text by what decides its contrast: its color and size, what is painted below it, the words around a link.
 * The styles know the schemes by `color-scheme` alone, so no frame has to be painted for the other one.
 */
const describeTexts = `(() => {
  const ancestors = (element) => (element === null ? [] : [element, ...ancestors(element.parentElement)]);
  const hasWords = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const found = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (!hasWords(element) && !/^(INPUT|TEXTAREA)$/.test(element.tagName)) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    const isShown = width > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const painted = document.elementsFromPoint(left + width / 2, top + height / 2);
    const isCovered = painted.includes(element) && !element.contains(painted[0]);
    if (!isShown || isCovered) continue;
    found.push([element, painted.includes(element) ? painted.slice(painted.indexOf(element)) : ancestors(element)]);
  }
  const describe = () => {
    const known = new Map();
    const describeGround = (element) => {
      if (known.has(element)) return known.get(element);
      const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element);
      const ground = [backgroundColor, backgroundImage, opacity, filter].join(' ');
      return known.set(element, ground.replace('rgba(0, 0, 0, 0) none 1 none', '')).get(element);
    };
    const texts = new Map();
    for (const [element, below] of found) {
      const grounds = below.map(describeGround);
      const opaque = grounds.findIndex((ground) => /^rgb\\(.* 1 none$/.test(ground));
      const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
      const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
      const words = element.tagName === 'A' && hasWords(element.parentElement) && element.parentElement;
      const link = words ? textDecorationLine + getComputedStyle(words).color : '';
      const isDisabled = element.closest(':disabled, [aria-disabled=true]') !== null;
      const shown = grounds.slice(0, opaque < 0 ? undefined : opaque + 1).filter((ground) => ground !== '');
      texts.set([color, isLarge, textShadow, link, isDisabled, ...shown].join(' '), element);
    }
    return texts;
  };
  const [dark, light] = ['dark', 'light'].map((scheme) => inScheme(scheme, describe));
  window.textsOfPage = { dark, light };
  return { dark: [...dark.keys()], light: [...light.keys()] };
})()`;

const inScheme = `(scheme, run) => {
  const root = document.documentElement;
  root.style.colorScheme = scheme;
  const reset = (result) => {
    root.style.colorScheme = '';
    if (root.getAttribute('style') === '') root.removeAttribute('style');
    return result;
  };
  const result = run();
  return result instanceof Promise ? result.finally(reset) : reset(result);
}`;

/** This file lists the parts that have passed, for all workers. */
const { checkedPath } = inject('chromium');

const isNew = (): ((part: string) => boolean) => {
  const checked = new Set(existsSync(checkedPath) ? readFileSync(checkedPath, 'utf8').split('\n') : []);
  return (part) => !checked.has(part);
};

const addChecked = (parts: string[]): void => appendFileSync(checkedPath, `${parts.join('\n')}\n`);

interface Description {
  dark: string[];
  light: string[];
  parts: string[];
}

/** Runs axe on what the page has and no page before it had. */
export const checkAccessibility = async (page: Page | Frame): Promise<void> => {
  if (!page.url().startsWith('http')) return;
  const all = await page.evaluate<Description>(describePage);
  const isUnchecked = isNew();
  const { dark, light, parts } = {
    dark: all.dark.filter(isUnchecked),
    light: all.light.filter(isUnchecked),
    parts: all.parts.filter(isUnchecked),
  };
  const added = [...dark, ...light, ...parts];
  if (added.length === 0) return;
  const run = `(${check})(${JSON.stringify({ dark, light, parts })})`;
  const violations =
    (await page.evaluate<Violations | undefined>(`'axe' in window ? ${run} : undefined`)) ??
    (await page.evaluate<Violations>(`${axeSource};\n${run}`));
  for (const [scheme, found] of Object.entries(violations))
    expect(found.map(describeViolation), `axe, ${scheme}, ${page.url()}`).toEqual([]);
  addChecked(added);
};

type Violations = Record<'dark' | 'light', Violation[]>;

const describePage = `${nextFrame}.then(() => {
  const inScheme = ${inScheme};
  return { ...${describeTexts}, parts: ${describeParts} };
})`;

/** The schemes differ in nothing but colors. Elements that left the page meanwhile have none. */
const check = `async ({ dark, light, parts }) => {
  const inScheme = ${inScheme};
  const run = async (elements, options) => {
    const include = elements.filter(({ isConnected }) => isConnected);
    if (include.length === 0) return [];
    const preload = { assets: ['media'] };
    return (await axe.run({ include }, { ...options, preload, resultTypes: ['violations'] })).violations;
  };
  const checkColors = (scheme, texts) =>
    inScheme(scheme, () => run(texts.map((text) => textsOfPage[scheme].get(text)), ${JSON.stringify(colorsOnly)}));
  const hasDialog = document.querySelector('[role$=dialog]') !== null;
  const inDark = await checkColors('dark', dark);
  const inLight = await checkColors('light', light);
  const options = hasDialog ? ${JSON.stringify(behindDialog)} : ${JSON.stringify(withoutColors)};
  const others = await run(parts.flatMap((part) => partsOfPage.get(part)), options);
  return { dark: inDark, light: [...inLight, ...others] };
}`;

const describeViolation = ({ id, help, nodes }: Violation): string =>
  `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`;
