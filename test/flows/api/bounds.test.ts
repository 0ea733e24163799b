import { describe, expect, inject, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../../functions/api/endpoints.ts';
import type { Contract } from '../../../functions/http/contract.ts';
import { validate } from '../../../functions/http/validation-message.ts';
import { ApiError, errorMessages } from '../../../functions/model/api-error.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { getScenario } from '../../../tools/bench/endpoints/endpoints.ts';
import { makeWorkspace } from '../../../tools/bench/endpoints/workspace.ts';
import { toJsonSchema } from '../../../tools/openapi/schema.ts';
import { call, makeKey } from '../../support/client.ts';
import { callDashboard, makeStaffedWorkspace } from '../../support/dashboard/dashboard.ts';
import { allOperations, makeBody, prepareParams, toTarget } from '../../support/dashboard/resources.ts';
import { getOperation, resolveRef } from '../../support/described-api.ts';

type Schema = { [name: string]: unknown };

const asSchema = (value: unknown): Schema => Object(value);

const variantsOf = (schema: Schema): Schema[] =>
  ['oneOf', 'anyOf', 'allOf'].flatMap((name) => (Array.isArray(schema[name]) ? schema[name].map(asSchema) : []));

const times = ['0000-01-01T00:00:00Z', '1970-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59'];

const sampleOf = (described: Schema): unknown => {
  const schema: Schema = resolveRef(described);
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (schema['type'] === 'object') return {};
  return schema['format'] === 'uuid' ? '01a1e443-7031-7000-bf1e-cf9b54689def' : 'x';
};

/** A gateway takes no URL above 10 KB and no body above 1 MiB. DynamoDB stores 400 KB, so longer texts must not reach it. */
const sizes = { query: 4_096, body: 480_000 };

/** Large enough for every limit: what is refused at this size is refused at full size, too, and it is parsed faster. */
const triedSize = 48_000;

/** The size is the length of texts and, divided by 16, of lists. */
type Variant = [name: string, build: (size: number) => unknown];

/** Variants of a value that the schema describes, each with one part that is far too long or out of range. */
const hostileVariants = (described: Schema, good: unknown): Variant[] => {
  const schema: Schema = resolveRef(described);
  const type = [schema['type']].flat().find((name) => name !== 'null');
  if (schema['enum'] || schema['const']) return [];
  if (schema['format'] === 'date-time') return times.map((time) => [time, () => time]);
  if (type === 'string') return [['long', (size) => 'x'.repeat(size)]];
  if (type === 'integer' || type === 'number') return [-1, 2 ** 53, 1e308].map((value) => [`${value}`, () => value]);
  if (type === 'array') {
    const items = asSchema(schema['items']);
    const inItem = hostileVariants(items, Array.isArray(good) ? good[0] : undefined);
    const buildMany = (size: number) => Array.from({ length: size / 16 }, () => sampleOf(items));
    return [['many', buildMany], ...inItem.map(([name, build]): Variant => [`[].${name}`, (size) => [build(size)]])];
  }
  const within = variantsOf(schema).flatMap((variant) => hostileVariants(variant, good));
  const fixed = Object.entries(asSchema(schema['properties'])).flatMap(([field, node]) =>
    'const' in asSchema(node) ? [[field, asSchema(node)['const']]] : [],
  );
  const base = { ...Object(good), ...Object.fromEntries(fixed) };
  const fields = Object.entries(asSchema(schema['properties'])).flatMap(([field, node]) =>
    hostileVariants(asSchema(node), base[field]).map(
      ([name, build]): Variant => [`${field}.${name}`, (size) => ({ ...base, [field]: build(size) })],
    ),
  );
  if (!schema['additionalProperties']) return [...within, ...fields];
  const buildNames = (size: number) =>
    Object.fromEntries(Array.from({ length: size / 16 }, (_, index) => [`n${index}`, 'x']));
  return [...within, ...fields, ['many', buildNames], ['long', (size) => ({ n: 'x'.repeat(size) })]];
};

/** Most are refused here, which is what the service does first with a request. The others are sent to it. */
const isAccepted = (schema: z.ZodMiniType | undefined, value: unknown): boolean => {
  const parsed = validate(schema ?? z.unknown(), value);
  if (!(parsed instanceof ApiError)) return true;
  expect(parsed.message.length).toBeLessThan(1_000);
  return false;
};

const findAccepted = ({ query, body }: Pick<Contract, 'query' | 'body'>, bodySchema: object, goods: unknown[]) => ({
  queries: (query ? hostileVariants(toJsonSchema(query, 'input'), {}) : []).filter(([, build]) =>
    isAccepted(query, build(sizes.query)),
  ),
  bodies: Map.groupBy(
    goods.flatMap((good) =>
      hostileVariants({ ...bodySchema }, good).filter(
        ([, build]) => isAccepted(body, build(triedSize)) && reaches(body, build(triedSize), good),
      ),
    ),
    ([name]) => name,
  ),
});

/** A value that the schema drops, such as a file of a text, gets no further than this. */
const reaches = (schema: z.ZodMiniType | undefined, value: unknown, good: unknown): boolean => {
  const read = (input: unknown) => JSON.stringify(z.safeParse(schema ?? z.unknown(), input).data);
  return read(value) !== read(good);
};

const toSearch = (query: unknown): string => `?${new URLSearchParams(Object(query))}`;

type Send = (search: string, body: unknown) => Promise<{ status: number; text: string }>;

const expectNoFailure = async ({ queries, bodies }: ReturnType<typeof findAccepted>, good: unknown, send: Send) => {
  const requests = [
    ...queries.map(([name, build]) => ({ name, search: toSearch(build(sizes.query)), body: good })),
    ...[...bodies.values()].flatMap(([first]) =>
      first ? { name: first[0], search: '', body: first[1](sizes.body) } : [],
    ),
  ];
  for (const { name, search, body } of requests) {
    const { status, text } = await send(search, body);
    expect([429, 500], `${name}: ${text.slice(0, 200)}`).not.toContain(status);
    expect(text, `${name} has no limit of its own`).not.toContain(errorMessages.tooLargeToStore);
  }
};

const someId = newId();
const sampleValues = { sharedId: someId, ownId: someId, n: 0 };

const ofEndpoints = endpoints
  .map((endpoint) => {
    const { schema = {}, examples = {} } =
      getOperation(endpoint.operationId).requestBody?.content?.['application/json'] ?? {};
    const goods = [
      getScenario(endpoint).body?.(sampleValues),
      ...Object.values(examples).map((example) => Object(example).value),
    ];
    return { endpoint, id: endpoint.operationId, ...findAccepted(endpoint, schema, goods) };
  })
  .filter(({ queries, bodies }) => queries.length + bodies.size > 0);

const ofOperations = allOperations
  .filter(({ isLocal }) => !isLocal)
  .map((operation) => {
    const { operationId: id, body } = operation;
    return { operation, id, ...findAccepted(operation, body ? toJsonSchema(body, 'input') : {}, [makeBody(id)]) };
  })
  .filter(({ queries, bodies }) => queries.length + bodies.size > 0);

describe('a value that is far too long or out of range', () => {
  it.each(ofEndpoints)('is no failure of $id', async ({ endpoint, ...accepted }) => {
    const { id, client } = await makeWorkspace(inject('service').baseUrl, inject('simulator').url);
    onTestFinished(() => client.close());
    const scenario = getScenario(endpoint);
    const needsData = endpoint.method !== 'GET' || endpoint.path.includes('{');
    const sharedId = (needsData && (await scenario.prepare?.(client, 1))) || '';
    const values = { sharedId, ownId: (await scenario.prepareCall?.(client, { sharedId, n: 0 })) ?? '', n: 0 };
    const [path] = scenario.path(values).split('?');
    const key = await makeKey(id);
    await expectNoFailure(accepted, scenario.body?.(values), (search, body) =>
      call(endpoint.method, `${path}${search}`, { key, body }),
    );
  });

  it.each(ofOperations)('is no failure of the operation $id', async ({ operation, id: operationId, ...accepted }) => {
    const { id, owner } = await makeStaffedWorkspace();
    const params = await prepareParams(operation, id, owner);
    await expectNoFailure(accepted, makeBody(operationId), (search, body) =>
      callDashboard(operation.method, `${toTarget(operation, params)}${search}`, { session: owner.session, body }),
    );
  });
});
