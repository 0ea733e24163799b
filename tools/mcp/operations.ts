import * as z from 'zod';
import document from '../../functions/api/openapi/openapi.json' with { type: 'json' };

const jsonSchema = z.record(z.string(), z.unknown());

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema: jsonSchema,
});

const content = z.object({ 'application/json': z.object({ schema: jsonSchema }) });

const method = z.enum(['GET', 'POST', 'PATCH', 'DELETE']);

const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).min(1),
  summary: z.string(),
  description: z.string().optional(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
});

export type JsonSchema = z.output<typeof jsonSchema>;
export type Parameter = z.output<typeof parameter>;

export interface Operation {
  name: string;
  area: string;
  method: z.output<typeof method>;
  path: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  body: JsonSchema | undefined;
  /** The bodies of the successes that differ. */
  results: JsonSchema[];
}

/** What a `#/components/…` reference of the OpenAPI document leads to. */
export const resolveReference = (reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce((value: unknown, key) => jsonSchema.parse(value)[key], document);

const resolve = (value: unknown): unknown => {
  const { data } = z.object({ $ref: z.string() }).safeParse(value);
  return data ? resolveReference(data.$ref) : value;
};

const listResults = (responses: z.output<typeof operation>['responses']): JsonSchema[] => {
  const schemas = Object.entries(responses).flatMap(([status, response]) => {
    const schema = response.content?.['application/json'].schema;
    return Number(status) < 400 && schema ? [JSON.stringify(resolve(schema))] : [];
  });
  return [...new Set(schemas)].map((text) => jsonSchema.parse(JSON.parse(text)));
};

/** The operations of the API that need a key, as the OpenAPI document describes them. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([verb, raw]) => {
    const { operationId, tags, summary, description = '', security, requestBody, ...rest } = operation.parse(raw);
    if (security?.length === 0) return [];
    const [area = ''] = tags;
    return {
      name: operationId,
      area,
      method: method.parse(verb.toUpperCase()),
      path,
      summary,
      description,
      parameters: rest.parameters.map((value) => parameter.parse(resolve(value))),
      body: requestBody?.content['application/json'].schema,
      results: listResults(rest.responses),
    };
  }),
);
