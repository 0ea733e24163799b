import { type Context, createContext, Script } from 'node:vm';
import * as z from 'zod';
import type { HttpResponse } from '../http-server.ts';
import { LocalError } from '../local-error.ts';
import { type Deployment, qualifiedName, type Resource, readAllProperties } from '../template/deployment.ts';

interface ViewerRequest {
  method: string;
  uri: string;
  /** Names and values are decoded. */
  query: [name: string, value: string][];
  headers: Record<string, string>;
}

/** Returns the URI for the origin, or a response of its own. */
export type EdgeFunction = (request: ViewerRequest) => Promise<{ uri: string } | HttpResponse>;

const functionSchema = z.strictObject({
  Name: z.string(),
  AutoPublish: z.literal(true),
  FunctionCode: z.string(),
  FunctionConfig: z.strictObject({ Comment: z.string().optional(), Runtime: z.literal('cloudfront-js-2.0') }),
  Tags: z.unknown().optional(),
});

const resultSchema = z.union([
  z.object({
    statusCode: z.number().int().min(200).max(599),
    headers: z.record(z.string(), z.object({ value: z.string() })).default({}),
    body: z.union([z.string(), z.object({ data: z.string() }).transform(({ data }) => data)]).default(''),
  }),
  z.object({ uri: z.string().startsWith('/') }),
]);

/** Runs the code as CloudFront does: nothing of Node is there, and no code from strings. */
export const readEdgeFunction = (deployment: Deployment, resource: Resource): EdgeFunction => {
  const location = qualifiedName(resource);
  const { FunctionCode } = readAllProperties(deployment, resource, functionSchema);
  const context = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
  const call = load(location, FunctionCode, context);
  return async (request) => {
    const result = await call(JSON.stringify({ version: '1.0', request: toEventRequest(request) }));
    const parsed = resultSchema.safeParse(JSON.parse(result));
    if (!parsed.success) throw new LocalError(`${location}: the function returned no request or response.`);
    if ('uri' in parsed.data) return parsed.data;
    const { statusCode, headers, body } = parsed.data;
    return { statusCode, headers: flattenValues(headers), body: Buffer.from(body) };
  };
};

/** Loads the code once for all requests: our functions keep no state. */
const load = (location: string, code: string, context: Context): ((event: string) => Promise<string>) => {
  try {
    new Script(code).runInContext(context);
  } catch (error) {
    throw new LocalError(`${location}: FunctionCode cannot be run: ${error instanceof Error ? error.message : error}.`);
  }
  return new Script('async (event) => JSON.stringify(await handler(JSON.parse(event)))').runInContext(context);
};

const toEventRequest = ({ method, uri, query, headers }: ViewerRequest) => ({
  method,
  uri,
  querystring: Object.fromEntries(query.map(([name, value]) => [name, { value }])),
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
  cookies: {},
});

const flattenValues = (headers: Record<string, { value: string }>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]));
