import { serveRoutes } from '../dashboard/router.ts';
import { handler as frame } from './frame.ts';
import { handler as siteScript } from './site-script.ts';
import { handler as testPage } from './test-page.ts';
import { addressLimit } from './visitor-limits.ts';

export const handler = serveRoutes(
  'chatSite',
  [
    { method: 'GET', path: '/sites/{file}', handler: siteScript },
    { method: 'GET', path: '/frame/{site_id}', handler: frame },
    { method: 'GET', path: '/test/{site_id}', handler: testPage },
  ],
  addressLimit,
  'the chat',
);
