/** The OpenAPI file as tools/openapi writes it, which is less than OpenAPI allows. */
export interface ApiDocument {
  info: { title: string; version: string; summary: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    securitySchemes: { apiKey: { description: string } };
    headers: Record<string, Header>;
    examples: Record<string, Example>;
    schemas: Record<string, Schema>;
  };
}

export interface Operation {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  security?: [];
  parameters: (Parameter | Reference)[];
  requestBody?: Body;
  responses: Record<string, Response | Reference>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description: string;
  schema: Schema;
}

export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Body['content'];
}

interface Header {
  description: string;
  schema: Schema;
}

interface Body {
  required?: boolean;
  content: { 'application/json': MediaType };
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example | Reference>;
}

export interface Example {
  summary: string;
  value: unknown;
}

export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  default?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export interface Reference {
  $ref: string;
}

export const resolve = <Target extends object>(document: ApiDocument, node: Target | Reference): Target => {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as Target;
  const names = node.$ref.replace('#/', '').split('/');
  return names.reduce<unknown>((parent, name) => Reflect.get(parent as object, name), document) as Target;
};

export const refName = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

export interface Route {
  method: string;
  path: string;
  operation: Operation;
}

export const listRoutes = ({ paths }: ApiDocument, tag: string): Route[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags[0] === tag)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** The body of the first status that is no error. */
export const findSuccess = ({ responses }: Operation): Partial<MediaType> => {
  const success = Object.entries(responses).find(([status]) => Number(status) < 400)?.[1];
  return success && 'content' in success ? (success.content?.['application/json'] ?? {}) : {};
};

/** The examples of a body by their titles. */
export const listExamples = (document: ApiDocument, { example, examples = {} }: MediaType): Example[] => [
  ...(example === undefined ? [] : [{ summary: 'Example', value: example }]),
  ...Object.values(examples).map((entry) => resolve<Example>(document, entry)),
];
