import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { escapeHtml } from '../../domain/mail/render.ts';
import { findSubscription, unsubscribe } from '../../domain/mail/unsubscribe.ts';
import { compose } from '../../http/compose.ts';
import { errorResponse } from '../../http/error-response.ts';
import { requestId } from '../../http/request-id.ts';
import { requestLog } from '../../http/request-log.ts';
import type { MailKind } from '../../model/mail/mail.ts';
import { addLogFields } from '../../platform/log/invocation-trace.ts';
import { noStore } from '../middleware/browser.ts';
import { pageUrl } from './navigation.ts';

const kindTexts: Record<MailKind, string> = {
  mention: 'notes that mention you',
  webhook_off: 'webhooks that were turned off',
  channel_refused: 'channels that refuse messages',
  plan_used: 'the usage of the plan',
  broadcast_ended: 'broadcasts that have ended',
  key_use: 'unusual use of API keys',
  weekly_report: 'the numbers of the week',
};

/**
 * The address in a mail's List-Unsubscribe. It knows no session: the token says whose mail it is about. A mail program
 * sends a POST by itself; a person who follows the link is asked first, because scanners follow links, too.
 */
export const handler = compose(
  async (input) => {
    const event = input as APIGatewayProxyEvent;
    const token = event.queryStringParameters?.['token'] ?? '';
    const subscription = await findSubscription(token);
    if (!subscription) return toPage(404, 'This link does not work', 'Choose your emails on the page Members instead.');
    const { workspaceId, kind } = subscription;
    addLogFields({ workspace_id: workspaceId, mail: kind });
    if (event.httpMethod === 'GET')
      return toPage(
        200,
        `Stop emails about ${kindTexts[kind]}?`,
        'Other emails of this workspace still arrive.',
        token,
      );
    await unsubscribe(subscription);
    return toPage(200, `You get no more emails about ${kindTexts[kind]}`, 'Turn them on again on the page Members.');
  },
  [requestId(), requestLog('unsubscribe'), noStore(), errorResponse()],
);

const toPage = (statusCode: number, title: string, text: string, token?: string): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Referrer-Policy': 'no-referrer' },
  body: [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">',
    `<title>${escapeHtml(title)}</title></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`,
    ...(token === undefined
      ? [`<p><a href="${escapeHtml(pageUrl('/').href)}">Open Switchboard</a></p>`]
      : [`<form method="post" action="?token=${encodeURIComponent(token)}"><button>Stop them</button></form>`]),
    '</main></body></html>',
  ].join('\n'),
});
