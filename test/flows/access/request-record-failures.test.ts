import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as createContact } from '../../../functions/api/contacts/create-contact.ts';
import { createApiKey } from '../../../functions/domain/access/api-keys.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { queryRequestRecords } from '../../../functions/table/access/request-records.ts';
import { newPhone } from '../../support/contacts.ts';
import { captureLog } from '../../support/log.ts';
import { throttleTable } from '../../support/throttled-writes.ts';

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
