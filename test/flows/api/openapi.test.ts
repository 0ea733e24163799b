import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { call } from '../../support/client.ts';

interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<string, { operationId: string; security?: unknown[]; responses: Record<string, unknown> }>
  >;
}

it('the committed OpenAPI document is served without a key', async () => {
  const committed = JSON.parse(readFileSync('functions/api/openapi/openapi.json', 'utf8'));
  expect(await call('GET', '/openapi.json')).toMatchObject({ status: 200, json: committed });
});

it('the OpenAPI document has every endpoint with its statuses, and nothing else', async () => {
  const { json } = await call<Document>('GET', '/openapi.json');
  expect(json.openapi).toBe('3.1.0');
  const described = Object.entries(json.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  );
  expect(described.sort()).toEqual(
    endpoints.map(({ method, path, operationId }) => `${method} ${path} ${operationId}`).sort(),
  );
  for (const { method, path, status, access } of endpoints) {
    const operation = json.paths[path]?.[method.toLowerCase()];
    expect(Object.keys(operation?.responses ?? {})).toContain(String(status));
    expect('401' in (operation?.responses ?? {})).toBe(access !== 'public');
  }
});
