import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { operations } from '../functions/dashboard/operations.ts';

const order = '@layer tokens, base, components, pages, motion;';

/** Puts the order of the layers into each style sheet: whichever the browser loads first decides it. */
const layerOrder = (): Plugin => ({
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.css') ? { code: `${order}\n${code}`, map: null } : undefined),
});

/** Without groups, each small module that two pages share is a file of its own. */
const groups = [
  {
    name: 'shared',
    test: /dashboard\/(components\/(charts\/meter|contacts\/contacts|content|controls\/button|feedback|import-repeatedly|lazy-component)|api|context(?!\/rank-people)|pages\/contacts\/contacts|texts(?!\/(days|language|en\/(?!contact(?!-(import|dialogs))))))[/.]|\/lucide-react\/|functions\/model\/(channels|fold-text|members|workspaces\/(?!usage-forecast))/,
    minShareCount: 2,
  },
  // Most pages have a field or a filter in their address, but not the first one. So they need schemas, too.
  {
    name: 'forms',
    test: /dashboard\/(components\/controls\/|pages\/contacts\/contact-values|texts\/(days|language|en\/outcomes))|functions\/model\/(broadcasts\/broadcast\.|characters|contacts(?!\/placeholders)|conversations|(read-)?csv|id|optional-field|samples|unique-name)|\/node_modules\/zod\//,
    minShareCount: 2,
  },
  {
    name: 'webhooks',
    test: /dashboard\/(components\/(webhooks|contacts\/use-names)|texts\/en\/(deliveries|tools|webhooks)\.)|functions\/model\/(deliveries|webhooks)/,
    minShareCount: 2,
  },
  {
    name: 'templates',
    test: /dashboard\/(components\/templates|pages\/templates\/template-texts|texts\/(language|en\/templates))|functions\/model\/templates/,
    minShareCount: 2,
  },
  {
    name: 'inbox',
    test: /dashboard\/(pages\/inbox\/(words|list\/list.module|composer\/composer.module|thread\/thread.module)|texts\/en\/inbox\.)/,
    minShareCount: 2,
  },
  {
    name: 'broadcasts',
    test: /dashboard\/(pages\/broadcasts|texts\/en\/broadcasts)|functions\/model\/(broadcasts\/audience-file|contacts\/placeholders)/,
    minShareCount: 2,
  },
  {
    name: 'segments',
    test: /functions\/model\/(segments|search-words)|dashboard\/(context\/rank-people|pages\/(contacts\/search-further|segments\/(rules|segment-facts|segments\.module))|texts\/en\/segments\.)/,
    minShareCount: 2,
  },
  {
    name: 'charts',
    test: /dashboard\/(components\/charts|pages\/usage|texts\/en\/usage)|functions\/model\/workspaces\/usage-forecast/,
    minShareCount: 2,
  },
];

const operationRoutes = Object.fromEntries(
  Object.entries(operations).map(([id, { method, path }]) => [id, `${method} ${path}`]),
);

const schema = /^((?:export )?const \w+ = )((?:z|optionalField|recordOf)\b[\s\S]*?);$(?=\n(?:$|\S))/gm;

/** Pages take limits and rules from the model. Its schemas are calls, which the build keeps unless they are marked. */
const droppableSchemas = (): Plugin => ({
  name: 'droppable-schemas',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/functions/model/')
      ? { code: code.replaceAll(schema, '$1/* @__PURE__ */ (() => $2)();'), map: null }
      : undefined,
});

/** One suffix per style sheet. Vite's own has the line, too, which compresses badly. */
const scopedName = (name: string, path: string): string => {
  const file = relative(import.meta.dirname, path.replace(/\?.*$/, ''));
  return `${name}_${createHash('sha256').update(file).digest('base64url').slice(0, 3)}`;
};

export default defineConfig({
  root: import.meta.dirname,
  define: { operationRoutes: JSON.stringify(operationRoutes) },
  plugins: [layerOrder(), droppableSchemas(), react()],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    target: 'es2023',
    // The first versions with light-dark(), which is otherwise rewritten into two sets of variables.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy allows images from files only.
    assetsInlineLimit: 0,
    // The styles of all pages are smaller than what further requests cost.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
