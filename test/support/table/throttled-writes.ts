import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import { onTestFinished, vi } from 'vitest';
import { table } from '../../../functions/table/dynamodb/client.ts';

/**
 * Until the test ends or relents, every call that matches, or the first so many, is answered as DynamoDB answers a hot
 * partition. The SDK sees each answer and retries as often as it always does, without a wait.
 */
export const throttleTable = (
  isThrottled: (input: object) => boolean,
  timesMax = Number.POSITIVE_INFINITY,
): { count: () => number; relent: () => void } => {
  let count = 0;
  vi.spyOn(Math, 'random').mockReturnValue(0);
  table.middlewareStack.add(
    (next) => async (args) => {
      if (count >= timesMax || !isThrottled(args.input)) return next(args);
      count += 1;
      const message = 'Throughput exceeds the current capacity of your table or index.';
      throw new ThrottlingException({ message, $metadata: { httpStatusCode: 400 } });
    },
    { step: 'finalizeRequest', priority: 'low', name: 'throttleTable' },
  );
  const relent = () => void table.middlewareStack.remove('throttleTable');
  onTestFinished(relent);
  return { count: () => count, relent };
};

/** Whether the call writes a row of deliveries, alone or in a transaction. */
export const writesDelivery = (input: object): boolean =>
  'UpdateExpression' in input || 'TransactItems' in input ? JSON.stringify(input).includes('"WEBHOOK#') : false;
