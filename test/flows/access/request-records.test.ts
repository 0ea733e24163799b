import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiKey, revokeApiKey } from '../../../functions/domain/access/api-keys.ts';
import { hashKey } from '../../../functions/domain/access/key-format.ts';
import { recordRefusal } from '../../../functions/domain/access/record-request.ts';
import { listApiKeysWithRefusals } from '../../../functions/domain/access/request-records.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { rateLimit } from '../../../functions/model/access/api-key.ts';
import { refusalsPerMinuteMax } from '../../../functions/model/access/request-record.ts';
import { type Scope, scopes } from '../../../functions/model/access/scope.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { queryRequestRecords } from '../../../functions/table/access/request-records.ts';
import { queryPage } from '../../../functions/table/dynamodb/query.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { connectNumber } from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { holdClock } from '../../support/held-clock.ts';
import { loadEndpoint } from '../../support/load-handler.ts';
import { captureLog } from '../../support/log.ts';
import { throttleTable } from '../../support/table/throttled-writes.ts';

const everything = { limit: 100, after: undefined };

const makeKey = async (keyScopes: readonly Scope[] = scopes) => {
  const { id: workspaceId } = await createWorkspace('Records', 'DE');
  return { workspaceId, ...(await createApiKey(workspaceId, { name: 'Server', scopes: [...keyScopes] })) };
};

const recordsOf = async (keyId: string) => (await queryRequestRecords([keyId], everything)).items;

describe('the record of a request', () => {
  it('a change is recorded with its outcome and without its body', async () => {
    const { id, key } = await makeKey();
    const phone = newPhone();
    const created = await call<{ data: { id: string } }>('POST', '/contacts', { key, body: { phone, name: 'Ana' } });
    const path = `/contacts/${created.json.data.id}`;
    await call('PATCH', path, { key, body: { company: 'Secret plc' } });
    const records = await recordsOf(id);
    expect(records).toMatchObject([
      { method: 'PATCH', path, status: 200, code: null },
      { method: 'POST', path: '/contacts', status: 201, request_id: created.headers.get('x-request-id') },
    ]);
    expect(records[0]).toMatchObject({ address: expect.stringMatching(/./), duration_ms: expect.any(Number) });
    const { items } = await queryPage(keys.requestRecord(id, '').pk, everything);
    expect(JSON.stringify(items)).not.toMatch(new RegExp(`Ana|Secret|${phone.slice(1)}`));
    const inSevenDays = clock.now() / 1000 + 7 * 24 * 60 * 60;
    for (const item of items) expect(Math.abs(Number(item['expires']) - inSevenDays)).toBeLessThan(60);
  });

  it('a read leaves no record', async () => {
    const { id, key } = await makeKey();
    for (const path of ['/me', '/contacts', '/webhooks']) expect((await call('GET', path, { key })).status).toBe(200);
    expect(await recordsOf(id)).toEqual([]);
  });

  it('a broadcast leaves a record, but its dry run does not', async () => {
    const { workspaceId, id, key } = await makeKey();
    await connectNumber(workspaceId);
    const body = { name: 'News', template: { name: 'hello_world' }, recipients: [{ to: newPhone() }] };
    expect((await call('POST', '/broadcasts', { key, body: { ...body, dry_run: true } })).status).toBe(200);
    expect(await recordsOf(id)).toEqual([]);
    await call('POST', '/broadcasts', { key, body });
    expect(await recordsOf(id)).toMatchObject([{ method: 'POST', path: '/broadcasts', status: 202 }]);
  });

  it('a failed read is recorded with its code but without anything that can be personal data', async () => {
    const { id, key } = await makeKey();
    const unknown = newId();
    await call('GET', `/contacts/${unknown}`, { key });
    await call('GET', '/contacts/+14155550123', { key });
    await call('GET', `/contacts?search=${'ana@example.com'.repeat(40)}`, { key });
    await call('POST', '/messages', { key, body: { to: '+14155550123', text: 7 } });
    await call('POST', '/messages', { key, body: { to: 14155550123, text: 'Hi' } });
    const records = await recordsOf(id);
    expect(records[0]).toMatchObject({ code: 'bad_request', channel_code: null, reason: '"to" must be a string.' });
    expect(records.slice(1).map(({ method, path, status, code }) => [method, path, status, code])).toEqual([
      ['POST', '/messages', 400, expect.stringMatching(/_request$/)],
      ['GET', '/contacts', 400, 'bad_request'],
      ['GET', '/contacts/{id}', 404, 'not_found'],
      ['GET', `/contacts/${unknown}`, 404, 'not_found'],
    ]);
    expect(JSON.stringify(records)).not.toMatch(/4155550123|ana@/);
  });

  it('a message that the channel refuses is recorded with the channel’s code and without its words', async () => {
    const { workspaceId, id, key } = await makeKey();
    await connectNumber(workspaceId);
    await call('POST', '/messages', { key, body: { to: '+14155550001', text: 'Hi' } });
    const [record] = await recordsOf(id);
    expect(record).toMatchObject({ status: 502, code: 'platform_error', channel_code: '131026', reason: null });
  });

  it('a call that the scopes forbid is recorded', async () => {
    const { id, key } = await makeKey([]);
    await call('GET', '/contacts', { key });
    expect(await recordsOf(id)).toMatchObject([{ method: 'GET', path: '/contacts', status: 403, code: 'forbidden' }]);
  });

  it('a request and its replay are one record', async () => {
    const { id, key } = await makeKey();
    const request = { key, body: { phone: newPhone() }, headers: { 'Idempotency-Key': newId() } };
    const first = await call('POST', '/contacts', request);
    const replay = await call('POST', '/contacts', request);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(await recordsOf(id)).toMatchObject([{ status: 201, request_id: first.headers.get('x-request-id') }]);
  });

  it('a call beyond the rate limit and one with an unknown key leave no record', async () => {
    const { id, key } = await makeKey();
    await updateIf({
      Key: keys.apiKey(hashKey(key)),
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET window_used = :used, window_ends_ms = :ends',
      ExpressionAttributeValues: { ':used': rateLimit.requestsMax, ':ends': clock.now() + rateLimit.windowMs },
    });
    expect((await call('POST', '/contacts', { key, body: { phone: newPhone() } })).status).toBe(429);
    expect((await call('POST', '/contacts', { key: `${key}x`, body: {} })).status).toBe(401);
    expect(await recordsOf(id)).toEqual([]);
  });
});

