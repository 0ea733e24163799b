import { type ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beginRoundTrip } from '../../platform/log/invocation-trace.ts';

/** Three attempts of at most 8 s each: the worst case stays below a function's timeout. */
export const table = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  }),
  // Without the second option, a map with a key named "constructor" counts as an instance of a class and is refused.
  { marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true } },
);

// It copies every input and output for the SDK's log, even if that log goes nowhere.
table.middlewareStack.remove('loggerMiddleware');

// Adds the capacity of every call to the invocation's trace. A write whose condition fails reports none but is charged:
// at least one unit, and two for each part of a transaction.
table.middlewareStack.add(
  (next, { commandName = '' }) =>
    async (args) => {
      const minimumUnits = isRead(commandName) ? minimumReadUnits(args.input) : computeMinimumUnits(args.input);
      const endRoundTrip = beginRoundTrip();
      let units = minimumUnits;
      try {
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        units = Math.max(minimumUnits, readConsumedUnits(result.output as CapacityOutput));
        return result;
      } finally {
        if (isRead(commandName)) endRoundTrip(units, 0);
        else endRoundTrip(0, units);
      }
    },
  { step: 'initialize', name: 'countUnits' },
);

interface CapacityOutput {
  ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
}

const isRead = (commandName: string): boolean => /^(Get|BatchGet|Query|TransactGet)/.test(commandName);

/** AWS charges for a query that finds nothing; DynamoDB Local does not. */
const minimumReadUnits = (input: object): number => {
  if (!('KeyConditionExpression' in input)) return 0;
  return 'ConsistentRead' in input && input.ConsistentRead === true ? 1 : 0.5;
};

/** DynamoDB Local reports two units per transaction; AWS charges at least two per part. */
const computeMinimumUnits = (input: object): number =>
  'TransactItems' in input && Array.isArray(input.TransactItems) ? 2 * input.TransactItems.length : 1;

const readConsumedUnits = ({ ConsumedCapacity: consumed = [] }: CapacityOutput): number =>
  [consumed].flat().reduce((total, capacity) => total + (capacity.CapacityUnits ?? 0), 0);
