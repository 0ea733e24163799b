import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as createContact } from '../../../functions/api/contacts/create-contact.ts';
import { createApiKey } from '../../../functions/domain/access/api-keys.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { queryRequestRecords } from '../../../functions/table/access/request-records.ts';
import { newPhone } from '../../support/contacts.ts';
import { captureLog } from '../../support/log.ts';
import { throttleTable } from '../../support/table/throttled-writes.ts';

let apiKey: { id: string; key: string };

beforeEach(async () => {
  vi.stubEnv('REQUEST_RECORDS', '1');
  const { id } = await createWorkspace('Records', 'DE');
  apiKey = await createApiKey(id, { name: 'Server', scopes: ['contacts:write'] });
});

/** In this process, so a test can stop calls of the table. */
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
  return createContact(event as unknown as APIGatewayProxyEvent, context as Context);
};

const records = async () => (await queryRequestRecords([apiKey.id], { limit: 10, after: undefined })).items;

const sdkAttempts = 3;

const writesRecord = (input: object): boolean => JSON.stringify(input).includes('"REQUEST#');

describe('a record that cannot be written', () => {
  it('a request whose record is throttled is answered as usual, and the log says why there is none', async () => {
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

  it('a call whose entry is throttled is refused as usual, and the log says why there is none', async () => {
    const lines = captureLog();
    const { count } = throttleTable(writesEntry);
    expect((await create()).statusCode).toBe(401);
    expect(count()).toBeGreaterThan(0);
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', message: 'request record' }));
  });

  it('one call of a minute waits for its entry, and the others wait once', async () => {
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

  it('a response that could not be stored is a 500, and so says its record', async () => {
    let writes = 0;
    throttleTable((input) => JSON.stringify(input).includes('"IDEMPOTENCY#') && writes++ > 0, sdkAttempts);
    const answer = await create({ 'Idempotency-Key': newId() });
    expect(answer.statusCode).toBe(500);
    expect(await records()).toMatchObject([{ status: 500, code: 'internal' }]);
  });
});