const sum = (records: readonly { refused_calls?: number }[]): number =>
  records.reduce((total, { refused_calls = 0 }) => total + refused_calls, 0);

describe('a key that is refused', () => {
  it('the calls of a revoked key are counted in one item a minute, though its caller gets the answer for an unknown key', async () => {
    const { id, key, workspaceId } = await makeKey();
    await revokeApiKey(workspaceId, id);
    const calls = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', '/messages', { key, body: { to: '+14155550123' } })),
    );
    const unknown = await call('POST', '/messages', { key: `${key}x`, body: {} });
    for (const { status, text } of calls) expect([status, text]).toEqual([401, unknown.text]);
    const records = await recordsOf(id);
    expect(records.length).toBeLessThanOrEqual(2);
    expect(sum(records)).toBe(5);
    expect(records[0]).toMatchObject({ method: 'POST', path: '/messages', status: 401, code: 'unauthorized' });
    const { items } = await listApiKeysWithRefusals(workspaceId, undefined, everything);
    expect(items).toMatchObject([{ id, state: 'revoked', refused_calls: 5 }]);
  });

  it('the calls of an expired key are counted from the time at which it expires', async () => {
    const { workspaceId } = await makeKey();
    const expiresAt = isoTime(clock.now() - 1000);
    const expired = await createApiKey(workspaceId, { name: 'Old', scopes: [], expiresAt });
    expect((await call('GET', '/me', { key: expired.key })).status).toBe(401);
    const { items } = await listApiKeysWithRefusals(workspaceId, undefined, everything);
    expect(items.map(({ state, refused_calls }) => `${state} ${refused_calls}`)).toEqual(['expired 1', 'active 0']);
  });

  it('a flood of refused calls is counted up to the limit of a minute', async () => {
    holdClock(clock.now());
    const keyId = newId();
    const refusal = { method: 'GET', path: '/me', status: 401, code: 'unauthorized', duration_ms: 1 };
    const refuse = (request_id: string) => recordRefusal(keyId, { ...refusal, request_id, address: '203.0.113.7' });
    for (let from = 0; from < refusalsPerMinuteMax + 30; from += 30)
      await Promise.all(Array.from({ length: 30 }, (_, index) => refuse(`request ${from + index}`)));
    expect((await recordsOf(keyId)).map(({ refused_calls }) => refused_calls)).toEqual([refusalsPerMinuteMax]);
  });
});

