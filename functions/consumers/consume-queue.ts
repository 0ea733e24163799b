import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { runJob } from '../platform/run-job.ts';

/**
 * The one way to write the consumer of a queue: the form of its messages, and what to do with one. The messages of a
 * batch are worked on side by side; those that fail, and only those, come again. Any message may come twice; how often
 * the queue has handed it out tells whether it can have been worked on before.
 */
export const consumeQueue =
  <Message extends z.ZodMiniType>(
    consumer: string,
    schema: Message,
    run: (message: z.output<Message>, receiveCount: number) => Promise<void>,
  ) =>
  async ({ Records: records }: SQSEvent): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.all(
      records.map((record) =>
        runJob(toLogFields(consumer, record), () =>
          run(z.parse(schema, JSON.parse(record.body)), readReceiveCount(record)),
        ),
      ),
    );
    const failed = records.filter((_, index) => !outcomes[index]);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };

const toLogFields = (consumer: string, record: SQSRecord): Record<string, unknown> => ({
  operation: consumer,
  message_id: record.messageId,
  receive_count: readReceiveCount(record),
});

const readReceiveCount = ({ attributes }: SQSRecord): number => Number(attributes.ApproximateReceiveCount);
