import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { runJob } from '../platform/run-job.ts';

/**
 * The one way to follow the table's stream: what to do with changes, which come in the order in which they took place.
 * A batch that fails comes again as a whole, and any change may come twice. So only what may pass by itself may fail:
 * a change that cannot be read would hold up all those behind it.
 */
export const consumeStream =
  (consumer: string, run: (records: readonly DynamoDBRecord[]) => Promise<void>) =>
  async ({ Records: records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const first = readSequenceNumber(records[0]);
    const fields = { operation: consumer, changes: records.length, sequence_number: first };
    const isDone = await runJob(fields, () => run(records));
    return { batchItemFailures: isDone ? [] : [{ itemIdentifier: first }] };
  };

/** Lambda takes the empty identifier for "the whole batch", which is what is meant. */
const readSequenceNumber = (record: DynamoDBRecord | undefined): string => record?.dynamodb?.SequenceNumber ?? '';
