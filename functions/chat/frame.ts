import type { APIGatewayProxyEvent } from 'aws-lambda';
import { noStore } from '../dashboard/middleware/browser.ts';
import { readAssets, readSiteFile } from '../domain/web-chat/site-file.ts';
import { compose } from '../http/compose.ts';
import { compressed } from '../http/compressed.ts';
import { errorResponse } from '../http/error-response.ts';
import { requestId } from '../http/request-id.ts';
import { requestLog } from '../http/request-log.ts';
import { ApiError } from '../model/api-error.ts';
import { env } from '../platform/env.ts';
import { toScriptJson } from './script-json.ts';

/** Short, so that a change of the allowed sites soon holds; long enough for the page that loaded it ahead of the click. */
const cacheSeconds = 60;

const run = async (event: APIGatewayProxyEvent) => {
  const file = await readSiteFile(event.pathParameters?.['site_id'] ?? '');
  if (!file) throw new ApiError('not_found', 'There is no chat here.');
  return {
    statusCode: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': `private, max-age=${cacheSeconds}`,
      'Content-Security-Policy': toPolicy(file.site.settings.allowed_sites),
    },
    body: toPage(file.shown),
  };
};

/** The hosts of the settings, which `frame-ancestors` matches as we do: a wildcard stands for one or more labels. */
const toPolicy = (allowedSites: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    `connect-src ${["'self'", ...listSocketOrigins()].join(' ')}`,
    // Itself for the test page, the only other page of this origin.
    `frame-ancestors ${["'self'", ...allowedSites.flatMap(toAncestors)].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const toAncestors = (site: string): string[] =>
  /^(localhost|127\.0\.0\.1)(:|$)/.test(site) ? [`http://${site}`, `https://${site}`] : [`https://${site}`];

const listSocketOrigins = (): string[] => {
  const host = env.hintsSocketHost();
  if (host === undefined) return [];
  return [env.eventApiUrl() ? `ws://${host}` : `wss://${host}`];
};

/** No script and no style is inline: the policy forbids both. */
const toPage = (settings: unknown): string => {
  const { script, style } = readAssets();
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">',
    '<meta name="robots" content="noindex"><title>Chat</title>',
    `<link rel="stylesheet" href="${style}">`,
    `<script type="application/json" id="settings">${toScriptJson(settings)}</script>`,
    `<script type="module" src="${script}"></script>`,
    '</head><body><div id="chat"></div></body></html>\n',
  ].join('\n');
};

export const handler = compose(
  (event) => run(event as APIGatewayProxyEvent),
  [requestId(), requestLog('getFrame'), noStore(), compressed(), errorResponse()],
);
