import * as z from 'zod';
import type { HttpResponse } from '../http-server.ts';
import { LocalError } from '../local-error.ts';
import { fillHeaders, fillTemplate, type RequestIds, readHeaders } from './gateway-response.ts';

export interface MockResponse {
  /** A request with another Content-Type gets a 415. */
  mediaTypes: string[];
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

/** A mock has one answer here: a status in the request template that selects one of several is not supported. */
export const mockSchema = z.strictObject({
  type: z.literal('mock'),
  passthroughBehavior: z.literal('never'),
  requestTemplates: z.record(z.string(), z.string()),
  responses: z.strictObject({
    default: z.strictObject({
      statusCode: z.coerce.number(),
      responseParameters: z.record(z.string(), z.string()).default({}),
      responseTemplates: z.strictObject({ 'application/json': z.string() }),
    }),
  }),
});

const requestTemplateSchema = z.strictObject({ statusCode: z.int() });

export const readMock = (mock: z.infer<typeof mockSchema>, location: string): MockResponse => {
  const { statusCode, responseParameters, responseTemplates } = mock.responses.default;
  for (const [mediaType, template] of Object.entries(mock.requestTemplates)) {
    if (!requestTemplateSchema.safeParse(parseJson(template)).success)
      throw new LocalError(`${location}: the request template for ${mediaType} must be {"statusCode": <number>}.`);
  }
  return {
    mediaTypes: Object.keys(mock.requestTemplates),
    statusCode,
    headers: readHeaders(responseParameters, 'method.response.header.', location),
    body: responseTemplates['application/json'],
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const buildMockResponse = (
  mock: MockResponse,
  contentType: string | undefined,
  ids: RequestIds,
): HttpResponse | 'UNSUPPORTED_MEDIA_TYPE' => {
  const [mediaType = ''] = (contentType ?? 'application/json').toLowerCase().split(';');
  if (!mock.mediaTypes.includes(mediaType.trim())) return 'UNSUPPORTED_MEDIA_TYPE';
  return {
    statusCode: mock.statusCode,
    headers: { 'Content-Type': 'application/json', ...fillHeaders(mock.headers, { ...ids }) },
    body: fillTemplate(mock.body, { ...ids }),
  };
};
