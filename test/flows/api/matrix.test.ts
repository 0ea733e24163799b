import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type EndpointEntry, endpoints } from '../../../functions/api/endpoints.ts';
import { createApiKey, revokeApiKey } from '../../../functions/domain/access/api-keys.ts';
import { type Scope, scopes } from '../../../functions/model/access/scope.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { call, makeKey, makeWorkspace } from '../../support/client.ts';
import { expectDescribed } from '../../support/described-api.ts';
import { allEndpoints } from '../../support/fixture/endpoints.ts';
import { makeResource } from '../../support/resources.ts';

/** The rules that hold for every endpoint of the table. */

const withKey = allEndpoints.filter(({ access }) => access !== 'public');
const withId = withKey.filter(({ params }) => params !== undefined);
const withBody = withKey.filter(({ body }) => body !== undefined);
const withPages = withKey.filter(({ paged }) => paged);

/** A template is named, not numbered, and a name has no hyphens. */
const pathTo = (path: string, id = newId()): string =>
  path
    .replace('{id}', id)
    .replace('{event_id}', newId())
    .replace('{name}', id.replaceAll('-', '_'))
    .replace('{language}', 'en_US');

const badKeys = async (): Promise<Record<string, string | undefined>> => {
  const { id: workspaceId, key } = await makeWorkspace();
  const revoked = await createApiKey(workspaceId, { name: 'Revoked', scopes: [...scopes] });
  await revokeApiKey(workspaceId, revoked.id);
  const expiresAt = isoTime(Date.now() - 1_000);
  const expired = await createApiKey(workspaceId, { name: 'Expired', scopes: [...scopes], expiresAt });
  const foreign = await createApiKey(workspaceId, { name: 'Foreign', scopes: [...scopes], networks: ['192.0.2.0/24'] });
  return {
    missing: undefined,
    malformed: 'Bearer nonsense',
    'of another scheme': `Basic ${key}`,
    'with a wrong checksum': `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
    unknown: `Bearer legacy_live_${newId()}`,
    revoked: `Bearer ${revoked.key}`,
    expired: `Bearer ${expired.key}`,
    'from another network': `Bearer ${foreign.key}`,
  };
};

let shared: { id: string; key: string };
let unusable: Awaited<ReturnType<typeof badKeys>>;
let withoutKey: Awaited<ReturnType<typeof callWith>>;
beforeAll(async () => {
  shared = await makeWorkspace();
  unusable = await badKeys();
  withoutKey = await callWith(first(withKey), undefined);
});

const made = new Map<string, Promise<unknown>>();
/** Made once: what is refused changes nothing. A key is for few endpoints, because it may send 120 requests a minute. */
const once = <Made>(name: string, make: () => Promise<Made>): Promise<Made> => {
  const found = made.get(name) ?? make();
  made.set(name, found);
  return found as Promise<Made>;
};

const callWith = async ({ method, path }: { method: string; path: string }, header: string | undefined) => {
  const answer = await call(method, pathTo(path), { headers: header === undefined ? {} : { Authorization: header } });
  return { status: answer.status, text: answer.text, headers: comparable(answer.headers) };
};

const first = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('The table has no such endpoint.');
  return row;
};

it('every kind of key that is not usable gets the same response', async () => {
  const answers = await Promise.all(Object.values(unusable).map((header) => callWith(first(withKey), header)));
  for (const answer of answers) expect(answer).toEqual(withoutKey);
});

describe.each(withKey)('$method $path', (endpoint) => {
  const { method, path, access } = endpoint;
  const body = endpoint.body ? {} : undefined;
  const expectDescribedIfPublic = (answer: Awaited<ReturnType<typeof call>>) => {
    if (endpoints.some(({ operationId }) => operationId === endpoint.operationId))
      expectDescribed(endpoint as EndpointEntry, answer);
  };

  if (access === 'any-key')
    it('an unusable key gets the same response as no key', async () => {
      const headers = { Authorization: unusable['revoked'] ?? '' };
      const answer = await call(method, pathTo(path), { headers, body });
      expect(answer).toMatchObject({ status: 401, text: withoutKey.text, json: { error: { code: 'unauthorized' } } });
      expect(comparable(answer.headers)).toEqual(withoutKey.headers);
      expectDescribedIfPublic(answer);
    });
  else
    it('a key with every other scope is forbidden, with the missing scope named, before id and body are checked', async () => {
      const otherScopes = scopes.filter((scope) => scope !== access);
      const key = await once(`without ${access}`, () => makeKey(shared.id, otherScopes));
      const answer = await call(method, pathTo(path, 'no-uuid'), { key, body: method === 'GET' ? undefined : '{' });
      const error = { code: 'forbidden', message: expect.stringContaining(access) };
      expect(answer).toMatchObject({ status: 403, json: { error } });
      expectDescribedIfPublic(answer);
    });

  it("a key with only this scope is accepted, with request id and rate, and another workspace's id is as unknown as any", async () => {
    const key = await once(access, () => makeKey(shared.id, access === 'any-key' ? [] : [access as Scope]));
    const calledAt = Date.now();
    // Nobody has the id of this path.
    const answer = await call(method, pathTo(path), { key, body });
    expect([401, 403, 429, 500]).not.toContain(answer.status);
    expectDescribedIfPublic(answer);
    const { headers } = answer;
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('x-ratelimit-limit')).toBe('120');
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(60);
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(calledAt / 1000);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    if (!endpoint.params) return;
    const { id } = await ownedIn(endpoint.area);
    expect(id, `test/support/resources.ts makes nothing of the area ${endpoint.area}`).toBeDefined();
    const theirs = await call(method, pathTo(path, id), { key, body });
    expect(theirs).toMatchObject({ status: 404, text: answer.text, json: { error: { code: 'not_found' } } });
  });
});

/** An endpoint of those whose paths have the same parameters. */
const ofEachShape = new Map(withId.map((endpoint) => [String(endpoint.path.match(/\{\w+\}/g)), endpoint] as const));

it.each([...ofEachShape.values()])(
  '$method $path with an id that is no UUID is a 404 before the body is read',
  async ({ method, path }) => {
    const body = method === 'GET' ? undefined : '{';
    const malformed = await call(method, pathTo(path, 'no-uuid'), { key: shared.key, body });
    expect(malformed).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
  },
);

/** A resource of a workspace, and a key of it. */
const ownedIn = (area: string) =>
  once(area, async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    return { id: await makeResource[area]?.(workspaceId), key };
  });

const prepare = async ({ path, area }: { path: string; area: string }) => {
  const { id, key } = await ownedIn(area);
  return { target: pathTo(path, id), key };
};

describe('a body', () => {
  it('a body that is over 1 MiB or no JSON is rejected', async () => {
    const endpoint = first(withBody);
    const { target, key } = await prepare(endpoint);
    const error = { code: 'bad_request', message: expect.stringContaining('body') };
    for (const body of [{ pad: 'x'.repeat(1024 * 1024) }, '{"a":'])
      expect(await call(endpoint.method, target, { key, body })).toMatchObject({ status: 400, json: { error } });
  });

  it.each(withBody)('$method $path rejects a body whose fields have wrong types', async (endpoint) => {
    const { target, key } = await prepare(endpoint);
    const error = { code: 'bad_request', message: expect.stringMatching(/^".+"/) };
    const answer = await call(endpoint.method, target, { key, body: wrongTypes(endpoint.body) });
    expect(answer).toMatchObject({ status: 400, json: { error } });
  });
});

it('a body that is not needed may be absent, but is rejected if it is no JSON, once the resource is found', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const webhook = await makeResource['webhooks']?.(workspaceId);
  const broadcast = await makeResource['broadcasts']?.(workspaceId);
  const post = async (path: string, body: string) => (await call('POST', path, { key, body })).status;
  expect([
    await post(`/broadcasts/${broadcast}/cancel`, '{nonsense'),
    await post(`/broadcasts/${newId()}/cancel`, '{nonsense'),
    await post(`/webhooks/${webhook}/deliveries/${newId()}/redeliver`, '{nonsense'),
    await post(`/broadcasts/${broadcast}/cancel`, '{"reason":"ignored"}'),
    await post(`/webhooks/${webhook}/rotate-secret`, ''),
  ]).toEqual([400, 404, 404, 200, 200]);
});

describe('a page', () => {
  const readPage = async (endpoint: (typeof withPages)[number], limit: string) => {
    const { target, key } = await prepare(endpoint);
    const required = endpoint.operationId === 'listFailedMessages' ? 'status=failed&' : '';
    return call(endpoint.method, `${target}?${required}limit=${limit}&cursor=%00broken`, { key });
  };
  const emptyPage = { status: 200, json: { data: expect.any(Array), meta: { next_cursor: null } } };

  it.each(['0', '-1', 'abc', '1.5', ''])(
    'the unusable limit %j is read as 50, and a broken cursor as none',
    async (limit) => expect(await readPage(first(withPages), limit)).toMatchObject(emptyPage),
  );

  it.each(withPages)('$method $path reads the limit 101 as 50, and a broken cursor as none', async (endpoint) => {
    expect(await readPage(endpoint, '101')).toMatchObject(emptyPage);
  });

  it.each(withPages.filter(({ params }) => !params))(
    '$method $path shows nothing of another workspace',
    async (list) => {
      await ownedIn(list.area);
      const query = list.operationId === 'listFailedMessages' ? '?status=failed' : '';
      const key = await once(`stranger to ${list.area}`, () => makeKey(shared.id));
      expect((await call('GET', list.path + query, { key })).json).toEqual({ data: [], meta: { next_cursor: null } });
    },
  );
});

/** Leaves out the headers that differ between any two responses. */
const comparable = (headers: Headers): [string, string][] =>
  [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));

/** Each field as an object nested in an array: a type that no field of ours has. */
const wrongTypes = (body: z.ZodMiniType | undefined): object => {
  const { properties = {} } = z.toJSONSchema(body ?? z.object({}), { io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(Object.keys(properties).map((name) => [name, [{ nested: [[]] }]]));
};
