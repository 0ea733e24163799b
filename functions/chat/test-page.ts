import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { noStore } from '../dashboard/middleware/browser.ts';
import { readSiteFile } from '../domain/web-chat/site-file.ts';
import { compose } from '../http/compose.ts';
import { compressed } from '../http/compressed.ts';
import { errorResponse } from '../http/error-response.ts';
import { requestId } from '../http/request-id.ts';
import { requestLog } from '../http/request-log.ts';
import { ApiError } from '../model/api-error.ts';

const style = 'body{max-width:40rem;margin:10vh auto;padding:0 1rem;font:16px/1.6 system-ui}h1{line-height:1.2}';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "frame-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/**
 * A page that has the script installed, to try the chat before the website has it. It is on the chat's own origin, where
 * nothing else is a page, so it needs no entry in the allowed sites and gives no other page more rights.
 */
const run = async (event: APIGatewayProxyEvent) => {
  const file = await readSiteFile(event.pathParameters?.['site_id'] ?? '');
  if (!file) throw new ApiError('not_found', 'There is no chat here.');
  return {
    statusCode: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
    },
    body: toPage(file.site.siteId),
  };
};

const toPage = (siteId: string): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<meta name="robots" content="noindex"><title>Test page</title><style>${style}</style></head>`,
    '<body><main><h1>Test page</h1>',
    '<p>Your chat is on this page as it will be on your website. Messages from here arrive in the inbox.</p></main>',
    `<script async src="/chat.js" data-site="${siteId}"></script>`,
    '</body></html>\n',
  ].join('\n');

export const handler = compose(
  (event) => run(event as APIGatewayProxyEvent),
  [requestId(), requestLog('getTestPage'), noStore(), compressed(), errorResponse()],
);
