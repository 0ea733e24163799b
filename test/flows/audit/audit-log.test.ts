import { describe, expect, it } from 'vitest';
import {
  type AuditStart,
  beginAudit,
  completeAudit,
  listAuditEntries,
} from '../../../functions/domain/audit/audit-log.ts';
import { readAllPages } from '../../../functions/domain/paging.ts';
import { ApiError } from '../../../functions/model/api-error.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { readLimits } from '../../../functions/table/dynamodb/query.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { lowerLimits } from '../../support/table/read-rows.ts';

const everything = { limit: 100, after: undefined };

const olivia = { kind: 'member' as const, user_id: newId(), name: 'Olivia Owner' };
const adam = { kind: 'member' as const, user_id: newId(), name: 'Adam Admin' };
const start: AuditStart = { actor: olivia, action: 'api_key.created' };

const findEntry = async (workspaceId: string, id: string) =>
  (await listAuditEntries(workspaceId, {}, everything)).items.find((entry) => entry.id === id);

describe('an entry', () => {
  it('an entry is in the log before the act, as started, with all that is known of the request', async () => {
    const workspaceId = newId();
    const request = { address: '203.0.113.7', browser: 'Firefox on macOS', request_id: newId() };
    const id = await beginAudit(workspaceId, { ...start, ...request, target: { id: 'k', name: 'Server' } });
    const rest = { target: { id: 'k', name: 'Server' }, details: null, outcome: 'started', error: null };
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(await findEntry(workspaceId, id)).toEqual({ id, at, ...start, ...request, ...rest });
  });

  it('an entry is kept for AUDIT_DAYS', async () => {
    const workspaceId = newId();
    const id = await beginAudit(workspaceId, start);
    const { expires } = (await findItem(keys.auditEntry(workspaceId, id))) ?? {};
    expect(Math.abs(Number(expires) - (clock.now() / 1000 + 400 * 86_400))).toBeLessThan(60);
  });

  it('an entry of an act that succeeded is done and names what the act created', async () => {
    const workspaceId = newId();
    const target = { id: 'k', name: 'Server' };
    const id = await beginAudit(workspaceId, { ...start, details: 'before' });
    await completeAudit(workspaceId, id, { target });
    expect(await findEntry(workspaceId, id)).toMatchObject({ outcome: 'done', error: null, target, details: 'before' });
  });

  it.each([
    ['refused', new ApiError('not_found', 'There is no such key.'), 'not_found', 'There is no such key.'],
    ['failed', new ApiError('platform_error', 'msgapp did not respond.'), 'platform_error', 'msgapp did not respond.'],
    ['failed', new ApiError('platform_error', 'No user at +4915112345678.'), 'platform_error', 'No user at ….'],
    ['failed', new Error('password=hunter2'), 'internal', expect.stringContaining('on our side')],
  ])('an entry of an act that was %s says why and quotes no inner error', async (outcome, error, code, message) => {
    const workspaceId = newId();
    const id = await beginAudit(workspaceId, start);
    await completeAudit(workspaceId, id, { error });
    expect(await findEntry(workspaceId, id)).toMatchObject({ outcome, error: { code, message } });
  });

  it('an entry keeps its first outcome when it is completed again', async () => {
    const workspaceId = newId();
    const id = await beginAudit(workspaceId, start);
    await completeAudit(workspaceId, id);
    await completeAudit(workspaceId, id, { error: new Error('late'), details: 'late' });
    expect(await findEntry(workspaceId, id)).toMatchObject({ outcome: 'done', error: null, details: null });
  });

  it('completing an entry that has expired creates none', async () => {
    const [workspaceId, id] = [newId(), newId()];
    await completeAudit(workspaceId, id);
    expect(await findItem(keys.auditEntry(workspaceId, id))).toBeUndefined();
  });
});

describe('the audit log', () => {
  it('the audit log lists the entries of its workspace alone, newest first, by actor and action', async () => {
    const workspaceId = newId();
    await beginAudit(newId(), start);
    const ids = [
      await beginAudit(workspaceId, start),
      await beginAudit(workspaceId, { actor: adam, action: 'api_key.created' }),
      await beginAudit(workspaceId, { actor: olivia, action: 'member.removed' }),
    ];
    const list = async (filters: Parameters<typeof listAuditEntries>[1]) =>
      (await listAuditEntries(workspaceId, filters, everything)).items.map(({ id }) => ids.indexOf(id));
    expect(await list({})).toEqual([2, 1, 0]);
    expect(await list({ actor: olivia.user_id })).toEqual([2, 0]);
    expect(await list({ action: 'api_key.created' })).toEqual([1, 0]);
    expect(await list({ actor: adam.user_id, action: 'member.removed' })).toEqual([]);
  });

  it('pages of a filtered audit log are full and together have every matching entry once', async () => {
    const workspaceId = newId();
    for (let index = 0; index < 24; index += 1)
      await beginAudit(workspaceId, { ...start, actor: index % 4 === 0 ? adam : olivia });
    const first = await listAuditEntries(workspaceId, { actor: adam.user_id }, { limit: 4, after: undefined });
    expect(first.items).toHaveLength(4);
    const all = await readAllPages((page) => listAuditEntries(workspaceId, { actor: adam.user_id }, page), 4);
    expect(new Set(all.map(({ id }) => id)).size).toBe(6);
    expect(all).toHaveLength(6);
  });

  it('a filter that matches little reads as many entries per call as a list may and returns where to go on', async () => {
    const workspaceId = newId();
    const oldest = await beginAudit(workspaceId, { ...start, actor: adam });
    lowerLimits(readLimits, { rowsPerCall: 2_000 }, { rowsPerCall: 200 });
    await Promise.all(Array.from({ length: 200 }, () => beginAudit(workspaceId, start)));
    const first = await listAuditEntries(workspaceId, { actor: adam.user_id }, everything);
    expect(first.items).toEqual([]);
    expect(first.next).toEqual(expect.any(String));
    const second = await listAuditEntries(workspaceId, { actor: adam.user_id }, { limit: 100, after: first.next });
    expect(second.items.map(({ id }) => id)).toEqual([oldest]);
    expect(second.next).toBeUndefined();
  });
});
