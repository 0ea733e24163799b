import { describe, expect, it } from 'vitest';
import { enqueueJobs } from '../../../functions/domain/queues.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { countMembers, makeSegment, seedContacts, seedMembers } from '../../support/segments.ts';

const gone = { rows: 0, count: undefined };
const patience = { timeout: 25_000, interval: 200 };

describe('the members of a deleted segment', () => {
  it('go in the background, over several turns where there are many', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeSegment(key);
    const other = await makeSegment(key);
    await Promise.all([seedMembers(id, 1_250), seedMembers(other.id, 10)]);
    expect((await call('DELETE', `/segments/${id}`, { key })).status).toBe(200);
    await expect.poll(() => countMembers(workspaceId, id), patience).toEqual(gone);
    expect(await countMembers(workspaceId, other.id)).toMatchObject({ rows: 10 });
  });

  it('go once and for all when the background is told twice', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const segmentId = newId();
    await seedMembers(segmentId, 600);
    const message = { queue: 'deleteSegmentMembers', body: { segment_id: segmentId } } as const;
    await enqueueJobs([message, message]);
    await expect.poll(() => countMembers(workspaceId, segmentId), patience).toEqual(gone);
    await enqueueJobs([message]);
    await expect.poll(() => countMembers(workspaceId, segmentId), patience).toEqual(gone);
  });

  it('are contacts still', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const [contactId = ''] = await seedContacts(workspaceId, 1);
    const { id } = await makeSegment(key);
    await call('POST', `/segments/${id}/contacts`, { key, body: { contact_ids: [contactId] } });
    await call('DELETE', `/segments/${id}`, { key });
    await expect.poll(() => countMembers(workspaceId, id), patience).toEqual(gone);
    expect((await call('GET', `/contacts/${contactId}`, { key })).status).toBe(200);
  });
});
