import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { Failure } from '../../model/failure.ts';
import { type PageRequest, pageQuery } from '../../model/page.ts';
import { openCursor } from '../../platform/cursor.ts';
import { newId } from '../../platform/ids.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Call } from './call.ts';
import { issueMessage } from './issue-message.ts';
import { listNameOf } from './list-name.ts';
import { type ApiMiddleware, callerOf } from './request.ts';

const bodyBytesMax = 1024 * 1024;

/** Puts the typed input of the handler in the event's place, checked in the order path id, query, body. */
export const parse = (contract: Endpoint): ApiMiddleware => ({
  before: (request) => {
    const { event } = request.internal;
    const caller = callerOf(request);
    const params = parseParams(contract, event);
    const query = contract.query ? checked(contract.query, event.queryStringParameters ?? {}) : {};
    const page = parsePage(listNameOf(contract, event), caller.cursorSecret, event);
    const body = contract.body ? checked(contract.body, parseBody(event)) : undefined;
    request.event = { caller, params, query, page, body, id: newId() } satisfies Call;
  },
});

/** An id of a wrong form is an id that nothing has. */
const parseParams = (contract: Endpoint, event: APIGatewayProxyEvent): unknown => {
  if (!contract.params) return {};
  const result = z.safeParse(contract.params, event.pathParameters ?? {});
  if (!result.success) throw new Failure('not_found', 'Nothing here has this id; ids are UUIDs.');
  return result.data;
};

/** A cursor that is unreadable, forged or of another list starts the list anew. */
const parsePage = (list: string, secret: string, event: APIGatewayProxyEvent): PageRequest => {
  const { limit, cursor } = z.parse(z.object(pageQuery), event.queryStringParameters ?? {});
  return { limit, after: cursor === undefined ? undefined : openCursor(secret, list, cursor) };
};

const parseBody = (event: APIGatewayProxyEvent): unknown => {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > bodyBytesMax) throw new Failure('bad_request', 'The body must not be larger than 1 MiB.');
  try {
    return objectOf(JSON.parse(bytes.toString()));
  } catch (cause) {
    throw new Failure('bad_request', 'The body must be a JSON object.', { cause });
  }
};

const objectOf = (value: unknown): object => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new TypeError('not an object');
};

const checked = (schema: z.ZodMiniType, input: unknown): unknown => {
  const result = z.safeParse(schema, input);
  if (!result.success) throw new Failure('bad_request', issueMessage(result.error.issues, input));
  return result.data;
};
