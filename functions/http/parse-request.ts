import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { ApiError, errorMessages, invalidCursor } from '../model/api-error.ts';
import { type PageRequest, readLimit } from '../model/page.ts';
import { clock } from '../platform/clock.ts';
import { verifyCursor } from '../platform/cursor.ts';
import { newId } from '../platform/ids.ts';
import { toBaseUrl } from './base-url.ts';
import type { Contract } from './contract.ts';
import { listName } from './cursors.ts';
import { readHeader } from './middleware.ts';
import { type Caller, type CallMiddleware, getCaller, type HandlerInput } from './request.ts';
import { findUnknownField, unknownField } from './unknown-field.ts';
import { validate } from './validation-message.ts';

const bodyBytesMax = 1024 * 1024;

export type FindResource<By extends Caller, Params> = (
  input: Pick<HandlerInput<By, Params>, 'caller' | 'params'>,
) => Promise<unknown>;

/** Replaces the event with the handler's typed input, checked in the order path id, query, body. */
export const parseRequest = <By extends Caller, Params>(
  contract: Contract,
  find?: FindResource<By, Params>,
): CallMiddleware<By> => ({
  before: async (request) => {
    const { event } = request.internal;
    const caller = getCaller(request);
    const params = parseParams(contract, event);
    try {
      request.event = {
        caller,
        params,
        ...parseInput(contract, caller, params, event),
        baseUrl: () => toBaseUrl(event),
        id: newId(),
        endsByMs: clock.now() + request.context.getRemainingTimeInMillis(),
      } satisfies HandlerInput<By>;
    } catch (error) {
      // A missing resource is 404 even if the rest of the request is 400. For a valid request the handler checks it.
      await find?.({ caller, params: params as Params });
      throw error;
    }
  },
});

const parseInput = (
  contract: Contract,
  caller: Caller,
  params: unknown,
  event: APIGatewayProxyEvent,
): Pick<HandlerInput<Caller>, 'query' | 'page' | 'body' | 'isStrict'> => {
  const isStrict = readHeader(event, 'switchboard-strict') === 'true';
  const query = contract.query ? requireValid(contract.query, event.queryStringParameters ?? {}) : {};
  const body = readBody(contract, event, isStrict);
  const pageInput = Object(contract.method === 'GET' ? event.queryStringParameters : body);
  const page = parsePage(listName(contract, { params, query }), caller, pageInput);
  if (isStrict) refuseIgnoredPage(contract, pageInput, page);
  return { query, page, body, isStrict };
};

/** A caller who asked for strictness would rather know that the limit or cursor has no effect. */
const refuseIgnoredPage = (
  { method, paged, query }: Contract,
  { limit, cursor }: { limit?: unknown; cursor?: unknown },
  page: PageRequest,
): void => {
  const hasLimit = paged || Object.hasOwn(Object(Reflect.get(Object(query), 'shape')), 'limit');
  if (hasLimit && limit !== undefined && String(page.limit) !== limit)
    throw new ApiError('bad_request', '"limit" must be a whole number from 1 to 100.');
  if (typeof cursor === 'string' && page.after === undefined && (paged || method !== 'GET'))
    throw invalidCursor('cursor');
};

const parseParams = (contract: Contract, event: APIGatewayProxyEvent): unknown => {
  if (!contract.params) return {};
  const result = z.safeParse(contract.params, event.pathParameters ?? {});
  if (!result.success) throw new ApiError('not_found', errorMessages.unknownId);
  return result.data;
};

/** A cursor that is malformed, forged or of another list starts the list from the beginning. */
const parsePage = (
  list: string,
  { cursorSecret: secret, mayLag }: Caller,
  { limit, cursor }: { limit?: unknown; cursor?: unknown },
): PageRequest => {
  const isUsable = typeof cursor === 'string' && secret !== undefined;
  return { limit: readLimit(limit), after: isUsable ? verifyCursor(secret, list, cursor) : undefined, mayLag };
};

/** A POST that needs no body refuses one that is not JSON all the same: its fields would be lost without a word. */
const readBody = (
  { method, body, isBodyOptional }: Contract,
  event: APIGatewayProxyEvent,
  isStrict: boolean,
): unknown => {
  if (!body && method !== 'POST') return undefined;
  const input = parseBody(event, !body || isBodyOptional === true);
  const unknown = isStrict ? findUnknownField(body ?? z.object({}), input) : undefined;
  if (unknown !== undefined) throw unknownField(unknown);
  return body && requireValid(body, input);
};

const parseBody = (event: APIGatewayProxyEvent, isOptional: boolean): unknown => {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > bodyBytesMax) throw new ApiError('bad_request', errorMessages.tooLarge);
  const text = bytes.toString();
  if (text.trim() === '') {
    if (isOptional) return {};
    throw invalidBody('is empty');
  }
  return requireObject(requireJson(text));
};

const invalidBody = (fault: string): ApiError => new ApiError('bad_request', `The body ${fault}. Send a JSON object.`);

const requireJson = (text: string): unknown => {
  try {
    return parseWellFormed(text);
  } catch (cause) {
    // The engine's own message may quote the body, which may hold secrets.
    const [, position] = /at position (\d+)/.exec(String(cause)) ?? [];
    const endsEarly = position === undefined || Number(position) >= text.trimEnd().length;
    throw invalidBody(`is not valid JSON${endsEarly ? ': it ends too early' : ` at character ${position}`}`);
  }
};

/**
 * JSON can escape a lone surrogate, which UTF-8 cannot encode: two such strings may differ here and be equal in the
 * table. Each becomes U+FFFD, as it does on the wire.
 */
const parseWellFormed = (text: string): unknown =>
  /\\u[dD][89a-fA-F]/.test(text)
    ? JSON.parse(text, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))
    : JSON.parse(text);

const requireObject = (value: unknown): object => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  if (value === null) throw invalidBody('is the JSON value null');
  throw invalidBody(`is a JSON ${Array.isArray(value) ? 'array' : typeof value}`);
};

const requireValid = (schema: z.ZodMiniType, input: unknown): unknown => {
  const value = validate(schema, input);
  if (value instanceof ApiError) throw value;
  return value;
};
