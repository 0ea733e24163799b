import { describe, expect, it, onTestFinished } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { type StoredBroadcast, transitionBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import { incrementCountersPart } from '../../../functions/table/counters.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { newQuietBroadcast, quietBroadcastPart } from '../../support/broadcasts/quiet-broadcasts.ts';

/** Runs `change` between the read of the counters and that of the broadcast, whichever is asked for first. */
const changeBetweenReads = (change: () => Promise<unknown>): void => {
  const { promise: countersRead, resolve } = Promise.withResolvers<void>();
  const remove = () => void table.middlewareStack.remove('changeBetweenReads');
  table.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'GetItemCommand') {
          await countersRead;
          remove();
          await change();
        }
        const result = await next(args);
        if (commandName === 'QueryCommand') resolve();
        return result;
      },
    { step: 'initialize', name: 'changeBetweenReads' },
  );
  onTestFinished(remove);
};

const storeBroadcast = async (fields: Partial<StoredBroadcast>): Promise<StoredBroadcast> => {
  const broadcast = { ...newQuietBroadcast(newId(), { accepted: 1, lanes: 1 }), ...fields };
  await transact([quietBroadcastPart(broadcast)]);
  return broadcast;
};

const increment = (broadcast_id: string, changes: object) =>
  transact([incrementCountersPart({ broadcast_id, shard: 0 }, changes)]);

describe('the progress of a broadcast that changes while it is read', () => {
  it('a broadcast that completes between the two reads shows nothing pending', async () => {
    const { workspace_id, id } = await storeBroadcast({ status: 'sending', started_at: isoTime(clock.now()) });
    changeBetweenReads(async () => {
      await increment(id, { sent_count: 1 });
      await transitionBroadcast(workspace_id, id, ['sending'], { status: 'sent', completed_at: isoTime(clock.now()) });
    });
    expect(await getBroadcast(workspace_id, id)).toMatchObject({ status: 'sent', sent_count: 1, pending_count: 0 });
  });

  it('a broadcast to a large segment that starts between the two reads shows all its recipients', async () => {
    const { workspace_id, id } = await storeBroadcast({ accepted: 0, is_audience_pending: true });
    changeBetweenReads(async () => {
      await increment(id, { accepted: 30 });
      await transitionBroadcast(workspace_id, id, ['queued'], { status: 'sending', started_at: isoTime(clock.now()) });
    });
    expect(await getBroadcast(workspace_id, id)).toMatchObject({ status: 'sending', accepted: 30 });
  });
});
