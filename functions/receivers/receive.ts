import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { compose, type GatewayHandler } from '../http/compose.ts';
import { errorResponse } from '../http/error-response.ts';
import { readHeader } from '../http/middleware.ts';
import { requestId } from '../http/request-id.ts';
import { requestLog } from '../http/request-log.ts';

export interface SignedBody {
  bytes: Buffer;
  signature: string | undefined;
}

export const receive = (
  operation: string,
  signatureHeader: string,
  run: (signedBody: SignedBody) => Promise<{ received: number }>,
): GatewayHandler =>
  composeReceiver(operation, async (event) => {
    const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
    const data = await run({ bytes, signature: readHeader(event, signatureHeader) });
    return { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ data }) };
  });

export const verify = (
  operation: string,
  run: (query: APIGatewayProxyEvent['queryStringParameters']) => Promise<string>,
): GatewayHandler =>
  composeReceiver(operation, async ({ queryStringParameters: query }) => ({
    statusCode: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: await run(query),
  }));

const composeReceiver = (
  operation: string,
  run: (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>,
): GatewayHandler =>
  compose((event) => run(event as APIGatewayProxyEvent), [requestId(), requestLog(operation), errorResponse()]);
