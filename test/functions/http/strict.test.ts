import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { expect, it } from 'vitest';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { parseEntry } from '../../../functions/http/parse-entry.ts';
import { parseRequest } from '../../../functions/http/parse-request.ts';
import { contactInput } from '../../../functions/model/contacts/input.ts';
import { signCursor } from '../../../functions/platform/cursor.ts';
import { getOperation, resolveRef } from '../../support/described-api.ts';

const id = '019a2b1c-1f00-7e44-9c30-3f5a7c9ecc04';

/** The message of the refusal; undefined for a request that passes. */
const parse = async (
  contract: (typeof endpoints)[number],
  input: { body?: unknown; query?: Record<string, string> },
  headers: Record<string, string> = { 'Switchboard-Strict': 'true' },
): Promise<string | undefined> => {
  const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const request = {
    event: {},
    context: { getRemainingTimeInMillis: () => 1_000 } as Context,
    internal: {
      caller: { cursorSecret: 'secret' },
      event: {
        headers,
        pathParameters: Object.fromEntries(names.map((name) => [name, id])),
        queryStringParameters: {
          ...(contract.operationId === 'listFailedMessages' ? { status: 'failed' } : {}),
          ...input.query,
        },
        body: input.body === undefined ? null : JSON.stringify(input.body),
      } as unknown as APIGatewayProxyEvent,
    },
  };
  try {
    await parseRequest(contract).before?.(request as never);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

const examples = endpoints.flatMap((contract) => {
  const { examples = {} } = getOperation(contract.operationId).requestBody?.content?.['application/json'] ?? {};
  return Object.entries(examples).map(([name, example]) => ({
    contract,
    title: `${contract.operationId} ${name}`,
    body: (resolveRef(example) as { value: unknown }).value,
  }));
});

/** The value with one more field, once for each object in it, with the path of the field. */
const addFieldEverywhere = (value: unknown, path = ''): { path: string; value: unknown }[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, part]) =>
    addFieldEverywhere(part, `${path}${name}.`).map((changed) => ({
      path: changed.path,
      value: Array.isArray(value) ? value.with(Number(name), changed.value) : { ...value, [name]: changed.value },
    })),
  );
  return Array.isArray(value) ? inner : [{ path: `${path}surprise`, value: { ...value, surprise: 'x' } }, ...inner];
};

/** The caller chooses the names of these fields, and the entries of an import are checked one by one. */
const anyName = /^(attributes|.*\.bodyNamed|.*\.buttonParams|contacts\.\d)\.surprise$/;

it.each(examples)(
  '$title passes as it is, and with a field too many is refused with its name',
  async ({ contract, body }) => {
    expect(await parse(contract, { body })).toBeUndefined();
    for (const { path, value } of addFieldEverywhere(body).filter((changed) => !anyName.test(changed.path))) {
      expect(await parse(contract, { body: value })).toBe(
        `"${path}" is not a field of this request. Check its name, or remove it.`,
      );
      expect(await parse(contract, { body: value }, {})).toBeUndefined();
    }
  },
);

it('a field is refused where no body is expected', async () => {
  for (const contract of endpoints.filter(({ method, body }) => method === 'POST' && !body))
    expect(await parse(contract, { body: { surprise: 1 } })).toMatch(/^"surprise" is not a field/);
});

it.each(endpoints.filter(({ paged }) => paged))(
  '$operationId refuses a limit or cursor that it would ignore',
  async (contract) => {
    for (const limit of ['0', '101', 'many', '05'])
      expect(await parse(contract, { query: { limit } })).toBe('"limit" must be a whole number from 1 to 100.');
    for (const cursor of ['', 'x', signCursor('secret', 'another list', 'a')])
      expect(await parse(contract, { query: { cursor } })).toMatch(/^"cursor" is not a cursor of this list\./);
    expect(await parse(contract, { query: { limit: '100' } })).toBeUndefined();
    expect(await parse(contract, { query: { limit: 'many', cursor: 'x' } }, {})).toBeUndefined();
  },
);

it('recoverEvents and listFeedEvents refuse them, too, and an unknown field rejects one entry of an import', async () => {
  const find = (name: string) => endpoints.filter(({ operationId }) => operationId === name);
  for (const contract of find('recoverEvents'))
    expect(await parse(contract, { body: { since: '2026-05-04T09:30:00.000Z', cursor: 'x' } })).toMatch(
      /^"cursor" is not/,
    );
  for (const contract of find('listFeedEvents'))
    expect(await parse(contract, { query: { limit: '0' } })).toMatch(/^"limit"/);
  expect(parseEntry(contactInput, { phone: '+14155550123', nmae: 'Ana' }, true)).toMatchObject({
    message: expect.stringContaining('"nmae"'),
  });
  expect(parseEntry(contactInput, { phone: '+14155550123', nmae: 'Ana' })).toMatchObject({ phone: '+14155550123' });
});
