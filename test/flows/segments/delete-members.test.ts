import { describe, expect, it } from 'vitest';
import { enqueueJobs } from '../../../functions/domain/queues.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { countMembers, makeSegment, seedContacts, seedMembers } from '../../support/segments.ts';

const gone = { rows: 0, count: undefined };
describe('the members of a deleted segment', () => {
  it('the members of a deleted segment are removed in several runs', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeSegment(key);
    const other = await makeSegment(key);
    await Promise.all([seedMembers(id, 1_250), seedMembers(other.id, 10)]);
    expect((await call('DELETE', `/segments/${id}`, { key })).status).toBe(200);
    await expect.poll(() => countMembers(workspaceId, id)).toEqual(gone);
    expect(await countMembers(workspaceId, other.id)).toMatchObject({ rows: 10 });
  });

  it('duplicate jobs remove the members once and do no harm', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const segmentId = newId();
    await seedMembers(segmentId, 600);
    const message = { queue: 'maintainSegments', body: { task: 'delete_members', segmentId } } as const;
    await enqueueJobs([message, message]);
    await expect.poll(() => countMembers(workspaceId, segmentId)).toEqual(gone);
    await enqueueJobs([message]);
    await expect.poll(() => countMembers(workspaceId, segmentId)).toEqual(gone);
  });

  it('the contacts of a deleted segment are kept', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const [contactId = ''] = await seedContacts(workspaceId, 1);
    const { id } = await makeSegment(key);
    await call('POST', `/segments/${id}/contacts`, { key, body: { contact_ids: [contactId] } });
    await call('DELETE', `/segments/${id}`, { key });
    await expect.poll(() => countMembers(workspaceId, id)).toEqual(gone);
    expect((await call('GET', `/contacts/${contactId}`, { key })).status).toBe(200);
  });
});
