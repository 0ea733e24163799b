import { beforeEach, expect, it } from 'vitest';
import { cancelBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { transitionBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import { incrementCountersPart } from '../../../functions/table/counters.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { newQuietBroadcast, quietBroadcastPart } from '../../support/broadcasts/quiet-broadcasts.ts';
import { callDashboard, makeStaffedWorkspace, type Person } from '../../support/dashboard/dashboard.ts';

let id: string;
let owner: Person;

beforeEach(async () => {
  ({ id, owner } = await makeStaffedWorkspace());
});

const read = async (path: string) => {
  const { session } = owner;
  return (await callDashboard<{ data: object[] }>('GET', `/api/w/${id}/overview/${path}`, { session })).json.data;
};

it('broadcasts under way are listed with their progress until they end', async () => {
  const broadcasts = Array.from({ length: 4 }, () => newQuietBroadcast(id, { accepted: 10, lanes: 1 }));
  await transact(broadcasts.map(quietBroadcastPart));
  const [sending, queued, sent, canceled] = broadcasts.map((broadcast) => broadcast.id);
  await transitionBroadcast(id, sending ?? '', ['queued'], { status: 'sending', started_at: new Date().toISOString() });
  await transitionBroadcast(id, sent ?? '', ['queued'], { status: 'sent' });
  await cancelBroadcast(id, canceled ?? '');
  for (const shard of [0, 7])
    await transact([incrementCountersPart({ broadcast_id: sending ?? '', shard }, { sent_count: 3, failed_count: 1 })]);
  const running = (await read('broadcasts')).toSorted((one) => (Object(one).id === sending ? -1 : 1));
  expect(running).toMatchObject([
    { id: sending, status: 'sending', sent_count: 6, failed_count: 2, pending_count: 2 },
    { id: queued, status: 'queued', pending_count: 10 },
  ]);
});
