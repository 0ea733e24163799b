import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { type EndpointEntry, endpoints } from '../../../functions/api/endpoints.ts';
import { getScenario } from '../../../tools/bench/endpoints/endpoints.ts';
import { makeWorkspace } from '../../../tools/bench/endpoints/workspace.ts';
import { type ApiResponse, call, makeKey } from '../../support/client.ts';
import { findFaults, getOperation, resolveRef } from '../../support/described-api.ts';

const ownHeaders = /^(x-request-id|x-ratelimit-.*|idempotent-replayed|retry-after|etag|cache-control)$/;

/** The response must be one that the document describes: its status, its body and each header of ours. */
const expectDescribed = ({ operationId }: EndpointEntry, { status, headers, json }: ApiResponse<unknown>): void => {
  const response = getOperation(operationId).responses[status];
  if (!response) throw new Error(`The document has no response ${status} of ${operationId}.`);
  const { content, headers: described = {} } = resolveRef(response);
  expect(findFaults(content?.['application/json'].schema ?? {}, json)).toEqual([]);
  const names = Object.keys(described).map((name) => name.toLowerCase());
  expect([...headers.keys()].filter((name) => ownHeaders.test(name) && !names.includes(name))).toEqual([]);
};

const unknownId = '019a2b1c-1f00-7e44-9c30-3f5a7c9ecc04';

describe('live responses', () => {
  it.each(endpoints)(
    'a success of $operationId is as the OpenAPI document describes it',
    { timeout: 60_000 },
    async (endpoint) => {
      const { id, client } = await makeWorkspace(inject('service').baseUrl, inject('simulator').url);
      onTestFinished(() => client.close());
      const scenario = getScenario(endpoint);
      const sharedId = (await scenario.prepare?.(client)) ?? '';
      const ownId = (await scenario.prepareCall?.(client, { sharedId, n: 0 })) ?? '';
      const values = { sharedId, ownId, n: 0 };
      const headers: Record<string, string> = endpoint.method === 'POST' ? { 'Idempotency-Key': 'described' } : {};
      const options = { key: await makeKey(id), body: scenario.body?.(values), headers, redirect: 'manual' as const };
      const response = await call(endpoint.method, scenario.path(values), options);
      expect(response.status).toBe(endpoint.status);
      expectDescribed(endpoint, response);
      if (endpoint.method === 'POST') {
        const replayed = await call(endpoint.method, scenario.path(values), options);
        expect(replayed.headers.get('idempotent-replayed')).toBe('true');
        expectDescribed(endpoint, replayed);
      }
    },
  );

  it.each(endpoints.filter(({ access }) => access !== 'public'))(
    'the refusals of $operationId are as the OpenAPI document describes them',
    async (endpoint) => {
      const { id, client } = await makeWorkspace(inject('service').baseUrl, inject('simulator').url);
      onTestFinished(() => client.close());
      const path = endpoint.path.replace('{id}', unknownId);
      const body = endpoint.body ? {} : undefined;
      const keys = [undefined, await makeKey(id, []), await makeKey(id)];
      for (const key of keys) expectDescribed(endpoint, await call(endpoint.method, path, { key, body }));
    },
  );
});
