import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { operations } from '../functions/dashboard/operations.ts';
import { layerOrder } from './layer-order.ts';

/** Without groups, each small module that two pages share is a file of its own. */
const groups = [
  {
    name: 'shared',
    test: /dashboard\/(components\/(content|controls|feedback|webhooks|lazy-component)|api|texts(?!\/en\/))[/.]|\/lucide-react\//,
    minShareCount: 2,
  },
];

const operationRoutes = Object.fromEntries(
  Object.entries(operations).map(([id, { method, path }]) => [id, `${method} ${path}`]),
);

export default defineConfig({
  root: import.meta.dirname,
  define: { operationRoutes: JSON.stringify(operationRoutes) },
  plugins: [layerOrder(), react()],
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
