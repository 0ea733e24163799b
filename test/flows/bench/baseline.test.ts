import { describe, expect, inject, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { type EndpointEntry, endpoints } from '../../../functions/api/endpoints.ts';
import {
  countedCalls,
  countStartUps,
  readBaseline,
  readBundleSizes,
  toCallCounts,
} from '../../../tools/bench/baseline.ts';
import { countChatOperations } from '../../../tools/bench/chat/chat.ts';
import type { Client } from '../../../tools/bench/client.ts';
import { callLogBytes } from '../../../tools/bench/costs/call-cost.ts';
import { callEndpoint, getScenario } from '../../../tools/bench/endpoints/endpoints.ts';
import { makeWorkspace } from '../../../tools/bench/endpoints/workspace.ts';
import { countInboxOperations } from '../../../tools/bench/inbox/inbox.ts';
import { call, makeKey } from '../../support/client.ts';
import { expectDescribed } from '../../support/described-api.ts';
import { followLog } from '../../support/log-file.ts';

// `npm run bench -- --save` writes the baseline: a change that raises a cost says so in its own commit.
const baseline = readBaseline();

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** Every object in the value with keys that are not in the schema's order, or not in the schema. */
const findDisorder = (value: unknown, schema: JsonSchema, path = ''): string[] => {
  if (schema.anyOf)
    return findDisorder(value, schema.anyOf.find(({ properties, items }) => properties ?? items) ?? {}, path);
  if (Array.isArray(value))
    return value.flatMap((item, index) => findDisorder(item, schema.items ?? {}, `${path}[${index}]`));
  const { properties } = schema;
  if (typeof value !== 'object' || value === null || !properties) return [];
  const keys = Object.keys(value);
  const expected = Object.keys(properties).filter((name) => name in value);
  const isOrdered = JSON.stringify(keys) === JSON.stringify(expected);
  return [
    ...(isOrdered ? [] : [`${path}: ${keys} instead of ${expected}`]),
    ...Object.entries(value).flatMap(([name, field]) => findDisorder(field, properties[name] ?? {}, `${path}.${name}`)),
  ];
};

/** Uses what was prepared for counting, which takes longer than the calls. A POST is repeated, too. */
const expectDescribedSuccess = async (id: string, client: Client, endpoint: EndpointEntry, sharedId: string) => {
  const scenario = getScenario(endpoint);
  const n = countedCalls.warmUpCalls + countedCalls.calls;
  const values = { sharedId, ownId: (await scenario.prepareCall?.(client, { sharedId, n })) ?? '', n };
  const headers: Record<string, string> = endpoint.method === 'POST' ? { 'Idempotency-Key': 'described' } : {};
  const options = { key: await makeKey(id), body: scenario.body?.(values), headers, redirect: 'manual' as const };
  const response = await call(endpoint.method, scenario.path(values), options);
  expect(response.status).toBe(endpoint.status);
  expectDescribed(endpoint, response);
  const schema = z.toJSONSchema(endpoint.response(), { reused: 'inline', unrepresentable: 'any' }) as JsonSchema;
  if (endpoint.operationId !== 'getOpenapi') expect(findDisorder(response.json, schema)).toEqual([]);
  if (endpoint.method !== 'POST') return;
  const replayed = await call(endpoint.method, scenario.path(values), options);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  expectDescribed(endpoint, replayed);
};

describe('the cost of a call', () => {
  it('the baseline has a cost for every endpoint and for nothing else', () => {
    expect(Object.keys(baseline.endpoints).sort()).toEqual(endpoints.map(({ operationId }) => operationId).sort());
  });

  it.each(endpoints)(
    '$operationId costs what the baseline says, and answers as the OpenAPI document describes it, with its keys in order',
    async (endpoint) => {
      const { baseUrl, logPath } = inject('service');
      const lines = followLog(logPath);
      const { id, client } = await makeWorkspace(baseUrl, inject('simulator').url);
      onTestFinished(() => client.close());
      const { sharedId, logLines } = await callEndpoint(client, lines, endpoint, countedCalls);
      const { log_bytes, ...counts } = toCallCounts(logLines);
      const { log_bytes: expectedLogBytes = 0, ...expected } = baseline.endpoints[endpoint.operationId] ?? {};
      expect(counts).toEqual(expected);
      expect(Math.abs(log_bytes - expectedLogBytes)).toBeLessThanOrEqual(0.05 * expectedLogBytes);
      // `log_bytes` is rounded to ten. The access log's line has the route and Lambda's status, so that a follower of a feed
      // who is turned away counts as no failure.
      expect(callLogBytes(log_bytes) - 5).toBeLessThanOrEqual(420);
      await expectDescribedSuccess(id, client, endpoint, sharedId);
    },
  );
});

it('the operations of the inbox of the dashboard cost what the baseline says', async () => {
  const { id, client } = await makeWorkspace(inject('service').baseUrl, inject('simulator').url);
  client.close();
  expect(await countInboxOperations(id)).toEqual(baseline.inbox);
});

it('the operations of a visitor of the web chat cost what the baseline says', async () => {
  const { id, client } = await makeWorkspace(inject('service').baseUrl, inject('simulator').url);
  client.close();
  expect(await countChatOperations(id)).toEqual(baseline.chat);
});

it('every bundle is within 3 % of its size in the baseline', () => {
  const sizes = readBundleSizes(inject('service').bundleDir);
  const changed = Object.keys({ ...sizes, ...baseline.bundleKilobytes }).filter((name) => {
    const [size = 0, expectedSize = 0] = [sizes[name], baseline.bundleKilobytes[name]];
    return Math.abs(size - expectedSize) > 0.03 * expectedSize;
  });
  const described = changed.map((name) => `${name}: ${baseline.bundleKilobytes[name]} KB, now ${sizes[name]} KB`);
  expect(described).toEqual([]);
});

it('a start calls within 3 % as many functions as in the baseline, and requires as many modules of Node', () => {
  for (const [name, { calls, modules }] of Object.entries(countStartUps(inject('service').bundleDir))) {
    const { calls: expectedCalls = 0, modules: expectedModules } = baseline.startUp[name] ?? {};
    expect(modules, name).toBe(expectedModules);
    expect(Math.abs(calls - expectedCalls), `${name}: ${expectedCalls} calls, now ${calls}`).toBeLessThanOrEqual(
      0.03 * expectedCalls,
    );
  }
});
