import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { enqueueJobs } from '../domain/queues.ts';
import type { QueueJob } from '../model/jobs/job.ts';
import { clock } from '../platform/clock.ts';
import { errorFields, log } from '../platform/log/log.ts';
import { runJob } from '../platform/run-job.ts';
import { type Change, toChange } from '../table/dynamodb/changes.ts';

/**
 * The one way to write a consumer of the table's stream: how to parse a change, and what to do with a batch of them. A
 * batch that fails throws, so Lambda bisects it until the failing change is alone and retries that one; a reported item
 * would be retried together with everything behind it. Two kinds of change are discarded to a queue, because they block
 * every later change of their shard: those that cannot be parsed, which is a bug of ours, and those that failed too long.
 */
export const consumeStream =
  <Parsed>(consumer: string, parse: (change: Change) => Parsed, run: (parsed: Parsed[]) => Promise<void>) =>
  ({ Records: records }: DynamoDBStreamEvent): Promise<void> =>
    runJob(toLogFields(consumer, records), async () => {
      const { parsed, discarded } = parseRecords(records, parse);
      try {
        await run(parsed);
      } catch (error) {
        if (!isLastAttempt(records)) throw error;
        discarded.push(...records.map((record) => discardRecord(record, error)));
      }
      if (discarded.length > 0) await enqueueJobs(discarded);
    });

/** Lambda drops records after 20 hours, unseen. The changes behind this one need the time in between. */
const retrySecondsMax = 16 * 60 * 60;

const isLastAttempt = ([record, ...others]: readonly DynamoDBRecord[]): boolean => {
  const createdAtSeconds = record?.dynamodb?.ApproximateCreationDateTime;
  return (
    others.length === 0 && createdAtSeconds !== undefined && clock.now() / 1_000 - createdAtSeconds > retrySecondsMax
  );
};

const toLogFields = (consumer: string, records: readonly DynamoDBRecord[]): Record<string, unknown> => ({
  operation: consumer,
  changes: records.length,
  sequence_number: records[0]?.dynamodb?.SequenceNumber,
});

const parseRecords = <Parsed>(records: readonly DynamoDBRecord[], parse: (change: Change) => Parsed) => {
  const parsed: Parsed[] = [];
  const discarded: QueueJob[] = [];
  for (const record of records) {
    try {
      parsed.push(parse(toChange(record)));
    } catch (error) {
      discarded.push(discardRecord(record, error));
    }
  }
  return { parsed, discarded };
};

const discardRecord = (record: DynamoDBRecord, error: unknown): QueueJob => {
  log('error', 'change discarded', { event_id: record.eventID, error: errorFields(error) });
  return { queue: 'discardedChanges', body: record };
};
