import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { enqueueJobs, type QueueJob } from '../domain/queues.ts';
import { errorFields, log } from '../platform/log.ts';
import { runJob } from '../platform/run-job.ts';
import { type Change, toChange } from '../table/dynamodb/changes.ts';

/**
 * The one way to write a consumer of the table's stream: how to parse a change, and what to do with a batch of them, in
 * order. A batch that fails is retried as a whole. A change that cannot be parsed is a bug of ours; it is discarded to a
 * queue, because a retry would block every later change of its shard.
 */
export const consumeStream =
  <Parsed>(consumer: string, parse: (change: Change) => Parsed, run: (parsed: Parsed[]) => Promise<void>) =>
  async ({ Records: records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const first = readSequenceNumber(records[0]);
    const fields = { operation: consumer, changes: records.length, sequence_number: first };
    const isDone = await runJob(fields, async () => {
      const { parsed, discarded } = parseRecords(records, parse);
      await run(parsed);
      if (discarded.length > 0) await enqueueJobs(discarded);
    });
    return { batchItemFailures: isDone ? [] : [{ itemIdentifier: first }] };
  };

/** Lambda reads an empty identifier as "the whole batch". */
const readSequenceNumber = (record: DynamoDBRecord | undefined): string => record?.dynamodb?.SequenceNumber ?? '';

const parseRecords = <Parsed>(records: readonly DynamoDBRecord[], parse: (change: Change) => Parsed) => {
  const parsed: Parsed[] = [];
  const discarded: QueueJob[] = [];
  for (const record of records) {
    try {
      parsed.push(parse(toChange(record)));
    } catch (error) {
      log('error', 'change discarded', { event_id: record.eventID, error: errorFields(error) });
      discarded.push({ queue: 'discardedChanges', body: record });
    }
  }
  return { parsed, discarded };
};
