import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { describe, expect, inject, it, vi } from 'vitest';
import { createApiKey, listApiKeys } from '../../../functions/domain/access/api-keys.ts';
import { authenticateKey } from '../../../functions/domain/access/authenticate.ts';
import { hashKey } from '../../../functions/domain/access/key-format.ts';
import { beginAudit, listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { recordForeignAddress } from '../../../functions/domain/audit/refused-calls.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { rateLimit } from '../../../functions/model/access/api-key.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { call } from '../../support/client.ts';
import { holdClock } from '../../support/held-clock.ts';

const page = { limit: 100, after: undefined };

const makeKey = async (networks?: string[]) => {
  const { id: workspaceId } = await createWorkspace('Networks', 'DE');
  return { workspaceId, ...(await createApiKey(workspaceId, { name: 'Server', scopes: ['contacts:read'], networks })) };
};

const overIpv4 = () => inject('service').baseUrl;
const overIpv6 = () => overIpv4().replace('127.0.0.1', '[::1]');

const callFrom = (baseUrl: string, key: string, headers: Record<string, string> = {}) =>
  call<{ error?: unknown }>('GET', '/contacts', { baseUrl, key, headers });

const findStoredKey = (key: string) => findItem(keys.apiKey(hashKey(key)));

const listRefusals = async (workspaceId: string) =>
  (await listAuditEntries(workspaceId, { action: 'api_key.refused' }, page)).items;

const refusedCall = () => ({
  method: 'GET',
  path: '/contacts',
  status: 401,
  code: 'unauthorized',
  duration_ms: 1,
  request_id: newId(),
  address: '203.0.113.7',
});

describe('a key with networks', () => {
  it('a key works from an address of its networks and from no other, over IPv4 and IPv6', async () => {
    const v4 = await makeKey(['127.0.0.1']);
    const v6 = await makeKey(['192.0.2.0/24', '::1/128']);
    const both = await makeKey(['127.0.0.0/8', '::1']);
    const statuses = async ({ key }: { key: string }) => [
      (await callFrom(overIpv4(), key)).status,
      (await callFrom(overIpv6(), key)).status,
    ];
    expect(await statuses(v4)).toEqual([200, 401]);
    expect(await statuses(v6)).toEqual([401, 200]);
    expect(await statuses(both)).toEqual([200, 200]);
  });

  const ipv4 = (index: number, host: number) => `192.0.2.${index * 8 + host}`;
  const hex = (index: number) => (index + 0x100).toString(16);

  it.each([
    [
      'IPv4',
      (index: number) => `192.0.2.${index * 8}/30`,
      (index: number) => [ipv4(index, 0), ipv4(index, 3)],
      (index: number) => [ipv4(index, 4), ipv4(index, 7)],
    ],
    [
      'IPv6',
      (index: number) => `2001:db8:1111:2222:3333:4444:5555:${hex(index)}0/124`,
      (index: number) => [
        `2001:db8:1111:2222:3333:4444:5555:${hex(index)}0`,
        `2001:db8:1111:2222:3333:4444:5555:${hex(index)}f`,
      ],
      (index: number) => [
        `2001:db8:1111:2222:3333:4444:5556:${hex(index)}0`,
        `2001:db8:1111:2222:3333:4444:5554:${hex(index)}f`,
      ],
    ],
  ])(
    'each of 20 networks of %s counts, with its lowest and its highest address',
    async (_, toNetwork, toInside, toOutside) => {
      const indexes = Array.from({ length: 20 }, (_, index) => index);
      const { key } = await makeKey(indexes.map(toNetwork));
      const authenticate = async (address: string) =>
        (await authenticateKey(key, { address, mayChange: false })).outcome;
      // The lowest and the highest address take turns from network to network.
      for (const address of indexes.map((index) => toInside(index)[index % 2] ?? ''))
        expect([address, await authenticate(address)]).toEqual([address, 'authenticated']);
      for (const address of [0, 19].flatMap(toOutside))
        expect([address, await authenticate(address)]).toEqual([address, 'rejected']);
    },
  );

  it('a refusal is one call, which compares nothing that makes the key work', async () => {
    const { key } = await makeKey(['192.0.2.0/24']);
    const send = vi.spyOn(table, 'send');
    expect((await authenticateKey(key, { address: '198.51.100.1', mayChange: false })).outcome).toBe('rejected');
    expect(send).toHaveBeenCalledTimes(1);
    const [[command] = []] = send.mock.calls;
    const { ConditionExpression: condition, UpdateExpression: update } = (command?.input ?? {}) as UpdateCommandInput;
    expect(condition).toContain('window_used < :max');
    expect(`${condition} ${update}`).not.toMatch(/networks|state|expires_at|seal/);
  });

  it('a call from elsewhere is refused like an unknown key, whatever X-Forwarded-For says', async () => {
    const { key } = await makeKey(['192.0.2.0/24']);
    const unknown = await callFrom(overIpv4(), `legacy_live_${newId()}`);
    const refused = await callFrom(overIpv4(), key, { 'X-Forwarded-For': '192.0.2.7', 'X-Real-IP': '192.0.2.7' });
    expect(refused.status).toBe(401);
    expect(refused.text).toBe(unknown.text);
    const comparable = ({ headers }: typeof refused) =>
      [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
    expect(comparable(refused)).toEqual(comparable(unknown));
  });

  it('a refused call neither counts as a use nor against the rate, even when no request is left', async () => {
    const { key, workspaceId } = await makeKey(['::1']);
    const before = await findStoredKey(key);
    expect((await callFrom(overIpv4(), key)).status).toBe(401);
    expect(await findStoredKey(key)).toEqual(before);
    const used = { window_used: rateLimit.requestsMax, window_ends_ms: Date.now() + rateLimit.windowMs };
    await updateIf({ Key: keys.apiKey(hashKey(key)), ...assign(used) });
    expect((await callFrom(overIpv6(), key)).status).toBe(429);
    expect((await callFrom(overIpv4(), key)).status).toBe(401);
    expect((await listApiKeys(workspaceId, page)).items[0]?.networks).toEqual(['::1/128']);
  });
});

describe('the audit entry of a refused call', () => {
  it('the log says which key was refused from which address, once a minute, whichever functions were called', async () => {
    const { key, id, workspaceId } = await makeKey(['192.0.2.0/24']);
    const paths = ['/contacts', '/me', '/segments', '/contacts', '/me', '/segments'];
    await Promise.all(paths.map((path) => call('GET', path, { key })));
    const entries = await listRefusals(workspaceId);
    const minutes = entries.map(({ at }) => at.slice(0, 'YYYY-MM-DDThh:mm'.length));
    expect(minutes).not.toEqual([]);
    expect(new Set(minutes).size).toBe(minutes.length);
    expect(entries[0]).toMatchObject({
      action: 'api_key.refused',
      actor: { kind: 'key', user_id: null, name: 'Server' },
      target: { id, name: 'Server' },
      address: '127.0.0.1',
      details: expect.stringMatching(/^GET \/\w+ from 127\.0\.0\.1/),
      outcome: 'refused',
      error: { code: 'unauthorized' },
      request_id: expect.any(String),
    });
  });

  it('each minute has an entry of its own', async () => {
    const startMs = Math.floor(Date.now() / 60_000) * 60_000;
    const clock = holdClock(startMs);
    const { id: workspaceId } = await createWorkspace('Networks', 'DE');
    const apiKey = { id: newId(), name: 'Server', workspace_id: workspaceId };
    for (const ms of [0, 59_999, 60_000, 60_001, 120_000]) {
      clock.set(startMs + ms);
      await recordForeignAddress(apiKey, refusedCall());
    }
    expect(await listRefusals(workspaceId)).toHaveLength(3);
  });

  it('refused calls are sorted into the log among the acts of people, page by page', async () => {
    const { id: workspaceId } = await createWorkspace('Networks', 'DE');
    const actor = { kind: 'operator', user_id: null, name: 'deploy' } as const;
    const clock = holdClock(Date.now());
    // Ids never go back, and the test before held a later time.
    const startMs = Math.ceil(Date.now() / 60_000 + 10) * 60_000;
    for (let minute = 0; minute < 6; minute += 1) {
      clock.set(startMs + minute * 60_000);
      if (minute % 2 === 0) await beginAudit(workspaceId, { actor, action: `act ${minute}` });
      else {
        const apiKey = { id: newId(), name: `key ${minute}`, workspace_id: workspaceId };
        await recordForeignAddress(apiKey, refusedCall());
      }
    }
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { items: entries, next } = await listAuditEntries(workspaceId, {}, { limit: 2, after });
      seen.push(...entries.map(({ action, actor: { name } }) => (action === 'api_key.refused' ? name : action)));
      after = next;
    } while (after !== undefined);
    expect(seen).toEqual(['key 5', 'act 4', 'key 3', 'act 2', 'key 1', 'act 0']);
  });
});
