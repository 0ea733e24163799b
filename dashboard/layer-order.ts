import type { Plugin } from 'vite';

const order = '@layer tokens, base, components, pages, motion;';

/** Puts the order of the layers into each style sheet: whichever the browser loads first decides it. */
export const layerOrder = (): Plugin => ({
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.css') ? { code: `${order}\n${code}`, map: null } : undefined),
});
