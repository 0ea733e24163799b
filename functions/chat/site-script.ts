import type { APIGatewayProxyEvent } from 'aws-lambda';
import { noteSiteSeen, readSiteFile } from '../domain/web-chat/site-file.ts';
import { compose } from '../http/compose.ts';
import { compressed } from '../http/compressed.ts';
import { errorResponse } from '../http/error-response.ts';
import { readHeader } from '../http/middleware.ts';
import { requestId } from '../http/request-id.ts';
import { requestLog } from '../http/request-log.ts';
import { toScriptJson } from './script-json.ts';

const cacheSeconds = 300;

/** A script and no data, because a page whose policy allows no connections must be able to load it. */
const run = async (event: APIGatewayProxyEvent) => {
  const [, siteId = ''] = /^(site_\w+)\.js$/.exec(event.pathParameters?.['file'] ?? '') ?? [];
  const file = await readSiteFile(siteId);
  if (file) await noteSiteSeen(file.site, readHeader(event, 'referer'));
  return {
    statusCode: 200,
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': `public, max-age=${cacheSeconds}`,
    },
    body: `window.Switchboard&&window.Switchboard("settings",${toScriptJson(file?.shown ?? null)});\n`,
  };
};

export const handler = compose(
  (event) => run(event as APIGatewayProxyEvent),
  [requestId(), requestLog('getSiteScript'), compressed(), errorResponse()],
);
