import { type PublicErrorCode, publicStatusByCode } from '../../functions/model/api-error.ts';
import type { Endpoint } from '../../functions/operations/operation.ts';
import type { JsonObject, OperationDoc } from '../../functions/operations/texts.ts';
import { errorExample, errorTexts } from './errors.ts';
import { buildResponseHeaders } from './headers.ts';
import { componentRef, toJsonSchema } from './schema.ts';

export const buildResponses = (endpoint: Endpoint, doc: OperationDoc): Record<string, JsonObject> => ({
  ...buildSuccesses(endpoint, doc),
  ...(endpoint.cacheSeconds === undefined ? {} : { 304: buildNotModified(endpoint) }),
  ...buildFailures(endpoint),
});

const buildSuccesses = (endpoint: Endpoint, { response }: OperationDoc): Record<string, JsonObject> => {
  const descriptions: Record<string, string> = {
    [endpoint.status]: endpoint.status === 302 ? 'A redirect to the file.' : 'Success.',
    ...endpoint.otherStatuses,
  };
  return Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [
      status,
      {
        description,
        headers: buildResponseHeaders(endpoint, status),
        content: {
          'application/json': {
            schema: buildSuccessSchema(endpoint, response, status),
            example: getExample(endpoint, response, status),
          },
        },
      },
    ]),
  );
};

const getExample = ({ operationId }: Endpoint, { examples }: OperationDoc['response'], status: string): JsonObject => {
  const [, example] = Object.entries(examples).find(([name]) => name === status) ?? [];
  if (!example) throw new Error(`The response ${status} of ${operationId} has no example.`);
  return example;
};

const buildSuccessSchema = (endpoint: Endpoint, response: OperationDoc['response'], status: string): JsonObject => {
  if ('body' in response) return { $ref: componentRef(response.body) };
  const { properties } = toJsonSchema(endpoint.response(), 'output') as { properties: Record<string, JsonObject> };
  const isList = properties['data']?.['type'] === 'array';
  const [, otherData] = Object.entries(response.otherData ?? {}).find(([name]) => name === status) ?? [];
  const item = { $ref: componentRef(otherData ?? response.data) };
  return {
    type: 'object',
    required: Object.keys(properties),
    properties: isList
      ? {
          data: { type: 'array', items: item, description: 'The rows of this page.' },
          meta: { $ref: componentRef('PageMeta'), description: 'Where the list goes on.' },
        }
      : {
          data: { ...item, description: 'The result.' },
          ...(properties['meta']
            ? { meta: { $ref: componentRef('PageMeta'), description: 'Where the work goes on.' } }
            : {}),
        },
  };
};

const buildNotModified = (endpoint: Endpoint): JsonObject => ({
  description: 'The version that If-None-Match names is current.',
  headers: buildResponseHeaders(endpoint, '304'),
});

/** Responses that are the same for every operation with a key. */
const sharedFailures = {
  401: 'Unauthorized',
  429: 'RateLimited',
  500: 'Internal',
  503: 'Unavailable',
  504: 'TimedOut',
};

const isShared = (status: string): status is `${keyof typeof sharedFailures}` => status in sharedFailures;

const buildFailures = (endpoint: Endpoint): Record<string, JsonObject> =>
  Object.fromEntries(
    Object.entries(listErrorCodes(endpoint)).map(([status, codes]) => [
      status,
      isShared(status) && endpoint.access !== 'public'
        ? { $ref: `#/components/responses/${sharedFailures[status]}` }
        : buildFailure(endpoint, status, codes),
    ]),
  );

const buildFailure = (endpoint: Endpoint, status: string, codes: readonly PublicErrorCode[]): JsonObject => ({
  description: codes.map((code) => `\`${code}\`: ${explainCode(endpoint, status, code)}.`).join('\n\n'),
  headers: buildResponseHeaders(endpoint, status, codes),
  content: {
    'application/json': {
      schema: { $ref: componentRef('ApiError') },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: errorExample(code) }])),
    },
  },
});

const explainCode = ({ access }: Endpoint, status: string, code: PublicErrorCode): string => {
  if (code === 'forbidden') return `the key lacks the scope \`${access}\``;
  return gatewayMeanings[status] ?? errorTexts[code].meaning;
};

const gatewayMeanings: Record<string, string> = {
  503: 'the service is over its capacity; wait for the seconds in `Retry-After`',
  504: 'the request timed out; check whether it took effect before you send it again',
};

export const buildSharedFailures = (keyed: Endpoint): JsonObject =>
  Object.fromEntries(
    Object.entries(listErrorCodes(keyed)).flatMap(([status, codes]) =>
      isShared(status) ? [[sharedFailures[status], buildFailure(keyed, status, codes)] as const] : [],
    ),
  );

/** The firewall can refuse any request, and the gateway can be over its capacity or time out. */
const listErrorCodes = ({ access, params, errorCodes = [] }: Endpoint): Record<string, PublicErrorCode[]> => {
  const codes: PublicErrorCode[] = ['bad_request', 'internal', ...errorCodes];
  if (access !== 'public') codes.push('unauthorized', 'rate_limited');
  if (access !== 'public' && access !== 'any-key') codes.push('forbidden');
  if (params) codes.push('not_found');
  const byStatus: Record<string, PublicErrorCode[]> = { 503: ['internal'], 504: ['internal'] };
  for (const code of new Set(codes)) {
    const status = publicStatusByCode[code];
    byStatus[status] = [...(byStatus[status] ?? []), code];
  }
  return byStatus;
};