describe('a call and its record', () => {
  let apiKey: { id: string; key: string };

  beforeEach(async () => {
    vi.stubEnv('REQUEST_RECORDS', '1');
    const { id } = await createWorkspace('Records', 'DE');
    apiKey = await createApiKey(id, { name: 'Server', scopes: ['contacts:write'] });
  });

  /** Runs in this process, so a test can stop calls of the table. */
  const create = async (headers: Record<string, string> = {}) => {
    const event = {
      httpMethod: 'POST',
      path: '/contacts',
      resource: '/contacts',
      headers: { Authorization: `Bearer ${apiKey.key}`, ...headers },
      body: JSON.stringify({ phone: newPhone() }),
      requestContext: { identity: { sourceIp: '203.0.113.7' } },
    };
    const context = { awsRequestId: newId(), getRemainingTimeInMillis: () => 20_000 };
    const createContact = await loadEndpoint('createContact');
    return createContact(event as unknown as APIGatewayProxyEvent, context as Context);
  };

  const records = async () => (await queryRequestRecords([apiKey.id], { limit: 10, after: undefined })).items;

  const sdkAttempts = 3;

  const writesRecord = (input: object): boolean => JSON.stringify(input).includes('"REQUEST#');

  describe('a record that cannot be written', () => {
    it('a request whose record is throttled is answered as usual, with the reason in the log', async () => {
      const lines = captureLog();
      const { count, relent } = throttleTable(writesRecord);
      expect((await create()).statusCode).toBe(201);
      expect(count()).toBeGreaterThan(0);
      relent();
      expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', message: 'request record' }));
      expect(await records()).toEqual([]);
    });

    it('with the setting off, nothing is recorded', async () => {
      const { count } = throttleTable(writesRecord);
      vi.stubEnv('REQUEST_RECORDS', '');
      const answer = await create();
      expect(answer.statusCode).toBe(201);
      expect(count()).toBe(0);
    });
  });

  describe('the audit entry of a call from another network', () => {
    const writesEntry = (input: object): boolean => JSON.stringify(input).includes('#REFUSED_CALL"');

    beforeEach(async () => {
      const { id } = await createWorkspace('Records', 'DE');
      apiKey = await createApiKey(id, { name: 'Server', scopes: ['contacts:write'], networks: ['192.0.2.0/24'] });
    });

    it('a call whose entry is throttled is refused as usual, with the reason in the log', async () => {
      const lines = captureLog();
      const { count } = throttleTable(writesEntry);
      expect((await create()).statusCode).toBe(401);
      expect(count()).toBeGreaterThan(0);
      expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', message: 'request record' }));
    });

    it('only one call of a minute waits for its entry to be written', async () => {
      const lines = captureLog();
      for (let call = 0; call < 4; call += 1) await create();
      const trips = lines.map((line) => line['round_trips']).slice(1);
      // The test may run into a new minute, which has an entry of its own.
      expect(trips.filter((count) => count === 1).length).toBeGreaterThanOrEqual(2);
      expect(lines[0]).toMatchObject({ round_trips: 2, write_units: 2 });
    });
  });

  describe('a record and the stored response', () => {
    it('a request with an Idempotency-Key waits once for its record and its stored response', async () => {
      // The first request of a minute also starts the rate window.
      await create();
      const lines = captureLog();
      await create();
      await create({ 'Idempotency-Key': newId() });
      const [plain, idempotent] = lines.map((line) => Number(line['round_trips']));
      // The claim of the key is the one wait more.
      expect(idempotent).toBe(Number(plain) + 1);
    });

    it('a response that could not be stored is a 500, also in its record', async () => {
      let writes = 0;
      throttleTable((input) => JSON.stringify(input).includes('"IDEMPOTENCY#') && writes++ > 0, sdkAttempts);
      const answer = await create({ 'Idempotency-Key': newId() });
      expect(answer.statusCode).toBe(500);
      expect(await records()).toMatchObject([{ status: 500, code: 'internal' }]);
    });
  });
});
