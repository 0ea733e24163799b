import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { consumeStream } from '../../../functions/consumers/consume-stream.ts';

const eventOf = (...sequenceNumbers: string[]): DynamoDBStreamEvent => ({
  Records: sequenceNumbers.map((SequenceNumber): DynamoDBRecord => ({ dynamodb: { SequenceNumber } })),
});

describe('a follower of the stream', () => {
  it('gets the changes of a batch in their order and reports nothing when they are dealt with', async () => {
    const seen: unknown[] = [];
    const handler = consumeStream('test', async (records) => {
      seen.push(...records.map(({ dynamodb }) => dynamodb?.SequenceNumber));
    });
    expect(await handler(eventOf('1', '2', '3'))).toEqual({ batchItemFailures: [] });
    expect(seen).toEqual(['1', '2', '3']);
  });

  it('that fails gets the whole batch again, so that nothing is left out', async () => {
    const handler = consumeStream('test', () => Promise.reject(new Error('no luck')));
    expect(await handler(eventOf('1', '2', '3'))).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  });
});
