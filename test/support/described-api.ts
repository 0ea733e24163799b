import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { EndpointEntry } from '../../functions/api/endpoints.ts';
import {
  type ApiDocument,
  type Operation,
  type Reference,
  type Response,
  resolve,
} from '../../tools/reference/api-document.ts';
import type { ApiResponse } from './client.ts';

export const apiDocument: ApiDocument = JSON.parse(readFileSync('functions/operations/openapi/openapi.json', 'utf8'));

export const operations: (Operation & { route: string })[] = Object.entries(apiDocument.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, route: `${method.toUpperCase()} ${path}` })),
);

export const getOperation = (operationId: string): Operation => {
  const found = operations.find((operation) => operation.operationId === operationId);
  if (!found) throw new Error(`The document has no operation ${operationId}.`);
  return found;
};

/** The target of a reference within the document. */
export const resolveRef = <Target extends object>(value: Target | Reference): Target => resolve(apiDocument, value);

/** Objects may gain fields. Closed, they show a field that nobody described. */
const closeObjects = (document: object): object =>
  JSON.parse(JSON.stringify(document), (_, value) =>
    value?.properties && value.additionalProperties === undefined ? { ...value, additionalProperties: false } : value,
  );

const compiler = (document: object): ((schema: object) => ValidateFunction) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    return validate;
  };
};

const compileOpen = compiler(apiDocument);
const compileClosed = compiler(closeObjects(apiDocument));

export const isDescribed = (schema: object, value: unknown): boolean => compileOpen(schema)(value);

/** Lists what the schema does not allow or does not know. */
export const findFaults = (schema: object, value: unknown): string[] => {
  const validate = compileClosed(closeObjects(schema));
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
};

export const componentSchema = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const ownHeaders = /^(x-request-id|x-ratelimit-.*|idempotent-replayed|retry-after|etag|cache-control)$/;

/** The response must be one that the document describes: its status, its body and each header of ours. */
export const expectDescribed = (
  { operationId }: EndpointEntry,
  { status, headers, json }: ApiResponse<unknown>,
): void => {
  const response = getOperation(operationId).responses[status];
  if (!response) throw new Error(`The document has no response ${status} of ${operationId}.`);
  const { content, headers: described = {} } = resolveRef<Response>(response);
  expect(findFaults(content?.['application/json'].schema ?? {}, json)).toEqual([]);
  const names = Object.keys(described).map((name) => name.toLowerCase());
  expect([...headers.keys()].filter((name) => ownHeaders.test(name) && !names.includes(name))).toEqual([]);
};
