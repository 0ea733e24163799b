import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createApiKey, revokeApiKey } from '../../../functions/domain/access/api-keys.ts';
import { type Scope, scopes } from '../../../functions/model/access/scope.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { allEndpoints } from '../../support/fixture/endpoints.ts';
import { makeResource } from '../../support/resources.ts';

/** The rules that hold for every endpoint of the table. */

const withKey = allEndpoints.filter(({ access }) => access !== 'public');
const withScope = withKey.filter(({ access }) => access !== 'any-key');
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
  const expired = await createApiKey(workspaceId, {
    name: 'Expired',
    scopes: [...scopes],
    expiresAt: isoTime(Date.now() - 1_000),
  });
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

let unusable: Awaited<ReturnType<typeof badKeys>>;
beforeAll(async () => {
  unusable = await badKeys();
});

describe.each(withKey)('$method $path', ({ method, path }) => {
  it('every kind of bad key gets the same response', async () => {
    const answers = await Promise.all(
      Object.values(unusable).map((header) =>
        call(method, pathTo(path), { headers: header === undefined ? {} : { Authorization: header } }),
      ),
    );
    const comparableAnswers = answers.map(({ status, text, headers }) => ({
      status,
      text,
      headers: comparable(headers),
    }));
    expect(comparableAnswers[0]).toMatchObject({ status: 401, text: expect.stringContaining('"code":"unauthorized"') });
    for (const answer of comparableAnswers) expect(answer).toEqual(comparableAnswers[0]);
  });

  it('the response has the request id and the rate of the key', async () => {
    const { key } = await makeWorkspace();
    const { headers } = await call(method, pathTo(path), { key });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('x-ratelimit-limit')).toBe('120');
    expect(headers.get('x-ratelimit-remaining')).toBe('119');
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe.each(withScope)('$method $path', ({ method, path, access }) => {
  it('a key with every other scope is forbidden, with the missing scope named, before id and body are checked', async () => {
    const { key } = await makeWorkspace(scopes.filter((scope) => scope !== access));
    const answer = await call(method, pathTo(path, 'no-uuid'), { key, body: method === 'GET' ? undefined : '{' });
    expect(answer).toMatchObject({
      status: 403,
      json: { error: { code: 'forbidden', message: expect.stringContaining(access) } },
    });
  });

  it('a key with only this scope is accepted', async () => {
    const { key } = await makeWorkspace([access as Scope]);
    const { status } = await call(method, pathTo(path), { key });
    expect([401, 403, 429, 500]).not.toContain(status);
  });
});

describe.each(withId)('$method $path', ({ method, path, area }) => {
  let stranger: string;
  beforeAll(async () => {
    stranger = (await makeWorkspace()).key;
  });

  it("another workspace's id is the same 404 as an unknown id", async () => {
    const { id: workspaceId } = await makeWorkspace();
    const id = await makeResource[area]?.(workspaceId);
    expect(id, `test/support/resources.ts makes nothing of the area ${area}`).toBeDefined();
    const theirs = await call(method, pathTo(path, id), { key: stranger, body: bodyFor(method) });
    const nobodys = await call(method, pathTo(path), { key: stranger, body: bodyFor(method) });
    expect(theirs).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
    expect(theirs.text).toBe(nobodys.text);
  });

  it('an id that is not a UUID is a 404, before the body is checked', async () => {
    const answer = await call(method, pathTo(path, 'no-uuid'), { key: stranger, body: bodyFor(method) && '{' });
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
  });
});

/** What every test of a block may read and none changes. */
const prepareOnce = (path: string, area: string) => {
  const prepared = { target: '', key: '' };
  beforeAll(async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const id = path.includes('{id}') ? await makeResource[area]?.(workspaceId) : undefined;
    Object.assign(prepared, { target: pathTo(path, id), key });
  });
  return prepared;
};

describe.each(withBody)('$method $path', ({ method, path, area, body }) => {
  const prepared = prepareOnce(path, area);

  it.each([
    ['that is no JSON', '{"a":'],
    ['that is absent', ''],
    ['that is an array', '[]'],
    ['that is a string', '"text"'],
    ['that is null', 'null'],
    ['over 1 MiB', JSON.stringify({ pad: 'x'.repeat(1024 * 1024) })],
  ])('a body %s is rejected', async (_, text) => {
    const answer = await call(method, prepared.target, { key: prepared.key, body: text });
    expect(answer).toMatchObject({
      status: 400,
      json: { error: { code: 'bad_request', message: expect.stringContaining('body') } },
    });
  });

  it('a body whose fields all have a wrong type is rejected, with a field named', async () => {
    const answer = await call(method, prepared.target, { key: prepared.key, body: wrongTypes(body) });
    expect(answer).toMatchObject({
      status: 400,
      json: { error: { code: 'bad_request', message: expect.stringMatching(/^".+"/) } },
    });
  });
});

describe.each(withPages)('$method $path', ({ method, path, area }) => {
  const prepared = prepareOnce(path, area);

  it.each(['0', '101', '-1', 'abc', '1.5', ''])(
    'reads the unusable limit %j as 50, and a broken cursor as none',
    async (limit) => {
      const target = `${prepared.target}?limit=${limit}&cursor=%00broken`;
      const answer = await call<{ data: unknown[] }>(method, target, { key: prepared.key });
      expect(answer).toMatchObject({ status: 200, json: { data: expect.any(Array), meta: { next_cursor: null } } });
    },
  );
});

/** Without the headers that differ between any two responses. */
const comparable = (headers: Headers): [string, string][] =>
  [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));

const bodyFor = (method: string): object | undefined => (method === 'GET' ? undefined : {});

/** Each field as an object nested in an array: a type that no field of ours has. */
const wrongTypes = (body: z.ZodMiniType | undefined): object => {
  const { properties = {} } = z.toJSONSchema(body ?? z.object({}), { io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(Object.keys(properties).map((name) => [name, [{ nested: [[]] }]]));
};
