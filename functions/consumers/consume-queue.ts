import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { requireKnownVersion } from '../model/jobs/job.ts';
import { type Batch, createBatch } from '../platform/batch.ts';
import { createBatchLog, type SummarizeJob } from '../platform/log/batch-log.ts';
import { requestIdAttribute, withTrace } from '../platform/log/invocation-trace.ts';
import { runJob } from '../platform/run-job.ts';

/**
 * The one way to write a consumer of a queue: the schema of its jobs, and what to do with one. The jobs of a batch run
 * concurrently; SQS redelivers those that fail. Delivery is at least once: a `receiveCount` of 1 means a first attempt.
 */
export const consumeQueue = <Job extends z.ZodMiniType>(
  consumer: string,
  schema: Job,
  run: (job: z.output<Job>, receiveCount: number, batch: Batch) => Promise<void>,
  summarize?: SummarizeJob,
) => {
  const handleBatch = withTrace<SQSEvent, unknown, SQSBatchResponse>(async ({ Records: records }) => {
    const batch = createBatch(records.length);
    const batchLog = createBatchLog(consumer, summarize);
    const outcomes = await Promise.allSettled(
      records.map((record) =>
        runJob(
          toLogFields(consumer, record),
          () => run(parseJob(schema, record), readReceiveCount(record), batch),
          record.messageAttributes?.[requestIdAttribute]?.stringValue,
          batchLog.writeJob,
        ),
      ),
    );
    await batch.end();
    batchLog.end();
    const failed = records.filter((_, index) => outcomes[index]?.status !== 'fulfilled');
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  });
  return (event: SQSEvent): Promise<SQSBatchResponse> => handleBatch(event, undefined);
};

const parseJob = <Job extends z.ZodMiniType>(schema: Job, { body }: SQSRecord): z.output<Job> => {
  const job: unknown = JSON.parse(body);
  requireKnownVersion(job);
  return z.parse(schema, job);
};

const toLogFields = (consumer: string, record: SQSRecord): Record<string, unknown> => ({
  operation: consumer,
  message_id: record.messageId,
  receive_count: readReceiveCount(record),
});

const readReceiveCount = ({ attributes }: SQSRecord): number => Number(attributes.ApproximateReceiveCount);
